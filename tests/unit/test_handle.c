/* SPDX-License-Identifier: MIT
 *
 * lib/handle.c on invented trees: options, sizes of structs, reading again. The live machine is in
 * test_handle_live.c.
 */
#include "../../lib/handle.h"
#include "tree.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct tree tree;
static struct climits_options options;

static void setup(void)
{
	tree_machine(&tree);
	tree_put(&tree, "a/b/memory.max", "8192\n");
	tree_put(&tree, "a/b/memory.swap.max", "0\n");
	tree_put(&tree, "a/b/cpu.max", "50000 100000\n");
	options = (struct climits_options){.size = sizeof(options), .root = tree.path};
}

static void teardown(void)
{
	tree_destroy(&tree);
}

#define NOT_OPENED ((struct climits *)(void *)&tree)

static void expect_refused(const struct climits_options *refused, int error)
{
	struct climits *handle = NOT_OPENED;
	struct climits_limits limits = {.size = sizeof(limits), .pid = 42};
	int before = unit_descriptors();

	ck_assert_int_eq(climits_open(refused, &handle), -error);
	ck_assert_ptr_eq(handle, NOT_OPENED);
	ck_assert_int_eq(climits_read_once(refused, &limits), -error);
	ck_assert_int_eq(limits.pid, 42);
	ck_assert_int_eq(unit_descriptors(), before);
}

START_TEST(options_too_small)
{
	options.size = (size_t)_i;
	expect_refused(&options, EINVAL);
}
END_TEST

START_TEST(negative_pid)
{
	options.pid = _i ? -1 : -2147483647 - 1;
	expect_refused(&options, EINVAL);
	options.root = NULL;
	expect_refused(&options, EINVAL);
}
END_TEST

/* clang-format off */
static const struct {
	const char *root;
	int error;
} roots[] = {
	{"", ENOENT},
	{"/none", ENOENT},
	{"/proc/meminfo", ENOTDIR},
	{"/proc/meminfo/x", ENOTDIR},
	{"/loop", ELOOP},
	{"/"
	 "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567"
	 "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567"
	 "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567",
	 ENAMETOOLONG},
};
/* clang-format on */

START_TEST(bad_root)
{
	char path[1024];

	tree_link(&tree, "/loop", "loop");
	options.root = roots[_i].root[0] ? tree_path(&tree, roots[_i].root, path, sizeof(path))
					 : "";
	expect_refused(&options, roots[_i].error);
}
END_TEST

/* Only where permissions hold for us. */
START_TEST(root_not_allowed)
{
	char path[512];

	tree_mkdir(&tree, "/closed/inner");
	options.root = tree_path(&tree, "/closed/inner", path, sizeof(path));
	tree_path(&tree, "/closed", path + 256, 256);
	ck_assert_int_eq(chmod(path + 256, 0), 0);
	if (access(path + 256, X_OK) < 0)
		expect_refused(&options, EACCES);
	ck_assert_int_eq(chmod(path + 256, 0700), 0);
}
END_TEST

/* A relative root, through a link; gone from its place once it is open. */
START_TEST(root_moves)
{
	struct climits_limits limits;
	struct climits *handle;
	char moved[300];
	int here = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);

	ck_assert_int_ge(here, 0);
	tree_link(&tree, "/link", ".");
	ck_assert_int_eq(chdir(tree.path), 0);
	options.root = "link";
	ck_assert_int_eq(climits_open(&options, &handle), 0);
	ck_assert_int_eq(fchdir(here), 0);
	close(here);
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_max.value, 8192);
	snprintf(moved, sizeof(moved), "%s-moved", tree.path);
	ck_assert_int_eq(rename(tree.path, moved), 0);
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_max.value, 8192);
	ck_assert_int_eq(rename(moved, tree.path), 0);
	climits_close(handle);
}
END_TEST

/* A program of an older header has a smaller struct, one of a newer header a larger one. */
START_TEST(options_of_other_sizes)
{
	struct {
		struct climits_options known;
		char beyond[64];
	} larger = {.known = {.size = sizeof(larger), .root = tree.path}};
	struct climits_limits limits = {.size = sizeof(limits)};

	memset(larger.beyond, 0x5a, sizeof(larger.beyond));
	ck_assert_int_eq(climits_read_once(&larger.known, &limits), 0);
	ck_assert_uint_eq(limits.memory_max.value, 8192);
	options.size = offsetof(struct climits_options, pid);
	options.pid = -1;
	ck_assert_int_eq(climits_read_once(&options, &limits), 0);
	ck_assert_uint_eq(limits.memory_max.value, 8192);
	options.size = offsetof(struct climits_options, root);
	options.root = "/none";
	ck_assert_int_eq(climits_read_once(&options, &limits), 0);
	ck_assert_int_eq(limits.pid, getpid());
}
END_TEST

START_TEST(limits_too_small)
{
	struct climits *handle = tree_open(&tree);
	struct climits_limits limits = {.size = (size_t)_i, .pid = 42};

	ck_assert_int_eq(climits_read(handle, &limits), -EINVAL);
	ck_assert_int_eq(climits_read_once(&options, &limits), -EINVAL);
	ck_assert_uint_eq(limits.size, (size_t)_i);
	ck_assert_int_eq(limits.pid, 42);
	climits_close(handle);
}
END_TEST

/* Whatever size the caller has: what the library knows up to there, and not a byte beyond. */
START_TEST(limits_of_other_sizes)
{
	const struct climits_limits whole = tree_read_once(&tree);
	struct climits *handle = tree_open(&tree);
	const size_t most = sizeof(struct climits_limits) + 64;

	ck_assert_uint_eq(whole.memory_max.value, 8192);
	for (size_t size = offsetof(struct climits_limits, notes); size <= most; size += 4) {
		struct guarded room = guarded_room((size + 15) / 16 * 16);
		struct climits_limits *limits = (struct climits_limits *)(void *)room.at;
		size_t known = size < sizeof(whole) ? size : sizeof(whole);

		limits->size = size;
		ck_assert_int_eq(
			_i ? climits_read(handle, limits) : climits_read_once(&options, limits), 0);
		ck_assert_uint_eq(limits->size, size);
		ck_assert_mem_eq(room.at + sizeof(size_t), (const char *)&whole + sizeof(size_t),
				 known - sizeof(size_t));
		for (size_t i = known; i < room.len; i++)
			ck_assert_msg(room.at[i] == 0x5a, "size %zu: byte %zu", size, i);
		guarded_free(&room);
	}
	climits_close(handle);
}
END_TEST

START_TEST(reads_agree)
{
	struct climits *handle = tree_open(&tree);
	struct climits_limits first = tree_read(handle);
	struct climits_limits second = tree_read(handle);
	struct climits_limits once = tree_read_once(&tree);

	ck_assert_mem_eq(&first, &second, sizeof(first));
	ck_assert_mem_eq(&first, &once, sizeof(first));
	ck_assert_uint_eq(first.memory_max.value, 8192);
	climits_close(handle);
}
END_TEST

START_TEST(values_change)
{
	struct climits *handle = tree_open(&tree);
	struct climits_limits limits = tree_read(handle);

	ck_assert_uint_eq(limits.memory_max.value, 8192);
	ck_assert_uint_eq(limits.changed, 0);
	tree_put(&tree, "a/b/memory.max", "4096\n");
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_max.value, 4096);
	ck_assert_uint_eq(limits.changed, UINT64_C(1) << CLIMITS_MEMORY_MAX);
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.changed, 0);
	tree_put(&tree, "a/cpu.max", "20000 100000\n");
	limits = tree_read(handle);
	ck_assert_int_eq(limits.cpu_quota.level, 1);
	ck_assert_uint_eq(limits.changed, UINT64_C(1) << CLIMITS_CPU_QUOTA);
	tree_put(&tree, "a/cpu.max.burst", "7\n");
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.cpu_burst, 7);
	ck_assert_uint_eq(limits.changed, UINT64_C(1) << CLIMITS_CPU_QUOTA);
	tree_put(&tree, "a/b/memory.max", "x\n");
	limits = tree_read(handle);
	ck_assert_int_eq(limits.memory_max.status, CLIMITS_INVALID);
	tree_remove(&tree, "a/b/memory.max");
	limits = tree_read(handle);
	ck_assert_int_eq(limits.memory_max.status, CLIMITS_UNLIMITED);
	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_VALUE_MALFORMED), 0);
	climits_close(handle);
}
END_TEST

/* The process goes to another cgroup: told once. */
START_TEST(process_moves)
{
	struct climits *handle = tree_open(&tree);
	struct climits_limits limits = tree_read(handle);
	char path[64];

	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_CGROUP_MOVED), 0);
	tree_put(&tree, "c/memory.max", "1024\n");
	tree_put(&tree, "/proc/self/cgroup", "0::/c\n");
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_max.value, 1024);
	ck_assert_int_eq(limits.cpu_quota.status, CLIMITS_UNLIMITED);
	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_CGROUP_MOVED), 1);
	ck_assert_int_eq(climits_cgroup_path(handle, CLIMITS_MEMORY_MAX, path, sizeof(path)), 2);
	ck_assert_str_eq(path, "/c");
	limits = tree_read(handle);
	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_CGROUP_MOVED), 0);
	ck_assert_uint_eq(limits.memory_max.value, 1024);
	climits_close(handle);
}
END_TEST

/* From v2 to v1 and back: a container that is restored on another machine. */
START_TEST(version_changes)
{
	struct climits *handle = tree_open(&tree);
	struct climits_limits limits = tree_read(handle);

	ck_assert_int_eq(limits.cgroup_version, CLIMITS_CGROUP_V2);
	tree_put(&tree, "/proc/self/cgroup", "3:memory:/a\n");
	tree_put(&tree, "/proc/self/mountinfo",
		 "33 30 0:28 / /sys/fs/cgroup/memory rw - cgroup c rw,memory\n");
	tree_put(&tree, "memory/a/memory.limit_in_bytes", "512\n");
	limits = tree_read(handle);
	ck_assert_int_eq(limits.cgroup_version, CLIMITS_CGROUP_V1);
	ck_assert_uint_eq(limits.memory_max.value, 512);
	ck_assert_int_eq(limits.cpu_quota.status, CLIMITS_UNLIMITED);
	tree_put(&tree, "/proc/self/cgroup", "0::/a/b\n");
	tree_put(&tree, "/proc/self/mountinfo",
		 "30 1 0:25 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n");
	limits = tree_read(handle);
	ck_assert_int_eq(limits.cgroup_version, CLIMITS_CGROUP_V2);
	ck_assert_uint_eq(limits.memory_max.value, 8192);
	climits_close(handle);
}
END_TEST

/* Membership is lost and found: unknown in between, nothing kept from before. */
START_TEST(membership_lost)
{
	static const struct climits_limit unknown = UNKNOWN(ENOENT);
	struct climits *handle = tree_open(&tree);
	struct climits_limits limits = tree_read(handle);

	ck_assert_uint_eq(limits.memory_max.value, 8192);
	tree_remove(&tree, "/proc/self/cgroup");
	for (int i = 0; i < 2; i++) {
		limits = tree_read(handle);
		tree_check("lost", &limits.memory_max, &unknown);
		tree_check("lost", &limits.cpu_quota, &unknown);
		ck_assert_int_eq(limits.memory_budgeted, 0);
		ck_assert_uint_eq(limits.cpus, 4);
	}
	tree_put(&tree, "/proc/self/cgroup", "0::/a/b\n");
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_max.value, 8192);
	climits_close(handle);
}
END_TEST

/* The cgroup is removed, its processes are elsewhere, it is made again. */
START_TEST(cgroup_removed)
{
	struct climits *handle = tree_open(&tree);
	struct climits_limits limits = tree_read(handle);

	ck_assert_uint_eq(limits.memory_max.value, 8192);
	tree_remove(&tree, "a/b/memory.max");
	tree_remove(&tree, "a/b/memory.swap.max");
	tree_remove(&tree, "a/b/cpu.max");
	tree_remove(&tree, "a/b");
	limits = tree_read(handle);
	ck_assert_int_eq(limits.memory_max.status, CLIMITS_UNKNOWN);
	ck_assert_int_ne(limits.memory_max.error, 0);
	ck_assert_int_eq(limits.cpu_quota.status, CLIMITS_UNKNOWN);
	tree_put(&tree, "a/b/memory.max", "77\n");
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_max.value, 77);
	ck_assert_int_eq(limits.cpu_quota.status, CLIMITS_UNLIMITED);
	climits_close(handle);
}
END_TEST

START_TEST(descriptors)
{
	int before = unit_descriptors();

	for (int i = 0; i < 3; i++) {
		struct climits *handle = tree_open(&tree);

		tree_read(handle);
		tree_read(handle);
		tree_put(&tree, "/proc/self/mountinfo",
			 i % 2 ? ""
			       : "30 1 0:25 / /none rw - "
				 "cgroup2 cgroup rw\n");
		tree_read(handle);
		ck_assert_int_gt(unit_descriptors(), before);
		climits_close(handle);
		ck_assert_int_eq(unit_descriptors(), before);
		tree_read_once(&tree);
		ck_assert_int_eq(unit_descriptors(), before);
	}
}
END_TEST

START_TEST(closing)
{
	struct climits *handle = tree_open(&tree);

	errno = ENODATA;
	climits_close(NULL);
	ck_assert_int_eq(errno, ENODATA);
	climits_close(handle);
	ck_assert_int_eq(errno, ENODATA);
}
END_TEST

/* Two handles know nothing of each other. */
START_TEST(two_handles)
{
	struct climits *one = tree_open(&tree);
	struct climits *other;
	struct climits_limits limits;
	struct tree second;

	tree_machine(&second);
	tree_put(&second, "a/b/memory.max", "1\n");
	other = tree_open(&second);
	for (int i = 0; i < 2; i++) {
		limits = tree_read(one);
		ck_assert_uint_eq(limits.memory_max.value, 8192);
		limits = tree_read(other);
		ck_assert_uint_eq(limits.memory_max.value, 1);
	}
	climits_close(one);
	limits = tree_read(other);
	ck_assert_uint_eq(limits.memory_max.value, 1);
	climits_close(other);
	tree_destroy(&second);
}
END_TEST

static void add_sizes(TCase *tcase)
{
	tcase_add_loop_test(tcase, options_too_small, 0, sizeof(size_t));
	tcase_add_loop_test(tcase, negative_pid, 0, 2);
	tcase_add_loop_test(tcase, bad_root, 0, COUNT(roots));
	tcase_add_test(tcase, root_not_allowed);
	tcase_add_test(tcase, root_moves);
	tcase_add_test(tcase, options_of_other_sizes);
	tcase_add_loop_test(tcase, limits_too_small, 0, offsetof(struct climits_limits, notes));
	tcase_add_loop_test(tcase, limits_of_other_sizes, 0, 2);
}

static void add_reads(TCase *tcase)
{
	tcase_add_test(tcase, reads_agree);
	tcase_add_test(tcase, values_change);
	tcase_add_test(tcase, process_moves);
	tcase_add_test(tcase, version_changes);
	tcase_add_test(tcase, membership_lost);
	tcase_add_test(tcase, cgroup_removed);
	tcase_add_test(tcase, descriptors);
	tcase_add_test(tcase, closing);
	tcase_add_test(tcase, two_handles);
}

int main(void)
{
	Suite *suite = suite_create("handle");
	TCase *tcase = tcase_create("handle");

	tcase_add_checked_fixture(tcase, setup, teardown);
	add_sizes(tcase);
	add_reads(tcase);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
