/* SPDX-License-Identifier: MIT
 *
 * amount.c - numbers of CPUs and sizes, exactly: whole numbers and a decimal fraction, each in
 * integers, with no sign, blank or exponent.
 */
#include "amount.h"

#include <errno.h>
#include <string.h>

/* 10^18 is the largest power of ten that fits, and a longer fraction is nobody's limit. */
#define DECIMALS_MAX 18

/* digits [ "." 1*18digit ]. fraction is in units of 1 / scale. */
struct decimal {
	uint64_t whole;
	uint64_t fraction;
	uint64_t scale;
};

static int is_digit(char character)
{
	return character >= '0' && character <= '9';
}

/* Takes the decimal off the front of *text. */
static int parse_decimal(const char **text, struct decimal *ret)
{
	struct decimal decimal = {.scale = 1};
	const char *at = *text;
	int decimals = 0;

	if (!is_digit(*at))
		return -EINVAL;
	for (; is_digit(*at); at++) {
		uint64_t digit = (uint64_t)(*at - '0');

		if (decimal.whole > (INT64_MAX - digit) / 10)
			return -EINVAL;
		decimal.whole = decimal.whole * 10 + digit;
	}
	if (*at == '.') {
		for (at++; is_digit(*at); at++, decimals++) {
			if (decimals == DECIMALS_MAX)
				return -EINVAL;
			decimal.fraction = decimal.fraction * 10 + (uint64_t)(*at - '0');
			decimal.scale *= 10;
		}
		if (!decimals)
			return -EINVAL;
	}
	*text = at;
	*ret = decimal;
	return 0;
}

/* decimal * unit, cut off. The unit is at most 2^50, so that 128 bits hold every product. */
static int multiply(const struct decimal *decimal, uint64_t unit, uint64_t max, uint64_t *ret)
{
	unsigned __int128 product = (unsigned __int128)decimal->fraction * unit / decimal->scale;

	product += (unsigned __int128)decimal->whole * unit;
	if (product > max)
		return -EINVAL;
	*ret = (uint64_t)product;
	return 0;
}

int amount_cpus(const char *text, uint64_t *ret_millionths)
{
	const uint64_t million = 1000000;
	struct decimal cpus;
	uint64_t millionths;

	if (parse_decimal(&text, &cpus) < 0 || *text || cpus.scale > million)
		return -EINVAL;
	if (multiply(&cpus, million, million * million, &millionths) < 0 || !millionths)
		return -EINVAL;
	*ret_millionths = millionths;
	return 0;
}

int amount_size(const char *text, uint64_t *ret_bytes)
{
	static const char units[] = "KMGTP";
	struct decimal size;
	uint64_t unit = 1;

	if (parse_decimal(&text, &size) < 0)
		return -EINVAL;
	if (*text) {
		/* Small letters too, but with the same meaning: nobody limits memory in milli. */
		const char *letter = strchr(units, *text & ~0x20);

		if (!letter || (*text & 0x40) == 0)
			return -EINVAL;
		unit = UINT64_C(1) << (10 * (letter - units + 1));
		text++;
		if (*text == 'i')
			text += text[1] == 'B' ? 2 : 1;
	}
	if (*text || (unit == 1 && size.scale > 1))
		return -EINVAL;
	return multiply(&size, unit, INT64_MAX, ret_bytes);
}
