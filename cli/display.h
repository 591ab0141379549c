/* SPDX-License-Identifier: MIT
 *
 * display.h - text that is safe and fits on a terminal of 80 columns.
 */
#ifndef CLIMITS_CLI_DISPLAY_H
#define CLIMITS_CLI_DISPLAY_H

#include <stddef.h>

struct text;

#define DISPLAY_COLUMNS 80

/*
 * Adds string with everything escaped that could move the cursor, change colours or reorder text:
 * control characters, invalid UTF-8, invisible and bidirectional marks.
 */
void display_escape(struct text *text, const char *string);

/* Columns that an escaped string takes, never less than it does: wide scripts count twice. */
size_t display_width(const char *escaped);

/* Adds an escaped string, its middle replaced by "..." when it takes more than so many columns. */
void display_shorten(struct text *text, const char *escaped, size_t columns);

/*
 * Adds a sentence, escaped, broken at spaces before column 80. The cursor is at column; further
 * lines begin at indent. Ends with a newline.
 */
void display_wrap(struct text *text, const char *sentence, size_t column, size_t indent);

#endif
