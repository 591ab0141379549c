/* SPDX-License-Identifier: MIT
 *
 * Decimal numbers. No sign, no white space, no base prefix, no locale: strtoull(3) takes all of
 * these.
 */
#include "number.h"

#include <errno.h>

int climits_number_parse(const char *text, size_t len, uint64_t *ret)
{
	uint64_t number = 0;

	if (len == 0)
		return -EBADMSG;
	for (size_t i = 0; i < len; i++) {
		unsigned digit = (unsigned)(unsigned char)text[i] - '0';

		if (digit > 9 || number > (UINT64_MAX - digit) / 10)
			return -EBADMSG;
		number = number * 10 + digit;
	}
	*ret = number;
	return 0;
}

size_t climits_number_format(uint64_t number, char buf[CLIMITS_NUMBER_DIGITS])
{
	char backward[CLIMITS_NUMBER_DIGITS];
	size_t len = 0;

	do {
		backward[len++] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	for (size_t i = 0; i < len; i++)
		buf[i] = backward[len - 1 - i];
	return len;
}
