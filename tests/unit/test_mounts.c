/* SPDX-License-Identifier: MIT
 *
 * lib/mounts.c: the cgroup mounts among all mounts.
 */
#include "../../lib/mounts.h"
#include "containerlimits.h"
#include "unit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Takes the lines of a mountinfo; what is no line is passed over, as the library does. */
static void add_lines(struct climits_mounts *mounts, const char *text, int view,
		      const struct climits_membership *membership)
{
	while (*text) {
		size_t len = strcspn(text, "\n");
		struct climits_mountinfo line;

		if (climits_mountinfo_parse((struct climits_span){.at = text, .len = len}, 0,
					    &line) == 0)
			climits_mounts_add(mounts, &line, view, membership);
		text += len + (text[len] == '\n');
	}
}

static struct climits_membership member_of(const char *text)
{
	struct climits_membership membership;

	ck_assert_int_eq(
		climits_membership_parse((struct climits_span){.at = text, .len = strlen(text)},
					 &membership),
		0);
	return membership;
}

/* "u" usable, "h" hidden, and the depth from which on it is covered: "POINT:u POINT:h POINT:u2". */
static void describe(const struct climits_mounts *mounts, char *buf, size_t size)
{
	size_t len = 0;

	buf[0] = '\0';
	for (int i = 0; i < mounts->count; i++) {
		const struct climits_mount *mount = &mounts->mount[i];

		ck_assert_int_eq(mount->point.at[mount->point.len], 0);
		ck_assert_int_eq(mount->fd, -1);
		len += (size_t)snprintf(buf + len, size - len, "%s%s:%s%s", i ? " " : "",
					mount->point.at, mount->usable ? "u" : "",
					mount->hidden ? "h" : "");
		if (mount->covered < INT_MAX)
			len += (size_t)snprintf(buf + len, size - len, "%d", mount->covered);
		ck_assert_uint_lt(len, size);
	}
}

#define V2(ids, root, point) ids " 0:9 " root " " point " rw - cgroup2 cgroup rw\n"
#define V1(ids, root, point, names) ids " 0:8 " root " " point " rw - cgroup cgroup rw," names "\n"
#define TMPFS(ids, point) ids " 0:7 / " point " rw - tmpfs tmpfs rw\n"

/* clang-format off */
static const struct {
	const char *name;
	const char *cgroup;
	const char *mountinfo;
	const char *expected;
	int version;
} rows[] = {
	{"one", "0::/a/b\n", V2("30 1", "/", "/sys/fs/cgroup"), "/sys/fs/cgroup:u",
	 CLIMITS_CGROUP_V2},
	{"none", "0::/a/b\n", TMPFS("30 1", "/sys"), "", CLIMITS_CGROUP_NONE},
	{"no line at all", "0::/a/b\n", "", "", CLIMITS_CGROUP_NONE},
	{"odd lines around", "0::/a/b\n", "x\n\n" V2("30 1", "/", "/cg") "1 2\n", "/cg:u",
	 CLIMITS_CGROUP_V2},
	{"root is the path", "0::/a/b\n", V2("30 1", "/a/b", "/cg"), "/cg:u", CLIMITS_CGROUP_V2},
	{"root is above the path", "0::/a/b\n", V2("30 1", "/a", "/cg"), "/cg:u",
	 CLIMITS_CGROUP_V2},
	{"root is below the path", "0::/a/b\n", V2("30 1", "/a/b/c", "/cg"), "/cg:",
	 CLIMITS_CGROUP_V2},
	{"/foo is not above /foobar", "0::/foobar\n", V2("30 1", "/foo", "/cg"), "/cg:",
	 CLIMITS_CGROUP_V2},
	{"a sibling", "0::/a/b\n", V2("30 1", "/c", "/cg"), "/cg:", CLIMITS_CGROUP_V2},
	{"root and path outside alike", "0::/../b/c\n", V2("30 1", "/../b", "/cg"), "/cg:u",
	 CLIMITS_CGROUP_V2},
	{"the rest climbs out", "0::/../b\n", V2("30 1", "/", "/cg"), "/cg:", CLIMITS_CGROUP_V2},
	{"the rest climbs out further down", "0::/a/../b\n", V2("30 1", "/a", "/cg"), "/cg:",
	 CLIMITS_CGROUP_V2},
	{"a name that begins with two dots", "0::/..b\n", V2("30 1", "/", "/cg"), "/cg:u",
	 CLIMITS_CGROUP_V2},
	{"root is escaped, path is raw", "0::/a b\\x2d\n", V2("30 1", "/a\\040b\\134x2d", "/cg"),
	 "/cg:u", CLIMITS_CGROUP_V2},
	{"point is escaped", "0::/\n", V2("30 1", "/", "/c\\040g"), "/c g:u", CLIMITS_CGROUP_V2},
	{"v1", "2:memory:/m\n1:cpu:/c\n",
	 V1("31 1", "/", "/cg/cpu", "cpu") V1("32 1", "/m", "/cg/memory", "memory"),
	 "/cg/cpu:u /cg/memory:u", CLIMITS_CGROUP_V1},
	{"each v1 mount has its own path", "2:memory:/m\n1:cpu:/c\n",
	 V1("31 1", "/m", "/cg/cpu", "cpu") V1("32 1", "/m", "/cg/memory", "memory"),
	 "/cg/cpu: /cg/memory:u", CLIMITS_CGROUP_V1},
	{"v1 mounts of others are none of ours", "1:cpu:/c\n",
	 V1("31 1", "/", "/cg/a", "cpuacct") V1("32 1", "/", "/cg/s", "name=systemd") V1("33 1",
	 "/",
	 "/cg/b", "blkio"), "", CLIMITS_CGROUP_NONE},
	{"a v1 controller that the process is not in", "1:cpu:/c\n",
	 V1("31 1", "/", "/cg/memory", "memory"), "/cg/memory:", CLIMITS_CGROUP_V1},
	{"pids alone makes no version", "1:pids:/c\n", V1("31 1", "/", "/cg/pids", "pids"),
	 "/cg/pids:u", CLIMITS_CGROUP_NONE},
	{"hybrid", "1:cpu:/c\n0::/u\n",
	 V1("31 1", "/", "/cg/cpu", "cpu") V2("32 1", "/", "/cg/unified"),
	 "/cg/cpu:u /cg/unified:u",
	 CLIMITS_CGROUP_HYBRID},
	{"v2 mounted, but the process is not on it", "1:cpu:/c\n",
	 V1("31 1", "/", "/cg/cpu", "cpu") V2("32 1", "/", "/cg/unified"), "/cg/cpu:u /cg/unified:",
	 CLIMITS_CGROUP_HYBRID},
	{"a later mount at the same place hides", "0::/a\n",
	 V2("30 1", "/", "/cg") V2("31 2", "/a", "/cg"), "/cg:uh /cg:u", CLIMITS_CGROUP_V2},
	{"a tmpfs hides", "0::/a\n", V2("30 1", "/", "/cg") TMPFS("31 2", "/cg"), "/cg:uh",
	 CLIMITS_CGROUP_NONE},
	{"a tmpfs above hides", "0::/a\n", V2("30 1", "/", "/sys/fs/cgroup") TMPFS("31 2", "/sys"),
	 "/sys/fs/cgroup:uh", CLIMITS_CGROUP_NONE},
	{"an escaped place is hidden by its own name", "0::/a\n",
	 V2("30 1", "/", "/c\\040g") TMPFS("31 2", "/c\\040g"), "/c g:uh", CLIMITS_CGROUP_NONE},
	{"a neighbour hides nothing", "0::/a\n", V2("30 1", "/", "/cg") TMPFS("31 2", "/cgx"),
	 "/cg:u", CLIMITS_CGROUP_V2},
	{"an earlier tmpfs hides nothing", "0::/a\n", TMPFS("29 1", "/cg") V2("30 29", "/", "/cg"),
	 "/cg:u", CLIMITS_CGROUP_V2},
	{"what a mount stands on, listed later, hides nothing", "0::/a\n",
	 V2("30 29", "/", "/sys/fs/cgroup") TMPFS("29 28", "/sys/fs") TMPFS("28 1", "/sys"),
	 "/sys/fs/cgroup:u", CLIMITS_CGROUP_V2},
	{"what is mounted over / leaves us alone", "0::/a\n",
	 V2("30 1", "/", "/cg") TMPFS("31 1", "/"), "/cg:u", CLIMITS_CGROUP_V2},
	{"a cover on the way", "0::/a/b/c\n", V2("30 1", "/", "/cg") TMPFS("31 30", "/cg/a/b"),
	 "/cg:u2", CLIMITS_CGROUP_V2},
	{"the nearest cover counts", "0::/a/b/c\n",
	 V2("30 1", "/", "/cg") TMPFS("31 30", "/cg/a/b/c") TMPFS("32 30", "/cg/a"), "/cg:u1",
	 CLIMITS_CGROUP_V2},
	{"a farther cover changes nothing", "0::/a/b/c\n",
	 V2("30 1", "/", "/cg") TMPFS("32 30", "/cg/a") TMPFS("31 30", "/cg/a/b/c"), "/cg:u1",
	 CLIMITS_CGROUP_V2},
	{"a cover beside the way", "0::/a/b/c\n", V2("30 1", "/", "/cg") TMPFS("31 30", "/cg/a/x"),
	 "/cg:u", CLIMITS_CGROUP_V2},
	{"a cover below the cgroup", "0::/a\n", V2("30 1", "/", "/cg") TMPFS("31 30", "/cg/a/b"),
	 "/cg:u", CLIMITS_CGROUP_V2},
	{"a cover with an escaped name", "0::/a b/c\n",
	 V2("30 1", "/", "/cg") TMPFS("31 30", "/cg/a\\040b"), "/cg:u1", CLIMITS_CGROUP_V2},
	{"a cover below a root that is not /", "0::/a/b/c\n",
	 V2("30 1", "/a", "/cg") TMPFS("31 30", "/cg/b"), "/cg:u1", CLIMITS_CGROUP_V2},
	{"a name like a type", "0::/a\n", "30 1 0:9 / /cg rw - cgroup22 x rw\n"
	 "31 1 0:9 / /cg rw - cgroup x rw,cpux\n32 1 0:9 / /cg rw - xcgroup x rw,cpu\n", "",
	 CLIMITS_CGROUP_NONE},
};
/* clang-format on */

START_TEST(mountinfo)
{
	struct climits_membership membership = member_of(rows[_i].cgroup);
	struct climits_mounts *mounts = malloc(sizeof(*mounts));
	char text[512];

	ck_assert_ptr_nonnull(mounts);
	climits_mounts_clear(mounts);
	add_lines(mounts, rows[_i].mountinfo, 0, &membership);
	describe(mounts, text, sizeof(text));
	ck_assert_msg(strcmp(text, rows[_i].expected) == 0, "%s: %s", rows[_i].name, text);
	ck_assert_msg(climits_mounts_version(mounts) == rows[_i].version, "%s: version %d",
		      rows[_i].name, climits_mounts_version(mounts));
	ck_assert_int_eq(mounts->dropped, 0);
	free(mounts);
}
END_TEST

/* A mount of one view says nothing about those of another. */
START_TEST(views)
{
	struct climits_membership membership = member_of("0::/a/b\n");
	static struct climits_mounts mounts;
	char text[512];

	climits_mounts_clear(&mounts);
	add_lines(&mounts, V2("30 1", "/", "/cg"), 0, &membership);
	add_lines(&mounts, TMPFS("31 2", "/cg") TMPFS("32 30", "/cg/a"), 1, &membership);
	describe(&mounts, text, sizeof(text));
	ck_assert_str_eq(text, "/cg:u");
	add_lines(&mounts, TMPFS("31 2", "/cg") TMPFS("32 30", "/cg/a"), 0, &membership);
	describe(&mounts, text, sizeof(text));
	ck_assert_str_eq(text, "/cg:uh1");
}
END_TEST

START_TEST(noprefix)
{
	struct climits_membership membership = member_of("1:cpuset:/\n");
	static struct climits_mounts mounts;

	climits_mounts_clear(&mounts);
	add_lines(&mounts,
		  V1("30 1", "/", "/dev/cpuset", "cpuset,noprefix")
			  V1("31 1", "/", "/cpuset", "cpuset,xnoprefix,release_agent=/noprefix"),
		  0, &membership);
	ck_assert_int_eq(mounts.count, 2);
	ck_assert_int_eq(mounts.mount[0].noprefix, 1);
	ck_assert_int_eq(mounts.mount[1].noprefix, 0);
}
END_TEST

/*
 * Mounts that show more ancestors come first, equal ones in their order; unusable ones only count.
 */
START_TEST(order)
{
	struct climits_membership membership = member_of("1:cpu:/a/b/c\n0::/a/b/c\n");
	static struct climits_mounts mounts;
	int found[4];
	int carried = -1;

	climits_mounts_clear(&mounts);
	add_lines(&mounts,
		  V2("30 1", "/a/b/c", "/0") V2("31 1", "/a", "/1") V2("32 1", "/x", "/2")
			  V1("33 1", "/", "/3", "cpu") V2("34 1", "/", "/4") V2("35 1", "/a", "/5"),
		  0, &membership);
	ck_assert_int_eq(mounts.count, 6);
	ck_assert_int_eq(
		climits_mounts_order(&mounts, 2, CLIMITS_MEMORY_CONTROLLER, found, 4, &carried), 4);
	ck_assert_int_eq(carried, 5);
	ck_assert_int_eq(found[0], 4);
	ck_assert_int_eq(found[1], 1);
	ck_assert_int_eq(found[2], 5);
	ck_assert_int_eq(found[3], 0);
	ck_assert_int_eq(
		climits_mounts_order(&mounts, 2, CLIMITS_MEMORY_CONTROLLER, found, 2, &carried), 2);
	ck_assert_int_eq(carried, 5);
	ck_assert_int_eq(found[0], 4);
	ck_assert_int_eq(found[1], 1);
	ck_assert_int_eq(
		climits_mounts_order(&mounts, 1, CLIMITS_CPU_CONTROLLER, found, 4, &carried), 1);
	ck_assert_int_eq(found[0], 3);
	ck_assert_int_eq(
		climits_mounts_order(&mounts, 1, CLIMITS_MEMORY_CONTROLLER, found, 4, &carried), 0);
	ck_assert_int_eq(carried, 0);
}
END_TEST

/* More mounts than there is room for, by number and by the length of their names. */
START_TEST(too_many)
{
	struct climits_membership membership = member_of("0::/\n");
	static struct climits_mounts mounts;

	climits_mounts_clear(&mounts);
	for (int i = 0; i < CLIMITS_MOUNTS_MAX; i++)
		add_lines(&mounts, V2("30 1", "/", "/cg"), 0, &membership);
	ck_assert_int_eq(mounts.count, CLIMITS_MOUNTS_MAX);
	ck_assert_int_eq(mounts.dropped, 0);
	add_lines(&mounts, TMPFS("31 1", "/x"), 0, &membership);
	ck_assert_int_eq(mounts.dropped, 0);
	add_lines(&mounts, V2("30 1", "/", "/cg"), 0, &membership);
	ck_assert_int_eq(mounts.count, CLIMITS_MOUNTS_MAX);
	ck_assert_int_eq(mounts.dropped, 1);
	climits_mounts_clear(&mounts);
	ck_assert_int_eq(mounts.count, 0);
	ck_assert_int_eq(mounts.dropped, 0);
}
END_TEST

static void add_long(struct climits_mounts *mounts, const struct climits_membership *membership,
		     size_t point_len)
{
	size_t size = point_len + 64;
	char *text = calloc(1, size);

	ck_assert_ptr_nonnull(text);
	unit_append(text, size, "30 1 0:9 / /");
	memset(text + strlen(text), 'x', point_len - 1);
	unit_append(text, size, " rw - cgroup2 cgroup rw\n");
	add_lines(mounts, text, 0, membership);
	free(text);
}

START_TEST(too_long)
{
	struct climits_membership membership = member_of("0::/\n");
	static struct climits_mounts mounts;
	/* Root, mount point and escaped mount point, each with a NUL behind. */
	const size_t longest = (CLIMITS_MOUNTS_TEXT - 1 - 3) / 2;

	climits_mounts_clear(&mounts);
	add_long(&mounts, &membership, longest + 1);
	ck_assert_int_eq(mounts.count, 0);
	ck_assert_int_eq(mounts.dropped, 1);
	climits_mounts_clear(&mounts);
	add_long(&mounts, &membership, longest);
	ck_assert_int_eq(mounts.count, 1);
	ck_assert_int_eq(mounts.dropped, 0);
	ck_assert_uint_le(mounts.text_used, CLIMITS_MOUNTS_TEXT);
	add_long(&mounts, &membership, 2);
	ck_assert_int_eq(mounts.count, 1);
	ck_assert_int_eq(mounts.dropped, 1);
}
END_TEST

/* A cover whose name is longer than any path covers nothing that could be opened. */
START_TEST(long_cover)
{
	struct climits_membership membership = member_of("0::/a\n");
	static struct climits_mounts mounts;
	static char text[PATH_MAX + 128];

	climits_mounts_clear(&mounts);
	add_lines(&mounts, V2("30 1", "/", "/cg"), 0, &membership);
	unit_append(text, sizeof(text), "31 30 0:7 / /cg/a/");
	memset(text + strlen(text), 'x', PATH_MAX);
	unit_append(text, sizeof(text), " rw - tmpfs tmpfs rw\n");
	add_lines(&mounts, text, 0, &membership);
	ck_assert_int_eq(mounts.mount[0].covered, INT_MAX);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("mounts");
	TCase *tcase = tcase_create("mounts");

	tcase_add_loop_test(tcase, mountinfo, 0, COUNT(rows));
	tcase_add_test(tcase, views);
	tcase_add_test(tcase, noprefix);
	tcase_add_test(tcase, order);
	tcase_add_test(tcase, too_many);
	tcase_add_test(tcase, too_long);
	tcase_add_test(tcase, long_cover);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
