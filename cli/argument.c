/* SPDX-License-Identifier: MIT
 *
 * argument.c - numbers of the command line, strictly: no sign, no blank, no exponent, nothing after
 * the digits, no rounding. Numbers that the kernel writes are the library's business.
 */
#include "argument.h"

#include <errno.h>

/* Digits of *text, advanced past them; how many there were is *ret_digits. */
static int parse_digits(const char **text, uint64_t max, uint64_t *ret_number, int *ret_digits)
{
	uint64_t number = 0;
	int digits = 0;

	for (; **text >= '0' && **text <= '9'; (*text)++, digits++) {
		uint64_t digit = (uint64_t)(**text - '0');

		if (number > (max - digit) / 10)
			return -EINVAL;
		number = number * 10 + digit;
	}
	*ret_number = number;
	*ret_digits = digits;
	return 0;
}

int argument_number(const char *text, uint64_t max, uint64_t *ret_number)
{
	uint64_t number;
	int digits;

	if (max < 9 || parse_digits(&text, max, &number, &digits) < 0 || !digits || *text)
		return -EINVAL;
	*ret_number = number;
	return 0;
}

/*
 * ratio = digits [ "." 1*3digit ] | "." 1*3digit
 */
int argument_ratio(const char *text, uint32_t *ret_thousandths)
{
	uint64_t whole, part = 0;
	int digits, decimals = 0;

	if (parse_digits(&text, 9, &whole, &digits) < 0)
		return -EINVAL;
	if (*text == '.') {
		text++;
		if (parse_digits(&text, 999, &part, &decimals) < 0 || !decimals || decimals > 3)
			return -EINVAL;
	} else if (!digits) {
		return -EINVAL;
	}
	for (; decimals < 3; decimals++)
		part *= 10;
	if (*text || whole * 1000 + part < 1 || whole * 1000 + part > 1000)
		return -EINVAL;
	*ret_thousandths = (uint32_t)(whole * 1000 + part);
	return 0;
}
