/* SPDX-License-Identifier: MIT
 *
 * lib/origin.c: which cgroup and file a limit comes from, and the lists of CPUs, as text.
 */
#include "tree.h"
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef int getter(const struct climits *handle, int resource, char *buf, size_t size);

/* The text of a getter, or "-" and the name of the errno. */
static const char *text_of(getter *get, const struct climits *handle, int resource)
{
	static char buf[512];
	int len = get(handle, resource, buf, sizeof(buf));

	if (len < 0)
		return strerrorname_np(-len);
	ck_assert_int_eq(len, (int)strlen(buf));
	return buf;
}

static const struct tree_file tree_v2[] = {
	{"a/b/cpu.max", "50000 100000\n"},
	{"a/b/cpu.weight", "100\n"},
	{"a/cpuset.cpus.effective", "0-1\n"},
	{"a/memory.max", "4096\n"},
	{"a/b/memory.high", "x\n"},
	{"memory.swap.max/", ""},
	{"a/b/pids.max", "max\n"},
};

/* clang-format off */
static const struct {
	int resource;
	const char *cgroup, *file, *own;
} expected_v2[] = {
	{CLIMITS_CPU_QUOTA, "/a/b", "/sys/fs/cgroup/a/b/cpu.max", "/a/b"},
	{CLIMITS_CPU_WEIGHT, "/a/b", "/sys/fs/cgroup/a/b/cpu.weight", "/a/b"},
	{CLIMITS_CPUSET, "/a", "/sys/fs/cgroup/a/cpuset.cpus.effective", "/a/b"},
	{CLIMITS_MEMORY_MAX, "/a", "/sys/fs/cgroup/a/memory.max", "/a/b"},
	{CLIMITS_MEMORY_HIGH, "/a/b", "/sys/fs/cgroup/a/b/memory.high", "/a/b"},
	{CLIMITS_SWAP_MAX, "/", "/sys/fs/cgroup/memory.swap.max", "/a/b"},
	{CLIMITS_PIDS_MAX, "ENODATA", "ENODATA", "/a/b"},
	{CLIMITS_AFFINITY, "ENODATA", "ENODATA", "ENODATA"},
	{CLIMITS_ONLINE, "ENODATA", "ENODATA", "ENODATA"},
	{-1, "EINVAL", "EINVAL", "EINVAL"},
	{CLIMITS_RESOURCES, "EINVAL", "EINVAL", "EINVAL"},
	{2147483647, "EINVAL", "EINVAL", "EINVAL"},
	{-2147483647 - 1, "EINVAL", "EINVAL", "EINVAL"},
};
/* clang-format on */

static void check_texts(const struct climits *handle, int resource, const char *cgroup,
			const char *file, const char *own)
{
	ck_assert_str_eq(text_of(climits_limit_cgroup, handle, resource), cgroup);
	ck_assert_str_eq(text_of(climits_limit_file, handle, resource), file);
	ck_assert_str_eq(text_of(climits_cgroup_path, handle, resource), own);
}

START_TEST(v2)
{
	struct climits *handle;
	struct tree tree;

	tree_machine(&tree);
	tree_put_all(&tree, tree_v2, 7);
	handle = tree_open(&tree);
	tree_read(handle);
	check_texts(handle, expected_v2[_i].resource, expected_v2[_i].cgroup, expected_v2[_i].file,
		    expected_v2[_i].own);
	climits_close(handle);
	tree_destroy(&tree);
}
END_TEST

/* Before the first read nothing is known. */
START_TEST(before_reading)
{
	struct climits *handle;
	struct tree tree;

	tree_machine(&tree);
	handle = tree_open(&tree);
	for (int resource = 0; resource < CLIMITS_RESOURCES; resource++)
		check_texts(handle, resource, "ENODATA", "ENODATA", "ENODATA");
	ck_assert_str_eq(text_of(climits_cpu_list, handle, CLIMITS_ONLINE), "ENODATA");
	climits_close(handle);
	tree_destroy(&tree);
}
END_TEST

/* v1: another path for each controller, and a value of a hidden level. */
START_TEST(v1)
{
	static const struct tree_file files[] = {
		{"memory/a/b/memory.limit_in_bytes", "8192\n"},
		{"memory/a/b/memory.stat", "hierarchical_memory_limit 4096\n"},
		{"cpu,cpuacct/cpu.cfs_quota_us", "1000\n"},
		{"/proc/self/cgroup", "3:memory:/a/b\n2:cpu:/\n"},
	};
	struct climits *handle;
	struct tree tree;

	tree_machine_v1(&tree);
	tree_put_all(&tree, files, 4);
	handle = tree_open(&tree);
	tree_read(handle);
	check_texts(handle, CLIMITS_MEMORY_MAX, "ENODATA", "/sys/fs/cgroup/memory/a/b/memory.stat",
		    "/a/b");
	/* The quota has no period: that file is what could not be used. */
	check_texts(handle, CLIMITS_CPU_QUOTA, "/", "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us",
		    "/");
	check_texts(handle, CLIMITS_CPUSET, "ENODATA", "ENODATA", "ENODATA");
	climits_close(handle);
	tree_destroy(&tree);
}
END_TEST

/* clang-format off */
static const struct {
	const char *name;
	struct tree_file files[2];
	const char *cgroup, *file, *own;
} failures[] = {
	{"no membership", {{"/proc/self/cgroup", NULL}}, "ENODATA", "/proc/self/cgroup", "ENODATA"},
	{"malformed membership", {{"/proc/self/cgroup", "x\n"}}, "ENODATA", "/proc/self/cgroup",
	 "ENODATA"},
	{"no mounts", {{"/proc/self/mountinfo", NULL}}, "ENODATA", "/proc/self/mountinfo", "/a/b"},
	{"not mounted", {{"/proc/self/mountinfo", ""}}, "ENODATA", "/proc/self/mountinfo", "/a/b"},
	{"outside", {{"/proc/self/cgroup", "0::/../x\n"}}, "ENODATA", "/proc/self/mountinfo",
	 "/../x"},
	{"directory not there", {{"/proc/self/cgroup", "0::/x\n"}}, "ENODATA", "/proc/self/cgroup",
	 "/x"},
	{"dead", {{"/proc/self/stat", "1 (x) Z 0\n"}}, "ENODATA", "ENODATA", "/a/b"},
	{"mounted at /", {{"/proc/self/mountinfo", "30 1 0:25 /a / rw - cgroup2 c rw\n"},
	 {"/b/memory.max", "1\n"}}, "/a/b", "/b/memory.max", "/a/b"},
};
/* clang-format on */

START_TEST(failure)
{
	struct climits *handle;
	struct tree tree;

	tree_machine(&tree);
	tree_put_all(&tree, TREE_FILES(failures[_i]));
	handle = tree_open(&tree);
	tree_read(handle);
	check_texts(handle, CLIMITS_MEMORY_MAX, failures[_i].cgroup, failures[_i].file,
		    failures[_i].own);
	climits_close(handle);
	tree_destroy(&tree);
}
END_TEST

START_TEST(lists)
{
	struct climits *handle;
	struct tree tree;

	tree_machine(&tree);
	tree_put(&tree, "a/b/cpuset.cpus.effective", "0,2-3\n");
	tree_put(&tree, "/proc/self/status", "Cpus_allowed:\t5\n");
	handle = tree_open(&tree);
	tree_read(handle);
	ck_assert_str_eq(text_of(climits_cpu_list, handle, CLIMITS_CPUSET), "0,2-3");
	ck_assert_str_eq(text_of(climits_cpu_list, handle, CLIMITS_AFFINITY), "0,2");
	ck_assert_str_eq(text_of(climits_cpu_list, handle, CLIMITS_ONLINE), "0-3");
	for (int resource = -1; resource <= CLIMITS_RESOURCES; resource++)
		if (resource != CLIMITS_CPUSET && resource != CLIMITS_AFFINITY &&
		    resource != CLIMITS_ONLINE)
			ck_assert_str_eq(text_of(climits_cpu_list, handle, resource), "EINVAL");
	tree_remove(&tree, "a/b/cpuset.cpus.effective");
	tree_put(&tree, "/sys/devices/system/cpu/online", "x\n");
	tree_remove(&tree, "/proc/self/status");
	tree_read(handle);
	ck_assert_str_eq(text_of(climits_cpu_list, handle, CLIMITS_CPUSET), "ENODATA");
	ck_assert_str_eq(text_of(climits_cpu_list, handle, CLIMITS_AFFINITY), "ENODATA");
	ck_assert_str_eq(text_of(climits_cpu_list, handle, CLIMITS_ONLINE), "ENODATA");
	climits_close(handle);
	tree_destroy(&tree);
}
END_TEST

static getter *const getters[] = {
	climits_limit_cgroup,
	climits_limit_file,
	climits_cgroup_path,
	climits_cpu_list,
};

/* Every size of buffer, from none to more than enough; as snprintf(3) does it. */
START_TEST(cut)
{
	getter *get = getters[_i];
	struct climits *handle;
	struct tree tree;
	char whole[128];
	int len;

	tree_machine(&tree);
	tree_put(&tree, "a/b/cpuset.cpus.effective", "0,2-3\n");
	handle = tree_open(&tree);
	tree_read(handle);
	len = get(handle, CLIMITS_CPUSET, whole, sizeof(whole));
	ck_assert_int_gt(len, 3);
	ck_assert_int_eq(len, (int)strlen(whole));
	ck_assert_int_eq(get(handle, CLIMITS_CPUSET, NULL, 0), len);
	for (size_t size = 0; size <= (size_t)len + 2; size++) {
		struct guarded room = guarded_room(size);
		char expected[128];

		ck_assert_int_eq(get(handle, CLIMITS_CPUSET, room.at, size), len);
		snprintf(expected, sizeof(expected), "%.*s", size > 0 ? (int)size - 1 : 0, whole);
		if (size > 0)
			ck_assert_str_eq(room.at, expected);
		guarded_free(&room);
	}
	climits_close(handle);
	tree_destroy(&tree);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("origin");
	TCase *tcase = tcase_create("origin");

	tcase_add_loop_test(tcase, v2, 0, COUNT(expected_v2));
	tcase_add_test(tcase, before_reading);
	tcase_add_test(tcase, v1);
	tcase_add_loop_test(tcase, failure, 0, COUNT(failures));
	tcase_add_test(tcase, lists);
	tcase_add_loop_test(tcase, cut, 0, COUNT(getters));
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
