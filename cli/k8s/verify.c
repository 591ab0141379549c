/* SPDX-License-Identifier: MIT
 *
 * verify.c - the last look at a patch before it is sent. An operation that does not apply is an
 * internal error of the API server, and then the pod is refused even with failurePolicy Ignore
 * (apiserver, pkg/admission/plugin/webhook/mutating/dispatcher.go). So what inject.c wrote is read
 * again, by cJSON, and checked against the object with nothing taken over from the writing.
 */
#include "verify.h"

#include <string.h>

#include <cjson/cJSON.h>

#include "../text.h"

/*
 * How many members and elements may be passed on the way of all paths together. A real pod needs a
 * few thousand; one made to keep us busy gets no patch.
 */
#define STEPS_MAX 8000000

/*
 * metadata, annotations   whether they are objects by now, in the document or by an operation
 */
struct check {
	struct pod *pod;
	uint32_t root;
	size_t steps;
	int metadata;
	int annotations;
};

/* The token at *path, unescaped; *path moves behind it. -1 when there is none. */
static int next_token(const char **path, struct text *token)
{
	token->length = 0;
	if (*(*path)++ != '/')
		return -1;
	/* So that an empty token is a string too. */
	text_add_bytes(token, "", 0);
	for (; **path && **path != '/'; (*path)++) {
		if (**path == '~' && (*path)[1] == '1')
			text_add(token, "/");
		else if (**path == '~' && (*path)[1] == '0')
			text_add(token, "~");
		else if (**path == '~')
			return -1;
		else
			text_add_bytes(token, *path, 1);
		*path += **path == '~';
	}
	return token->failed ? -1 : 0;
}

/* An index as RFC 6901 has it: no leading zero. */
static int parse_index(const char *token, uint32_t *ret_index)
{
	uint32_t index = 0;

	if (!*token || (token[0] == '0' && token[1]))
		return -1;
	for (; *token; token++) {
		if (*token < '0' || *token > '9' || index > 100000000)
			return -1;
		index = index * 10 + (uint32_t)(*token - '0');
	}
	*ret_index = index;
	return 0;
}

static uint32_t element(struct check *check, uint32_t array, const char *token)
{
	const struct json *json = check->pod->json;
	uint32_t node = json_first(json, array);
	uint32_t index;

	if (json_type(json, array) != JSON_ARRAY || parse_index(token, &index) < 0)
		return JSON_NONE;
	for (; index > 0 && node != JSON_NONE; index--, check->steps++)
		node = json_next(json, array, node);
	return node;
}

static uint32_t child(struct check *check, uint32_t node, const char *token)
{
	struct json *json = check->pod->json;

	if (json_type(json, node) == JSON_ARRAY)
		return element(check, node, token);
	if (json_type(json, node) != JSON_OBJECT)
		return JSON_NONE;
	for (uint32_t key = json_first(json, node); key != JSON_NONE;
	     key = json_next(json, node, key))
		check->steps++;
	return json_member(json, node, token);
}

static int is_string_member(const cJSON *object, const char *name)
{
	return cJSON_IsString(cJSON_GetObjectItemCaseSensitive(object, name));
}

static int is_fieldref(const cJSON *source)
{
	const cJSON *reference = cJSON_GetObjectItemCaseSensitive(source, "resourceFieldRef");

	return cJSON_IsObject(reference) && cJSON_GetArraySize(source) == 1 &&
	       cJSON_GetArraySize(reference) == 3 && is_string_member(reference, "containerName") &&
	       is_string_member(reference, "resource") && is_string_member(reference, "divisor");
}

/* {"name":STRING,"value":STRING} or with a valueFrom. */
static int is_variable(const cJSON *entry)
{
	if (!cJSON_IsObject(entry) || cJSON_GetArraySize(entry) != 2 ||
	    !is_string_member(entry, "name"))
		return 0;
	return is_string_member(entry, "value") ||
	       is_fieldref(cJSON_GetObjectItemCaseSensitive(entry, "valueFrom"));
}

static int is_variables(const cJSON *list)
{
	const cJSON *entry;

	if (!cJSON_IsArray(list) || !list->child)
		return 0;
	cJSON_ArrayForEach(entry, list)
	{
		if (!is_variable(entry))
			return 0;
	}
	return 1;
}

/* rest is what follows .../env, node the env of the document. */
static int check_env(struct check *check, uint32_t node, const char *rest, int add,
		     const cJSON *value)
{
	const struct json *json = check->pod->json;
	enum json_type type = json_type(json, node);
	struct text token TEXT_CLEANUP = {0};

	if (!*rest)
		return add && (type == JSON_ABSENT || type == JSON_NULL) && is_variables(value);
	if (type != JSON_ARRAY || next_token(&rest, &token) < 0)
		return 0;
	if (!*rest)
		return add && (!strcmp(token.data, "-") || !strcmp(token.data, "0")) &&
		       is_variable(value);
	node = child(check, child(check, node, token.data), "value");
	return !add && !strcmp(rest, "/value") && json_type(json, node) == JSON_STRING &&
	       cJSON_IsString(value);
}

/* path is what follows /spec. */
static int check_spec(struct check *check, uint32_t node, const char *path, int add,
		      const cJSON *value)
{
	struct text token TEXT_CLEANUP = {0};
	uint32_t list;

	node = child(check, node, "spec");
	if (next_token(&path, &token) < 0 ||
	    (strcmp(token.data, "containers") != 0 && strcmp(token.data, "initContainers") != 0))
		return 0;
	list = child(check, node, token.data);
	if (json_type(check->pod->json, list) != JSON_ARRAY || next_token(&path, &token) < 0)
		return 0;
	node = child(check, list, token.data);
	if (json_type(check->pod->json, node) != JSON_OBJECT || strncmp(path, "/env", 4) != 0)
		return 0;
	return check_env(check, child(check, node, "env"), path + 4, add, value);
}

static int is_empty_object(const cJSON *value)
{
	return cJSON_IsObject(value) && !value->child;
}

/* path is what follows /metadata. What is null may be replaced, what is an object must stay. */
static int check_metadata(struct check *check, const char *path, const cJSON *value)
{
	struct text token TEXT_CLEANUP = {0};
	char key[POD_KEY_MAX];

	if (!*path) {
		check->metadata++;
		return check->metadata == 1 && is_empty_object(value);
	}
	if (!check->metadata || strncmp(path, "/annotations", 12) != 0)
		return 0;
	path += 12;
	if (!*path) {
		check->annotations++;
		return check->annotations == 1 && is_empty_object(value);
	}
	pod_key(&check->pod->config, "injected", key);
	return check->annotations && next_token(&path, &token) == 0 && !*path &&
	       !strcmp(token.data, key) && cJSON_IsString(value);
}

static int check_operation(struct check *check, const cJSON *operation)
{
	const cJSON *op = cJSON_GetObjectItemCaseSensitive(operation, "op");
	const cJSON *path = cJSON_GetObjectItemCaseSensitive(operation, "path");
	const cJSON *value = cJSON_GetObjectItemCaseSensitive(operation, "value");
	size_t length = strlen(check->pod->path);
	const char *rest;
	int add;

	if (cJSON_GetArraySize(operation) != 3 || !cJSON_IsString(op) || !cJSON_IsString(path) ||
	    !value || strncmp(path->valuestring, check->pod->path, length) != 0)
		return 0;
	add = !strcmp(op->valuestring, "add");
	rest = path->valuestring + length;
	if ((!add && strcmp(op->valuestring, "replace") != 0) || check->steps > STEPS_MAX)
		return 0;
	if (!strncmp(rest, "/spec/", 6))
		return check_spec(check, check->root, rest + 5, add, value);
	return add && !strncmp(rest, "/metadata", 9) && check_metadata(check, rest + 9, value);
}

static int check_operations(struct check *check, const cJSON *operations)
{
	const cJSON *operation;

	if (!cJSON_IsArray(operations) || !operations->child)
		return 0;
	cJSON_ArrayForEach(operation, operations)
	{
		if (!check_operation(check, operation))
			return 0;
	}
	return 1;
}

/* Finds the template by its path once: all operations begin with it. */
static int find_template(struct check *check, const char *path)
{
	struct text token TEXT_CLEANUP = {0};

	while (*path) {
		if (next_token(&path, &token) < 0)
			return -1;
		check->root = child(check, check->root, token.data);
	}
	return json_type(check->pod->json, check->root) == JSON_OBJECT ? 0 : -1;
}

int verify_patch(struct pod *pod, uint32_t object, const struct text *operations)
{
	struct check check = {.pod = pod, .root = object};
	struct text patch TEXT_CLEANUP = {0};
	uint32_t metadata;
	cJSON *parsed;
	int good;

	text_addf(&patch, "[%s]", text_string(operations));
	if (patch.failed || operations->failed || find_template(&check, pod->path) < 0)
		return -1;
	metadata = child(&check, check.root, "metadata");
	check.metadata = json_type(pod->json, metadata) == JSON_OBJECT;
	check.annotations = json_type(pod->json, child(&check, metadata, "annotations")) ==
			    JSON_OBJECT;
	parsed = cJSON_ParseWithLengthOpts(patch.data, patch.length + 1, NULL, 1);
	good = check_operations(&check, parsed);
	cJSON_Delete(parsed);
	return good ? 0 : -1;
}
