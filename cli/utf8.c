/* SPDX-License-Identifier: MIT
 *
 * utf8.c - one code point out of bytes that may be anything. A cgroup's name may hold any byte but
 * NUL, '/' and newline, so neither a terminal nor JSON may be handed one unseen. Strict as RFC 3629
 * has it: no overlong forms, no surrogates, nothing above U+10FFFF. No locale is asked.
 */
#include "utf8.h"

/* How many bytes the sequence has that begins with this one; 0 for none. */
static size_t sequence_length(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first >= 0xc2 && first <= 0xdf)
		return 2;
	if (first >= 0xe0 && first <= 0xef)
		return 3;
	if (first >= 0xf0 && first <= 0xf4)
		return 4;
	return 0;
}

static int is_allowed(uint32_t point, size_t length)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

	return point >= least[length] && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
}

uint32_t utf8_next(const char *string, size_t *ret_length)
{
	unsigned char first = (unsigned char)string[0];
	size_t length = sequence_length(first);
	uint32_t point = length < 2 ? first : first & (0x7fu >> length);

	*ret_length = 1;
	if (!length)
		return UTF8_INVALID;
	for (size_t i = 1; i < length; i++) {
		/* A NUL is no continuation byte, so this never runs past the end. */
		if (((unsigned char)string[i] & 0xc0) != 0x80)
			return UTF8_INVALID;
		point = point << 6 | ((unsigned char)string[i] & 0x3fu);
	}
	if (!is_allowed(point, length))
		return UTF8_INVALID;
	*ret_length = length;
	return point;
}
