/* SPDX-License-Identifier: MIT
 *
 * lib/limits_memory.c: memory.max, memory.high and swap of both versions, over all levels.
 */
#include "tree.h"
#include "unit.h"

#include <errno.h>
#include <string.h>

/* The process is in /a/b: level 0, /a is level 1 and / level 2. */
struct row {
	const char *name;
	struct tree_file files[7];
	struct climits_limit max, high, swap;
	uint64_t notes;
};

#define MALFORMED NOTE(VALUE_MALFORMED)
#define ANCESTOR NOTE(ANCESTOR_TIGHTER)
#define NO_SWAP UNKNOWN(ENOENT), NOTE(SWAP_UNACCOUNTED)
#define GIB_16 "17179869184\n"
#define MAX "max\n"
#define NONE "9223372036854771712\n" /* of v1, with pages of 4 KiB */
#define HIERARCHY "memory/a/memory.use_hierarchy"

/* clang-format off */
static const struct row rows[] = {
	{"no file anywhere", {{0}}, UNLIMITED, UNLIMITED, UNLIMITED, NOTE(CONTROLLER_MISSING)},
	{"no limit", {{"a/b/memory.max", MAX}, {"a/b/memory.high", MAX}, {"a/b/memory.swap.max",
	 MAX}},
	 UNLIMITED, UNLIMITED, UNLIMITED, 0},
	{"own", {{"a/b/memory.max", "4096\n"}, {"a/b/memory.high", "1024\n"},
	 {"a/b/memory.swap.max", "0\n"}}, LIMITED(0, 4096), LIMITED(0, 1024), LIMITED(0, 0), 0},
	{"each its own level", {{"a/b/memory.max", "4096\n"}, {"a/memory.max", "8192\n"},
	 {"a/b/memory.high", MAX}, {"a/memory.high", "2048\n"}, {"a/b/memory.swap.max", "3\n"},
	 {"a/memory.swap.max", "2\n"}}, LIMITED(0, 4096), LIMITED(1, 2048), LIMITED(1, 2),
	 ANCESTOR},
	{"equal: the nearest", {{"a/b/memory.max", "4096\n"}, {"a/memory.max", "4096\n"},
	 {"a/memory.swap.max", MAX}}, LIMITED(0, 4096), UNLIMITED, UNLIMITED, 0},
	{"zero is a limit", {{"a/b/memory.max", "0\n"}, {"a/b/memory.swap.max", MAX}},
	 LIMITED(0, 0), UNLIMITED, UNLIMITED, 0},
	{"above RAM stays", {{"a/b/memory.max", GIB_16}, {"a/b/memory.swap.max", MAX}},
	 LIMITED(0, UINT64_C(17179869184)), UNLIMITED, UNLIMITED, 0},
	{"beyond 53 bits", {{"a/b/memory.max", "9007199254740993\n"}, {"a/b/memory.swap.max", MAX}},
	 LIMITED(0, UINT64_C(9007199254740993)), UNLIMITED, UNLIMITED, 0},
	{"threaded: the files are at the domain above", {{"a/memory.max", "4096\n"},
	 {"a/memory.swap.max", MAX}}, LIMITED(1, 4096), UNLIMITED, UNLIMITED, ANCESTOR},
	{"protections are no limits", {{"a/b/memory.max", MAX}, {"a/b/memory.swap.max", MAX},
	 {"a/b/memory.low", "1\n"}, {"a/b/memory.min", "1\n"}}, UNLIMITED, UNLIMITED, UNLIMITED, 0},
	{"swap is not accounted", {{"a/b/memory.max", "4096\n"}}, LIMITED(0, 4096), UNLIMITED,
	 NO_SWAP},
	{"swap at a parent only", {{"a/b/memory.max", "4096\n"}, {"a/memory.swap.max", "5\n"}},
	 LIMITED(0, 4096), UNLIMITED, LIMITED(1, 5), 0},
	{"swap without memory.max", {{"a/b/memory.swap.max", "5\n"}}, UNLIMITED, UNLIMITED,
	 LIMITED(0, 5), NOTE(CONTROLLER_MISSING)},
	{"malformed", {{"a/b/memory.max", "512M\n"}, {"a/b/memory.swap.max", MAX}}, INVALID,
	 UNLIMITED, UNLIMITED, MALFORMED},
	{"malformed at the parent of a limit", {{"a/b/memory.max", "4096\n"}, {"a/memory.max",
	 "-1\n"},
	 {"a/b/memory.swap.max", MAX}}, INVALID, UNLIMITED, UNLIMITED, MALFORMED},
	{"malformed high", {{"a/b/memory.max", "4096\n"}, {"a/b/memory.high", "\n"},
	 {"a/b/memory.swap.max", "x\n"}}, LIMITED(0, 4096), INVALID, INVALID, MALFORMED},
	{"unreadable", {{"a/memory.max/", ""}, {"a/b/memory.max", "4096\n"},
	 {"a/b/memory.swap.max", MAX}}, UNKNOWN(EISDIR), UNLIMITED, UNLIMITED, NOTE(UNREADABLE)},
	{"v1's files mean nothing here", {{"a/b/memory.limit_in_bytes", "4096\n"}}, UNLIMITED,
	 UNLIMITED, UNLIMITED, NOTE(CONTROLLER_MISSING)},
}, v1_rows[] = {
	{"no file anywhere", {{0}}, UNLIMITED, UNLIMITED, UNLIMITED, NOTE(CONTROLLER_MISSING)},
	{"no limit, pages of 4 KiB", {{"memory/a/b/memory.limit_in_bytes", NONE},
	 {"memory/a/b/memory.memsw.limit_in_bytes", NONE}}, UNLIMITED, UNLIMITED, UNLIMITED, 0},
	{"no limit, pages of 64 KiB", {{"memory/a/b/memory.limit_in_bytes",
	 "9223372036854710272\n"},
	 {"memory/a/b/memory.memsw.limit_in_bytes", "9223372036854710272\n"}}, UNLIMITED, UNLIMITED,
	 UNLIMITED, 0},
	{"no limit, before Linux 3.19", {{"memory/a/b/memory.limit_in_bytes",
	 "18446744073709551615\n"}, {"memory/a/b/memory.memsw.limit_in_bytes",
	 "18446744073709551615\n"}}, UNLIMITED, UNLIMITED, UNLIMITED, 0},
	{"own", {{"memory/a/b/memory.limit_in_bytes", "4096\n"},
	 {"memory/a/b/memory.memsw.limit_in_bytes", "12288\n"}}, LIMITED(0, 4096), UNLIMITED,
	 LIMITED(0, 8192), 0},
	{"no swap left", {{"memory/a/b/memory.limit_in_bytes", "4096\n"},
	 {"memory/a/b/memory.memsw.limit_in_bytes", "4096\n"}}, LIMITED(0, 4096), UNLIMITED,
	 LIMITED(0, 0), 0},
	{"less for both than for memory", {{"memory/a/b/memory.limit_in_bytes", "4096\n"},
	 {"memory/a/memory.memsw.limit_in_bytes", "2048\n"}}, LIMITED(0, 4096), UNLIMITED,
	 LIMITED(1, 0), 0},
	{"memory limited, both not", {{"memory/a/b/memory.limit_in_bytes", "4096\n"},
	 {"memory/a/b/memory.memsw.limit_in_bytes", NONE}}, LIMITED(0, 4096), UNLIMITED, UNLIMITED,
	 0},
	{"both limited, memory not", {{"memory/a/b/memory.limit_in_bytes", NONE},
	 {"memory/a/b/memory.memsw.limit_in_bytes", "4096\n"}}, UNLIMITED, UNLIMITED, INVALID,
	 MALFORMED},
	{"swap is not accounted", {{"memory/a/b/memory.limit_in_bytes", "4096\n"}}, LIMITED(0,
	 4096),
	 UNLIMITED, NO_SWAP},
	{"each its own level", {{"memory/a/b/memory.limit_in_bytes", "8192\n"},
	 {"memory/a/memory.limit_in_bytes", "4096\n"},
	 {"memory/a/b/memory.memsw.limit_in_bytes", "9000\n"},
	 {"memory/a/memory.memsw.limit_in_bytes", NONE}}, LIMITED(1, 4096), UNLIMITED,
	 LIMITED(0, 4904), ANCESTOR},
	{"a parent with use_hierarchy", {{"memory/a/b/memory.limit_in_bytes", NONE},
	 {"memory/a/memory.limit_in_bytes", "4096\n"}, {HIERARCHY, "1\n"}}, LIMITED(1, 4096),
	 UNLIMITED, UNKNOWN(ENOENT), ANCESTOR | NOTE(SWAP_UNACCOUNTED)},
	{"a parent without use_hierarchy", {{"memory/a/b/memory.limit_in_bytes", "8192\n"},
	 {"memory/a/memory.limit_in_bytes", "4096\n"}, {HIERARCHY, "0\n"},
	 {"memory/a/b/memory.memsw.limit_in_bytes", "8192\n"},
	 {"memory/memory.limit_in_bytes", "1024\n"}}, LIMITED(0, 8192), UNLIMITED, LIMITED(0, 0),
	 NOTE(USE_HIERARCHY_OFF)},
	{"the own use_hierarchy is about children", {{"memory/a/b/memory.limit_in_bytes", NONE},
	 {"memory/a/memory.limit_in_bytes", "4096\n"}, {"memory/a/b/memory.use_hierarchy", "0\n"},
	 {"memory/a/memory.memsw.limit_in_bytes", "4096\n"}}, LIMITED(1, 4096), UNLIMITED,
	 LIMITED(1, 0), ANCESTOR},
	{"malformed use_hierarchy", {{"memory/a/b/memory.limit_in_bytes", "4096\n"},
	 {HIERARCHY, "yes\n"}, {"memory/a/b/memory.memsw.limit_in_bytes", "4096\n"}}, INVALID,
	 UNLIMITED, INVALID, MALFORMED},
	{"unreadable use_hierarchy", {{"memory/a/b/memory.limit_in_bytes", "4096\n"},
	 {"memory/a/memory.use_hierarchy/", ""}, {"memory/a/b/memory.memsw.limit_in_bytes",
	 "4096\n"}},
	 UNKNOWN(EISDIR), UNLIMITED, UNKNOWN(EISDIR), NOTE(UNREADABLE)},
	{"a hidden level is tighter", {{"memory/a/b/memory.limit_in_bytes", "8192\n"},
	 {"memory/a/b/memory.memsw.limit_in_bytes", "16384\n"}, {"memory/a/b/memory.stat",
	 "cache 1\nhierarchical_memory_limit 4096\nhierarchical_memsw_limit 6144\n"}},
	 LIMITED(-1, 4096), UNLIMITED, LIMITED(-1, 2048), NOTE(ANCESTORS_HIDDEN)},
	{"the stat says the same", {{"memory/a/b/memory.limit_in_bytes", "8192\n"},
	 {"memory/a/b/memory.memsw.limit_in_bytes", "8192\n"}, {"memory/a/b/memory.stat",
	 "hierarchical_memory_limit 8192\nhierarchical_memsw_limit 8192\n"}}, LIMITED(0, 8192),
	 UNLIMITED, LIMITED(0, 0), 0},
	{"the stat has no limit", {{"memory/a/b/memory.limit_in_bytes", NONE},
	 {"memory/a/b/memory.stat", "hierarchical_memory_limit 9223372036854771712\n"
	 "hierarchical_memsw_limit 18446744073709551615\n"}}, UNLIMITED, UNLIMITED, UNLIMITED, 0},
	{"accounting of swap shows in the stat only", {{"memory/a/b/memory.limit_in_bytes",
	 "4096\n"},
	 {"memory/a/b/memory.stat",
	 "hierarchical_memory_limit 4096\nhierarchical_memsw_limit 8192\n"}},
	 LIMITED(0, 4096), UNLIMITED, LIMITED(-1, 4096), 0},
	{"the stat mends a malformed parent", {{"memory/a/b/memory.limit_in_bytes", "8192\n"},
	 {"memory/a/memory.limit_in_bytes", "x\n"}, {"memory/a/b/memory.memsw.limit_in_bytes",
	 "8192\n"}, {"memory/a/b/memory.stat",
	 "hierarchical_memory_limit 4096\nhierarchical_memsw_limit 4096\n"}}, LIMITED(-1, 4096),
	 UNLIMITED, LIMITED(-1, 0), NOTE(ANCESTORS_HIDDEN)},
	{"malformed stat", {{"memory/a/b/memory.limit_in_bytes", "8192\n"},
	 {"memory/a/b/memory.stat",
	 "hierarchical_memory_limit x\nhierarchical_memsw_limit 8192\n"}}, INVALID, UNLIMITED,
	 INVALID,
	 MALFORMED},
	{"unreadable stat", {{"memory/a/b/memory.limit_in_bytes", "8192\n"},
	 {"memory/a/b/memory.memsw.limit_in_bytes", "8192\n"}, {"memory/a/b/memory.stat/", ""}},
	 UNKNOWN(EISDIR), UNLIMITED, UNKNOWN(EISDIR), NOTE(UNREADABLE)},
	{"malformed", {{"memory/a/b/memory.limit_in_bytes", "max\n"},
	 {"memory/a/b/memory.memsw.limit_in_bytes", "8192\n"}}, INVALID, UNLIMITED, INVALID,
	 MALFORMED},
	{"malformed both", {{"memory/a/b/memory.limit_in_bytes", "4096\n"},
	 {"memory/a/b/memory.memsw.limit_in_bytes", "-1\n"}}, LIMITED(0, 4096), UNLIMITED, INVALID,
	 MALFORMED},
	{"unreadable above malformed", {{"memory/a/b/memory.limit_in_bytes", "x\n"},
	 {"memory/a/memory.limit_in_bytes/", ""}, {"memory/a/b/memory.memsw.limit_in_bytes",
	 "8192\n"}}, UNKNOWN(EISDIR), UNLIMITED, UNKNOWN(EISDIR), NOTE(UNREADABLE)},
	{"malformed above unreadable", {{"memory/a/b/memory.limit_in_bytes/", ""},
	 {"memory/a/memory.limit_in_bytes", "x\n"}, {"memory/a/b/memory.memsw.limit_in_bytes",
	 "8192\n"}}, UNKNOWN(EISDIR), UNLIMITED, UNKNOWN(EISDIR), NOTE(UNREADABLE)},
	{"the soft limit is no throttle", {{"memory/a/b/memory.limit_in_bytes", NONE},
	 {"memory/a/b/memory.memsw.limit_in_bytes", NONE},
	 {"memory/a/b/memory.soft_limit_in_bytes", "4096\n"}}, UNLIMITED, UNLIMITED, UNLIMITED, 0},
};
/* clang-format on */

static void check_row(const struct row *row, struct tree *tree)
{
	struct climits_limits limits;

	tree_put_all(tree, TREE_FILES(*row));
	limits = tree_read_once(tree);
	tree_destroy(tree);
	tree_check(row->name, &limits.memory_max, &row->max);
	tree_check(row->name, &limits.memory_high, &row->high);
	tree_check(row->name, &limits.swap_max, &row->swap);
	tree_check_notes(row->name, limits.notes, row->notes);
}

START_TEST(v2)
{
	struct tree tree;

	tree_machine(&tree);
	tree_put(&tree, "a/b/cpu.max", "max 100000\n");
	check_row(&rows[_i], &tree);
}
END_TEST

START_TEST(v1)
{
	struct tree tree;

	tree_machine_v1(&tree);
	tree_put(&tree, "cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1\n");
	tree_put(&tree, "cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n");
	check_row(&v1_rows[_i], &tree);
}
END_TEST

/*
 * v1 has no throttle limit, whatever else is not known of it; a dead process has no limits at all.
 */
START_TEST(v1_high)
{
	static const struct climits_limit unlimited = UNLIMITED;
	static const struct climits_limit hidden = UNKNOWN(ENODEV);
	static const struct climits_limit dead = UNKNOWN(ESRCH);
	struct climits_limits limits;
	struct tree tree;

	tree_machine_v1(&tree);
	tree_put(&tree, "/proc/self/mountinfo", "");
	limits = tree_read_once(&tree);
	tree_check("not mounted", &limits.memory_max, &hidden);
	tree_check("not mounted", &limits.memory_high, &unlimited);
	tree_put(&tree, "/proc/self/stat", "1 (x) Z 0\n");
	limits = tree_read_once(&tree);
	tree_check("dead", &limits.memory_max, &dead);
	tree_check("dead", &limits.memory_high, &dead);
	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_PROCESS_DEAD), 1);
	tree_destroy(&tree);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("limits_memory");
	TCase *tcase = tcase_create("limits_memory");

	tcase_add_loop_test(tcase, v2, 0, COUNT(rows));
	tcase_add_loop_test(tcase, v1, 0, COUNT(v1_rows));
	tcase_add_test(tcase, v1_high);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
