/* SPDX-License-Identifier: MIT
 *
 * Text in a caller's buffer. The one place that cuts text where a buffer ends.
 */
#include "text.h"

#include "number.h"

#include <limits.h>
#include <string.h>

void climits_text_bytes(struct climits_text *text, const char *bytes, size_t len)
{
	size_t room = text->len < text->size ? text->size - text->len : 0;

	if (room > 0 && len > 0)
		memcpy(text->buf + text->len, bytes, len < room ? len : room);
	text->len += len;
}

void climits_text_string(struct climits_text *text, const char *string)
{
	climits_text_bytes(text, string, strlen(string));
}

void climits_text_number(struct climits_text *text, uint64_t number)
{
	char digits[CLIMITS_NUMBER_DIGITS];

	climits_text_bytes(text, digits, climits_number_format(number, digits));
}

int climits_text_end(struct climits_text *text)
{
	if (text->size > 0)
		text->buf[text->len < text->size ? text->len : text->size - 1] = '\0';
	return text->len < INT_MAX ? (int)text->len : INT_MAX;
}
