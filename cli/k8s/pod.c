/* SPDX-License-Identifier: MIT
 *
 * pod.c - a pod, or the template of one, and what its annotations ask for. An annotation that we do
 * not understand is told of and counts as not there.
 */
#include "pod.h"

#include <stdio.h>
#include <string.h>

#include "../argument.h"
#include "words.h"

/*
 * No value of ours is as long. The API server holds all annotations together to 256 KiB, but looks
 * only after us, and a list is searched once for each container.
 */
#define VALUE_MAX 4096

void pod_key(const struct k8s_config *config, const char *name, char key[POD_KEY_MAX])
{
	snprintf(key, POD_KEY_MAX, "%s/%s", config->prefix, name);
}

/* Follows a JSON pointer whose tokens need no escapes. */
static uint32_t follow(struct json *json, uint32_t node, const char *path)
{
	char token[64];

	while (*path == '/') {
		size_t length = strcspn(++path, "/");

		if (length >= sizeof(token))
			return JSON_NONE;
		memcpy(token, path, length);
		token[length] = '\0';
		node = json_member(json, node, token);
		path += length;
	}
	return node;
}

/*
 * The value of an annotation (or label) of ours; 0 when it is not there or cannot be used, which is
 * told of.
 */
static int read_value(struct pod *pod, uint32_t map, const char *name, struct text *value,
		      struct warnings *warnings)
{
	char key[POD_KEY_MAX];
	uint32_t node;

	pod_key(&pod->config, name, key);
	node = json_member(pod->json, map, key);
	if (node == JSON_NONE)
		return 0;
	if (json_add_decoded(pod->json, node, value) < 0 || value->length > VALUE_MAX) {
		text_free(value);
		warnings_add(warnings, "annotation %s is not understood and ignored", key);
		return 0;
	}
	pod->failed |= value->failed;
	return !value->failed;
}

static void reject(const struct pod *pod, const char *name, const struct text *value,
		   struct warnings *warnings)
{
	char key[POD_KEY_MAX];

	pod_key(&pod->config, name, key);
	warnings_add(warnings, "annotation %s: '%.40s' is not understood and ignored", key,
		     text_string(value));
}

/* What annotation or label NAME/inject says: 1, 0, or -1 for nothing. */
static int read_inject(struct pod *pod, uint32_t map, struct warnings *warnings)
{
	struct text value TEXT_CLEANUP = {0};

	if (!read_value(pod, map, "inject", &value, warnings))
		return -1;
	if (words_have("true,enabled", text_string(&value)))
		return 1;
	if (words_have("false,disabled", text_string(&value)))
		return 0;
	reject(pod, "inject", &value, warnings);
	return -1;
}

static enum k8s_reason judge_inject(struct pod *pod, struct warnings *warnings)
{
	uint32_t labels = json_member(pod->json, pod->metadata, "labels");
	int annotation = read_inject(pod, pod->annotations, warnings);
	int label = read_inject(pod, labels, warnings);

	if (json_member(pod->json, pod->annotations, "kubernetes.io/config.mirror") != JSON_NONE)
		return K8S_REASON_MIRROR;
	if (annotation == 0 || label == 0)
		return K8S_REASON_OPT_OUT;
	if (pod->config.opt_in && annotation != 1 && label != 1)
		return K8S_REASON_NOT_OPTED_IN;
	return K8S_REASON_NONE;
}

/* An annotation that means the same as an option. */
static void apply_annotation(struct pod *pod, const char *name, const char *option,
			     struct warnings *warnings)
{
	struct text value TEXT_CLEANUP = {0};
	const struct k8s_option *found = k8s_option_find(option, strlen(option));

	if (read_value(pod, pod->annotations, name, &value, warnings) &&
	    k8s_option_apply(found, &pod->config, text_string(&value)) < 0)
		reject(pod, name, &value, warnings);
}

static void apply_variables(struct pod *pod, struct warnings *warnings)
{
	struct text value TEXT_CLEANUP = {0};

	if (read_value(pod, pod->annotations, "vars", &value, warnings) &&
	    selection_parse(&pod->selection, text_string(&value)) < 0)
		reject(pod, "vars", &value, warnings);
}

/* One word of a list of ratios: R, *=R or CONTAINER=R. 1 when it is for the name. */
static int ratio_word(const char *word, size_t length, const char *name, uint32_t *ret_ratio)
{
	const char *equals = memchr(word, '=', length);
	size_t before = equals ? (size_t)(equals - word) : 0;
	char number[8];

	length -= equals ? before + 1 : 0;
	if (length >= sizeof(number))
		return -1;
	memcpy(number, equals ? equals + 1 : word, length);
	number[length] = '\0';
	if (argument_ratio(number, ret_ratio) < 0)
		return -1;
	return !equals || word_is(word, before, name);
}

/* The ratio for a name in a list: 1. 0 when it gives none, -1 when any word of it is bad. */
static int find_ratio(const char *list, const char *name, uint32_t *ret_ratio)
{
	const char *word;
	size_t length;
	uint32_t ratio;
	int found = 0;

	while ((word = words_next(&list, &length))) {
		int match = ratio_word(word, length, name, &ratio);

		if (match < 0)
			return -1;
		if (match && !found) {
			*ret_ratio = ratio;
			found = 1;
		}
	}
	return found;
}

uint32_t pod_memory_ratio(const struct pod *pod, const char *name)
{
	const char *list = text_string(&pod->ratios);
	uint32_t ratio = pod->config.policy.memory_ratio;

	if (pod->ratios.length && find_ratio(list, name, &ratio) <= 0)
		find_ratio(list, "*", &ratio);
	return ratio;
}

static void apply_ratios(struct pod *pod, struct warnings *warnings)
{
	uint32_t ratio;

	if (!read_value(pod, pod->annotations, "gomemlimit-ratio", &pod->ratios, warnings))
		return;
	if (pod->ratios.length && find_ratio(text_string(&pod->ratios), "*", &ratio) >= 0)
		return;
	reject(pod, "gomemlimit-ratio", &pod->ratios, warnings);
	text_free(&pod->ratios);
}

static void read_annotations(struct pod *pod, struct warnings *warnings)
{
	apply_annotation(pod, "rounding", "round", warnings);
	apply_annotation(pod, "value-mode", "value-mode", warnings);
	apply_variables(pod, warnings);
	apply_ratios(pod, warnings);
	pod->has_containers = read_value(pod, pod->annotations, "containers", &pod->containers,
					 warnings);
	read_value(pod, pod->annotations, "exclude-containers", &pod->excluded, warnings);
}

int pod_wants(const struct pod *pod, const char *name)
{
	if (pod->has_containers && !words_have(text_string(&pod->containers), name))
		return 0;
	return !*name || !pod->excluded.length || !words_have(text_string(&pod->excluded), name);
}

/* Names of variables do not differ by case there. */
static int is_windows(struct json *json, uint32_t spec)
{
	uint32_t name = json_member(json, json_member(json, spec, "os"), "name");

	return json_equals(json, name, "windows");
}

static void find_limits(struct pod *pod)
{
	uint32_t resources = json_member(pod->json, pod->spec, "resources");
	uint32_t limits = json_member(pod->json, resources, "limits");

	pod->limits.cpu = json_member(pod->json, limits, "cpu");
	pod->limits.memory = json_member(pod->json, limits, "memory");
}

enum k8s_reason pod_open(struct pod *pod, const struct k8s_config *config,
			 const struct subject *subject, struct warnings *warnings)
{
	const char *variables = config->variables ? config->variables : config->policy.runtimes;
	struct json *json = subject->json;
	enum k8s_reason reason;

	*pod = (struct pod){.json = json, .path = subject->path, .config = *config};
	pod->node = follow(json, subject->object, pod->path);
	pod->metadata = json_member(json, pod->node, "metadata");
	pod->annotations = json_member(json, pod->metadata, "annotations");
	pod->spec = json_member(json, pod->node, "spec");
	if (json_type(json, pod->spec) != JSON_OBJECT ||
	    selection_parse(&pod->selection, variables) < 0) {
		warnings_add(warnings, "the object has no pod spec");
		return K8S_REASON_OBJECT;
	}
	pod->windows = is_windows(json, pod->spec);
	find_limits(pod);
	reason = judge_inject(pod, warnings);
	if (reason == K8S_REASON_NONE)
		read_annotations(pod, warnings);
	return reason;
}

void pod_close(struct pod *pod)
{
	text_free(&pod->containers);
	text_free(&pod->excluded);
	text_free(&pod->ratios);
}
