/* SPDX-License-Identifier: MIT
 *
 * lib/membership.c: /proc/PID/cgroup as a whole.
 */
#include "../../lib/membership.h"
#include "unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ROOM ((size_t)CLIMITS_MEMBERSHIP_TEXT)

/* clang-format off */
static const struct {
	const char *name;
	const char *text;
	size_t len;
	const char *unified;                   /* NULL: not one line is one */
	const char *path[CLIMITS_CONTROLLERS]; /* "1/a", "2/a"; NULL for none */
} texts[] = {
	{"pure v2", TEXT("0::/a\n"), "/a", {"2/a", "2/a", "2/a", "2/a"}},
	{"no final newline", TEXT("0::/a"), "/a", {"2/a", "2/a", "2/a", "2/a"}},
	{"v2 at the root", TEXT("0::/\n"), "/", {"2/", "2/", "2/", "2/"}},
	{"v1", TEXT("4:pids:/p\n3:memory:/m\n2:cpuset:/s\n1:cpu,cpuacct:/c\n"), "",
	 {"1/c", "1/s", "1/m", "1/p"}},
	{"hybrid, v2 line last", TEXT("2:cpu:/c\n1:name=systemd:/u\n0::/u\n"), "/u",
	 {"1/c", "2/u", "2/u", "2/u"}},
	{"v1 line after the v2 line", TEXT("0::/u\n2:cpu:/c\n"), "/u",
	 {"1/c", "2/u", "2/u", "2/u"}},
	{"cpu is not cpuacct nor cpuset", TEXT("3:cpuacct:/x\n2:cpuset:/s\n"), "",
	 {NULL, "1/s", NULL, NULL}},
	{"only a named hierarchy", TEXT("1:name=systemd:/x\n"), "", {NULL, NULL, NULL, NULL}},
	{"v1 without some controllers", TEXT("2:memory:/m\n"), "", {NULL, NULL, "1/m", NULL}},
	{"the kernel's odd bytes", TEXT("0::/a:b c\\d\xff\n"), "/a:b c\\d\xff",
	 {"2/a:b c\\d\xff", "2/a:b c\\d\xff", "2/a:b c\\d\xff", "2/a:b c\\d\xff"}},
	{"deleted stays in the path", TEXT("0::/a (deleted)\n"), "/a (deleted)",
	 {"2/a (deleted)", "2/a (deleted)", "2/a (deleted)", "2/a (deleted)"}},
	{"outside of the namespace", TEXT("0::/../x\n"), "/../x",
	 {"2/../x", "2/../x", "2/../x", "2/../x"}},
	{"odd lines are passed over", TEXT("\nx\n0:\n2:cpu:\n0::/a\n:::\n"), "/a",
	 {"2/a", "2/a", "2/a", "2/a"}},
	{"the last of two v2 lines", TEXT("0::/a\n0::/b\n"), "/b", {"2/b", "2/b", "2/b", "2/b"}},
	{"empty", TEXT(""), NULL, {NULL, NULL, NULL, NULL}},
	{"a newline alone", TEXT("\n"), NULL, {NULL, NULL, NULL, NULL}},
	{"no line is one", TEXT("x\n0:\n"), NULL, {NULL, NULL, NULL, NULL}},
	{"NUL bytes", TEXT("\0\0\n\0"), NULL, {NULL, NULL, NULL, NULL}},
};
/* clang-format on */

static int is(struct climits_span span, const char *text)
{
	return span.len == strlen(text) && (span.len == 0 || !memcmp(span.at, text, span.len));
}

static void check_membership(const struct climits_membership *membership, int row)
{
	ck_assert_msg(is(membership->unified, texts[row].unified), "%s", texts[row].name);
	for (int c = 0; c < CLIMITS_CONTROLLERS; c++) {
		const char *expected = texts[row].path[c];

		ck_assert_msg(membership->version[c] == (expected ? expected[0] - '0' : 0),
			      "%s: controller %d on version %d", texts[row].name, c,
			      membership->version[c]);
		ck_assert_msg(is(membership->path[c], expected ? expected + 1 : ""),
			      "%s: controller %d at %.*s", texts[row].name, c,
			      (int)membership->path[c].len, membership->path[c].at);
	}
}

static int parse(const char *text, struct climits_membership *ret)
{
	return climits_membership_parse((struct climits_span){.at = text, .len = strlen(text)},
					ret);
}

/* What was parsed is still there, and the same, when the text it was parsed from is gone. */
START_TEST(whole)
{
	int row = _i / GUARDS;
	struct guarded text = guarded_copy(texts[row].text, texts[row].len,
					   (enum guard)(_i % GUARDS));
	struct climits_membership membership = {.version = {42}};
	struct climits_membership copy;
	struct guarded kept = guarded_room(ROOM);
	int r = climits_membership_parse((struct climits_span){.at = text.at, .len = text.len},
					 &membership);

	ck_assert_msg(r == (texts[row].unified ? 0 : -EBADMSG), "%s: %d", texts[row].name, r);
	if (r < 0) {
		ck_assert_int_eq(membership.version[0], 42);
		return;
	}
	check_membership(&membership, row);
	copy = membership;
	ck_assert_int_eq(climits_membership_keep(&copy, kept.at), 0);
	ck_assert_int_eq(climits_membership_same(&membership, &copy), 1);
	guarded_free(&text);
	check_membership(&copy, row);
	guarded_free(&kept);
}
END_TEST

/* clang-format off */
static const struct {
	const char *a, *b;
	int same;
} pairs[] = {
	{"0::/a\n", "0::/a\n", 1},
	{"0::/a\n", "0::/b\n", 0},
	{"0::/a\n", "0::/a/b\n", 0},
	{"0::/a\n", "0::/\n", 0},
	{"2:cpu:/a\n", "7:cpu,cpuacct:/a\n", 1},
	{"2:cpu:/a\n0::/u\n", "0::/u\n2:cpu:/a\n", 1},
	{"2:cpu:/a\n0::/a\n", "0::/a\n", 0},
	{"2:cpu:/a\n", "2:cpu:/a\n3:memory:/\n", 0},
	{"2:cpu:/a\n1:name=x:/b\n", "2:cpu:/a\n1:name=x:/c\n", 1},
	{"4:pids:/\n3:memory:/\n2:cpuset:/\n1:cpu:/\n0::/a\n",
	 "4:pids:/\n3:memory:/\n2:cpuset:/\n1:cpu:/\n0::/b\n", 0},
};
/* clang-format on */

START_TEST(same)
{
	struct climits_membership a;
	struct climits_membership b;

	ck_assert_int_eq(parse(pairs[_i].a, &a), 0);
	ck_assert_int_eq(parse(pairs[_i].b, &b), 0);
	ck_assert_msg(climits_membership_same(&a, &b) == pairs[_i].same, "%s%s", pairs[_i].a,
		      pairs[_i].b);
	ck_assert_int_eq(climits_membership_same(&b, &a), pairs[_i].same);
}
END_TEST

/* Paths that fill the room to the last byte, and one byte more. */
START_TEST(room)
{
	struct climits_membership membership = {.unified = {.at = "", .len = 0}};
	struct guarded kept = guarded_room(ROOM);
	char *path = calloc(1, ROOM);

	ck_assert_ptr_nonnull(path);
	memset(path, 'x', ROOM);
	membership.path[0] = (struct climits_span){.at = path, .len = 100};
	membership.unified = (struct climits_span){.at = path, .len = ROOM - 100};
	ck_assert_int_eq(climits_membership_keep(&membership, kept.at), 0);
	ck_assert_mem_eq(kept.at, path, kept.len);
	membership.path[0] = (struct climits_span){.at = path, .len = 101};
	membership.unified.at = path;
	ck_assert_int_eq(climits_membership_keep(&membership, kept.at), -ENAMETOOLONG);
	free(path);
	guarded_free(&kept);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("membership");
	TCase *tcase = tcase_create("membership");

	tcase_add_loop_test(tcase, whole, 0, COUNT(texts) * GUARDS);
	tcase_add_loop_test(tcase, same, 0, COUNT(pairs));
	tcase_add_test(tcase, room);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
