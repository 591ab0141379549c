/* SPDX-License-Identifier: MIT
 *
 * kustomize.c - patches as a component of kustomize: a directory with this as its
 * kustomization.yaml goes into "components:" of one that has the manifests. Strings are written as
 * JSON does, which YAML 1.2 reads.
 */
#include "kustomize.h"

#include <string.h>

#include "../display.h"
#include "json.h"

void item_label(const struct item *item, struct text *text)
{
	struct text raw TEXT_CLEANUP = {0};

	text_add(&raw, text_string(&item->kind));
	if (item->space.length)
		text_addf(&raw, "/%s", text_string(&item->space));
	text_addf(&raw, "/%s", text_string(&item->name));
	display_escape(text, text_string(&raw));
	text->failed |= raw.failed;
}

void kustomize_begin(struct text *text)
{
	text_add(text, "apiVersion: kustomize.config.k8s.io/v1alpha1\n"
		       "kind: Component\n"
		       "patches:");
}

/* Names in a selector are regular expressions, bound to both ends (kustomize, types.Selector). */
static void add_field(struct text *text, const char *key, const struct text *value, int literal)
{
	struct text pattern TEXT_CLEANUP = {0};

	if (!value->length)
		return;
	for (const char *c = text_string(value); *c; c++) {
		if (literal && strchr(".+*?()[]{}|^$\\", *c))
			text_add(&pattern, "\\");
		text_add_bytes(&pattern, c, 1);
	}
	text_addf(text, "    %s: ", key);
	json_add_quoted(text, text_string(&pattern));
	text_add(text, "\n");
	text->failed |= pattern.failed;
}

void kustomize_add(struct text *text, const struct item *item, const char *patch)
{
	const char *slash = strchr(text_string(&item->version), '/');
	struct text version TEXT_CLEANUP = {0};
	struct text list TEXT_CLEANUP = {0};

	text_add(&version, slash ? slash + 1 : text_string(&item->version));
	text_addf(&list, "[%s]", patch);
	text_add(text, "\n- target:\n");
	add_field(text, "group", &item->group, 0);
	add_field(text, "version", &version, 0);
	add_field(text, "kind", &item->kind, 0);
	add_field(text, "name", &item->name, 1);
	add_field(text, "namespace", &item->space, 1);
	text_add(text, "  patch: ");
	json_add_quoted(text, text_string(&list));
	text->failed |= list.failed | version.failed;
}

void kustomize_end(struct text *text, int any)
{
	text_add(text, any ? "\n" : " []\n");
}
