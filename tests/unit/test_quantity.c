/* SPDX-License-Identifier: MIT
 *
 * lib/quantity.c: what Kubernetes reads and what it makes of it (the numbers of the table were
 * printed by k8s.io/apimachinery), and any quantity against a model that computes with decimal
 * digits on paper.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "unit.h"
#include <containerlimits.h>

#define MILLI 1000
#define NANO 1000000000
#define TOO_MUCH UINT64_MAX

/* clang-format off */
static const struct {
	const char *text;
	uint64_t value, milli;
} goldens[] = {
	{"0", 0, 0}, {"0Ki", 0, 0}, {"00", 0, 0}, {"-0", 0, 0}, {"0e40", 0, 0},
	{".", 0, 0}, {"+", 0, 0}, {"-", 0, 0}, {"-.", 0, 0}, {"Ki", 0, 0}, {"m", 0, 0}, {"E", 0, 0},
	{"e3", 0, 0}, {"-E-3", 0, 0},
	{"1n", 1, 1}, {"1u", 1, 1}, {"0.1m", 1, 1}, {"1e-10", 1, 1}, {"0.9n", 1, 1},
	{"100m", 1, 100}, {"0.5", 1, 500}, {".5", 1, 500}, {"999m", 1, 999}, {"0.9999", 1, 1000},
	{"1000m", 1, 1000}, {"1", 1, 1000}, {"+1", 1, 1000}, {"1.", 1, 1000},
	{"1001m", 2, 1001}, {"1.5", 2, 1500}, {"1999m", 2, 1999},
	{"1999.5m", 2, 2000}, {"1.9999999", 2, 2000}, {"2500m", 3, 2500}, {"007", 7, 7000},
	{"1000", 1000, 1000000}, {"1k", 1000, 1000000}, {"1e3", 1000, 1000000},
	{"1E3", 1000, 1000000}, {"1E+3", 1000, 1000000}, {"1e003", 1000, 1000000},
	{"1E-3", 1, 1}, {"1.G", 1000000000, 1000000000000},
	{"1.5Gi", 1610612736, 1610612736000}, {"0.5Mi", 524288, 524288000},
	{"129M", 129000000, 129000000000}, {"129e6", 129000000, 129000000000},
	{"100.035Ki", 102436, 102435840}, {"1.1Ki", 1127, 1126400},
	{"102435840m", 102436, 102435840}, {"1e9", 1000000000, 1000000000000},
	{"1E", UINT64_C(1000000000000000000), TOO_MUCH},
	{"9.223372036854775807E", INT64_MAX, TOO_MUCH},
	{"9223372036854775807", INT64_MAX, TOO_MUCH},
	{"9223372036854775806.1", INT64_MAX, TOO_MUCH},
	{"9223372036854775807.1", TOO_MUCH, TOO_MUCH},
	{"9223372036854775808", TOO_MUCH, TOO_MUCH},
	{"9223372036854775807m", UINT64_C(9223372036854776), INT64_MAX},
	{"7.9Ei", UINT64_C(9108079886394091111), TOO_MUCH},
	{"8Ei", TOO_MUCH, TOO_MUCH}, {"9Ei", TOO_MUCH, TOO_MUCH},
	{"12E", TOO_MUCH, TOO_MUCH}, {"10E", TOO_MUCH, TOO_MUCH}, {"1e19", TOO_MUCH, TOO_MUCH},
	{"1e30", TOO_MUCH, TOO_MUCH}, {"1e40", TOO_MUCH, TOO_MUCH}, {"1e-40", 1, 1},
	{"1.000000000000000000000000000000000000000000000000000000000000001", 2, 1001},
	{"0000000000000000000000000000000000000000000000000000000000000001", 1, 1000},
	{"9999999999999999999999999999999999999999999999999999999999999999",
	 TOO_MUCH, TOO_MUCH},
	{"1234567890123456789012345678901234567890e-40", 1, 124},
};

static const struct {
	const char *text;
	size_t len;
} malformed[] = {
	{TEXT("")}, {TEXT(" ")}, {TEXT(" 1")}, {TEXT("1 ")}, {TEXT("1\n")}, {TEXT("1\0")},
	{TEXT("1K")}, {TEXT("1ki")}, {TEXT("1KI")}, {TEXT("1Mb")}, {TEXT("1Kii")}, {TEXT("1i")},
	{TEXT("1e")}, {TEXT("1e+")}, {TEXT("1E+")}, {TEXT("1e-")}, {TEXT("1e3Ki")},
	{TEXT("1Ki3")}, {TEXT("1e3m")}, {TEXT("1e3.5")}, {TEXT("1e 3")}, {TEXT("1ee3")},
	{TEXT("1_000")}, {TEXT("1,5")}, {TEXT("1..5")}, {TEXT("1.5.")}, {TEXT("--1")},
	{TEXT("+-1")}, {TEXT("0x10")}, {TEXT("abc")}, {TEXT("max")}, {TEXT("1\xc2\xb5")},
	{TEXT("\xd9\xa1")}, {TEXT("NaN")}, {TEXT("Pi")}, {TEXT("+.Ei")}, {TEXT("E-10")},
	{TEXT("inf")}, {TEXT("1e41")}, {TEXT("1e-41")},
	{TEXT("1e4294967299")}, {TEXT("1e-2147483648")}, {TEXT("1e99999999999999999999")},
	{TEXT("00000000000000000000000000000000000000000000000000000000000000001")},
	{TEXT("0.0000000000000000000000000000000000000000000000000000000000000001")},
};

static const char *const negatives[] = {
	"-1", "-500m", "-1.5Gi", "-1n", "-0.0000000001", "-1e40", "-9Ei", "-.1",
};
/* clang-format on */

static void assert_parse(const char *text, uint32_t scale, uint64_t expected)
{
	uint64_t value = 42;
	int result = climits_quantity_parse(text, strlen(text), scale, &value);

	ck_assert_msg(result == (expected == TOO_MUCH ? -ERANGE : 0), "%s: %d", text, result);
	ck_assert_msg(value == (expected == TOO_MUCH ? 42 : expected), "%s: %llu", text,
		      (unsigned long long)value);
}

START_TEST(golden)
{
	assert_parse(goldens[_i].text, 1, goldens[_i].value);
	assert_parse(goldens[_i].text, MILLI, goldens[_i].milli);
}
END_TEST

START_TEST(refused)
{
	for (enum guard guard = 0; guard < GUARDS; guard++) {
		struct guarded text = guarded_copy(malformed[_i].text, malformed[_i].len, guard);
		uint64_t value = 42;

		ck_assert_msg(climits_quantity_parse(text.at, text.len, 1, &value) == -EBADMSG,
			      "%s", malformed[_i].text);
		ck_assert_uint_eq(value, 42);
		guarded_free(&text);
	}
}
END_TEST

START_TEST(negative)
{
	const char *text = negatives[_i];
	uint64_t value = 42;

	ck_assert_int_eq(climits_quantity_parse(text, strlen(text), 1, &value), -EDOM);
	ck_assert_uint_eq(value, 42);
}
END_TEST

START_TEST(scales)
{
	uint64_t value = 42;

	ck_assert_int_eq(climits_quantity_parse("1", 1, 0, &value), -EINVAL);
	ck_assert_int_eq(climits_quantity_parse("1", 1, NANO + 1, &value), -EINVAL);
	ck_assert_uint_eq(value, 42);
	assert_parse("3.001n", NANO, 4);
	assert_parse("1", NANO, NANO);
	assert_parse("9223372036854775807n", NANO, INT64_MAX);
	assert_parse("9.3G", NANO, TOO_MUCH);
	assert_parse("1.5", 7, 11);
}
END_TEST

/* Nothing takes longer than a millisecond, however long it is. */
START_TEST(time_is_bounded)
{
	static char text[1 << 20];
	static const char fill[] = "0123456789.e+-Kim";
	struct timespec before, after;
	uint64_t value;

	for (size_t i = 0; fill[i]; i++) {
		memset(text, fill[i], sizeof(text));
		text[0] = '1';
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
		ck_assert_int_ne(climits_quantity_parse(text, sizeof(text), 1, &value), 0);
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
		ck_assert_int_lt((after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec -
					 before.tv_nsec,
				 1000000);
	}
}
END_TEST

/*
 * The model: 200 digits on either side of the point, and the operations of a schoolchild. It never
 * reads a text: the texts are made of the same parts as its numbers.
 */
#define SIDE 200

struct paper {
	unsigned char digit[2 * SIDE];
};

struct parts {
	char sign;
	char whole[40];
	char fraction[40];
	int point;
	int suffix;
	int exponent;
};

static const struct {
	const char *text;
	int tens, twos;
} suffixes[] = {
	{"", 0, 0},    {"n", -9, 0},  {"u", -6, 0},  {"m", -3, 0},  {"k", 3, 0},   {"M", 6, 0},
	{"G", 9, 0},   {"T", 12, 0},  {"P", 15, 0},  {"E", 18, 0},  {"Ki", 0, 10}, {"Mi", 0, 20},
	{"Gi", 0, 30}, {"Ti", 0, 40}, {"Pi", 0, 50}, {"Ei", 0, 60}, {"e", 0, 0},   {"E", 0, 0},
};

#define EXPONENTS 16 /* from here on a suffix is an exponent */

static void paper_double(struct paper *paper)
{
	int carry = 0;

	for (int i = 2 * SIDE - 1; i >= 0; i--) {
		int doubled = paper->digit[i] * 2 + carry;

		paper->digit[i] = (unsigned char)(doubled % 10);
		carry = doubled / 10;
	}
	ck_assert_int_eq(carry, 0);
}

static void paper_write(struct paper *paper, const struct parts *parts, int tens)
{
	const char *digits[] = {parts->whole, parts->fraction};
	int at = SIDE - tens - (int)strlen(parts->whole);

	memset(paper, 0, sizeof(*paper));
	for (int i = 0; i < 2; i++)
		for (const char *digit = digits[i]; *digit; digit++)
			paper->digit[at++] = (unsigned char)(*digit - '0');
}

/* TOO_MUCH when it is. */
static uint64_t paper_round_up(const struct paper *paper)
{
	uint64_t whole = 0;
	int rest = 0;

	for (int i = 0; i < SIDE; i++) {
		if (whole > (uint64_t)INT64_MAX / 10)
			return TOO_MUCH;
		whole = whole * 10 + paper->digit[i];
		if (whole > INT64_MAX)
			return TOO_MUCH;
	}
	for (int i = SIDE; i < 2 * SIDE; i++)
		rest |= paper->digit[i];
	return rest && whole == INT64_MAX ? TOO_MUCH : whole + (rest != 0);
}

static int paper_is_zero(const struct paper *paper)
{
	for (int i = 0; i < 2 * SIDE; i++)
		if (paper->digit[i])
			return 0;
	return 1;
}

static void check_parts(const struct parts *parts, int scale_tens, uint32_t scale)
{
	int tens = suffixes[parts->suffix].tens + scale_tens;
	struct paper paper;
	char text[160];
	uint64_t value;
	size_t length;

	tens += parts->suffix >= EXPONENTS ? parts->exponent : 0;
	paper_write(&paper, parts, tens);
	for (int i = 0; i < suffixes[parts->suffix].twos; i++)
		paper_double(&paper);
	length = (size_t)snprintf(text, sizeof(text), "%.1s%s%s%s%s", &parts->sign, parts->whole,
				  parts->point ? "." : "", parts->fraction,
				  suffixes[parts->suffix].text);
	if (parts->suffix >= EXPONENTS)
		length += (size_t)snprintf(text + length, sizeof(text) - length, "%d",
					   parts->exponent);
	if (length == 0 || (!parts->whole[0] && !parts->fraction[0]))
		return;
	if (parts->sign == '-' && !paper_is_zero(&paper))
		ck_assert_msg(climits_quantity_parse(text, length, scale, &value) == -EDOM, "%s",
			      text);
	else
		assert_parse(text, scale, paper_round_up(&paper));
}

static void check_scales(const struct parts *parts)
{
	check_parts(parts, 0, 1);
	check_parts(parts, 3, MILLI);
	check_parts(parts, 9, NANO);
}

#define SHAPES 1008 /* 3 signs, 8 whole parts, 6 fractions, 7 exponents */

/* Every suffix with every sign and every shape of a number. */
START_TEST(grid)
{
	static const char *const wholes[] = {"", "0", "1", "9", "10", "007", "1023", "9999999999"};
	static const char *const fractions[] = {"", "0", "5", "001", "999999999", "0000000001"};
	struct parts parts = {.suffix = _i};

	for (size_t shape = 0; shape < SHAPES; shape++) {
		size_t rest = shape / 3;

		parts.sign = "\0+-"[shape % 3];
		snprintf(parts.whole, sizeof(parts.whole), "%s", wholes[rest % 8]);
		snprintf(parts.fraction, sizeof(parts.fraction), "%s", fractions[rest / 8 % 6]);
		parts.point = parts.fraction[0] || shape % 2;
		parts.exponent = (int)(rest / 48) * 13 - 39;
		check_scales(&parts);
	}
}
END_TEST

static uint32_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

static void random_digits(uint64_t *state, char *digits)
{
	/* Long numbers are too much or too little more often than not. */
	uint32_t count = next_random(state) % (next_random(state) % 4 ? 8 : 32);

	for (uint32_t i = 0; i < count; i++)
		digits[i] = (char)('0' + (next_random(state) % 3 ? next_random(state) % 10 : 0));
	digits[count] = '\0';
}

START_TEST(property)
{
	uint64_t state = (uint64_t)_i;

	for (int i = 0; i < 4000; i++) {
		struct parts parts = {.suffix = (int)(next_random(&state) % COUNT(suffixes))};

		parts.sign = "\0\0\0\0+-"[next_random(&state) % 6];
		random_digits(&state, parts.whole);
		random_digits(&state, parts.fraction);
		parts.point = parts.fraction[0] || next_random(&state) % 4 == 0;
		parts.exponent = (int)(next_random(&state) % 81) - 40;
		check_scales(&parts);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("quantity");
	TCase *table = tcase_create("table"), *model = tcase_create("model");

	tcase_add_loop_test(table, golden, 0, COUNT(goldens));
	tcase_add_loop_test(table, refused, 0, COUNT(malformed));
	tcase_add_loop_test(table, negative, 0, COUNT(negatives));
	tcase_add_test(table, scales);
	tcase_add_test(table, time_is_bounded);
	tcase_set_timeout(model, 60);
	tcase_add_loop_test(model, grid, 0, COUNT(suffixes));
	tcase_add_loop_test(model, property, 0, 8);
	suite_add_tcase(suite, table);
	suite_add_tcase(suite, model);
	return unit_run(suite);
}
