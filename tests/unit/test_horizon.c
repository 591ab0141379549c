/* SPDX-License-Identifier: MIT
 *
 * lib/horizon.c: how far up can be seen.
 */
#include "tree.h"
#include "unit.h"

#define V2_ROOT                                                                                    \
	{                                                                                          \
		"cgroup.controllers", "cpuset cpu io memory pids\n"                                \
	}
#define MOUNTINFO "/proc/self/mountinfo"
#define UNKNOWN_HORIZON CLIMITS_HORIZON_UNKNOWN
#define SEES_ROOT CLIMITS_HORIZON_ROOT
#define NAMESPACE CLIMITS_HORIZON_NAMESPACE

/* clang-format off */
static const struct {
	const char *name;
	int version;
	struct tree_file files[5];
	int horizon, hidden;
} rows[] = {
	{"v2: the machine's root", 2, {V2_ROOT}, SEES_ROOT, 0},
	{"v2: nothing at the highest level", 2, {{0}}, UNKNOWN_HORIZON, 0},
	{"v2: a root has no cpu.max", 2, {V2_ROOT, {"cpu.max", "max 100000\n"}}, NAMESPACE, 1},
	{"v2: a root has no memory.max", 2, {V2_ROOT, {"memory.max", "max\n"}}, NAMESPACE, 1},
	{"v2: a root has no memory.high", 2, {V2_ROOT, {"memory.high", "max\n"}}, NAMESPACE, 1},
	{"v2: a root has no pids.max", 2, {V2_ROOT, {"pids.max", "max\n"}}, NAMESPACE, 1},
	{"v2: a malformed one is there too", 2, {V2_ROOT, {"pids.max", ""}}, NAMESPACE, 1},
	{"v2: files below say nothing of the top", 2, {V2_ROOT, {"a/b/cpu.max", "max 100000\n"},
	 {"a/b/memory.max", "max\n"}}, SEES_ROOT, 0},
	{"v2: the mount begins below the root", 2, {{MOUNTINFO,
	 "30 1 0:25 /a /sys/fs/cgroup rw - cgroup2 c rw\n"}, {"b/memory.max", "max\n"}}, NAMESPACE,
	 1},
	{"v2: not mounted", 2, {{MOUNTINFO, ""}}, UNKNOWN_HORIZON, 0},
	{"v2: dead", 2, {V2_ROOT, {"/proc/self/stat", "1 (x) Z 0\n"}}, UNKNOWN_HORIZON, 0},
	{"v2: no membership", 2, {V2_ROOT, {"/proc/self/cgroup", NULL}}, UNKNOWN_HORIZON, 0},
	{"in no controller", 2, {V2_ROOT, {"/proc/self/cgroup", "1:name=systemd:/\n"}},
	 UNKNOWN_HORIZON, 0},
	{"v1: cannot be told", 1, {{"memory/a/b/memory.limit_in_bytes", "4096\n"}}, UNKNOWN_HORIZON,
	 0},
	{"v1: a root cannot be limited, yet cpuset is not known", 1,
	 {{"memory/memory.limit_in_bytes", "4096\n"}}, UNKNOWN_HORIZON, 1},
	{"v1: a hidden level is tighter", 1, {{"memory/a/b/memory.limit_in_bytes", "8192\n"},
	 {"memory/a/b/memory.stat", "hierarchical_memory_limit 4096\n"}}, UNKNOWN_HORIZON, 1},
	{"v1: a quota at the top", 1, {{"cpu,cpuacct/cpu.cfs_quota_us", "1000\n"},
	 {"cpu,cpuacct/cpu.cfs_period_us", "1000\n"}, {"/proc/self/cgroup", "1:cpu:/a/b\n"}},
	 NAMESPACE, 1},
	{"v1: all mounts begin below the root", 1, {{MOUNTINFO,
	 "31 30 0:26 /a/b /sys/fs/cgroup/cpu,cpuacct rw - cgroup c rw,cpu,cpuacct\n"
	 "32 30 0:27 /a/b /sys/fs/cgroup/cpuset rw - cgroup c rw,cpuset\n"
	 "33 30 0:28 /a/b /sys/fs/cgroup/memory rw - cgroup c rw,memory\n"}}, NAMESPACE, 1},
};
/* clang-format on */

START_TEST(horizon)
{
	struct climits_limits limits;
	struct tree tree;

	if (rows[_i].version == 1)
		tree_machine_v1(&tree);
	else
		tree_machine(&tree);
	tree_put_all(&tree, TREE_FILES(rows[_i]));
	limits = tree_read_once(&tree);
	ck_assert_msg(limits.horizon == rows[_i].horizon, "%s: %d", rows[_i].name, limits.horizon);
	ck_assert_msg(tree_has_note(&limits, CLIMITS_NOTE_ANCESTORS_HIDDEN) == rows[_i].hidden,
		      "%s", rows[_i].name);
	tree_destroy(&tree);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("horizon");
	TCase *tcase = tcase_create("horizon");

	tcase_add_loop_test(tcase, horizon, 0, COUNT(rows));
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
