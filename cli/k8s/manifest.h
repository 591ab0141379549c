/* SPDX-License-Identifier: MIT
 *
 * manifest.h - manifests in, the same with variables out, or only what changes.
 */
#ifndef CLIMITS_K8S_MANIFEST_H
#define CLIMITS_K8S_MANIFEST_H

#include <stddef.h>

#include "config.h"
#include "review.h"

enum k8s_output {
	K8S_OUTPUT_MANIFEST,  /* the documents, changed: every other byte as it was */
	K8S_OUTPUT_JSONPATCH, /* a patch for each item, a line each */
	K8S_OUTPUT_ENV,       /* lines of an env file, with comments that tell whose they are */
	K8S_OUTPUT_KUSTOMIZE  /* a component with a patch for each item */
};

/* Gets each warning, with the item that it is about. Both are raw and may hold anything. */
typedef void k8s_tell(const char *item, const char *warning);

/*
 * One JSON document or several, one after the other; each an object of Kubernetes or a list of
 * them. Items without a pod template stay as they are. On any other status than K8S_DONE nothing
 * is added to text.
 */
enum k8s_status k8s_patch(const struct k8s_config *config, enum k8s_output output,
			  const char *input, size_t length, k8s_tell *tell, struct text *text,
			  struct k8s_outcome *outcome);

#endif
