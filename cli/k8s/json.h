/* SPDX-License-Identifier: MIT
 *
 * json.h - a JSON text that is looked into and never written again: each value is known by where it
 * stands in the text, so that what we do not understand, or what no number type holds, stays as it
 * is. cJSON, which reads what we write, keeps neither places nor the digits of a number, and takes
 * 64 bytes a value.
 */
#ifndef CLIMITS_K8S_JSON_H
#define CLIMITS_K8S_JSON_H

#include <stddef.h>
#include <stdint.h>

struct text;

enum json_type {
	JSON_ABSENT, /* of JSON_NONE */
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT
};

/* The place of a value that is not there. Every call takes it. */
#define JSON_NONE UINT32_MAX

/*
 * start, end  bytes of the text, quotes and brackets included
 * next        the place after this value and all within it
 * In an object keys and values take turns.
 */
struct json_node {
	uint32_t start;
	uint32_t end;
	uint32_t next;
	uint8_t type;
	uint8_t flags;
};

/*
 * One document. The text belongs to the caller and stays. repeated is set when a member was looked
 * for and found twice: Go keeps the last, other readers the first, so nobody may guess.
 */
struct json {
	const char *text;
	struct json_node *nodes;
	uint32_t count;
	uint32_t capacity;
	int repeated;
};

/* Give this to a local struct json that starts as {0}. */
#define JSON_CLEANUP __attribute__((cleanup(json_free)))

/* Values in one document (keys do not count) and how deep they nest, at most JSON_DEPTH_MAX. */
struct json_limits {
	uint32_t values;
	uint32_t depth;
};

#define JSON_DEPTH_MAX 256

/*
 * Reads the document that begins at *offset (after white space) and moves *offset behind it and the
 * white space that follows. Strict as RFC 8259 has it; a surrogate without its other half is
 * refused, U+0000 and invalid UTF-8 are noted and refused by who uses the string. json may have
 * been used before. Errors:
 *   -EBADMSG  no JSON; *offset is where it ceases to be
 *   -ENODATA  nothing but white space is left
 *   -E2BIG    beyond limits
 *   -ENOMEM
 */
int json_parse(struct json *json, const char *text, size_t length, const struct json_limits *limits,
	       size_t *offset);
void json_free(struct json *json);

enum json_type json_type(const struct json *json, uint32_t node);

/* The value of a member, by its whole name in its own case. */
uint32_t json_member(struct json *json, uint32_t object, const char *name);

/* The values of an array or the keys of an object, one after the other. */
uint32_t json_first(const struct json *json, uint32_t list);
uint32_t json_next(const struct json *json, uint32_t list, uint32_t at);

/* The value that belongs to a key. */
uint32_t json_value_of(const struct json *json, uint32_t key);

/* 1 when node is a string that says so. fold: upper and lower case of ASCII are one. */
int json_equals(const struct json *json, uint32_t node, const char *string);
int json_equals_folded(const struct json *json, uint32_t node, const char *string);

/*
 * Adds what a string says. -EILSEQ when it holds U+0000 or invalid UTF-8, -EBADMSG when node is no
 * string: then nothing is added.
 */
int json_add_decoded(const struct json *json, uint32_t node, struct text *text);

/* The text of a value as it stands there. */
const char *json_raw(const struct json *json, uint32_t node, size_t *ret_length);

/* Adds a string in quotes, escaped. It has to be UTF-8. */
void json_add_quoted(struct text *text, const char *string);

#endif
