/* SPDX-License-Identifier: MIT
 *
 * json_parse.c - one JSON text (RFC 8259) into a flat list of places, in one pass and without
 * recursion, so that neither depth nor number of values is the sender's choice. Stricter than
 * cJSON, which takes 01, "1.", raw control characters and a byte order mark.
 */
#include "json_parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../utf8.h"
#include "json.h"

/* open: the arrays and objects that are not closed yet. */
struct scan {
	struct json *json;
	const char *text;
	size_t at;
	size_t end;
	const struct json_limits *limits;
	uint32_t values;
	uint32_t depth;
	uint32_t open[JSON_DEPTH_MAX];
};

static int peek(const struct scan *scan)
{
	return scan->at < scan->end ? (unsigned char)scan->text[scan->at] : -1;
}

static void skip_space(struct scan *scan)
{
	int c = peek(scan);

	while (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
		scan->at++;
		c = peek(scan);
	}
}

static int grow(struct json *json)
{
	uint32_t capacity = json->capacity ? json->capacity * 2 : 256;
	struct json_node *nodes;

	if (json->capacity > UINT32_MAX / 4)
		return -E2BIG;
	nodes = realloc(json->nodes, capacity * sizeof(*nodes));
	if (!nodes)
		return -ENOMEM;
	json->nodes = nodes;
	json->capacity = capacity;
	return 0;
}

/* A value or key that begins here. It ends where it is closed; until then nothing is in it. */
static int add_node(struct scan *scan, enum json_type type)
{
	struct json *json = scan->json;
	int error = json->count < json->capacity ? 0 : grow(json);

	if (error < 0)
		return error;
	json->nodes[json->count] = (struct json_node){
		.start = (uint32_t)scan->at,
		.next = json->count + 1,
		.type = (uint8_t)type,
	};
	json->count++;
	return 0;
}

static int end_node(struct scan *scan)
{
	scan->json->nodes[scan->json->count - 1].end = (uint32_t)scan->at;
	return 0;
}

/* Four hexadecimal digits, or -1. */
static int scan_unit(struct scan *scan)
{
	int unit = 0;

	for (int i = 0; i < 4; i++) {
		int c = peek(scan);
		int digit = c >= '0' && c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;

		if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')))
			return -1;
		unit = unit << 4 | digit;
		scan->at++;
	}
	return unit;
}

/* After the u of an escape. */
static int scan_unicode(struct scan *scan, uint8_t *flags)
{
	int unit = scan_unit(scan);

	if (unit == 0)
		*flags |= JSON_UNUSABLE;
	if (unit < 0 || (unit >= 0xdc00 && unit <= 0xdfff))
		return -EBADMSG;
	if (unit < 0xd800 || unit > 0xdbff)
		return 0;
	if (scan->end - scan->at < 2 || memcmp(scan->text + scan->at, "\\u", 2) != 0)
		return -EBADMSG;
	scan->at += 2;
	unit = scan_unit(scan);
	return unit >= 0xdc00 && unit <= 0xdfff ? 0 : -EBADMSG;
}

static int scan_escape(struct scan *scan, uint8_t *flags)
{
	int letter;

	*flags |= JSON_ESCAPED;
	scan->at++;
	letter = peek(scan);
	if (letter <= 0 || !strchr("\"\\/bfnrtu", letter))
		return -EBADMSG;
	scan->at++;
	return letter == 'u' ? scan_unicode(scan, flags) : 0;
}

/* utf8_next() reads up to four bytes; behind the text there may be none. */
static void scan_wide(struct scan *scan, uint8_t *flags)
{
	char padded[5] = {0};
	size_t left = scan->end - scan->at;
	size_t length;

	memcpy(padded, scan->text + scan->at, left < 4 ? left : 4);
	if (utf8_next(padded, &length) == UTF8_INVALID)
		*flags |= JSON_UNUSABLE;
	scan->at += length;
}

static int scan_string(struct scan *scan)
{
	uint32_t index = scan->json->count;
	uint8_t flags = 0;
	int error = add_node(scan, JSON_STRING);
	int c;

	scan->at++;
	while (error == 0 && (c = peek(scan)) != '"') {
		if (c < 0x20)
			error = -EBADMSG;
		else if (c == '\\')
			error = scan_escape(scan, &flags);
		else if (c >= 0x80)
			scan_wide(scan, &flags);
		else
			scan->at++;
	}
	if (error < 0)
		return error;
	scan->at++;
	scan->json->nodes[index].flags = flags;
	return end_node(scan);
}

static int scan_digits(struct scan *scan)
{
	size_t start = scan->at;

	while (peek(scan) >= '0' && peek(scan) <= '9')
		scan->at++;
	return scan->at > start ? 0 : -EBADMSG;
}

static int scan_fraction(struct scan *scan)
{
	if (peek(scan) == '.') {
		scan->at++;
		if (scan_digits(scan) < 0)
			return -EBADMSG;
	}
	if (peek(scan) == 'e' || peek(scan) == 'E') {
		scan->at++;
		if (peek(scan) == '+' || peek(scan) == '-')
			scan->at++;
		return scan_digits(scan);
	}
	return 0;
}

static int scan_number(struct scan *scan)
{
	int error = add_node(scan, JSON_NUMBER);

	if (error < 0)
		return error;
	if (peek(scan) == '-')
		scan->at++;
	if (peek(scan) == '0')
		scan->at++;
	else
		error = scan_digits(scan);
	if (error == 0)
		error = scan_fraction(scan);
	return error < 0 ? error : end_node(scan);
}

static int scan_word(struct scan *scan, const char *word, enum json_type type)
{
	size_t length = strlen(word);
	int error;

	if (scan->end - scan->at < length || memcmp(scan->text + scan->at, word, length) != 0)
		return -EBADMSG;
	error = add_node(scan, type);
	scan->at += length;
	return error < 0 ? error : end_node(scan);
}

static int open_list(struct scan *scan, enum json_type type)
{
	uint32_t index = scan->json->count;
	int error;

	if (scan->depth >= scan->limits->depth || scan->depth == JSON_DEPTH_MAX)
		return -E2BIG;
	error = add_node(scan, type);
	scan->open[scan->depth++] = index;
	scan->at++;
	return error;
}

static int scan_value(struct scan *scan)
{
	if (++scan->values > scan->limits->values)
		return -E2BIG;
	switch (peek(scan)) {
	case '{':
		return open_list(scan, JSON_OBJECT);
	case '[':
		return open_list(scan, JSON_ARRAY);
	case '"':
		return scan_string(scan);
	case 't':
		return scan_word(scan, "true", JSON_TRUE);
	case 'f':
		return scan_word(scan, "false", JSON_FALSE);
	case 'n':
		return scan_word(scan, "null", JSON_NULL);
	default:
		return scan_number(scan);
	}
}

static int scan_key(struct scan *scan)
{
	int error;

	skip_space(scan);
	if (peek(scan) != '"')
		return -EBADMSG;
	error = scan_string(scan);
	if (error < 0)
		return error;
	skip_space(scan);
	if (peek(scan) != ':')
		return -EBADMSG;
	scan->at++;
	return 0;
}

static void close_list(struct scan *scan)
{
	struct json_node *list = &scan->json->nodes[scan->open[--scan->depth]];

	list->end = (uint32_t)++scan->at;
	list->next = scan->json->count;
}

/*
 * Goes on to where the next value begins: past commas, keys and closing brackets. 1 when the
 * outermost value is closed.
 */
static int next_value(struct scan *scan)
{
	while (scan->depth > 0) {
		uint32_t index = scan->open[scan->depth - 1];
		const struct json_node *list = &scan->json->nodes[index];
		int object = list->type == JSON_OBJECT;
		int empty = index + 1 == scan->json->count;

		skip_space(scan);
		if (peek(scan) == (object ? '}' : ']')) {
			close_list(scan);
			/* What was closed is an element of the list around it. */
			continue;
		}
		if (!empty && peek(scan) != ',')
			return -EBADMSG;
		if (!empty)
			scan->at++;
		return object ? scan_key(scan) : 0;
	}
	return 1;
}

static int scan_document(struct scan *scan)
{
	int state = 0;

	while (state == 0) {
		skip_space(scan);
		state = scan_value(scan);
		if (state == 0)
			state = next_value(scan);
	}
	skip_space(scan);
	return state < 0 ? state : 0;
}

int json_parse(struct json *json, const char *text, size_t length, const struct json_limits *limits,
	       size_t *offset)
{
	struct scan scan = {.json = json, .text = text, .at = *offset, .end = length};
	int error;

	scan.limits = limits;
	json->text = text;
	json->count = 0;
	json->repeated = 0;
	if (length >= UINT32_MAX)
		return -E2BIG;
	skip_space(&scan);
	if (scan.at == scan.end)
		return -ENODATA;
	error = scan_document(&scan);
	*offset = scan.at;
	return error;
}
