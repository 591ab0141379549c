/* SPDX-License-Identifier: MIT
 *
 * lib/limits_cpu.c: quota, burst and weight, and the cpuset, over all levels.
 */
#include "tree.h"
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The process is in /a/b: level 0, /a is level 1 and / level 2. */
#define MALFORMED NOTE(VALUE_MALFORMED)
#define ANCESTOR NOTE(ANCESTOR_TIGHTER)
#define BIG_QUOTA (UINT64_C(1) << 44)

/* clang-format off */
static const struct tree_row quotas[] = {
	{"no file anywhere", {{0}}, UNLIMITED, NOTE(CONTROLLER_MISSING)},
	{"own", {{"a/b/cpu.max", "50000 100000\n"}}, QUOTA(0, 50000, 100000), 0},
	{"no limit", {{"a/b/cpu.max", "max 100000\n"}}, UNLIMITED, 0},
	{"parent, own has none", {{"a/b/cpu.max", "max 100000\n"}, {"a/cpu.max", "50000 100000\n"}},
	 QUOTA(1, 50000, 100000), ANCESTOR},
	{"middle without file", {{"a/b/cpu.max", "max 100000\n"}, {"cpu.max", "1000 100000\n"}},
	 QUOTA(2, 1000, 100000), ANCESTOR | NOTE(ANCESTORS_HIDDEN)},
	{"only the root", {{"cpu.max", "1000 100000\n"}}, QUOTA(2, 1000, 100000),
	 ANCESTOR | NOTE(ANCESTORS_HIDDEN)},
	{"own is tighter", {{"a/b/cpu.max", "50000 100000\n"}, {"a/cpu.max", "60000 100000\n"}},
	 QUOTA(0, 50000, 100000), 0},
	{"fractions, not quotas", {{"a/b/cpu.max", "50000 50000\n"}, {"a/cpu.max",
	 "90000 100000\n"}},
	 QUOTA(1, 90000, 100000), ANCESTOR},
	{"fractions, not quotas, the other way",
	 {{"a/b/cpu.max", "90000 100000\n"}, {"a/cpu.max", "50000 50000\n"}},
	 QUOTA(0, 90000, 100000), 0},
	{"equal: the nearest", {{"a/b/cpu.max", "25000 50000\n"}, {"a/cpu.max", "50000 100000\n"}},
	 QUOTA(0, 25000, 50000), 0},
	{"one microsecond of a second less",
	 {{"a/b/cpu.max", "333334 1000000\n"}, {"a/cpu.max", "333333 1000000\n"}},
	 QUOTA(1, 333333, 1000000), ANCESTOR},
	{"largest quotas", {{"a/b/cpu.max", "17592186044416 999999\n"},
	 {"a/cpu.max", "17592186044416 1000000\n"}}, QUOTA(1, BIG_QUOTA, 1000000), ANCESTOR},
	{"products beyond 64 bits", {{"a/b/cpu.max", "18446744073709551614 18446744073709551615\n"},
	 {"a/cpu.max", "18446744073709551613 18446744073709551615\n"}},
	 QUOTA(1, UINT64_MAX - 2, UINT64_MAX), ANCESTOR},
	{"period assumed", {{"a/b/cpu.max", "50000\n"}}, QUOTA(0, 50000, 100000),
	 NOTE(PERIOD_ASSUMED)},
	{"period assumed at a level that does not bind",
	 {{"a/b/cpu.max", "50000\n"}, {"a/cpu.max", "40000 100000\n"}},
	 QUOTA(1, 40000, 100000), ANCESTOR},
	{"no limit without a period", {{"a/b/cpu.max", "max\n"}}, UNLIMITED, 0},
	{"malformed", {{"a/b/cpu.max", "123max 100000\n"}}, INVALID, MALFORMED},
	{"empty", {{"a/b/cpu.max", ""}}, INVALID, MALFORMED},
	{"malformed parent", {{"a/b/cpu.max", "50000 100000\n"}, {"a/cpu.max", "x\n"}}, INVALID,
	 MALFORMED},
	{"malformed below a limited parent",
	 {{"a/b/cpu.max", "x\n"}, {"a/cpu.max", "50000 100000\n"}}, INVALID, MALFORMED},
	{"unreadable", {{"a/b/cpu.max/", ""}}, UNKNOWN(EISDIR), NOTE(UNREADABLE)},
	{"unreadable parent", {{"a/b/cpu.max", "50000 100000\n"}, {"a/cpu.max/", ""}},
	 UNKNOWN(EISDIR), NOTE(UNREADABLE)},
	{"unreadable above malformed", {{"a/b/cpu.max", "x\n"}, {"a/cpu.max/", ""}},
	 UNKNOWN(EISDIR), NOTE(UNREADABLE) | MALFORMED},
	{"malformed above unreadable", {{"a/b/cpu.max/", ""}, {"a/cpu.max", "x\n"}},
	 UNKNOWN(EISDIR), NOTE(UNREADABLE) | MALFORMED},
	{"burst and weight are no quota",
	 {{"a/b/cpu.max", "max 100000\n"}, {"a/b/cpu.max.burst", "1\n"}, {"a/b/cpu.weight", "1\n"}},
	 UNLIMITED, 0},
}, v1_quotas[] = {
	{"no file anywhere", {{0}}, UNLIMITED, NOTE(CONTROLLER_MISSING)},
	{"own", {{"cpu,cpuacct/a/b/cpu.cfs_quota_us", "50000\n"},
	 {"cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n"}}, QUOTA(0, 50000, 100000), 0},
	{"no limit", {{"cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1\n"},
	 {"cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n"}}, UNLIMITED, 0},
	{"no limit under a limited parent", {{"cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1\n"},
	 {"cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n"},
	 {"cpu,cpuacct/a/cpu.cfs_quota_us", "150000\n"},
	 {"cpu,cpuacct/a/cpu.cfs_period_us", "100000\n"}}, QUOTA(1, 150000, 100000), ANCESTOR},
	{"0 and 0 of an ancient root", {{"cpu,cpuacct/cpu.cfs_quota_us", "0\n"},
	 {"cpu,cpuacct/cpu.cfs_period_us", "0\n"}}, UNLIMITED, 0},
	{"quota without period", {{"cpu,cpuacct/a/b/cpu.cfs_quota_us", "50000\n"}}, UNKNOWN(EIO),
	 NOTE(UNREADABLE)},
	{"period without quota", {{"cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n"}}, UNLIMITED,
	 NOTE(CONTROLLER_MISSING)},
	{"unreadable period", {{"cpu,cpuacct/a/b/cpu.cfs_quota_us", "50000\n"},
	 {"cpu,cpuacct/a/b/cpu.cfs_period_us/", ""}}, UNKNOWN(EISDIR), NOTE(UNREADABLE)},
	{"longest numbers", {{"cpu,cpuacct/a/b/cpu.cfs_quota_us", "00000000000000000000050000\n"},
	 {"cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n"}}, QUOTA(0, 50000, 100000), 0},
	{"malformed quota", {{"cpu,cpuacct/a/b/cpu.cfs_quota_us", "max\n"},
	 {"cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n"}}, INVALID, MALFORMED},
	{"malformed period", {{"cpu,cpuacct/a/b/cpu.cfs_quota_us", "1000\n"},
	 {"cpu,cpuacct/a/b/cpu.cfs_period_us", "\n"}}, INVALID, MALFORMED},
	{"period of 0", {{"cpu,cpuacct/a/b/cpu.cfs_quota_us", "1000\n"},
	 {"cpu,cpuacct/a/b/cpu.cfs_period_us", "0\n"}}, INVALID, MALFORMED},
	{"without a quota the period has no meaning", {{"cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1\n"},
	 {"cpu,cpuacct/a/b/cpu.cfs_period_us", "x\n"}}, UNLIMITED, 0},
	{"cpu.max means nothing here", {{"cpu,cpuacct/a/b/cpu.max", "50000 100000\n"}}, UNLIMITED,
	 NOTE(CONTROLLER_MISSING)},
};

static const struct tree_row weights[] = {
	{"none", {{0}}, UNLIMITED, 0},
	{"own", {{"a/b/cpu.weight", "100\n"}}, LIMITED(0, 100), 0},
	{"a parent's is not ours", {{"a/cpu.weight", "100\n"}}, UNLIMITED, 0},
	{"malformed", {{"a/b/cpu.weight", "100%\n"}}, INVALID, MALFORMED},
	{"a share has no maximum", {{"a/b/cpu.weight", "max\n"}}, INVALID, MALFORMED},
	{"unreadable", {{"a/b/cpu.weight/", ""}}, UNKNOWN(EISDIR), NOTE(UNREADABLE)},
};

/* The machine has the CPUs 0 to 3. */
static const struct tree_row cpusets[] = {
	{"none", {{0}}, UNLIMITED, 0},
	{"own", {{"a/b/cpuset.cpus.effective", "0-1\n"}}, LIMITED(0, 2), 0},
	{"all", {{"a/b/cpuset.cpus.effective", "0-3\n"}},
	 {.status = CLIMITS_UNLIMITED, .level = 0, .value = 4}, 0},
	{"nearest", {{"a/cpuset.cpus.effective", "1\n"}, {"cpuset.cpus.effective", "0-3\n"}},
	 LIMITED(1, 1), 0},
	{"own counts though the parent is smaller", {{"a/b/cpuset.cpus.effective", "0-2\n"},
	 {"a/cpuset.cpus.effective", "1\n"}}, LIMITED(0, 3), 0},
	{"empty: the parent's", {{"a/b/cpuset.cpus.effective", "\n"},
	 {"a/cpuset.cpus.effective", "1-3\n"}}, LIMITED(1, 3), 0},
	{"empty everywhere", {{"a/b/cpuset.cpus.effective", "\n"}}, UNLIMITED, 0},
	{"configured is not effective", {{"a/b/cpuset.cpus", "1\n"}}, UNLIMITED, 0},
	{"malformed", {{"a/b/cpuset.cpus.effective", "0-3x\n"}}, INVALID, MALFORMED},
	{"malformed above is not looked at", {{"a/b/cpuset.cpus.effective", "0\n"},
	 {"a/cpuset.cpus.effective", "x\n"}}, LIMITED(0, 1), 0},
	{"unreadable", {{"a/b/cpuset.cpus.effective/", ""}, {"a/cpuset.cpus.effective", "1\n"}},
	 UNKNOWN(EISDIR), NOTE(UNREADABLE)},
}, v1_cpusets[] = {
	{"effective", {{"cpuset/a/b/cpuset.effective_cpus", "0\n"}, {"cpuset/a/b/cpuset.cpus",
	 "0-2\n"}}, LIMITED(0, 1), 0},
	{"configured, before Linux 3.17", {{"cpuset/a/b/cpuset.cpus", "0-2\n"}}, LIMITED(0, 3), 0},
	{"empty leaf", {{"cpuset/a/b/cpuset.cpus", "\n"}, {"cpuset/a/cpuset.cpus", "0-1\n"}},
	 LIMITED(1, 2), 0},
	{"configured lists offline CPUs", {{"cpuset/a/b/cpuset.cpus", "0-7\n"}},
	 {.status = CLIMITS_UNLIMITED, .level = 0, .value = 8}, 0},
	{"unreadable effective", {{"cpuset/a/b/cpuset.effective_cpus/", ""},
	 {"cpuset/a/b/cpuset.cpus", "0\n"}}, UNKNOWN(EISDIR), NOTE(UNREADABLE)},
	{"noprefix of Android", {{"/proc/self/mountinfo",
	 "32 30 0:27 / /dev/cpuset rw - cgroup cgroup rw,cpuset,noprefix\n"
	 "31 30 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
	 "33 30 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
	 "34 30 0:29 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"},
	 {"/dev/cpuset/a/b/effective_cpus", "2\n"}, {"/dev/cpuset/a/b/cpus", "0-3\n"}},
	 LIMITED(0, 1), 0},
};
/* clang-format on */

/* What limits no CPU, so that no note is due for it. */
static const struct tree_file quiet[] = {
	{"a/b/memory.max", "max\n"},
	{"a/b/memory.swap.max", "max\n"},
};

static const struct tree_file quiet_v1[] = {
	{"memory/a/b/memory.limit_in_bytes", "9223372036854771712\n"},
	{"memory/a/b/memory.memsw.limit_in_bytes", "9223372036854771712\n"},
};

static struct climits_limits limits_of(const struct tree_row *row, int version)
{
	struct climits_limits limits;
	struct tree tree;

	if (version == 1) {
		tree_machine_v1(&tree);
		tree_put_all(&tree, quiet_v1, 2);
	} else {
		tree_machine(&tree);
		tree_put_all(&tree, quiet, 2);
	}
	tree_put_all(&tree, TREE_FILES(*row));
	limits = tree_read_once(&tree);
	tree_destroy(&tree);
	return limits;
}

START_TEST(quota)
{
	struct climits_limits limits = limits_of(&quotas[_i], 2);

	tree_check(quotas[_i].name, &limits.cpu_quota, &quotas[_i].expected);
	tree_check_notes(quotas[_i].name, limits.notes, quotas[_i].notes);
}
END_TEST

START_TEST(v1_quota)
{
	struct climits_limits limits = limits_of(&v1_quotas[_i], 1);

	tree_check(v1_quotas[_i].name, &limits.cpu_quota, &v1_quotas[_i].expected);
	tree_check_notes(v1_quotas[_i].name, limits.notes, v1_quotas[_i].notes);
}
END_TEST

START_TEST(weight)
{
	struct climits_limits limits = limits_of(&weights[_i], 2);

	tree_check(weights[_i].name, &limits.cpu_weight, &weights[_i].expected);
	tree_check_notes(weights[_i].name, limits.notes & ~NOTE(CONTROLLER_MISSING),
			 weights[_i].notes);
}
END_TEST

START_TEST(cpuset)
{
	struct climits_limits limits = limits_of(&cpusets[_i], 2);

	tree_check(cpusets[_i].name, &limits.cpuset, &cpusets[_i].expected);
	tree_check_notes(cpusets[_i].name, limits.notes & ~NOTE(CONTROLLER_MISSING),
			 cpusets[_i].notes);
}
END_TEST

START_TEST(v1_cpuset)
{
	struct climits_limits limits = limits_of(&v1_cpusets[_i], 1);

	tree_check(v1_cpusets[_i].name, &limits.cpuset, &v1_cpusets[_i].expected);
	tree_check_notes(v1_cpusets[_i].name, limits.notes & ~NOTE(CONTROLLER_MISSING),
			 v1_cpusets[_i].notes);
}
END_TEST

/* clang-format off */
static const struct {
	struct tree_row row; /* expected and notes are not used */
	uint64_t burst;
} bursts[] = {
	{{"own", {{"a/b/cpu.max", "50000 100000\n"}, {"a/b/cpu.max.burst", "20000\n"}}, {0}, 0},
	 20000},
	{{"not without a quota", {{"a/b/cpu.max", "max 100000\n"}, {"a/b/cpu.max.burst", "1\n"}},
	 {0}, 0}, 0},
	{{"of the level that binds", {{"a/b/cpu.max", "max 100000\n"}, {"a/b/cpu.max.burst", "1\n"},
	 {"a/cpu.max", "50000 100000\n"}, {"a/cpu.max.burst", "2\n"}}, {0}, 0}, 2},
	{{"not of another", {{"a/b/cpu.max", "50000 100000\n"}, {"a/cpu.max.burst", "2\n"}}, {0},
	 0},
	 0},
	{{"malformed", {{"a/b/cpu.max", "50000 100000\n"}, {"a/b/cpu.max.burst", "x\n"}}, {0}, 0},
	 0},
	{{"none", {{"a/b/cpu.max", "50000 100000\n"}, {"a/b/cpu.max.burst", "max\n"}}, {0}, 0}, 0},
};
/* clang-format on */

START_TEST(burst)
{
	struct climits_limits limits = limits_of(&bursts[_i].row, 2);

	ck_assert_msg(limits.cpu_burst == bursts[_i].burst, "%s: %ju", bursts[_i].row.name,
		      (uintmax_t)limits.cpu_burst);
	ck_assert_msg(!tree_has_note(&limits, CLIMITS_NOTE_VALUE_MALFORMED), "%s",
		      bursts[_i].row.name);
}
END_TEST

START_TEST(v1_burst_and_shares)
{
	static const struct tree_row row = {
		.files = {{"cpu,cpuacct/a/b/cpu.cfs_quota_us", "50000\n"},
			  {"cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n"},
			  {"cpu,cpuacct/a/b/cpu.cfs_burst_us", "3000\n"},
			  {"cpu,cpuacct/a/b/cpu.shares", "1024\n"}},
	};
	static const struct climits_limit shares = LIMITED(0, 1024);
	struct climits_limits limits = limits_of(&row, 1);

	ck_assert_uint_eq(limits.cpu_burst, 3000);
	tree_check("cpu.shares", &limits.cpu_weight, &shares);
}
END_TEST

/* A file that fills the buffer may be longer: an error, not a value. */
START_TEST(longest_file)
{
	static const struct climits_limit unknown = UNKNOWN(EFBIG);
	static char text[65536];
	struct climits_limits limits;
	struct tree tree;

	memset(text, '0', sizeof(text));
	snprintf(text + sizeof(text) - 14, 14, "50000 100000\n");
	text[sizeof(text) - 1] = '\n';
	tree_machine(&tree);
	tree_put_bytes(&tree, "a/b/cpu.max", text, sizeof(text));
	limits = tree_read_once(&tree);
	tree_check("65536 bytes", &limits.cpu_quota, &unknown);
	tree_put_bytes(&tree, "a/b/cpu.max", text + 1, sizeof(text) - 1);
	limits = tree_read_once(&tree);
	ck_assert_uint_eq(limits.cpu_quota.value, 50000);
	tree_destroy(&tree);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("limits_cpu");
	TCase *tcase = tcase_create("limits_cpu");

	tcase_add_loop_test(tcase, quota, 0, COUNT(quotas));
	tcase_add_loop_test(tcase, v1_quota, 0, COUNT(v1_quotas));
	tcase_add_loop_test(tcase, weight, 0, COUNT(weights));
	tcase_add_loop_test(tcase, cpuset, 0, COUNT(cpusets));
	tcase_add_loop_test(tcase, v1_cpuset, 0, COUNT(v1_cpusets));
	tcase_add_loop_test(tcase, burst, 0, COUNT(bursts));
	tcase_add_test(tcase, v1_burst_and_shares);
	tcase_add_test(tcase, longest_file);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
