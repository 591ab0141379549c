/* SPDX-License-Identifier: MIT
 *
 * text.c - text that grows. Knows nothing of encodings, terminals or files: display.c makes text
 * fit for a terminal, output.c writes it.
 */
#include "text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *text_reserve(struct text *text, size_t length)
{
	size_t capacity = text->capacity ? text->capacity : 256;
	char *data;

	if (text->failed || length >= SIZE_MAX / 4 - text->length) {
		text->failed = 1;
		return NULL;
	}
	while (capacity <= text->length + length)
		capacity *= 2;
	if (capacity > text->capacity) {
		data = realloc(text->data, capacity);
		if (!data) {
			text->failed = 1;
			return NULL;
		}
		text->data = data;
		text->capacity = capacity;
	}
	return text->data + text->length;
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
	char *end = text_reserve(text, length);

	if (!end)
		return;
	memcpy(end, bytes, length);
	end[length] = '\0';
	text->length += length;
}

void text_add(struct text *text, const char *string)
{
	text_add_bytes(text, string, strlen(string));
}

void text_add_spaces(struct text *text, size_t count)
{
	while (count--)
		text_add_bytes(text, " ", 1);
}

void text_addv(struct text *text, const char *format, va_list arguments)
{
	va_list again;
	char *end;
	int length;

	va_copy(again, arguments);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	end = length < 0 ? NULL : text_reserve(text, (size_t)length);
	if (!end) {
		text->failed = 1;
		return;
	}
	vsnprintf(end, (size_t)length + 1, format, arguments);
	text->length += (size_t)length;
}

void text_addf(struct text *text, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text_addv(text, format, arguments);
	va_end(arguments);
}

const char *text_string(const struct text *text)
{
	return text->length ? text->data : "";
}

void text_free(struct text *text)
{
	free(text->data);
	*text = (struct text){0};
}
