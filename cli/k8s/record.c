/* SPDX-License-Identifier: MIT
 *
 * record.c - the annotation that tells what we set. Anybody may write it, so it decides nothing but
 * whether a value that it also names may be replaced.
 */
#include "record.h"

#include <errno.h>
#include <string.h>

/* One that holds more was not written by us; it is searched for each variable. */
#define VALUES_MAX 8192

void record_open(struct record *record, struct pod *pod, struct warnings *warnings)
{
	static const struct json_limits limits = {.values = VALUES_MAX, .depth = 2};
	char key[POD_KEY_MAX];
	size_t offset = 0;
	uint32_t node;
	int error;

	*record = (struct record){0};
	pod_key(&pod->config, "injected", key);
	node = json_member(pod->json, pod->annotations, key);
	if (node == JSON_NONE)
		return;
	error = json_add_decoded(pod->json, node, &record->value);
	pod->failed |= record->value.failed;
	if (error == 0)
		error = json_parse(&record->json, text_string(&record->value), record->value.length,
				   &limits, &offset);
	if (error == 0 && offset == record->value.length &&
	    json_type(&record->json, 0) == JSON_OBJECT)
		return;
	pod->failed |= error == -ENOMEM;
	warnings_add(warnings, "annotation %s is not ours and ignored", key);
	json_free(&record->json);
}

void record_close(struct record *record)
{
	text_free(&record->value);
	text_free(&record->next);
	json_free(&record->json);
}

/* A member that is there twice is no word of ours. */
uint32_t record_find(struct record *record, const char *container, const char *variable)
{
	struct json *json = &record->json;
	uint32_t value = json_member(json, json_member(json, 0, container), variable);

	if (!*container || json->repeated || json_type(json, value) != JSON_STRING)
		return JSON_NONE;
	return value;
}

void record_add(struct record *record, const char *container, const char *variable,
		const char *value)
{
	struct text *next = &record->next;

	if (!*container)
		return;
	if (!record->open) {
		text_add(next, next->length ? ",\"" : "{\"");
		text_addf(next, "%s\":{", container);
	}
	text_addf(next, "%s\"%s\":", record->open ? "," : "", variable);
	json_add_quoted(next, value);
	record->open = 1;
}

void record_end(struct record *record)
{
	if (record->open)
		text_add(&record->next, "}");
	record->open = 0;
}

const char *record_text(struct record *record)
{
	if (!record->next.length)
		return NULL;
	text_add(&record->next, "}");
	return text_string(&record->next);
}
