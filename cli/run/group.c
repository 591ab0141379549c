/* SPDX-License-Identifier: MIT
 *
 * group.c - the cgroup that CMD runs in: made, set, filled. v1 through libcgroup (legacy.c) where
 * libcgroup and we mean the same directory, else with plain files.
 */
#include "group.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../output.h"
#include "file.h"
#include "legacy.h"
#include "unified.h"

/* Two processes of different pid namespaces may have one number. */
#define NAMES_TRIED 100

const char *controller_name(enum controller controller)
{
	static const char *const names[CONTROLLERS] = {
		[CONTROLLER_CPU] = "cpu",
		[CONTROLLER_CPUSET] = "cpuset",
		[CONTROLLER_MEMORY] = "memory",
		[CONTROLLER_PIDS] = "pids",
	};

	return names[controller];
}

void group_refused(const struct group *group, const char *what, int error)
{
	const char *advice = NULL;

	if (error == -EACCES || error == -EPERM)
		advice = "run it as root (sudo), or below a cgroup that is yours: systemd-run "
			 "--user --scope climits run ...";
	else if (error == -EROFS)
		advice = "the cgroup mount is read-only, as in most containers: set the limit "
			 "from outside (docker run --cpus --memory)";
	else if (error == -EBUSY)
		advice = "no cgroup that can be seen is free of processes: set the limit from "
			 "outside of this container, or move its processes to a child cgroup";
	else if (error == -ENOENT && group->version == 2)
		advice = "a controller is not enabled for it: have the cgroup delegated "
			 "(systemd: Delegate=yes), or run it as root outside of the container";
	output_message("%s: %s%s%s", what, strerror(-error), advice ? "; " : "",
		       advice ? advice : "");
}

const struct group *groups_of(const struct groups *groups, enum controller controller)
{
	for (int i = 0; i < groups->count; i++)
		if (groups->group[i].controllers >> controller & 1)
			return &groups->group[i];
	return NULL;
}

/* Below parent, with a name that is not taken yet. */
static int name_group(struct group *group)
{
	for (int i = 0; i < NAMES_TRIED; i++) {
		const char *parent = strcmp(group->parent, "/") ? group->parent : "";
		struct stat status;
		int length;

		length = snprintf(group->path, sizeof(group->path), "%s/climits-run-%d", parent,
				  (int)getpid());
		if (i > 0 && length < (int)sizeof(group->path))
			length += snprintf(group->path + length,
					   sizeof(group->path) - (size_t)length, "-%d", i);
		if (length >= (int)sizeof(group->path))
			return -ENAMETOOLONG;
		if (lstat(group->path, &status) < 0)
			return 0;
	}
	return -EEXIST;
}

static int make_directory(struct group *group)
{
	int r = name_group(group);

	if (r == 0 && mkdir(group->path, 0755) < 0)
		r = -errno;
	if (r < 0)
		group->path[0] = '\0';
	return r;
}

static int make_legacy(struct group *group)
{
	int r = name_group(group);

	if (r == 0)
		r = legacy_know(group);
	if (r == 0)
		r = group->cgroup ? legacy_make(group) : make_directory(group);
	if (r < 0)
		group->path[0] = '\0';
	return r;
}

int groups_make(struct groups *groups)
{
	for (int i = 0; i < groups->count; i++) {
		struct group *group = &groups->group[i];
		int r = group->version == 2 ? unified_make(group, make_directory)
					    : make_legacy(group);

		if (r < 0) {
			char what[PATH_MAX + 32];

			snprintf(what, sizeof(what), "cannot make a cgroup below %s", group->own);
			group_refused(group, what, r);
			return -1;
		}
	}
	return 0;
}

int group_set(const struct group *group, enum controller controller, const char *file,
	      const char *text)
{
	if (!file_exists(group->path, file))
		return -ENOENT;
	if (group->cgroup)
		return legacy_set(group, controller_name(controller), file, text);
	return file_write(group->path, file, text);
}

int groups_attach(const struct groups *groups, pid_t pid)
{
	char number[16];

	snprintf(number, sizeof(number), "%d", (int)pid);
	for (int i = 0; i < groups->count; i++) {
		const struct group *group = &groups->group[i];
		int r = group->cgroup ? legacy_attach(group, pid)
				      : file_write(group->path, "cgroup.procs", number);

		if (r < 0) {
			char what[PATH_MAX + 32];

			snprintf(what, sizeof(what), "cannot move a process to %s", group->path);
			group_refused(group, what, r);
			return -1;
		}
	}
	return 0;
}

void groups_forget(struct groups *groups)
{
	for (int i = 0; i < groups->count; i++) {
		struct group *group = &groups->group[i];

		if (group->lock >= 0)
			close(group->lock);
		group->lock = -1;
		legacy_forget(group);
	}
}
