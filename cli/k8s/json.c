/* SPDX-License-Identifier: MIT
 *
 * json.c - looking into a JSON text that json_parse.c has read.
 */
#include "json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../text.h"
#include "json_parse.h"

void json_free(struct json *json)
{
	free(json->nodes);
	*json = (struct json){0};
}

enum json_type json_type(const struct json *json, uint32_t node)
{
	return node < json->count ? (enum json_type)json->nodes[node].type : JSON_ABSENT;
}

uint32_t json_first(const struct json *json, uint32_t list)
{
	enum json_type type = json_type(json, list);

	if ((type != JSON_ARRAY && type != JSON_OBJECT) || json->nodes[list].next == list + 1)
		return JSON_NONE;
	return list + 1;
}

uint32_t json_value_of(const struct json *json, uint32_t key)
{
	(void)json;
	/* A key is a string: nothing is within it. */
	return key == JSON_NONE ? JSON_NONE : key + 1;
}

uint32_t json_next(const struct json *json, uint32_t list, uint32_t at)
{
	uint32_t last = json->nodes[list].type == JSON_OBJECT ? json_value_of(json, at) : at;
	uint32_t next = json->nodes[last].next;

	return next < json->nodes[list].next ? next : JSON_NONE;
}

uint32_t json_member(struct json *json, uint32_t object, const char *name)
{
	uint32_t found = JSON_NONE;

	if (json_type(json, object) != JSON_OBJECT)
		return JSON_NONE;
	for (uint32_t key = json_first(json, object); key != JSON_NONE;
	     key = json_next(json, object, key)) {
		if (!json_equals(json, key, name))
			continue;
		if (found != JSON_NONE)
			json->repeated = 1;
		found = json_value_of(json, key);
	}
	return found;
}

static unsigned hex_value(char digit)
{
	if (digit >= '0' && digit <= '9')
		return (unsigned)(digit - '0');
	return (unsigned)((digit | 0x20) - 'a') + 10;
}

static uint32_t hex_unit(const char *digits)
{
	return hex_value(digits[0]) << 12 | hex_value(digits[1]) << 8 | hex_value(digits[2]) << 4 |
	       hex_value(digits[3]);
}

/*
 * One byte, or what one escape stands for; *at moves behind it. The parser has seen that escapes
 * are whole and that surrogates come in pairs.
 */
static uint32_t next_point(const char **at)
{
	static const char letters[] = "bfnrt";
	static const char meanings[] = "\b\f\n\r\t";
	const char *letter;
	uint32_t unit;

	if (**at != '\\')
		return (unsigned char)*(*at)++;
	*at += 2;
	if ((*at)[-1] != 'u') {
		letter = strchr(letters, (*at)[-1]);
		return (unsigned char)(letter ? meanings[letter - letters] : (*at)[-1]);
	}
	unit = hex_unit(*at);
	*at += 4;
	if (unit < 0xd800 || unit > 0xdfff)
		return unit;
	*at += 6;
	return 0x10000 + ((unit & 0x3ff) << 10 | (hex_unit(*at - 4) & 0x3ff));
}

static uint32_t fold_case(uint32_t point)
{
	return point >= 'A' && point <= 'Z' ? point | 0x20 : point;
}

/* string is ASCII: a byte beyond is no part of it, be it one that stands there or an escape. */
static int same(const struct json_node *node, const char *text, const char *string, int fold)
{
	const char *at = text + node->start + 1;
	const char *end = text + node->end - 1;

	while (at < end) {
		uint32_t point = next_point(&at);
		uint32_t wanted = (unsigned char)*string;

		if (!wanted || (fold ? fold_case(point) != fold_case(wanted) : point != wanted))
			return 0;
		string++;
	}
	return !*string;
}

int json_equals(const struct json *json, uint32_t node, const char *string)
{
	size_t length = strlen(string);
	const struct json_node *at;

	if (json_type(json, node) != JSON_STRING)
		return 0;
	at = &json->nodes[node];
	if (at->flags & JSON_ESCAPED)
		return same(at, json->text, string, 0);
	return at->end - at->start == length + 2 &&
	       memcmp(json->text + at->start + 1, string, length) == 0;
}

int json_equals_folded(const struct json *json, uint32_t node, const char *string)
{
	return json_type(json, node) == JSON_STRING &&
	       same(&json->nodes[node], json->text, string, 1);
}

/* A code point above U+007F as UTF-8. */
static void add_wide(struct text *text, uint32_t point)
{
	char bytes[4];
	size_t length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;

	for (size_t i = length - 1; i > 0; i--) {
		bytes[i] = (char)(0x80 | (point & 0x3f));
		point >>= 6;
	}
	bytes[0] = (char)((0xf00u >> length & 0xf0u) | point);
	text_add_bytes(text, bytes, length);
}

static void add_escape(struct text *text, const char **at)
{
	uint32_t point = next_point(at);
	char byte = (char)point;

	if (point < 0x80)
		text_add_bytes(text, &byte, 1);
	else
		add_wide(text, point);
}

int json_add_decoded(const struct json *json, uint32_t node, struct text *text)
{
	const char *at, *end;

	if (json_type(json, node) != JSON_STRING)
		return -EBADMSG;
	if (json->nodes[node].flags & JSON_UNUSABLE)
		return -EILSEQ;
	at = json->text + json->nodes[node].start + 1;
	end = json->text + json->nodes[node].end - 1;
	while (at < end) {
		const char *escape = memchr(at, '\\', (size_t)(end - at));

		text_add_bytes(text, at, (size_t)((escape ? escape : end) - at));
		at = escape ? escape : end;
		if (escape)
			add_escape(text, &at);
	}
	return 0;
}

const char *json_raw(const struct json *json, uint32_t node, size_t *ret_length)
{
	*ret_length = json->nodes[node].end - json->nodes[node].start;
	return json->text + json->nodes[node].start;
}

void json_add_quoted(struct text *text, const char *string)
{
	text_add(text, "\"");
	while (*string) {
		size_t plain = 0;

		while ((unsigned char)string[plain] >= 0x20 && string[plain] != '"' &&
		       string[plain] != '\\')
			plain++;
		text_add_bytes(text, string, plain);
		string += plain;
		if (*string == '"' || *string == '\\')
			text_addf(text, "\\%c", *string++);
		else if (*string)
			text_addf(text, "\\u%04x", (unsigned)(unsigned char)*string++);
	}
	text_add(text, "\"");
}
