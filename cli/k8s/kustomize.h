/* SPDX-License-Identifier: MIT
 *
 * kustomize.h - patches as a component of kustomize.
 */
#ifndef CLIMITS_K8S_KUSTOMIZE_H
#define CLIMITS_K8S_KUSTOMIZE_H

#include "../text.h"

/* What one object is; group is "" for the core group. */
struct item {
	struct text kind;
	struct text version;
	struct text group;
	struct text name;
	struct text space;
};

/* Adds KIND/NAME or KIND/NAMESPACE/NAME, safe for one line. */
void item_label(const struct item *item, struct text *text);

/* The component, piece by piece. patch is the operations with commas between. */
void kustomize_begin(struct text *text);
void kustomize_add(struct text *text, const struct item *item, const char *patch);
void kustomize_end(struct text *text, int any);

#endif
