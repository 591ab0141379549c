/* SPDX-License-Identifier: MIT
 *
 * remove.c - the end of the groups: every process in them is killed, groups that CMD made inside
 * included, and then the directories go.
 */
#include "group.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../output.h"
#include "file.h"
#include "legacy.h"
#include "unified.h"

/*
 * A process that was killed leaves its cgroup when the kernel comes to it: soon, but when it waits
 * for a disk. 2000 pauses of 5 ms are 10 s.
 */
#define ROUNDS 2000
#define PAUSE_NS 5000000

/* 0 is a process of another pid namespace, which no signal reaches; to kill() it is ourselves. */
static int kill_process(pid_t pid, void *context)
{
	int *alive = context;

	++*alive;
	if (pid > 0 && pid != getpid())
		kill(pid, SIGKILL);
	return 0;
}

/*
 * Linux 5.14 and later kill a tree at once, so that nobody forks away. Before, and on v1, each
 * process that is listed is killed, again and again until none is.
 */
static int kill_tree(const char *path, void *context)
{
	file_write(path, "cgroup.kill", "1");
	file_each_process(path, kill_process, context);
	return file_each_directory(path, kill_tree, context);
}

static int remove_tree(const char *path, void *context)
{
	(void)context;
	file_each_directory(path, remove_tree, NULL);
	return rmdir(path) < 0 && errno != ENOENT ? -errno : 0;
}

static void pause_shortly(void)
{
	nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
}

/* libcgroup moves what is left in a group to its parent, unlimited: only an empty one is for it. */
static int remove_group(struct group *group)
{
	int r = -EBUSY;

	for (int i = 0; i < ROUNDS && r == -EBUSY; i++) {
		int alive = 0;

		if (i > 0)
			pause_shortly();
		kill_tree(group->path, &alive);
		if (alive)
			continue;
		if (i == 0 && group->cgroup)
			legacy_remove(group);
		r = remove_tree(group->path, NULL);
	}
	return r;
}

void groups_remove(struct groups *groups)
{
	for (int i = groups->count - 1; i >= 0; i--) {
		struct group *group = &groups->group[i];
		int r = group->path[0] ? remove_group(group) : 0;

		if (r < 0)
			output_message("cannot remove %s: %s", group->path, strerror(-r));
		unified_restore(group);
	}
}
