/* SPDX-License-Identifier: MIT
 *
 * lib/limits.c: limits of one number a level, and when a controller is called missing.
 */
#include "tree.h"
#include "unit.h"

#include <errno.h>

#define MALFORMED NOTE(VALUE_MALFORMED)

/* clang-format off */
static const struct tree_row rows[] = {
	{"none", {{0}}, UNLIMITED, 0},
	{"own", {{"a/b/pids.max", "100\n"}}, LIMITED(0, 100), 0},
	{"no limit", {{"a/b/pids.max", "max\n"}, {"a/pids.max", "max\n"}}, UNLIMITED, 0},
	{"parent is smaller", {{"a/b/pids.max", "100\n"}, {"a/pids.max", "99\n"}}, LIMITED(1, 99),
	 0},
	{"parent is larger", {{"a/b/pids.max", "100\n"}, {"a/pids.max", "101\n"}}, LIMITED(0, 100),
	 0},
	{"equal: the nearest", {{"a/b/pids.max", "100\n"}, {"a/pids.max", "100\n"}}, LIMITED(0,
	 100),
	 0},
	{"of three the middle", {{"a/b/pids.max", "max\n"}, {"a/pids.max", "1\n"},
	 {"pids.max", "2\n"}}, LIMITED(1, 1), NOTE(ANCESTORS_HIDDEN)},
	{"zero", {{"a/pids.max", "0\n"}}, LIMITED(1, 0), 0},
	{"malformed", {{"a/b/pids.max", "100\n"}, {"a/pids.max", "x\n"}}, INVALID, MALFORMED},
	{"unreadable", {{"a/b/pids.max", "100\n"}, {"a/pids.max/", ""}}, UNKNOWN(EISDIR),
	 NOTE(UNREADABLE)},
	{"malformed, then unreadable", {{"a/b/pids.max", "x\n"}, {"a/pids.max/", ""}},
	 UNKNOWN(EISDIR), NOTE(UNREADABLE) | MALFORMED},
	{"unreadable, then a limit", {{"a/b/pids.max/", ""}, {"a/pids.max", "5\n"}},
	 UNKNOWN(EISDIR),
	 NOTE(UNREADABLE)},
	{"missing newline is forgiven in a tree", {{"a/b/pids.max", "7"}}, LIMITED(0, 7), 0},
	{"overflow is not saturated", {{"a/b/pids.max", "18446744073709551616\n"}}, INVALID,
	 MALFORMED},
};
/* clang-format on */

static const struct tree_file quiet[] = {
	{"a/b/cpu.max", "max 100000\n"},
	{"a/b/memory.max", "max\n"},
	{"a/b/memory.swap.max", "max\n"},
};

START_TEST(pids)
{
	struct climits_limits limits;
	struct tree tree;

	tree_machine(&tree);
	tree_put_all(&tree, quiet, 3);
	tree_put_all(&tree, TREE_FILES(rows[_i]));
	limits = tree_read_once(&tree);
	tree_destroy(&tree);
	tree_check(rows[_i].name, &limits.pids_max, &rows[_i].expected);
	tree_check_notes(rows[_i].name, limits.notes, rows[_i].notes);
}
END_TEST

/* clang-format off */
static const struct {
	const char *name;
	struct tree_file files[4];
	int missing;
} missings[] = {
	{"no file, root not to be seen", {{0}}, 1},
	{"the machine's root lacks one", {{"cgroup.controllers", "cpuset cpu pids\n"}}, 1},
	{"names are whole words", {{"cgroup.controllers", "cpuset cpuacct memory pids\n"}}, 1},
	{"a namespace's root", {{"cgroup.controllers", "cpu memory\n"}, {"pids.max", "max\n"}}, 1},
	{"no membership", {{"/proc/self/cgroup", NULL}}, 0},
	{"no mount", {{"/proc/self/mountinfo", ""}}, 0},
	{"dead", {{"/proc/self/stat", "1 (x) Z 1\n"}}, 0},
	{"v1 has no line of it", {{"/proc/self/cgroup", "1:name=systemd:/\n"}}, 1},
};
/* clang-format on */

START_TEST(missing)
{
	struct climits_limits limits;
	struct tree tree;

	tree_machine(&tree);
	tree_put_all(&tree, TREE_FILES(missings[_i]));
	limits = tree_read_once(&tree);
	tree_destroy(&tree);
	ck_assert_msg(tree_has_note(&limits, CLIMITS_NOTE_CONTROLLER_MISSING) ==
			      missings[_i].missing,
		      "%s", missings[_i].name);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("limits");
	TCase *tcase = tcase_create("limits");

	tcase_add_loop_test(tcase, pids, 0, COUNT(rows));
	tcase_add_loop_test(tcase, missing, 0, COUNT(missings));
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
