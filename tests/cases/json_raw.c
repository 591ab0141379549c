/* SPDX-License-Identifier: MIT
 *
 * Numbers of a JSON text as they are written: cJSON keeps a double, in which 2^53 + 1 is 2^53 and
 * 1e9 looks like an integer. Takes valid JSON for granted: cJSON has read it before. Keys are
 * compared as they are written, without unescaping.
 */
#include "cases.h"

#include <string.h>

static const char *skip_space(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

/* Behind the string that begins at the quote. */
static const char *skip_string(const char *at)
{
	for (at++; *at && *at != '"'; at++)
		if (*at == '\\' && at[1])
			at++;
	return *at ? at + 1 : at;
}

/* Behind the value: brackets are counted, what is within strings is not seen. */
static const char *skip_value(const char *at)
{
	int depth = 0;

	do {
		at = skip_space(at);
		if (*at == '"') {
			at = skip_string(at);
		} else if (*at == '{' || *at == '[') {
			depth++;
			at++;
		} else if (*at == '}' || *at == ']') {
			depth--;
			at++;
		} else if (*at == ',' || *at == ':') {
			at++;
		} else {
			at += strcspn(at, ",:{}[]\" \t\r\n");
		}
	} while (depth > 0 && *at);
	return at;
}

/* The value of a key in the object that begins at the bracket. */
static const char *find_key(const char *at, const char *key, size_t length)
{
	at = skip_space(at);
	if (*at != '{')
		return NULL;
	at = skip_space(at + 1);
	while (*at == '"') {
		const char *name = at + 1;

		at = skip_string(at);
		int found = (size_t)(at - 1 - name) == length && !memcmp(name, key, length);

		at = skip_space(skip_space(at) + 1);
		if (found)
			return at;
		at = skip_space(skip_value(at));
		at = skip_space(at + (*at == ','));
	}
	return NULL;
}

const char *json_raw_find(const char *json, const char *path, size_t *ret_length)
{
	while (json && *path) {
		size_t length = strcspn(path, "/");

		json = find_key(json, path, length);
		path += length + (path[length] == '/');
	}
	if (json)
		*ret_length = (size_t)(skip_value(json) - json);
	return json;
}

int json_raw_figure(const char *json, const char *path, struct figure *ret_figure)
{
	struct figure figure = {0};
	size_t length;
	const char *text = json_raw_find(json, path, &length);

	if (text && !(length == 4 && !memcmp(text, "null", 4))) {
		if (length == 0 || length > 19 || strspn(text, "0123456789") < length)
			return -1;
		for (size_t i = 0; i < length; i++)
			figure.number = figure.number * 10 + (uint64_t)(text[i] - '0');
		figure.known = 1;
	}
	*ret_figure = figure;
	return 0;
}
