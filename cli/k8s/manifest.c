/* SPDX-License-Identifier: MIT
 *
 * manifest.c - manifests in, the same with variables out. The kind of an item decides where its
 * pods are; items of the kinds that hold none pass through.
 */
#include "manifest.h"

#include <errno.h>
#include <string.h>

#include "kustomize.h"

/*
 * One run. document is the one at hand, and its list is what items without a kind of their own are
 * taken to be of (a PodList that came from the API itself).
 */
struct run {
	const struct k8s_config *config;
	enum k8s_output output;
	k8s_tell *tell;
	struct text *text;
	struct k8s_outcome *outcome;
	struct json json;
	struct changes changes;
};

/* What an item is, in texts: group "" is the core's. */
static void identify(struct run *run, uint32_t object, uint32_t list, struct item *item)
{
	struct json *json = &run->json;
	uint32_t version = json_member(json, object, "apiVersion");
	uint32_t metadata = json_member(json, object, "metadata");
	const char *slash;

	json_add_decoded(json, json_member(json, object, "kind"), &item->kind);
	if (!item->kind.length && list != JSON_NONE) {
		json_add_decoded(json, json_member(json, list, "kind"), &item->kind);
		item->kind.length -= item->kind.length > 4 ? 4 : 0;
		version = json_member(json, list, "apiVersion");
	}
	if (item->kind.length)
		item->kind.data[item->kind.length] = '\0';
	json_add_decoded(json, version, &item->version);
	slash = strchr(text_string(&item->version), '/');
	if (slash)
		text_add_bytes(&item->group, item->version.data,
			       (size_t)(slash - item->version.data));
	json_add_decoded(json, json_member(json, metadata, "name"), &item->name);
	json_add_decoded(json, json_member(json, metadata, "namespace"), &item->space);
}

static int item_failed(const struct item *item)
{
	return item->kind.failed | item->version.failed | item->group.failed | item->name.failed |
	       item->space.failed;
}

static void item_free(struct item *item)
{
	text_free(&item->kind);
	text_free(&item->version);
	text_free(&item->group);
	text_free(&item->name);
	text_free(&item->space);
}

static void tell_warnings(struct run *run, const struct item *item, const struct warnings *warnings)
{
	struct text name TEXT_CLEANUP = {0};

	text_addf(&name, "%s/%s", text_string(&item->kind), text_string(&item->name));
	for (size_t i = 0; i < warnings_lines(warnings); i++) {
		struct text line TEXT_CLEANUP = {0};

		warnings_line(warnings, i, &line);
		run->tell(text_string(&name), text_string(&line));
	}
}

/* A comment has one line, and names may be anything. */
static void write_env(struct run *run, const struct item *item, const struct text *lines)
{
	struct text name TEXT_CLEANUP = {0};

	if (!lines->length)
		return;
	item_label(item, &name);
	text_addf(run->text, "# %s\n", text_string(&name));
	text_add_bytes(run->text, lines->data, lines->length);
	run->text->failed |= lines->failed | name.failed;
}

static void write_item(struct run *run, const struct item *item, const struct text *lines,
		       struct warnings *warnings)
{
	const char *patch = text_string(&run->changes.patch);

	switch (run->output) {
	case K8S_OUTPUT_JSONPATCH:
		text_addf(run->text, "[%s]\n", patch);
		break;
	case K8S_OUTPUT_ENV:
		write_env(run, item, lines);
		break;
	case K8S_OUTPUT_KUSTOMIZE:
		if (run->changes.operations && !item->name.length)
			warnings_add(warnings, "it has no name: kustomize cannot find it");
		else if (run->changes.operations)
			kustomize_add(run->text, item, patch);
		break;
	case K8S_OUTPUT_MANIFEST:
		break;
	}
}

static int change_item(struct run *run, uint32_t object, const struct item *item)
{
	struct warnings warnings = {0};
	struct text lines TEXT_CLEANUP = {0};
	struct injected injected = {.lines = run->output == K8S_OUTPUT_ENV ? &lines : NULL};
	struct subject subject = {.json = &run->json, .object = object};
	int error = 0;

	subject.path = pod_template_path_of(run->config, text_string(&item->group),
					    text_string(&item->kind));
	run->changes.operations = 0;
	run->changes.patch.length = 0;
	if (subject.path)
		error = inject(run->config, &subject, &run->changes, &warnings, &injected);
	if (error < 0)
		return error;
	write_item(run, item, &lines, &warnings);
	run->outcome->patched |= run->changes.operations > 0;
	tell_warnings(run, item, &warnings);
	return 0;
}

static int patch_item(struct run *run, uint32_t object, uint32_t list)
{
	struct item item = {.kind = {0}};
	int error;

	identify(run, object, list, &item);
	error = item_failed(&item) ? -ENOMEM : change_item(run, object, &item);
	item_free(&item);
	return error;
}

/* List, PodList, ...: whatever has items. */
static int patch_document(struct run *run)
{
	struct json *json = &run->json;
	uint32_t items = json_member(json, 0, "items");
	int error = 0;

	if (json_type(json, json_member(json, 0, "kind")) != JSON_STRING)
		return -EBADMSG;
	if (json_type(json, items) != JSON_ARRAY)
		return patch_item(run, 0, JSON_NONE);
	for (uint32_t item = json_first(json, items); item != JSON_NONE && error == 0;
	     item = json_next(json, items, item))
		error = patch_item(run, item, 0);
	return error;
}

static enum k8s_status describe(struct run *run, int error)
{
	enum k8s_status status = k8s_status_of(error, run->outcome);

	if (status == K8S_MALFORMED && run->json.repeated)
		run->outcome->error = "a member that matters is there twice";
	else if (status == K8S_MALFORMED && run->json.count)
		run->outcome->error = "not a JSON object of Kubernetes";
	return status;
}

/* The document from offset on, and what white space follows it; *offset moves behind. */
static enum k8s_status patch_next(struct run *run, const char *input, size_t length, size_t *offset)
{
	size_t start = *offset;
	int error = json_parse(&run->json, input, length, &run->config->limits, offset);

	if (error < 0) {
		run->json.count = 0;
		return describe(run, error);
	}
	error = patch_document(run);
	if (error == 0 && run->json.repeated)
		error = -EBADMSG;
	if (error == 0 && run->output == K8S_OUTPUT_MANIFEST)
		changes_apply(&run->changes, input, start, *offset - start, run->text);
	if (error == 0 && (run->text->failed || run->changes.failed))
		error = -ENOMEM;
	changes_free(&run->changes);
	return describe(run, error);
}

static enum k8s_status patch_all(struct run *run, const char *input, size_t length)
{
	size_t offset = 0;
	enum k8s_status status;

	do {
		status = patch_next(run, input, length, &offset);
	} while (status == K8S_DONE && offset < length);
	return status;
}

enum k8s_status k8s_patch(const struct k8s_config *config, enum k8s_output output,
			  const char *input, size_t length, k8s_tell *tell, struct text *text,
			  struct k8s_outcome *outcome)
{
	struct run run = {.config = config, .output = output, .tell = tell, .text = text};
	size_t before = text->length;
	enum k8s_status status;

	run.outcome = outcome;
	if (length > config->max_bytes) {
		outcome->error = "too large";
		return K8S_TOO_LARGE;
	}
	if (output == K8S_OUTPUT_KUSTOMIZE)
		kustomize_begin(text);
	status = patch_all(&run, input, length);
	if (status == K8S_DONE && output == K8S_OUTPUT_KUSTOMIZE)
		kustomize_end(text, outcome->patched);
	if (status == K8S_DONE && text->failed)
		status = k8s_status_of(-ENOMEM, outcome);
	if (status != K8S_DONE)
		text->length = before;
	json_free(&run.json);
	return status;
}
