/* SPDX-License-Identifier: MIT
 *
 * changes.h - what is changed in a document, in both forms at once: as operations of a JSON patch
 * (RFC 6902) and as pieces of text to put into the document's own.
 */
#ifndef CLIMITS_K8S_CHANGES_H
#define CLIMITS_K8S_CHANGES_H

#include <stddef.h>
#include <stdint.h>

#include "../text.h"
#include "json.h"

/* removed bytes of the document at at give way to length bytes of changes.pieces at piece. */
struct splice {
	size_t at;
	size_t removed;
	size_t piece;
	size_t length;
};

/*
 * patch       the operations with commas between, without the brackets around
 * operations  how many
 * failed      out of memory on the way: neither form may be used
 */
struct changes {
	struct text patch;
	size_t operations;
	struct text pieces;
	struct splice *splices;
	size_t count;
	size_t capacity;
	int failed;
};

/* Give this to a local struct changes that starts as {0}. */
#define CHANGES_CLEANUP __attribute__((cleanup(changes_free)))

void changes_free(struct changes *changes);

/* One operation: name is "add" or "replace", path a JSON pointer, value JSON. */
void changes_operation(struct changes *changes, const char *name, const struct text *path,
		       const char *value);

/* Puts the member in, at the end; in place of its value where it has one. */
void changes_put_member(struct changes *changes, struct json *json, uint32_t object,
			const char *key, const char *value);

/* Puts elements in, JSON with commas between, behind or in front of those that are there. */
void changes_put_elements(struct changes *changes, const struct json *json, uint32_t array,
			  const char *elements, int front);

/* Puts a value in place of another. */
void changes_put_value(struct changes *changes, const struct json *json, uint32_t node,
		       const char *value);

/*
 * Adds length bytes of the document, from at on, with all that was put in between. Call when all
 * changes are made.
 */
void changes_apply(struct changes *changes, const char *document, size_t at, size_t length,
		   struct text *text);

/* Adds one reference token to a JSON pointer, escaped (RFC 6901). */
void pointer_add(struct text *path, const char *token);

#endif
