/* SPDX-License-Identifier: MIT
 *
 * base64.c - bytes as text.
 */
#include "base64.h"

#include <stdint.h>

#include "../text.h"

/* Three bytes, or the last one or two, as four characters. */
static void encode(const char *bytes, size_t count, char *ret)
{
	static const char alphabet[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t group = 0;

	for (size_t i = 0; i < 3; i++)
		group = group << 8 | (i < count ? (unsigned char)bytes[i] : 0);
	for (size_t i = 0; i < 4; i++)
		ret[i] = (char)(i <= count ? alphabet[group >> (18 - 6 * i) & 63] : '=');
}

void base64_add(struct text *text, const char *bytes, size_t length)
{
	char *end = text_reserve(text, (length + 2) / 3 * 4);

	if (!end)
		return;
	for (size_t i = 0; i < length; i += 3) {
		encode(bytes + i, length - i < 3 ? length - i : 3, end);
		end += 4;
	}
	*end = '\0';
	text->length += (length + 2) / 3 * 4;
}
