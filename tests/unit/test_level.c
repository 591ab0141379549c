/* SPDX-License-Identifier: MIT
 *
 * lib/level.c: one file of one level; which descriptors are kept, and what is known to be absent.
 */
#include "../../lib/handle.h"
#include "faults.h"
#include "tree.h"
#include "unit.h"

#include <stdlib.h>

static struct tree tree;
static struct climits *handle;

/* A handle that keeps descriptors, on a tree with a limit at two levels. */
static void setup(void)
{
	faults_clear();
	tree_machine_live(&tree);
	tree_put(&tree, "a/b/memory.max", "8192\n");
	tree_put(&tree, "a/memory.max", "4096\n");
	tree_put(&tree, "a/b/cpu.max", "50000 100000\n");
	tree_put(&tree, "a/b/cgroup.controllers", "cpu memory\n");
	tree_put(&tree, "a/cgroup.controllers", "cpu memory\n");
	tree_put(&tree, "cgroup.controllers", "cpu memory\n");
	handle = tree_open_live(&tree);
}

static void teardown(void)
{
	faults_clear();
	climits_close(handle);
	tree_destroy(&tree);
}

static void expect_memory(const char *name, struct climits_limit expected)
{
	struct climits_limits limits = tree_read(handle);

	tree_check(name, &limits.memory_max, &expected);
}

static struct climits_limit limited(int level, uint64_t value)
{
	return (struct climits_limit)LIMITED(level, value);
}

static int openings(void)
{
	return faults[FAULT_OPENAT].calls + faults[FAULT_OPENAT2].calls;
}

/* Once it is known what is absent, a read opens nothing, and shows what was written since. */
START_TEST(kept)
{
	int descriptors;

	expect_memory("first", limited(1, 4096));
	ck_assert_int_ge(handle->fd[0][CLIMITS_FILE_MEMORY], 0);
	ck_assert_int_eq(fcntl(handle->fd[0][CLIMITS_FILE_MEMORY], F_GETFD), FD_CLOEXEC);
	ck_assert_int_eq(handle->fd[1][CLIMITS_FILE_HIGH], CLIMITS_FD_ABSENT);
	expect_memory("second", limited(1, 4096));
	descriptors = unit_descriptors();
	tree_rewrite(&tree, "a/b/memory.max", "1024\n");
	faults_clear();
	expect_memory("third", limited(0, 1024));
	ck_assert_int_eq(openings(), 0);
	ck_assert_int_eq(unit_descriptors(), descriptors);
}
END_TEST

/* What the kernel writes ends in a newline; the live machine forgives nothing. */
START_TEST(strict)
{
	tree_put(&tree, "a/memory.max", "4096");
	expect_memory("no newline", (struct climits_limit)INVALID);
	tree_put(&tree, "a/memory.max", "4096 \n");
	climits_level_close(handle);
	expect_memory("a space", (struct climits_limit)INVALID);
}
END_TEST

/* A controller that is enabled later brings files that were absent. */
START_TEST(appears)
{
	struct climits_limits limits = tree_read(handle);

	ck_assert_int_eq(limits.pids_max.status, CLIMITS_UNLIMITED);
	tree_put(&tree, "a/b/pids.max", "100\n");
	tree_rewrite(&tree, "a/b/cgroup.controllers", "cpu memory pids\n");
	limits = tree_read(handle);
	ck_assert_int_eq(limits.pids_max.status, CLIMITS_LIMITED);
	ck_assert_uint_eq(limits.pids_max.value, 100);
}
END_TEST

/* That a file is absent is asked twice. */
START_TEST(absence)
{
	faults[FAULT_OPENAT2] = (struct fault){.times = 1, .error = ENOENT, .name = "b/memory.max"};
	faults[FAULT_OPENAT] = faults[FAULT_OPENAT2];
	expect_memory("wrongly absent", (struct climits_limit)UNKNOWN(EIO));
	faults_clear();
	expect_memory("again", limited(1, 4096));
	climits_level_close(handle);
	faults[FAULT_OPENAT2] = (struct fault){.times = 1, .error = ENOENT, .name = "b/memory.max"};
	faults[FAULT_OPENAT] = faults[FAULT_OPENAT2];
	faults[FAULT_FACCESSAT] = (struct fault){
		.times = 1, .error = EACCES, .name = "b/memory.max"};
	expect_memory("absence not to be confirmed", (struct climits_limit)UNKNOWN(EACCES));
}
END_TEST

/* The cgroup is removed while its files are read: looked for again, and told so in the end. */
START_TEST(removed)
{
	expect_memory("before", limited(1, 4096));
	faults[FAULT_PREAD] = (struct fault){.times = 1, .error = ENODEV, .name = "b/memory.max"};
	expect_memory("once", limited(1, 4096));
	ck_assert_int_eq(faults[FAULT_PREAD].calls, 2);
	faults[FAULT_PREAD] = (struct fault){.times = 100, .error = ENODEV, .name = "b/memory.max"};
	expect_memory("for ever", (struct climits_limit)UNKNOWN(ENODEV));
	ck_assert_int_eq(faults[FAULT_PREAD].calls, 4);
}
END_TEST

START_TEST(fails)
{
	static const int errors[] = {EACCES, EPERM, EMFILE, EIO};

	faults[FAULT_OPENAT2] = (struct fault){
		.times = 1, .error = errors[_i], .name = "a/memory.max"};
	faults[FAULT_OPENAT] = faults[FAULT_OPENAT2];
	if (errors[_i] == EPERM) /* which openat2(2) says where it is filtered */
		faults[FAULT_OPENAT2].times = 100;
	expect_memory(strerror(errors[_i]), (struct climits_limit)UNKNOWN(errors[_i]));
	faults_clear();
	expect_memory("then read", limited(1, 4096));
}
END_TEST

/* clang-format off */
static const struct {
	int version, noprefix;
	enum climits_controller controller;
	enum climits_file file;
	const char *name;
} names[] = {
	{2, 0, CLIMITS_CPU_CONTROLLER, CLIMITS_FILE_QUOTA, "cpu.max"},
	{1, 0, CLIMITS_CPU_CONTROLLER, CLIMITS_FILE_QUOTA, "cpu.cfs_quota_us"},
	{2, 0, CLIMITS_CPU_CONTROLLER, CLIMITS_FILE_PERIOD, NULL},
	{1, 0, CLIMITS_CPU_CONTROLLER, CLIMITS_FILE_PERIOD, "cpu.cfs_period_us"},
	{2, 0, CLIMITS_CPU_CONTROLLER, CLIMITS_FILE_WEIGHT, "cpu.weight"},
	{1, 0, CLIMITS_CPU_CONTROLLER, CLIMITS_FILE_WEIGHT, "cpu.shares"},
	{2, 0, CLIMITS_CPUSET_CONTROLLER, CLIMITS_FILE_CPUS_EFFECTIVE, "cpuset.cpus.effective"},
	{1, 0, CLIMITS_CPUSET_CONTROLLER, CLIMITS_FILE_CPUS_EFFECTIVE, "cpuset.effective_cpus"},
	{1, 1, CLIMITS_CPUSET_CONTROLLER, CLIMITS_FILE_CPUS_EFFECTIVE, "effective_cpus"},
	{1, 0, CLIMITS_CPUSET_CONTROLLER, CLIMITS_FILE_CPUS, "cpuset.cpus"},
	{1, 1, CLIMITS_CPUSET_CONTROLLER, CLIMITS_FILE_CPUS, "cpus"},
	{2, 0, CLIMITS_MEMORY_CONTROLLER, CLIMITS_FILE_MEMORY, "memory.max"},
	{1, 0, CLIMITS_MEMORY_CONTROLLER, CLIMITS_FILE_MEMORY, "memory.limit_in_bytes"},
	{1, 0, CLIMITS_MEMORY_CONTROLLER, CLIMITS_FILE_HIGH, NULL},
	{2, 0, CLIMITS_MEMORY_CONTROLLER, CLIMITS_FILE_STAT, NULL},
	{1, 0, CLIMITS_MEMORY_CONTROLLER, CLIMITS_FILE_STAT, "memory.stat"},
	{2, 0, CLIMITS_PIDS_CONTROLLER, CLIMITS_FILE_PIDS, "pids.max"},
	{1, 0, CLIMITS_PIDS_CONTROLLER, CLIMITS_FILE_PIDS, "pids.max"},
	{2, 0, CLIMITS_CPU_CONTROLLER, CLIMITS_FILE_CONTROLLERS, "cgroup.controllers"},
	{1, 0, CLIMITS_CPU_CONTROLLER, CLIMITS_FILE_CONTROLLERS, NULL},
};
/* clang-format on */

START_TEST(file_name)
{
	const char *name;

	handle->place[names[_i].controller].version = names[_i].version;
	handle->mounts.mount[0].noprefix = names[_i].noprefix;
	name = climits_file_name(handle, names[_i].controller, 0, names[_i].file);
	ck_assert_pstr_eq(name, names[_i].name);
	ck_assert_int_eq(climits_level_text(handle, names[_i].controller, 0, names[_i].file) < 0,
			 1); /* nothing is resolved yet */
}
END_TEST

/* Below the levels whose descriptors are kept, files are opened at each read; none is leaked. */
START_TEST(deep)
{
	enum {
		LEVELS = CLIMITS_KEPT_LEVELS + 6
	};
	char path[4 * LEVELS + 32] = "";
	char cgroup[sizeof(path) + 8];
	int before;
	int more;

	for (int i = 0; i < LEVELS; i++)
		unit_append(path, sizeof(path), "/x");
	snprintf(cgroup, sizeof(cgroup), "0::%s\n", path);
	unit_append(path, sizeof(path), "/memory.max");
	tree_put(&tree, path + 1, "8192\n");
	tree_put(&tree, "x/memory.max", "512\n");
	tree_put(&tree, "/proc/self/cgroup", cgroup);
	before = unit_descriptors();
	expect_memory("the level below the highest", limited(LEVELS - 1, 512));
	more = unit_descriptors() - before;
	ck_assert_int_lt(more, 600);
	tree_put(&tree, "x/memory.max", "256\n");
	expect_memory("written anew", limited(LEVELS - 1, 256));
	ck_assert_int_eq(unit_descriptors() - before, more);
	climits_place_resolve(handle);
	expect_memory("resolved anew", limited(LEVELS - 1, 256));
	ck_assert_int_eq(unit_descriptors() - before, more);
}
END_TEST

/* A path that is too long with the file's name: no value, and no guess. */
START_TEST(too_long)
{
	char cgroup[4200] = "0::";
	struct climits_limits limits;

	for (int i = 0; i < 20; i++) {
		unit_append(cgroup, sizeof(cgroup), "/");
		memset(cgroup + strlen(cgroup), 'x', i < 19 ? 203 : 204);
	}
	unit_append(cgroup, sizeof(cgroup), "\n");
	ck_assert_uint_eq(strlen(cgroup), 3 + 20 * 204 + 1 + 1);
	tree_put(&tree, "/proc/self/cgroup", cgroup);
	limits = tree_read(handle);
	ck_assert_int_eq(limits.memory_max.status, CLIMITS_UNKNOWN);
	ck_assert_int_ne(limits.memory_max.error, 0);
}
END_TEST

/* One call keeps no descriptor, and a captured tree none between reads. */
START_TEST(not_kept)
{
	struct climits_options options = {.size = sizeof(options), .root = tree.path};
	struct climits_limits limits = {.size = sizeof(limits)};
	struct climits *other = tree_open(&tree);
	int before = unit_descriptors();

	ck_assert_int_eq(climits_read_once(&options, &limits), 0);
	ck_assert_uint_eq(limits.memory_max.value, 4096);
	ck_assert_int_eq(unit_descriptors(), before);
	limits = tree_read(other);
	ck_assert_uint_eq(limits.memory_max.value, 4096);
	for (int level = 0; level < CLIMITS_KEPT_LEVELS; level++)
		for (int file = 0; file < CLIMITS_FILES; file++)
			ck_assert_int_eq(other->fd[level][file], CLIMITS_FD_NONE);
	climits_close(other);
}
END_TEST

/* Before Linux 5.8 no made-up mountinfo can name the mount that the tree lies on. */
static int tells_mounts(void)
{
	struct statx stx;

	return statx(AT_FDCWD, "/", 0, 0x1000 /* STATX_MNT_ID */, &stx) == 0 &&
	       stx.stx_mask & 0x1000;
}

static void add_kept(TCase *tcase)
{
	if (!tells_mounts()) {
		puts("skip: the kernel does not tell the number of a mount: kept descriptors");
		return;
	}
	tcase_add_test(tcase, kept);
	tcase_add_test(tcase, strict);
	tcase_add_test(tcase, appears);
	tcase_add_test(tcase, absence);
	tcase_add_test(tcase, removed);
	tcase_add_loop_test(tcase, fails, 0, 4);
	tcase_add_test(tcase, deep);
	tcase_add_test(tcase, too_long);
}

int main(void)
{
	Suite *suite = suite_create("level");
	TCase *tcase = tcase_create("level");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, file_name, 0, COUNT(names));
	tcase_add_test(tcase, not_kept);
	add_kept(tcase);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
