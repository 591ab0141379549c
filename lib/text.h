/* SPDX-License-Identifier: MIT
 *
 * Text in a caller's buffer, counted on where the buffer ends: what snprintf(3) promises, without a
 * format.
 */
#ifndef CLIMITS_TEXT_H
#define CLIMITS_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Begin with buf and size set; buf may be NULL when size is 0. */
struct climits_text {
	char *buf;
	size_t size;
	size_t len;
};

void climits_text_bytes(struct climits_text *text, const char *bytes, size_t len);
void climits_text_string(struct climits_text *text, const char *string);
void climits_text_number(struct climits_text *text, uint64_t number);

/* The final NUL, over the last byte where the text was cut. The length of the whole. */
int climits_text_end(struct climits_text *text);

#endif
