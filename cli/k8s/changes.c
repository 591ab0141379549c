/* SPDX-License-Identifier: MIT
 *
 * changes.c - what is changed in a document. Pieces go in as text: nothing of the document is
 * written anew, so its numbers, its order and its white space stay. A piece borrows the white space
 * of its neighbour, which keeps an indented document readable.
 */
#include "changes.h"

#include <stdlib.h>
#include <string.h>

void changes_free(struct changes *changes)
{
	text_free(&changes->patch);
	text_free(&changes->pieces);
	free(changes->splices);
	*changes = (struct changes){0};
}

void changes_operation(struct changes *changes, const char *name, const struct text *path,
		       const char *value)
{
	struct text *patch = &changes->patch;

	text_addf(patch, "%s{\"op\":\"%s\",\"path\":", patch->length ? "," : "", name);
	json_add_quoted(patch, text_string(path));
	text_addf(patch, ",\"value\":%s}", value);
	changes->operations++;
	changes->failed |= path->failed | patch->failed;
}

/* A splice whose piece begins at start of changes->pieces and ends where these end now. */
static void add_splice(struct changes *changes, size_t at, size_t removed, size_t start)
{
	size_t capacity = changes->capacity ? changes->capacity * 2 : 16;
	struct splice *splices = changes->splices;

	changes->failed |= changes->pieces.failed;
	if (changes->count == changes->capacity) {
		splices = realloc(splices, capacity * sizeof(*splices));
		if (!splices) {
			changes->failed = 1;
			return;
		}
		changes->splices = splices;
		changes->capacity = capacity;
	}
	splices[changes->count++] = (struct splice){
		.at = at,
		.removed = removed,
		.piece = start,
		.length = changes->pieces.length - start,
	};
}

/* The white space in front of a value or key. */
static void add_space_before(struct text *pieces, const struct json *json, uint32_t node)
{
	size_t end = json->nodes[node].start;
	size_t start = end;

	while (start > 0 && strchr(" \t\r\n", json->text[start - 1]) && json->text[start - 1])
		start--;
	text_add_bytes(pieces, json->text + start, end - start);
}

/* The last element of an array or key of an object. */
static uint32_t last_of(const struct json *json, uint32_t list)
{
	uint32_t last = JSON_NONE;

	for (uint32_t node = json_first(json, list); node != JSON_NONE;
	     node = json_next(json, list, node))
		last = node;
	return last;
}

void changes_put_value(struct changes *changes, const struct json *json, uint32_t node,
		       const char *value)
{
	size_t start = changes->pieces.length;

	text_add(&changes->pieces, value);
	add_splice(changes, json->nodes[node].start,
		   json->nodes[node].end - json->nodes[node].start, start);
}

void changes_put_member(struct changes *changes, struct json *json, uint32_t object,
			const char *key, const char *value)
{
	uint32_t present = json_member(json, object, key);
	uint32_t last = last_of(json, object);
	struct text *pieces = &changes->pieces;
	size_t at = json->nodes[object].start + 1;
	size_t start = pieces->length;

	if (present != JSON_NONE) {
		changes_put_value(changes, json, present, value);
		return;
	}
	if (last != JSON_NONE) {
		at = json->nodes[json_value_of(json, last)].end;
		text_add(pieces, ",");
		add_space_before(pieces, json, last);
	}
	json_add_quoted(pieces, key);
	text_addf(pieces, ":%s", value);
	add_splice(changes, at, 0, start);
}

void changes_put_elements(struct changes *changes, const struct json *json, uint32_t array,
			  const char *elements, int front)
{
	uint32_t first = json_first(json, array);
	uint32_t last = front ? first : last_of(json, array);
	struct text *pieces = &changes->pieces;
	size_t at = json->nodes[array].start + 1;
	size_t start = pieces->length;

	if (first != JSON_NONE && front)
		at = json->nodes[first].start;
	if (last != JSON_NONE && !front) {
		at = json->nodes[last].end;
		text_add(pieces, ",");
		add_space_before(pieces, json, last);
	}
	text_add(pieces, elements);
	if (first != JSON_NONE && front) {
		text_add(pieces, ",");
		add_space_before(pieces, json, first);
	}
	add_splice(changes, at, 0, start);
}

static int compare(const void *left, const void *right)
{
	const struct splice *a = left;
	const struct splice *b = right;

	return (a->at > b->at) - (a->at < b->at);
}

/* No two splices meet: each belongs to another list or value. */
void changes_apply(struct changes *changes, const char *document, size_t at, size_t length,
		   struct text *text)
{
	size_t end = at + length;

	if (changes->count)
		qsort(changes->splices, changes->count, sizeof(*changes->splices), compare);
	for (size_t i = 0; i < changes->count; i++) {
		const struct splice *splice = &changes->splices[i];

		text_add_bytes(text, document + at, splice->at - at);
		text_add_bytes(text, text_string(&changes->pieces) + splice->piece, splice->length);
		at = splice->at + splice->removed;
	}
	text_add_bytes(text, document + at, end - at);
	text->failed |= changes->failed;
}

void pointer_add(struct text *path, const char *token)
{
	text_add(path, "/");
	for (; *token; token++) {
		if (*token == '~')
			text_add(path, "~0");
		else if (*token == '/')
			text_add(path, "~1");
		else
			text_add_bytes(path, token, 1);
	}
}
