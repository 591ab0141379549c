/* SPDX-License-Identifier: MIT
 *
 * display.c - text that is safe and fits on a terminal of 80 columns. Takes the terminal to be
 * UTF-8: a locale is not asked, since containers rarely have one. Does not know which characters
 * are really wide; everything from U+1100 on counts as two columns, so a line may come out shorter
 * than it had to, never longer.
 */
#include "display.h"

#include <stdint.h>
#include <string.h>

#include "text.h"
#include "utf8.h"

static int is_control(uint32_t point)
{
	return point < 0x20 || (point >= 0x7f && point <= 0x9f);
}

/* Zero-width characters, line and paragraph separators, bidirectional controls, tags. */
static int is_invisible(uint32_t point)
{
	static const uint32_t ranges[][2] = {
		{0x00ad, 0x00ad}, {0x061c, 0x061c},   {0x180e, 0x180e}, {0x200b, 0x200f},
		{0x2028, 0x202e}, {0x2060, 0x206f},   {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},
		{0xfff0, 0xfffb}, {0xe0000, 0xe0fff},
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (point >= ranges[i][0] && point <= ranges[i][1])
			return 1;
	return 0;
}

void display_escape(struct text *text, const char *string)
{
	size_t length;

	for (; *string; string += length) {
		uint32_t point = utf8_next(string, &length);

		if (point == UTF8_INVALID)
			text_addf(text, "\\x%02x", (unsigned)(unsigned char)*string);
		else if (is_control(point))
			text_addf(text, "\\x%02x", (unsigned)point);
		else if (is_invisible(point))
			text_addf(text, "\\u%04x", (unsigned)point);
		else
			text_add_bytes(text, string, length);
	}
}

static size_t next_width(const char *escaped, size_t *ret_length)
{
	return utf8_next(escaped, ret_length) < 0x1100 ? 1 : 2;
}

size_t display_width(const char *escaped)
{
	size_t width = 0;
	size_t length;

	for (; *escaped; escaped += length)
		width += next_width(escaped, &length);
	return width;
}

/*
 * The tail gets two thirds: the end of a path tells more than its beginning.
 */
void display_shorten(struct text *text, const char *escaped, size_t columns)
{
	size_t rest = display_width(escaped);
	size_t head = (columns - 3) / 3;
	size_t tail = columns - 3 - head;
	size_t length, width, used = 0;

	if (rest <= columns) {
		text_add(text, escaped);
		return;
	}
	while ((width = next_width(escaped, &length)) + used <= head) {
		text_add_bytes(text, escaped, length);
		escaped += length;
		used += width;
	}
	text_add(text, "...");
	for (rest -= used; rest > tail; escaped += length)
		rest -= next_width(escaped, &length);
	text_add(text, escaped);
}

/* Adds one word of a sentence and returns the column after it. */
static size_t wrap_word(struct text *text, const char *word, size_t column, size_t indent,
			int first)
{
	size_t width = display_width(word);
	size_t room = DISPLAY_COLUMNS - indent;

	if (width > room)
		width = room;
	if (!first && column + 1 + width > DISPLAY_COLUMNS) {
		text_add(text, "\n");
		text_add_spaces(text, indent);
		column = indent;
	} else if (!first) {
		text_add(text, " ");
		column++;
	}
	display_shorten(text, word, room);
	return column + width;
}

void display_wrap(struct text *text, const char *sentence, size_t column, size_t indent)
{
	struct text escaped TEXT_CLEANUP = {0};
	int first = 1;
	char *word, *end;

	display_escape(&escaped, sentence);
	if (escaped.failed)
		text->failed = 1;
	for (word = escaped.data; word && !escaped.failed; word = end) {
		end = strchr(word, ' ');
		if (end)
			*end++ = '\0';
		column = wrap_word(text, word, column, indent, first);
		first = 0;
	}
	text_add(text, "\n");
}
