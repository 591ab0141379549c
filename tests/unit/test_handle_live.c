/* SPDX-License-Identifier: MIT
 *
 * lib/handle.c on the machine that the test runs on, whatever its limits are: what holds of every
 * answer, descriptors, fork(2), threads, and that a read allocates nothing.
 */
#include "../../lib/handle.h"
#include "allocations.h"
#include "tree.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What holds of a record, whatever it is of. */
static void check_record(const struct climits_limits *limits, int resource)
{
	const struct climits_limit *limit = climits_limit_of(limits, resource);
	const char *name = climits_resource_name(resource);

	ck_assert_msg(limit->status >= CLIMITS_UNKNOWN && limit->status <= CLIMITS_INVALID,
		      "%s: status %d", name, limit->status);
	ck_assert_msg(limit->error >= 0, "%s", name);
	ck_assert_msg((limit->error == 0) == (limit->status == CLIMITS_LIMITED ||
					      limit->status == CLIMITS_UNLIMITED),
		      "%s: status %d, error %d", name, limit->status, limit->error);
	ck_assert_msg(limit->level >= -1, "%s: level %d", name, limit->level);
	ck_assert_msg(limit->reserved == 0, "%s", name);
	ck_assert_msg((limit->period != 0) ==
			      (resource == CLIMITS_CPU_QUOTA && limit->status == CLIMITS_LIMITED),
		      "%s: period %ju", name, (uintmax_t)limit->period);
	if (limit->status != CLIMITS_LIMITED && resource != CLIMITS_CPUSET)
		ck_assert_msg(limit->value == 0, "%s", name);
}

static void check_limits(const struct climits_limits *limits)
{
	for (int resource = 0; resource < CLIMITS_RESOURCES; resource++)
		check_record(limits, resource);
	ck_assert_int_ge(limits->cgroup_version, CLIMITS_CGROUP_NONE);
	ck_assert_int_le(limits->cgroup_version, CLIMITS_CGROUP_HYBRID);
	ck_assert_int_ge(limits->horizon, CLIMITS_HORIZON_UNKNOWN);
	ck_assert_int_le(limits->horizon, CLIMITS_HORIZON_NAMESPACE);
	ck_assert_uint_eq(limits->notes >> CLIMITS_NOTES, 0);
	ck_assert_int_eq(limits->affinity.status, CLIMITS_LIMITED);
	ck_assert_uint_gt(limits->usable_cpus, 0);
	ck_assert_uint_gt(limits->cpus, 0);
	ck_assert_uint_le(limits->cpus, limits->usable_cpus);
	ck_assert_uint_gt(limits->memory_total, 0);
	if (limits->memory_max.status == CLIMITS_LIMITED && limits->memory_budgeted)
		ck_assert_uint_le(limits->memory_budget, limits->memory_max.value);
	if (!limits->memory_budgeted)
		ck_assert_uint_eq(limits->memory_budget, 0);
	ck_assert_int_eq(limits->reserved, 0);
}

START_TEST(one_call)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	const struct climits_options options = {.size = sizeof(options), .pid = _i ? getpid() : 0};
	int before = unit_descriptors();

	ck_assert_int_eq(climits_read_once(&options, &limits), 0);
	ck_assert_int_eq(limits.pid, getpid());
	check_limits(&limits);
	ck_assert_int_eq(unit_descriptors(), before);
}
END_TEST

START_TEST(reads_agree)
{
	struct climits_limits once = {.size = sizeof(once)};
	struct climits_limits first;
	struct climits_limits second;
	struct climits *handle = NULL;

	ck_assert_int_eq(climits_open(NULL, &handle), 0);
	first = tree_read(handle);
	second = tree_read(handle);
	check_limits(&first);
	ck_assert_mem_eq(&first, &second, sizeof(first));
	ck_assert_int_eq(climits_read_once(NULL, &once), 0);
	ck_assert_mem_eq(&first, &once, sizeof(first));
	climits_close(handle);
}
END_TEST

/* Every descriptor that the library opens is closed by exec(2), and by climits_close(). */
START_TEST(descriptors)
{
	const struct climits_options options = {.size = sizeof(options), .pid = _i ? getpid() : 0};
	struct climits *handle = NULL;
	int before[1024] = {0};
	int opened = 0;
	int count = unit_descriptors();

	for (int fd = 0; fd < 1024; fd++)
		before[fd] = fcntl(fd, F_GETFD) >= 0;
	ck_assert_int_eq(climits_open(&options, &handle), 0);
	tree_read(handle);
	tree_read(handle);
	for (int fd = 0; fd < 1024; fd++) {
		if (before[fd] || fcntl(fd, F_GETFD) < 0)
			continue;
		ck_assert_msg(fcntl(fd, F_GETFD) == FD_CLOEXEC, "descriptor %d", fd);
		opened++;
	}
	ck_assert_int_gt(opened, 0);
	ck_assert_int_le(opened, 600);
	climits_close(handle);
	ck_assert_int_eq(unit_descriptors(), count);
}
END_TEST

/* Without any descriptor to be had nothing is known, and nothing is made up. */
START_TEST(no_descriptor)
{
	struct climits *handle = NULL;
	struct climits_limits limits;
	struct rlimit before;
	struct rlimit none;

	ck_assert_int_eq(climits_open(NULL, &handle), 0);
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
	none = (struct rlimit){.rlim_cur = 0, .rlim_max = before.rlim_max};
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	limits = tree_read(handle);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
	ck_assert_int_eq(limits.cpu_quota.status, CLIMITS_UNKNOWN);
	ck_assert_int_eq(limits.cpu_quota.error, EMFILE);
	ck_assert_int_eq(limits.memory_max.status, CLIMITS_UNKNOWN);
	ck_assert_int_eq(limits.memory_budgeted, 0);
	ck_assert_uint_gt(limits.usable_cpus, 0);
	limits = tree_read(handle);
	check_limits(&limits);
	climits_close(handle);
}
END_TEST

/* Waits for a child and gives what it exited with. */
static int exit_of(pid_t child)
{
	int status = 0;

	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(WIFEXITED(status), "status %x", (unsigned)status);
	return WEXITSTATUS(status);
}

/*
 * The child of a fork reads its own limits: in a made-up live machine, that it was moved elsewhere.
 */
START_TEST(child)
{
	struct climits_limits limits;
	struct climits *handle;
	struct tree tree;
	pid_t pid;

	tree_machine_live(&tree);
	tree_put(&tree, "a/b/memory.max", "8192\n");
	tree_put(&tree, "c/memory.max", "4096\n");
	handle = tree_open_live(&tree);
	tree_read(handle);
	tree_put(&tree, "/proc/self/cgroup", "0::/c\n");
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		int result;

		limits = (struct climits_limits){.size = sizeof(limits)};
		result = climits_read(handle, &limits);
		climits_close(handle);
		if (result < 0 || limits.pid != getpid())
			_exit(1);
		if (tree_has_note(&limits, CLIMITS_NOTE_CGROUP_MOVED))
			_exit(2);
		_exit(limits.memory_max.value == 4096 ? 42 : 3);
	}
	ck_assert_int_eq(exit_of(pid), 42);
	limits = tree_read(handle);
	ck_assert_int_eq(limits.pid, getpid());
	ck_assert_uint_eq(limits.memory_max.value, 8192);
	climits_close(handle);
	tree_destroy(&tree);
}
END_TEST

/* As somebody without any privilege, where we are root. */
START_TEST(unprivileged)
{
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		struct climits_limits limits = {.size = sizeof(limits)};

		if (getuid() == 0 && (setgid(65534) < 0 || setuid(65534) < 0))
			_exit(1);
		if (climits_read_once(NULL, &limits) < 0)
			_exit(2);
		_exit(limits.usable_cpus > 0 && limits.cpus > 0 ? 42 : 3);
	}
	ck_assert_int_eq(exit_of(pid), 42);
}
END_TEST

/* No assertion between the counts: Check allocates too. */
START_TEST(no_allocation)
{
	struct climits_watch watch = {.size = sizeof(watch)};
	struct climits_limits limits = {.size = sizeof(limits)};
	struct climits *handle = NULL;
	long before = allocations_count();
	int result = climits_open(NULL, &handle);
	long opened = allocations_count();
	long watched;
	long done;

	ck_assert_int_eq(result, 0);
	ck_assert_int_eq(opened - before, 1);
	opened = allocations_count();
	for (int i = 0; i < 3; i++)
		result |= climits_read(handle, &limits);
	done = allocations_count();
	ck_assert_int_eq(result, 0);
	ck_assert_int_eq(done - opened, 0);
	result = climits_watch(handle, &watch);
	watched = allocations_count();
	result |= climits_read(handle, &limits);
	done = allocations_count();
	ck_assert_int_eq(result, 0);
	ck_assert_int_eq(done - watched, 0);
	check_limits(&limits);
	climits_close(handle);
}
END_TEST

enum {
	THREADS = 4,
	READS = 50
};

static void *read_again_and_again(void *result)
{
	struct climits_limits *limits = result;
	struct climits *handle = NULL;

	limits->size = sizeof(*limits);
	if (climits_open(NULL, &handle) < 0)
		return NULL;
	for (int i = 0; i < READS; i++)
		if (climits_read(handle, limits) < 0)
			limits->cpus = 0;
	climits_close(handle);
	return NULL;
}

/* Each thread with a handle of its own. */
START_TEST(threads)
{
	struct climits_limits limits[THREADS] = {{0}};
	pthread_t thread[THREADS];

	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, read_again_and_again, &limits[i]),
				 0);
	for (int i = 0; i < THREADS; i++) {
		ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
		check_limits(&limits[i]);
		ck_assert_mem_eq(&limits[i], &limits[0], sizeof(limits[0]));
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("handle_live");
	TCase *tcase = tcase_create("handle_live");

	tcase_add_loop_test(tcase, one_call, 0, 2);
	tcase_add_test(tcase, reads_agree);
	tcase_add_loop_test(tcase, descriptors, 0, 2);
	tcase_add_test(tcase, no_descriptor);
	tcase_add_test(tcase, child);
	tcase_add_test(tcase, unprivileged);
	tcase_add_test(tcase, threads);
	if (allocations_counted())
		tcase_add_test(tcase, no_allocation);
	else
		puts("skip: something else counts allocations here: that a read makes none");
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
