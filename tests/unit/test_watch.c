/* SPDX-License-Identifier: MIT
 *
 * lib/watch.c: what wakes up who waits for a change. On an invented tree that is taken for the live
 * machine: inotify(7) tells of regular files what it tells of the kernel's. What is particular to
 * real cgroups is tested with real ones.
 */
#include "../../lib/handle.h"
#include "tree.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static struct tree tree;
static struct climits *handle;

static void setup(void)
{
	static const struct tree_file files[] = {
		{"a/b/memory.max", "8192\n"},    {"a/b/memory.swap.max", "0\n"},
		{"a/b/cpu.max", "max 100000\n"}, {"a/b/cgroup.procs", "1\n"},
		{"a/memory.max", "max\n"},       {"a/c/cgroup.procs", "\n"},
		{"a/b/d/cgroup.procs", "\n"},    {"c/memory.max", "1024\n"},
	};

	tree_machine_live(&tree);
	tree_put_all(&tree, files, 8);
	handle = tree_open_live(&tree);
}

static void teardown(void)
{
	climits_close(handle);
	tree_destroy(&tree);
}

static struct climits_watch watch(void)
{
	struct climits_watch watch = {.size = sizeof(watch)};

	ck_assert_int_eq(climits_watch(handle, &watch), 0);
	ck_assert_int_eq(fcntl(watch.fd, F_GETFD), FD_CLOEXEC);
	ck_assert_uint_eq(watch.reserved, 0);
	return watch;
}

static int is_awake(int fd)
{
	struct pollfd polled = {.fd = fd, .events = POLLIN};

	return poll(&polled, 1, 0);
}

/* Reads, and begins to watch: quiet then. */
static int begin(void)
{
	struct climits_watch watching;

	tree_read(handle);
	watching = watch();
	ck_assert_int_eq(watching.error, 0);
	ck_assert_uint_eq(watching.interval, 30);
	tree_read(handle);
	ck_assert_int_eq(is_awake(watching.fd), 0);
	return watching.fd;
}

/* clang-format off */
static const struct {
	const char *name;
	const char *path;
	const char *text;  /* what is written to the file that is there; NULL: a new directory */
	int wakes;
} events[] = {
	{"a limit of ours", "a/b/memory.max", "4096\n", 1},
	{"a limit of the parent", "a/memory.max", "4096\n", 1},
	{"another controller's", "a/b/cpu.max", "1000 100000\n", 1},
	{"a process comes or goes", "a/b/cgroup.procs", "2\n", 1},
	{"a sibling gets a process", "a/c/cgroup.procs", "1\n", 1},
	{"a child gets a process", "a/b/d/cgroup.procs", "1\n", 1},
	{"a new sibling", "a/e/", NULL, 1},
	{"a new child", "a/b/e/", NULL, 1},
	{"a limit of somebody else", "c/memory.max", "1\n", 0},
	{"a new cgroup far away", "c/e/", NULL, 0},
};
/* clang-format on */

START_TEST(wakes)
{
	int fd = begin();

	if (events[_i].text)
		tree_rewrite(&tree, events[_i].path, events[_i].text);
	else
		tree_mkdir(&tree, events[_i].path);
	ck_assert_msg(is_awake(fd) == events[_i].wakes, "%s", events[_i].name);
	tree_read(handle);
	ck_assert_msg(is_awake(fd) == 0, "%s: not quiet after reading", events[_i].name);
}
END_TEST

/* What wakes is told by the next read, and the one after it tells nothing. */
START_TEST(says_what)
{
	struct climits_limits limits;
	int fd = begin();

	tree_rewrite(&tree, "a/memory.max", "4096\n");
	ck_assert_int_eq(is_awake(fd), 1);
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_max.value, 4096);
	ck_assert_uint_eq(limits.changed, UINT64_C(1) << CLIMITS_MEMORY_MAX);
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.changed, 0);
}
END_TEST

/* The process is elsewhere: its new cgroup is watched, and its old one no more. */
START_TEST(follows)
{
	struct climits_limits limits;
	int fd = begin();

	tree_rewrite(&tree, "/proc/self/cgroup", "0::/c\n");
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_max.value, 1024);
	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_CGROUP_MOVED), 1);
	tree_read(handle);
	ck_assert_int_eq(is_awake(fd), 0);
	ck_assert_int_eq(watch().fd, fd);
	tree_rewrite(&tree, "a/b/memory.max", "1\n");
	ck_assert_int_eq(is_awake(fd), 0);
	tree_rewrite(&tree, "c/memory.max", "512\n");
	ck_assert_int_eq(is_awake(fd), 1);
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_max.value, 512);
}
END_TEST

/* The own cgroup is removed. */
START_TEST(removed)
{
	int fd = begin();

	tree_remove(&tree, "a/b/d/cgroup.procs");
	tree_remove(&tree, "a/b/d");
	tree_read(handle);
	tree_read(handle);
	ck_assert_int_eq(is_awake(fd), 0);
	tree_remove(&tree, "a/b/cgroup.procs");
	tree_remove(&tree, "a/b/memory.max");
	tree_remove(&tree, "a/b/memory.swap.max");
	tree_remove(&tree, "a/b/cpu.max");
	tree_remove(&tree, "a/b");
	ck_assert_int_eq(is_awake(fd), 1);
}
END_TEST

/* More relatives than are watched: the limits are all the same. */
START_TEST(many_relatives)
{
	char path[32];
	int fd;

	for (int i = 0; i < 300; i++) {
		snprintf(path, sizeof(path), "a/many%d/", i);
		tree_mkdir(&tree, path);
	}
	fd = begin();
	tree_rewrite(&tree, "a/b/memory.max", "1\n");
	ck_assert_int_eq(is_awake(fd), 1);
	ck_assert_int_eq(watch().error, 0);
}
END_TEST

/* Asked before the first read. */
START_TEST(before_reading)
{
	int fd = watch().fd;

	tree_read(handle);
	tree_rewrite(&tree, "a/b/memory.max", "1\n");
	ck_assert_int_eq(is_awake(fd), 1);
}
END_TEST

START_TEST(captured)
{
	struct climits *other = tree_open(&tree);
	struct climits_watch watching = {.size = sizeof(watching)};

	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(climits_watch(other, &watching), 0);
		ck_assert_int_eq(watching.error, EOPNOTSUPP);
		ck_assert_uint_eq(watching.interval, 1);
		tree_read(other);
	}
	tree_rewrite(&tree, "a/b/memory.max", "1\n");
	ck_assert_int_eq(is_awake(watching.fd), 0);
	climits_close(other);
}
END_TEST

START_TEST(too_small)
{
	struct climits_watch watching = {.size = (size_t)_i, .fd = 42};

	ck_assert_int_eq(climits_watch(handle, &watching), -EINVAL);
	ck_assert_int_eq(watching.fd, 42);
	ck_assert_int_eq(handle->watch_fd, -1);
}
END_TEST

START_TEST(larger)
{
	struct {
		struct climits_watch known;
		char beyond[16];
	} given = {.known = {.size = sizeof(given)}};

	memset(given.beyond, 0x5a, sizeof(given.beyond));
	ck_assert_int_eq(climits_watch(handle, &given.known), 0);
	ck_assert_uint_eq(given.known.size, sizeof(given));
	for (size_t i = 0; i < sizeof(given.beyond); i++)
		ck_assert_int_eq(given.beyond[i], 0x5a);
}
END_TEST

static void limit_descriptors(rlim_t more, struct rlimit *before)
{
	int next = dup(0);
	struct rlimit limit;

	ck_assert_int_ge(next, 0);
	close(next);
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, before), 0);
	limit = (struct rlimit){.rlim_cur = (rlim_t)next + more, .rlim_max = before->rlim_max};
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/* No descriptor to be had, or just one: then who asks again each second learns of all. */
START_TEST(no_descriptor)
{
	struct climits_watch watching = {.size = sizeof(watching)};
	struct rlimit before;
	int r;

	tree_read(handle);
	limit_descriptors((rlim_t)_i, &before);
	r = climits_watch(handle, &watching);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
	ck_assert_int_eq(r, _i ? 0 : -EMFILE);
	if (_i) {
		ck_assert_int_eq(watching.error, EMFILE);
		ck_assert_uint_eq(watching.interval, 1);
	}
	begin();
}
END_TEST

/* The descriptors are closed with the handle. */
START_TEST(closed)
{
	int before = unit_descriptors();
	struct climits *other = tree_open_live(&tree);
	struct climits_watch watching = {.size = sizeof(watching)};

	ck_assert_int_eq(climits_watch(other, &watching), 0);
	tree_read(other);
	ck_assert_int_eq(climits_watch(other, &watching), 0);
	climits_close(other);
	ck_assert_int_eq(unit_descriptors(), before);
}
END_TEST

static int tells_mounts(void)
{
	struct statx stx;

	return statx(AT_FDCWD, "/", 0, 0x1000 /* STATX_MNT_ID */, &stx) == 0 &&
	       stx.stx_mask & 0x1000;
}

int main(void)
{
	Suite *suite = suite_create("watch");
	TCase *tcase = tcase_create("watch");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, captured);
	tcase_add_loop_test(tcase, too_small, 0, sizeof(struct climits_watch));
	tcase_add_test(tcase, larger);
	tcase_add_test(tcase, closed);
	if (tells_mounts()) {
		tcase_add_loop_test(tcase, wakes, 0, COUNT(events));
		tcase_add_test(tcase, says_what);
		tcase_add_test(tcase, follows);
		tcase_add_test(tcase, removed);
		tcase_add_test(tcase, many_relatives);
		tcase_add_test(tcase, before_reading);
		tcase_add_loop_test(tcase, no_descriptor, 0, 2);
	} else {
		puts("skip: the kernel does not tell the number of a mount: what wakes");
	}
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
