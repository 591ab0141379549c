/* SPDX-License-Identifier: MIT
 *
 * lib/cpus.c: sets of CPUs as lists and masks, and what two of them have in common.
 */
#include "../../lib/cpus.h"
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* clang-format off */
static const struct {
	const char *text;
	size_t len;
	const char *list; /* as it is written; NULL: refused */
	uint32_t count;
} lists[] = {
	{TEXT(""), "", 0},
	{TEXT("0"), "0", 1},
	{TEXT("0-3"), "0-3", 4},
	{TEXT("0-3,8,10-12"), "0-3,8,10-12", 8},
	{TEXT("5-5"), "5", 1},
	{TEXT("0,1,2,3"), "0-3", 4},
	{TEXT("3,2,1"), "1-3", 3},
	{TEXT("8,0-3"), "0-3,8", 5},
	{TEXT("0-3,2-5"), "0-5", 6},
	{TEXT("00-03"), "0-3", 4},
	{TEXT("63"), "63", 1},
	{TEXT("64"), "64", 1},
	{TEXT("63-64"), "63-64", 2},
	{TEXT("62,64"), "62,64", 2},
	{TEXT("0-63"), "0-63", 64},
	{TEXT("64-127"), "64-127", 64},
	{TEXT("1-126"), "1-126", 126},
	{TEXT("0-1919"), "0-1919", 1920},
	{TEXT("1023-1025"), "1023-1025", 3},
	{TEXT("0,8191"), "0,8191", 2},
	{TEXT("0-16383"), "0-16383", 16384},
	{TEXT("16383"), "16383", 1},
	{TEXT("16384"), NULL, 0},
	{TEXT("0-16384"), NULL, 0},
	{TEXT("4294967296"), NULL, 0},
	{TEXT("0-4294967295"), NULL, 0},
	{TEXT("18446744073709551615"), NULL, 0},
	{TEXT("18446744073709551616"), NULL, 0},
	{TEXT("0-18446744073709551616"), NULL, 0},
	{TEXT("3-1"), NULL, 0},
	{TEXT(","), NULL, 0},
	{TEXT("0,"), NULL, 0},
	{TEXT(",0"), NULL, 0},
	{TEXT("0,,1"), NULL, 0},
	{TEXT("-"), NULL, 0},
	{TEXT("-3"), NULL, 0},
	{TEXT("0-"), NULL, 0},
	{TEXT("0-3-5"), NULL, 0},
	{TEXT("0--3"), NULL, 0},
	{TEXT("0-31:2/4"), NULL, 0},
	{TEXT("0-3 "), NULL, 0},
	{TEXT(" 0-3"), NULL, 0},
	{TEXT("0-3\n"), NULL, 0},
	{TEXT("\n"), NULL, 0},
	{TEXT("0 - 3"), NULL, 0},
	{TEXT("0\0001"), NULL, 0},
	{TEXT("all"), NULL, 0},
	{TEXT("0x1"), NULL, 0},
	{TEXT("0;1"), NULL, 0},
}, masks[] = {
	{TEXT("0"), "", 0},
	{TEXT("f"), "0-3", 4},
	{TEXT("1"), "0", 1},
	{TEXT("8"), "3", 1},
	{TEXT("a"), "1,3", 2},
	{TEXT("ff,ffffffff"), "0-39", 40},
	{TEXT("00000000,0000000f"), "0-3", 4},
	{TEXT("80000000,00000000"), "63", 1},
	{TEXT("1,00000000,00000000"), "64", 1},
	{TEXT("ffffffff,ffffffff,ffffffff"), "0-95", 96},
	{TEXT("ffffffffff"), "0-39", 40},
	{TEXT(""), NULL, 0},
	{TEXT(","), NULL, 0},
	{TEXT("f,"), NULL, 0},
	{TEXT(",ffffffff"), NULL, 0},
	{TEXT("f,f"), NULL, 0},
	{TEXT("f,,ffffffff"), NULL, 0},
	{TEXT("0xf"), NULL, 0},
	{TEXT("F"), NULL, 0},
	{TEXT("g"), NULL, 0},
	{TEXT("f\n"), NULL, 0},
	{TEXT(" f"), NULL, 0},
	{TEXT("f\0"), NULL, 0},
	{TEXT("-1"), NULL, 0},
	{TEXT("`"), NULL, 0},
	{TEXT("/"), NULL, 0},
	{TEXT(":"), NULL, 0},
};

static const struct {
	const char *a, *b;
	const char *both;
	uint32_t count;
} pairs[] = {
	{"0-3", "2-5", "2-3", 2},
	{"0-3", "4-7", "", 0},
	{"0-3", "", "", 0},
	{"", "", "", 0},
	{"0-200", "64", "64", 1},
	{"64", "0-200", "64", 1},
	{"0,128", "128-130", "128", 1},
	{"0-16383", "16383", "16383", 1},
	{"0-63,128", "63-128", "63,128", 2},
};
/* clang-format on */

/* A set whose words that are not in use would show. */
static struct climits_cpus dirty_set(void)
{
	struct climits_cpus cpus;

	memset(&cpus, 0xff, sizeof(cpus));
	return cpus;
}

static void check_set(const struct climits_cpus *cpus, const char *name, const char *list,
		      uint32_t count)
{
	char buf[64];
	int len = climits_cpus_format(cpus, buf, sizeof(buf));

	ck_assert_uint_le(cpus->words, CLIMITS_CPUS_WORDS);
	ck_assert_msg(strcmp(buf, list) == 0, "\"%s\": %s", name, buf);
	ck_assert_msg(len == (int)strlen(list), "\"%s\": %d", name, len);
	ck_assert_msg(climits_cpus_count(cpus) == count, "\"%s\": %u CPUs", name,
		      climits_cpus_count(cpus));
}

START_TEST(list_text)
{
	int row = _i / GUARDS;
	struct guarded text = guarded_copy(lists[row].text, lists[row].len,
					   (enum guard)(_i % GUARDS));
	struct climits_cpus cpus = dirty_set();
	int r = climits_cpus_parse_list(text.at, text.len, &cpus);

	ck_assert_msg(r == (lists[row].list ? 0 : -EBADMSG), "\"%s\": %d", lists[row].text, r);
	if (r == 0)
		check_set(&cpus, lists[row].text, lists[row].list, lists[row].count);
	guarded_free(&text);
}
END_TEST

START_TEST(mask_text)
{
	int row = _i / GUARDS;
	struct guarded text = guarded_copy(masks[row].text, masks[row].len,
					   (enum guard)(_i % GUARDS));
	struct climits_cpus cpus = dirty_set();
	int r = climits_cpus_parse_mask(text.at, text.len, &cpus);

	ck_assert_msg(r == (masks[row].list ? 0 : -EBADMSG), "\"%s\": %d", masks[row].text, r);
	if (r == 0)
		check_set(&cpus, masks[row].text, masks[row].list, masks[row].count);
	guarded_free(&text);
}
END_TEST

/* As long as a mask of all CPUs can be; one digit more is refused. */
START_TEST(longest_mask)
{
	char text[CLIMITS_CPUS_MAX / 4 + CLIMITS_CPUS_MAX / 32 + 4] = "0,";
	struct climits_cpus cpus = dirty_set();
	size_t len = 2;

	for (int word = 0; word < CLIMITS_CPUS_MAX / 32; word++)
		for (int digit = 0; digit < 9; digit++)
			text[len++] = digit < 8 ? 'f' : ',';
	len--;
	ck_assert_int_eq(climits_cpus_parse_mask(text + 2, len - 2, &cpus), 0);
	check_set(&cpus, "longest", "0-16383", CLIMITS_CPUS_MAX);
	ck_assert_int_eq(climits_cpus_parse_mask(text, len, &cpus), -EBADMSG);
}
END_TEST

static struct climits_cpus set_of(const char *list)
{
	struct climits_cpus cpus = dirty_set();

	ck_assert_int_eq(climits_cpus_parse_list(list, strlen(list), &cpus), 0);
	return cpus;
}

START_TEST(in_common)
{
	struct climits_cpus a = set_of(pairs[_i].a);
	struct climits_cpus b = set_of(pairs[_i].b);
	struct climits_cpus both = dirty_set();

	ck_assert_msg(climits_cpus_common(&a, &b) == pairs[_i].count, "%s and %s", pairs[_i].a,
		      pairs[_i].b);
	ck_assert_uint_eq(climits_cpus_common(&b, &a), pairs[_i].count);
	climits_cpus_and(&a, &b, &both);
	check_set(&both, pairs[_i].a, pairs[_i].both, pairs[_i].count);
	climits_cpus_and(&b, &a, &both);
	check_set(&both, pairs[_i].a, pairs[_i].both, pairs[_i].count);
}
END_TEST

/* Every size of buffer, from none to more than enough; as snprintf(3) does it. */
START_TEST(cut)
{
	static const char list[] = "0-3,8,10-12,100-1919";
	struct climits_cpus cpus = set_of(list);

	for (size_t size = 0; size <= sizeof(list) + 2; size++) {
		struct guarded room = guarded_room(size);
		char expected[sizeof(list) + 2];

		ck_assert_int_eq(climits_cpus_format(&cpus, room.at, size), sizeof(list) - 1);
		if (size > 0) {
			snprintf(expected, size, "%s", list);
			ck_assert_str_eq(room.at, expected);
		}
		guarded_free(&room);
	}
	ck_assert_int_eq(climits_cpus_format(&cpus, NULL, 0), sizeof(list) - 1);
}
END_TEST

/* The longest list there is: every other CPU. Its text is read back as the same set. */
START_TEST(longest_list)
{
	static char text[CLIMITS_CPUS_MAX * 6];
	struct climits_cpus cpus = {.words = CLIMITS_CPUS_WORDS};
	struct climits_cpus back = dirty_set();
	int len;

	for (int word = 0; word < CLIMITS_CPUS_WORDS; word++)
		cpus.bits[word] = UINT64_C(0x5555555555555555);
	len = climits_cpus_format(&cpus, text, sizeof(text));
	ck_assert_int_gt(len, 2L * CLIMITS_CPUS_MAX);
	ck_assert_int_lt(len, (int)sizeof(text));
	ck_assert_int_eq(climits_cpus_parse_list(text, (size_t)len, &back), 0);
	ck_assert_uint_eq(climits_cpus_count(&back), CLIMITS_CPUS_MAX / 2);
	ck_assert_mem_eq(back.bits, cpus.bits, sizeof(cpus.bits));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cpus");
	TCase *tcase = tcase_create("cpus");

	tcase_add_loop_test(tcase, list_text, 0, COUNT(lists) * GUARDS);
	tcase_add_loop_test(tcase, mask_text, 0, COUNT(masks) * GUARDS);
	tcase_add_test(tcase, longest_mask);
	tcase_add_loop_test(tcase, in_common, 0, COUNT(pairs));
	tcase_add_test(tcase, cut);
	tcase_add_test(tcase, longest_list);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
