/* SPDX-License-Identifier: MIT
 *
 * lib/proc.c: files of /proc/PID, and whether the process is dead.
 */
#include "../../lib/handle.h"
#include "tree.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* clang-format off */
static const struct {
	int pid;
	const char *name;
	const char *path;
} paths[] = {
	{0, "cgroup", "/proc/self/cgroup"},
	{1, "mountinfo", "/proc/1/mountinfo"},
	{2147483647, "", "/proc/2147483647/"},
};
/* clang-format on */

START_TEST(shown_path)
{
	struct climits *handle;
	const struct climits_options options = {.size = sizeof(options), .root = "/"};
	size_t len = strlen(paths[_i].path);

	ck_assert_int_eq(climits_open(&options, &handle), 0);
	handle->pid = paths[_i].pid;
	for (size_t size = 0; size <= len + 2; size++) {
		struct guarded room = guarded_room(size);
		char expected[64];

		ck_assert_int_eq(climits_proc_path(handle, paths[_i].name, room.at, size),
				 (int)len);
		snprintf(expected, sizeof(expected), "%.*s", size > 0 ? (int)size - 1 : 0,
			 paths[_i].path);
		if (size > 0)
			ck_assert_str_eq(room.at, expected);
		guarded_free(&room);
	}
	climits_close(handle);
}
END_TEST

#define UNTIL_40 " 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 "

/* clang-format off */
static const struct {
	const char *name;
	const char *stat, *status; /* NULL: no such file */
	int dead, scheduling;
} states[] = {
	{"running", "1 (x) R" UNTIL_40 "0 0\n", NULL, 0, 0},
	{"real time", "1 (x) S" UNTIL_40 "1 0\n", NULL, 0, SCHED_FIFO},
	{"deadline", "1 (x) S" UNTIL_40 "6 0\n", NULL, 0, 6},
	{"zombie", "1 (x) Z" UNTIL_40 "0 0\n", NULL, 1, 0},
	{"dead", "1 (x) X 0\n", NULL, 1, -1},
	{"dead, of Linux 2.6", "1 (x) x 0\n", NULL, 1, -1},
	{"command named like a state", "1 (x) Z (y) S 0\n", NULL, 0, -1},
	{"zombie of status", NULL, "Name:\tx\nState:\tZ (zombie)\n", 1, -1},
	{"sleeping of status", NULL, "Name:\tZ\nState:\tS (sleeping)\n", 0, -1},
	{"name like a state in status", NULL, "Name:\tState:\tZ\nState:\tS (sleeping)\n", 0, -1},
	{"malformed stat, zombie of status", "x\n", "State:\tZ (zombie)\n", 1, -1},
	{"stat goes before status", "1 (x) R 0\n", "State:\tZ (zombie)\n", 0, -1},
	{"empty state", NULL, "State:\n", 0, -1},
	{"neither", NULL, NULL, 0, -1},
};
/* clang-format on */

START_TEST(state)
{
	const struct climits_limit dead = UNKNOWN(ESRCH);
	struct climits_limits limits;
	struct tree tree;

	tree_machine(&tree);
	tree_put(&tree, "a/b/memory.max", "4096\n");
	if (states[_i].stat)
		tree_put(&tree, "/proc/self/stat", states[_i].stat);
	if (states[_i].status)
		tree_put(&tree, "/proc/self/status", states[_i].status);
	limits = tree_read_once(&tree);
	ck_assert_msg(limits.scheduling == states[_i].scheduling, "%s: %d", states[_i].name,
		      limits.scheduling);
	ck_assert_msg(tree_has_note(&limits, CLIMITS_NOTE_PROCESS_DEAD) == states[_i].dead, "%s",
		      states[_i].name);
	if (states[_i].dead)
		tree_check(states[_i].name, &limits.memory_max, &dead);
	else
		ck_assert_msg(limits.memory_max.value == 4096, "%s", states[_i].name);
	tree_destroy(&tree);
}
END_TEST

/* It cannot be told whether the process is dead: then nothing is known of it. */
START_TEST(state_unreadable)
{
	static const struct climits_limit unknown = UNKNOWN(EISDIR);
	struct climits_limits limits;
	struct tree tree;

	tree_machine(&tree);
	tree_put(&tree, "a/b/memory.max", "4096\n");
	tree_mkdir(&tree, "/proc/self/stat");
	limits = tree_read_once(&tree);
	ck_assert_uint_eq(limits.memory_max.value, 4096); /* status tells it */
	tree_remove(&tree, "/proc/self/status");
	limits = tree_read_once(&tree);
	tree_check("unreadable state", &limits.memory_max, &unknown);
	ck_assert_int_eq(limits.horizon, CLIMITS_HORIZON_UNKNOWN);
	tree_destroy(&tree);
}
END_TEST

/* A process whose files are not there, though the kernel does not call it gone: it hides them. */
START_TEST(files_hidden)
{
	static const struct climits_limit hidden = UNKNOWN(EACCES);
	struct climits_limits limits;
	struct climits *handle;
	struct tree tree;
	char path[512];

	tree_machine(&tree);
	handle = tree_open_live(&tree);
	handle->pid = 2147483647;
	handle->proc_fd = open(tree_path(&tree, "/proc/self", path, sizeof(path)),
			       O_PATH | O_DIRECTORY | O_CLOEXEC);
	ck_assert_int_ge(handle->proc_fd, 0);
	tree_remove(&tree, "/proc/self/status");
	limits = tree_read(handle);
	tree_check("hidden", &limits.memory_max, &hidden);
	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_PROCESS_DEAD), 0);
	climits_close(handle);
	tree_destroy(&tree);
}
END_TEST

/* A captured process that is not "self". */
START_TEST(numbered)
{
	static const struct tree_file files[] = {
		{"/proc/42/cgroup", "0::/a\n"},
		{"/proc/42/mountinfo", "30 1 0:25 / /sys/fs/cgroup rw - cgroup2 c rw\n"},
		{"/proc/42/status", "State:\tS (sleeping)\nCpus_allowed_list:\t1\n"},
		{"/proc/self/cgroup", NULL},
		{"/proc/self/mountinfo", NULL},
		{"a/memory.max", "4096\n"},
	};
	struct climits_options options = {.size = sizeof(options), .pid = 42};
	struct climits_limits limits = {.size = sizeof(limits)};
	struct tree tree;

	tree_machine(&tree);
	tree_put_all(&tree, files, 6);
	options.root = tree.path;
	ck_assert_int_eq(climits_read_once(&options, &limits), 0);
	ck_assert_int_eq(limits.pid, 42);
	ck_assert_uint_eq(limits.memory_max.value, 4096);
	ck_assert_uint_eq(limits.usable_cpus, 1);
	tree_destroy(&tree);
}
END_TEST

static pid_t fork_sleeper(void)
{
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (child == 0) {
		for (;;)
			pause();
	}
	return child;
}

static int is_dead(const struct climits_limits *limits)
{
	return tree_has_note(limits, CLIMITS_NOTE_PROCESS_DEAD);
}

/* A process of the live machine that is alive, a zombie, and gone; whatever its limits are. */
START_TEST(live)
{
	pid_t child = fork_sleeper();
	const struct climits_options options = {.size = sizeof(options), .pid = child};
	struct climits *handle = NULL;
	struct climits *other = NULL;
	struct climits_limits limits;
	siginfo_t info;
	int before = unit_descriptors();

	ck_assert_int_eq(climits_open(&options, &handle), 0);
	limits = tree_read(handle);
	ck_assert_int_eq(is_dead(&limits), 0);
	ck_assert_int_eq(limits.pid, child);
	ck_assert_int_eq(limits.scheduling, sched_getscheduler(0));
	ck_assert_uint_gt(limits.usable_cpus, 0);
	ck_assert_int_eq(kill(child, SIGKILL), 0);
	ck_assert_int_eq(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
	limits = tree_read(handle);
	ck_assert_int_eq(is_dead(&limits), 1);
	ck_assert_int_eq(limits.memory_max.error, ESRCH);
	ck_assert_int_eq(limits.cpu_quota.status, CLIMITS_UNKNOWN);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	limits = tree_read(handle);
	ck_assert_int_eq(is_dead(&limits), 1);
	ck_assert_int_eq(limits.memory_max.error, ESRCH);
	climits_close(handle);
	ck_assert_int_eq(climits_open(&options, &other), -ESRCH);
	ck_assert_ptr_null(other);
	ck_assert_int_eq(unit_descriptors(), before);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("proc");
	TCase *tcase = tcase_create("proc");

	tcase_add_loop_test(tcase, shown_path, 0, COUNT(paths));
	tcase_add_loop_test(tcase, state, 0, COUNT(states));
	tcase_add_test(tcase, state_unreadable);
	tcase_add_test(tcase, files_hidden);
	tcase_add_test(tcase, numbered);
	tcase_add_test(tcase, live);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
