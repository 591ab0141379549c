/* SPDX-License-Identifier: MIT
 *
 * lib/number.c: what is a number, and how one is written.
 */
#include "../../lib/number.h"
#include "unit.h"

#include <errno.h>
#include <string.h>

#define BAD(string)                                                                                \
	{                                                                                          \
		TEXT(string), -EBADMSG, 0                                                          \
	}
#define GOOD(string, number)                                                                       \
	{                                                                                          \
		TEXT(string), 0, number                                                            \
	}

/* clang-format off */
static const struct {
	const char *text;
	size_t len;
	int expected;
	uint64_t number;
} numbers[] = {
	GOOD("0", 0),
	GOOD("1", 1),
	GOOD("9", 9),
	GOOD("10", 10),
	GOOD("00", 0),
	GOOD("0000000000000000000000000000007", 7),
	GOOD("4294967296", UINT64_C(4294967296)),
	GOOD("9007199254740993", UINT64_C(9007199254740993)),
	GOOD("9223372036854771712", UINT64_C(0x7FFFFFFFFFFFF000)),
	GOOD("18446744073709551614", UINT64_MAX - 1),
	GOOD("18446744073709551615", UINT64_MAX),
	BAD("18446744073709551616"),
	BAD("18446744073709551620"),
	BAD("28446744073709551615"),
	BAD("99999999999999999999"),
	BAD("100000000000000000000"),
	BAD("184467440737095516150"),
	BAD(""),
	BAD("-"),
	BAD("-1"),
	BAD("+1"),
	BAD(" 1"),
	BAD("1 "),
	BAD("1\n"),
	BAD("1\0"),
	BAD("\0"),
	BAD("\0001"),
	BAD("1\r"),
	BAD("\t1"),
	BAD("1.0"),
	BAD("1,000"),
	BAD("1e3"),
	BAD("0x10"),
	BAD("ff"),
	BAD("123max"),
	BAD("max"),
	BAD("1K"),
	BAD("/"),
	BAD(":"),
	BAD("\xb2"),
	BAD("\xd9\xa1"),
	BAD("1 2"),
};
/* clang-format on */

START_TEST(parse)
{
	int row = _i / GUARDS;
	struct guarded text = guarded_copy(numbers[row].text, numbers[row].len,
					   (enum guard)(_i % GUARDS));
	uint64_t number = 42;
	int r = climits_number_parse(text.at, text.len, &number);

	ck_assert_msg(r == numbers[row].expected, "\"%s\": %d", numbers[row].text, r);
	ck_assert_msg(number == (r == 0 ? numbers[row].number : 42), "\"%s\": %ju",
		      numbers[row].text, (uintmax_t)number);
	guarded_free(&text);
}
END_TEST

static const struct {
	uint64_t number;
	const char *text;
} texts[] = {
	{0, "0"},
	{7, "7"},
	{10, "10"},
	{99, "99"},
	{100, "100"},
	{UINT64_C(9007199254740993), "9007199254740993"},
	{UINT64_C(10000000000000000000), "10000000000000000000"},
	{UINT64_MAX, "18446744073709551615"},
};

START_TEST(format)
{
	struct guarded room = guarded_room(CLIMITS_NUMBER_DIGITS);
	size_t len = climits_number_format(texts[_i].number, room.at);
	uint64_t number;

	ck_assert_uint_eq(len, strlen(texts[_i].text));
	ck_assert_mem_eq(room.at, texts[_i].text, len);
	for (size_t i = len; i < room.len; i++)
		ck_assert_msg(room.at[i] == 0x5a, "%s: byte %zu", texts[_i].text, i);
	ck_assert_int_eq(climits_number_parse(room.at, len, &number), 0);
	ck_assert_uint_eq(number, texts[_i].number);
	guarded_free(&room);
}
END_TEST

/* Every power of ten, and its neighbours, comes back. */
START_TEST(both_ways)
{
	uint64_t power = 1;

	for (int digits = 1; digits <= 20; digits++) {
		for (uint64_t number = power - 1; number <= power + 1; number++) {
			char text[CLIMITS_NUMBER_DIGITS];
			uint64_t back = 0;
			size_t len = climits_number_format(number, text);

			ck_assert_uint_eq(len, (size_t)digits - (number < power && digits > 1));
			ck_assert_int_eq(climits_number_parse(text, len, &back), 0);
			ck_assert_uint_eq(back, number);
		}
		power *= 10;
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("number");
	TCase *tcase = tcase_create("number");

	tcase_add_loop_test(tcase, parse, 0, COUNT(numbers) * GUARDS);
	tcase_add_loop_test(tcase, format, 0, COUNT(texts));
	tcase_add_test(tcase, both_ways);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
