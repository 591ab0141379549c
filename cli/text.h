/* SPDX-License-Identifier: MIT
 *
 * text.h - text that grows. Results are built whole before the first byte is written, so that a
 * failure half way leaves nothing on stdout. Running out of memory is remembered, not reported at
 * each call: whoever writes the text out asks text.failed once.
 */
#ifndef CLIMITS_CLI_TEXT_H
#define CLIMITS_CLI_TEXT_H

#include <stdarg.h>
#include <stddef.h>

struct text {
	char *data;
	size_t length;
	size_t capacity;
	int failed;
};

/* Give this to a local struct text that starts as {0}. */
#define TEXT_CLEANUP __attribute__((cleanup(text_free)))

/*
 * Makes room for length more bytes and a NUL, and returns where they go, or NULL. The caller fills
 * them and adds to text->length.
 */
char *text_reserve(struct text *text, size_t length);

void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_add(struct text *text, const char *string);
void text_add_spaces(struct text *text, size_t count);
void text_addf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_addv(struct text *text, const char *format, va_list arguments)
	__attribute__((format(printf, 2, 0)));

/* What was added so far as a string; "" when nothing was. */
const char *text_string(const struct text *text);

void text_free(struct text *text);

#endif
