/* SPDX-License-Identifier: MIT
 *
 * Kubernetes' resource.Quantity as an exact integer. The grammar is the one that is implemented
 * (k8s.io/apimachinery, pkg/api/resource: parseQuantityString() and suffix.go), which takes more
 * than its documentation says:
 *
 *	quantity = ["+" | "-"] *digit ["." *digit] suffix     at least one character
 *	suffix   = "" | "n" | "u" | "m" | "k" | "M" | "G" | "T" | "P" | "E"
 *	         | "Ki" | "Mi" | "Gi" | "Ti" | "Pi" | "Ei"
 *	         | ("e" | "E") ["+" | "-"] 1*digit
 *
 * So "1.", ".5", "007", "." and "Ki" are quantities (the last two are 0), "1e", "1K" and " 1" are
 * not.
 *
 * Two departures, both refusals. Kubernetes computes with an exponent of any size, and is busy for
 * seconds with 1e-2147483648; it keeps 32 bits of one that is larger, and reads 1e4294967299 as
 * 1000. Here a quantity has at most 64 digits and an exponent of at most 40, far beyond what a
 * resource can be. It also holds binary quantities to 2^63 - 1, where we say that it is too much.
 *
 * Does not cover writing quantities, nor their canonical form.
 */
#include "containerlimits.h"

#include <errno.h>
#include <string.h>

#define DIGITS_MAX 64
#define EXPONENT_MAX 40
/* What fits: a sign, DIGITS_MAX digits with a point, and an exponent with as many zeros again. */
#define TEXT_MAX 160
#define SCALE_MAX 1000000000

typedef unsigned __int128 wide;

/*
 * 0.DIGITS x 10^point x 2^twos. The digits go on with zeros at both ends, so point may lie outside
 * of them.
 */
struct decimal {
	unsigned char digits[DIGITS_MAX];
	int count;
	int point;
	unsigned twos;
	int negative;
};

struct suffix {
	const char *text;
	int tens;
	unsigned twos;
};

static const struct suffix suffixes[] = {
	{"", 0, 0},    {"n", -9, 0},  {"u", -6, 0},  {"m", -3, 0},  {"k", 3, 0},   {"M", 6, 0},
	{"G", 9, 0},   {"T", 12, 0},  {"P", 15, 0},  {"E", 18, 0},  {"Ki", 0, 10}, {"Mi", 0, 20},
	{"Gi", 0, 30}, {"Ti", 0, 40}, {"Pi", 0, 50}, {"Ei", 0, 60},
};

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Takes the digits at *text. -1 when there are more than a decimal holds. */
static int take_digits(const char **text, const char *end, struct decimal *decimal)
{
	for (; *text < end && is_digit(**text); (*text)++) {
		if (decimal->count == DIGITS_MAX)
			return -1;
		decimal->digits[decimal->count++] = (unsigned char)(**text - '0');
	}
	return 0;
}

static int take_number(const char **text, const char *end, struct decimal *decimal)
{
	if (*text < end && (**text == '+' || **text == '-'))
		decimal->negative = *(*text)++ == '-';
	if (take_digits(text, end, decimal) < 0)
		return -1;
	decimal->point = decimal->count;
	if (*text == end || **text != '.')
		return 0;
	(*text)++;
	return take_digits(text, end, decimal);
}

/* What follows the letter e: all of it. */
static int take_exponent(const char *text, const char *end, struct decimal *decimal)
{
	int negative = 0;
	int exponent = 0;

	if (text < end && (*text == '+' || *text == '-'))
		negative = *text++ == '-';
	if (text == end)
		return -1;
	for (; text < end; text++) {
		if (!is_digit(*text))
			return -1;
		exponent = exponent * 10 + (*text - '0');
		if (exponent > EXPONENT_MAX)
			return -1;
	}
	decimal->point += negative ? -exponent : exponent;
	return 0;
}

/* "E" alone is exa, which is why the table comes first. */
static int take_suffix(const char *text, const char *end, struct decimal *decimal)
{
	size_t len = (size_t)(end - text);

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		if (strlen(suffixes[i].text) != len || memcmp(suffixes[i].text, text, len) != 0)
			continue;
		decimal->point += suffixes[i].tens;
		decimal->twos = suffixes[i].twos;
		return 0;
	}
	if (*text != 'e' && *text != 'E')
		return -1;
	return take_exponent(text + 1, end, decimal);
}

/*
 * Without a digit Kubernetes reads 0, as long as its fast path covers the suffix; the slow one
 * finds no number.
 */
static int lacks_digits(const struct decimal *decimal)
{
	return decimal->count == 0 && (decimal->twos >= 50 || decimal->point < -9);
}

static int is_zero(const struct decimal *decimal)
{
	for (int i = 0; i < decimal->count; i++)
		if (decimal->digits[i] != 0)
			return 0;
	return 1;
}

static unsigned digit_at(const struct decimal *decimal, int place)
{
	return place >= 0 && place < decimal->count ? decimal->digits[place] : 0;
}

/* The digits in front of the point. -1 when they are more than INT64_MAX. */
static int whole_part(const struct decimal *decimal, uint64_t *ret_whole)
{
	wide whole = 0;

	for (int i = 0; i < decimal->point; i++) {
		whole = whole * 10 + digit_at(decimal, i);
		if (whole > INT64_MAX)
			return -1;
	}
	*ret_whole = (uint64_t)whole;
	return 0;
}

/*
 * The digits behind the point times factor, rounded up: Horner's rule from the last digit. What a
 * division drops can only be made up for by rounding up, since the sum of all that is dropped is
 * above 0 and below 1. part stays at or below factor <= 2^60 x 10^9, so nothing overflows.
 */
static wide fraction_part(const struct decimal *decimal, wide factor)
{
	wide part = 0;
	int dropped = 0;

	for (int i = decimal->count - 1; i >= decimal->point; i--) {
		part += digit_at(decimal, i) * factor;
		dropped |= part % 10 != 0;
		part /= 10;
	}
	return dropped ? part + 1 : part;
}

static int convert(const struct decimal *decimal, uint32_t scale, uint64_t *ret_value)
{
	wide factor = (wide)scale << decimal->twos;
	uint64_t whole;
	wide value;

	if (whole_part(decimal, &whole) < 0 || whole > INT64_MAX / factor)
		return -ERANGE;
	value = whole * factor + fraction_part(decimal, factor);
	if (value > INT64_MAX)
		return -ERANGE;
	*ret_value = (uint64_t)value;
	return 0;
}

int climits_quantity_parse(const char *text, size_t len, uint32_t scale, uint64_t *ret_value)
{
	struct decimal decimal = {.count = 0};
	const char *end = text + len;

	if (scale == 0 || scale > SCALE_MAX)
		return -EINVAL;
	if (len == 0 || len > TEXT_MAX)
		return -EBADMSG;
	if (take_number(&text, end, &decimal) < 0 || take_suffix(text, end, &decimal) < 0 ||
	    lacks_digits(&decimal))
		return -EBADMSG;
	if (is_zero(&decimal)) {
		*ret_value = 0;
		return 0;
	}
	return decimal.negative ? -EDOM : convert(&decimal, scale, ret_value);
}
