/* SPDX-License-Identifier: MIT
 *
 * warnings.c - what the person who made a pod is told. Does not decide how: a review's reply has
 * them, a filter prints them.
 */
#include "warnings.h"

#include <stdarg.h>
#include <string.h>

#include "../display.h"
#include "../text.h"

/* Cuts in front of a byte that begins a character. */
static size_t cut(const char *line, size_t length)
{
	if (length <= WARNING_LENGTH)
		return length;
	length = WARNING_LENGTH;
	while (length > 0 && ((unsigned char)line[length] & 0xc0) == 0x80)
		length--;
	return length;
}

static int is_there(const struct warnings *warnings, const char *line)
{
	for (size_t i = 0; i < warnings_lines(warnings); i++)
		if (!strcmp(warnings->lines[i], line))
			return 1;
	return 0;
}

/* Out of memory costs the warning, not the answer. */
void warnings_add(struct warnings *warnings, const char *format, ...)
{
	struct text raw TEXT_CLEANUP = {0};
	struct text line TEXT_CLEANUP = {0};
	char short_line[WARNING_LENGTH + 1];
	va_list arguments;
	size_t length;

	va_start(arguments, format);
	text_addv(&raw, format, arguments);
	va_end(arguments);
	display_escape(&line, text_string(&raw));
	length = cut(text_string(&line), line.length);
	memcpy(short_line, text_string(&line), length);
	short_line[length] = '\0';
	if (is_there(warnings, short_line))
		return;
	if (warnings->count < WARNINGS_MAX)
		memcpy(warnings->lines[warnings->count], short_line, length + 1);
	warnings->count++;
}

size_t warnings_lines(const struct warnings *warnings)
{
	return warnings->count < WARNINGS_MAX ? warnings->count : WARNINGS_MAX;
}

void warnings_line(const struct warnings *warnings, size_t index, struct text *text)
{
	if (warnings->count > WARNINGS_MAX && index == WARNINGS_MAX - 1)
		text_addf(text, "and %zu more warnings", warnings->count - WARNINGS_MAX + 1);
	else
		text_add(text, warnings->lines[index]);
}
