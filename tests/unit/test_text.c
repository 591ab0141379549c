/* SPDX-License-Identifier: MIT
 *
 * lib/text.c: text is cut where the buffer ends, and counted on.
 */
#include "../../lib/text.h"
#include "unit.h"

#include <limits.h>
#include <string.h>

static const struct {
	size_t size;
	const char *expected;
} cuts[] = {
	{0, NULL}, {1, ""}, {2, "a"}, {5, "abc/"}, {6, "abc/1"}, {7, "abc/17"}, {8, "abc/17"},
};

/* The room ends where the next byte must not be touched. */
START_TEST(cut)
{
	struct guarded room = guarded_room(cuts[_i].size ? cuts[_i].size : 1);
	struct climits_text text = {.buf = cuts[_i].size ? room.at : NULL, .size = cuts[_i].size};

	climits_text_bytes(&text, "abcd", 3);
	climits_text_bytes(&text, NULL, 0);
	climits_text_string(&text, "/");
	climits_text_number(&text, 17);
	ck_assert_int_eq(climits_text_end(&text), 6);
	if (cuts[_i].expected)
		ck_assert_str_eq(room.at, cuts[_i].expected);
	guarded_free(&room);
}
END_TEST

START_TEST(numbers)
{
	char buf[32];
	struct climits_text text = {.buf = buf, .size = sizeof(buf)};

	climits_text_number(&text, 0);
	climits_text_string(&text, " ");
	climits_text_number(&text, UINT64_MAX);
	ck_assert_int_eq(climits_text_end(&text), 22);
	ck_assert_str_eq(buf, "0 18446744073709551615");
}
END_TEST

/* A length is an int: one that does not fit is the largest there is. */
START_TEST(huge)
{
	struct climits_text text = {.len = (size_t)INT_MAX + 7};

	ck_assert_int_eq(climits_text_end(&text), INT_MAX);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("text");
	TCase *cases = tcase_create("text");

	tcase_add_loop_test(cases, cut, 0, COUNT(cuts));
	tcase_add_test(cases, numbers);
	tcase_add_test(cases, huge);
	suite_add_tcase(suite, cases);
	return unit_run(suite);
}
