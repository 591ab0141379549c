/* SPDX-License-Identifier: MIT
 *
 * lib/conclude.c: usable CPUs, the number of CPUs to use, the memory budget, notes.
 */
#include "tree.h"
#include "unit.h"

#include <stdio.h>

#define ONLINE "/sys/devices/system/cpu/online"
#define STATUS "/proc/self/status"
#define EFFECTIVE "a/b/cpuset.cpus.effective"
#define ALLOWED(list)                                                                              \
	{                                                                                          \
		STATUS, "Cpus_allowed_list:\t" list "\n"                                           \
	}

/* clang-format off */
static const struct {
	const char *name;
	struct tree_file files[4];
	uint32_t usable, cpus;
	int cpuset;
} rows[] = {
	{"all", {{0}}, 4, 4, CLIMITS_UNLIMITED},
	{"cpuset", {{EFFECTIVE, "1-2\n"}}, 2, 2, CLIMITS_LIMITED},
	{"affinity", {ALLOWED("3")}, 1, 1, CLIMITS_UNLIMITED},
	{"both overlap", {{EFFECTIVE, "0-2\n"}, ALLOWED("2-3")}, 1, 1, CLIMITS_LIMITED},
	{"affinity within the cpuset (isolcpus)", {{EFFECTIVE, "0-3\n"}, ALLOWED("0-1")}, 2, 2,
	 CLIMITS_UNLIMITED},
	{"both do not meet: sizes", {{EFFECTIVE, "0-1\n"}, ALLOWED("3")}, 1, 1, CLIMITS_LIMITED},
	{"both do not meet: sizes, the other way", {{EFFECTIVE, "0\n"}, ALLOWED("2-3")}, 1, 1,
	 CLIMITS_LIMITED},
	{"online is renumbered (lxcfs)", {{EFFECTIVE, "8-11\n"}, ALLOWED("8-11"), {ONLINE,
	 "0-3\n"}},
	 4, 4, CLIMITS_UNLIMITED},
	{"online is renumbered, fewer", {{EFFECTIVE, "8-11\n"}, ALLOWED("8-11"), {ONLINE, "0-1\n"}},
	 2, 2, CLIMITS_UNLIMITED},
	{"online is renumbered and overlaps", {{EFFECTIVE, "2-5\n"}, ALLOWED("2-5"),
	 {ONLINE, "0-3\n"}}, 4, 4, CLIMITS_UNLIMITED},
	{"affinity lists an offline CPU", {ALLOWED("0-7")}, 4, 4, CLIMITS_UNLIMITED},
	{"affinity lists only offline CPUs", {ALLOWED("6-7")}, 2, 2, CLIMITS_UNLIMITED},
	{"online unknown", {{ONLINE, NULL}}, 4, 4, CLIMITS_UNLIMITED},
	{"online unknown, with a cpuset", {{ONLINE, NULL}, {EFFECTIVE, "0-1\n"}}, 2, 2,
	 CLIMITS_UNKNOWN},
	{"affinity unknown", {{STATUS, NULL}}, 4, 4, CLIMITS_UNLIMITED},
	{"affinity unknown, with a cpuset", {{STATUS, NULL}, {EFFECTIVE, "0\n"}}, 1, 1,
	 CLIMITS_LIMITED},
	{"nothing known", {{STATUS, NULL}, {ONLINE, NULL}}, 0, 0, CLIMITS_UNLIMITED},
	{"quota without CPUs known", {{STATUS, NULL}, {ONLINE, NULL},
	 {"a/b/cpu.max", "250000 100000\n"}}, 0, 2, CLIMITS_UNLIMITED},
	{"quota rounds down", {{"a/b/cpu.max", "299999 100000\n"}}, 4, 2, CLIMITS_UNLIMITED},
	{"quota just 3", {{"a/b/cpu.max", "300000 100000\n"}}, 4, 3, CLIMITS_UNLIMITED},
	{"quota below one", {{"a/b/cpu.max", "1000 100000\n"}}, 4, 1, CLIMITS_UNLIMITED},
	{"quota above the CPUs", {{"a/b/cpu.max", "900000 100000\n"}}, 4, 4, CLIMITS_UNLIMITED},
	{"malformed quota", {{"a/b/cpu.max", "x\n"}}, 4, 4, CLIMITS_UNLIMITED},
	{"malformed cpuset", {{EFFECTIVE, "x\n"}}, 4, 4, CLIMITS_INVALID},
};

static const struct {
	const char *name;
	struct tree_file files[4];
	int budgeted;
	uint64_t budget;
} budgets[] = {
	{"none", {{"a/b/memory.max", "max\n"}}, 0, 0},
	{"max", {{"a/b/memory.max", "1048576\n"}}, 1, 1048576},
	{"high is smaller", {{"a/b/memory.max", "1048576\n"}, {"a/b/memory.high", "4096\n"}}, 1,
	 4096},
	{"max is smaller", {{"a/b/memory.max", "4096\n"}, {"a/b/memory.high", "8192\n"}}, 1, 4096},
	{"high alone", {{"a/b/memory.max", "max\n"}, {"a/b/memory.high", "8192\n"}}, 1, 8192},
	{"RAM is smaller", {{"a/b/memory.max", "17179869184\n"}}, 1, TREE_RAM},
	{"RAM unknown", {{"a/b/memory.max", "17179869184\n"}, {"/proc/meminfo", NULL}}, 1,
	 UINT64_C(17179869184)},
	{"malformed max", {{"a/b/memory.max", "x\n"}, {"a/b/memory.high", "4096\n"}}, 0, 0},
	{"malformed high", {{"a/b/memory.max", "4096\n"}, {"a/b/memory.high", "x\n"}}, 0, 0},
	{"unreadable parent", {{"a/b/memory.max", "4096\n"}, {"a/memory.max/", ""}}, 0, 0},
	{"zero", {{"a/b/memory.max", "0\n"}}, 1, 0},
};
/* clang-format on */

START_TEST(cpus)
{
	struct climits_limits limits;
	struct tree tree;

	tree_machine(&tree);
	tree_put_all(&tree, TREE_FILES(rows[_i]));
	limits = tree_read_once(&tree);
	ck_assert_msg(limits.usable_cpus == rows[_i].usable, "%s: %u usable", rows[_i].name,
		      limits.usable_cpus);
	ck_assert_msg(limits.cpus == rows[_i].cpus, "%s: %u", rows[_i].name, limits.cpus);
	ck_assert_msg(limits.cpuset.status == rows[_i].cpuset, "%s: cpuset %s", rows[_i].name,
		      climits_status_name(limits.cpuset.status));
	tree_destroy(&tree);
}
END_TEST

START_TEST(budget)
{
	struct climits_limits limits;
	struct tree tree;

	tree_machine(&tree);
	tree_put_all(&tree, TREE_FILES(budgets[_i]));
	limits = tree_read_once(&tree);
	ck_assert_msg(limits.memory_budgeted == budgets[_i].budgeted, "%s", budgets[_i].name);
	ck_assert_msg(limits.memory_budget == budgets[_i].budget, "%s: %ju", budgets[_i].name,
		      (uintmax_t)limits.memory_budget);
	tree_destroy(&tree);
}
END_TEST

#define UNTIL_40 " 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 "

/* SCHED_FIFO, SCHED_RR and SCHED_DEADLINE, with a quota and without. */
START_TEST(real_time)
{
	static const int binds[] = {1, 0, 0, 1, 1, 1, 0, 1};
	struct climits_limits limits;
	struct tree tree;
	char stat[128];

	tree_machine(&tree);
	snprintf(stat, sizeof(stat), "1 (x) R" UNTIL_40 "%d 0\n", _i);
	tree_put(&tree, "/proc/self/stat", stat);
	limits = tree_read_once(&tree);
	ck_assert_int_eq(limits.scheduling, _i);
	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_QUOTA_NOT_BINDING), 0);
	tree_put(&tree, "a/b/cpu.max", "50000 100000\n");
	limits = tree_read_once(&tree);
	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_QUOTA_NOT_BINDING), !binds[_i]);
	tree_destroy(&tree);
}
END_TEST

/* Each of the three limits that a runtime looks for at its own level only. */
START_TEST(ancestor)
{
	static const struct tree_file files[] = {
		{"a/cpu.max", "50000 100000\n"}, {"a/memory.max", "4096\n"},
		{"a/memory.high", "4096\n"},     {"a/pids.max", "5\n"},
		{"a/b/memory.max", "4096\n"},
	};
	static const int tighter[] = {1, 1, 1, 0, 0};
	struct climits_limits limits;
	struct tree tree;

	tree_machine(&tree);
	tree_put_all(&tree, &files[_i], 1);
	limits = tree_read_once(&tree);
	ck_assert_msg(tree_has_note(&limits, CLIMITS_NOTE_ANCESTOR_TIGHTER) == tighter[_i], "%s",
		      files[_i].path);
	tree_destroy(&tree);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("conclude");
	TCase *tcase = tcase_create("conclude");

	tcase_add_loop_test(tcase, cpus, 0, COUNT(rows));
	tcase_add_loop_test(tcase, budget, 0, COUNT(budgets));
	tcase_add_loop_test(tcase, real_time, 0, 8);
	tcase_add_loop_test(tcase, ancestor, 0, 5);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
