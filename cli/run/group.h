/* SPDX-License-Identifier: MIT
 *
 * group.h - the cgroup that CMD runs in: one directory in each hierarchy that carries a controller
 * which a limit needs.
 */
#ifndef CLIMITS_CLI_RUN_GROUP_H
#define CLIMITS_CLI_RUN_GROUP_H

#include <limits.h>
#include <sys/types.h>

#include "request.h"

struct climits;

/*
 * version      1 or 2
 * controllers  those of the request that the hierarchy carries, as bits
 * mount        where the hierarchy is mounted
 * own          the directory of the caller's own cgroup
 * parent       the directory to make the group in: own, or on v2 one above
 * climbed      how many levels parent is above the caller's own
 * path         the directory of the group, "" when it is not made
 * cgroup       what libcgroup knows it by, NULL when plain files are used
 * lock         v2: parent, opened and locked, or -1
 * enabled      v2: the controllers that were enabled for it in parent
 */
struct group {
	int version;
	unsigned controllers;
	char mount[PATH_MAX];
	char own[PATH_MAX];
	char parent[PATH_MAX];
	char path[PATH_MAX];
	int climbed;
	struct cgroup *cgroup;
	int lock;
	unsigned enabled;
};

struct groups {
	int count;
	struct group group[CONTROLLERS];
};

/*
 * Finds where the groups go, makes them, sets a file of one, moves a process into all. 0, or -1
 * when one line on stderr has said what to do; what was made is left for groups_remove().
 */
int groups_find(struct groups *groups, struct climits *handle, unsigned controllers);
int groups_make(struct groups *groups);
int groups_attach(const struct groups *groups, pid_t pid);

/* The group that a controller is in. */
const struct group *groups_of(const struct groups *groups, enum controller controller);

/* Writes one file of a group. 0 or a negative errno. */
int group_set(const struct group *group, enum controller controller, const char *file,
	      const char *text);

/* Ends every process in the groups and removes them. */
void groups_remove(struct groups *groups);

/* Frees what belongs to the groups here, and leaves them where they are. */
void groups_forget(struct groups *groups);

/* "cpu", "cpuset", ... */
const char *controller_name(enum controller controller);

/* One line on stderr: that something was not allowed or not there, and what to do about it. */
void group_refused(const struct group *group, const char *what, int error);

#endif
