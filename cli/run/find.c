/* SPDX-License-Identifier: MIT
 *
 * find.c - where the caller's own cgroup is, in each hierarchy. The library says which cgroup it
 * is; whether a directory is that cgroup, the kernel says: the caller is listed in it. This finds
 * it through mounts of a part of a hierarchy and in cgroup namespaces too, where libcgroup names
 * the directory of another cgroup (it does not know the roots of mounts), and with cgroup v2, where
 * libcgroup 2.0.2 knows no paths at all.
 */
#include "group.h"

#include <errno.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <containerlimits.h>

#include "../output.h"
#include "file.h"

/* A line of a mount with many layers is long; those of cgroups are not. */
#define MOUNT_LINE 16384

static const int resources[CONTROLLERS] = {
	[CONTROLLER_CPU] = CLIMITS_CPU_QUOTA,
	[CONTROLLER_CPUSET] = CLIMITS_CPUSET,
	[CONTROLLER_MEMORY] = CLIMITS_MEMORY_MAX,
	[CONTROLLER_PIDS] = CLIMITS_PIDS_MAX,
};

static int is_us(pid_t pid, void *context)
{
	(void)context;
	return pid == getpid();
}

/* 1 when a component is "..": such a path leads out of the mount. */
static int leads_out(const char *path)
{
	for (const char *at = path; (at = strstr(at, "/..")); at += 3)
		if (at[3] == '/' || !at[3])
			return 1;
	return 0;
}

/*
 * The root of a mount may be any cgroup above ours, so that any number of the path's first
 * components may be missing below the mount point.
 */
static int find_below(struct group *group, const char *mount, const char *path)
{
	for (const char *rest = path; rest; rest = *rest ? strchr(rest + 1, '/') : NULL) {
		if (leads_out(rest) || !strcmp(rest, "/"))
			continue;
		if (snprintf(group->parent, sizeof(group->parent), "%s%s", mount, rest) >=
		    (int)sizeof(group->parent))
			continue;
		if (file_each_process(group->parent, is_us, NULL) == 1)
			return 1;
	}
	snprintf(group->parent, sizeof(group->parent), "%s", mount);
	return file_each_process(group->parent, is_us, NULL) == 1;
}

/*
 * 1 when a hierarchy of version 1 has the controller, mounted or not: version 2 then lacks it.
 * A line is "NUMBER:CONTROLLER,CONTROLLER:PATH" and may be of any length.
 */
static int is_on_v1(const char *controller)
{
	FILE *lines = fopen("/proc/self/cgroup", "re");
	char *line = NULL;
	size_t size = 0;
	int found = 0;

	while (lines && !found && getline(&line, &size, lines) > 0) {
		char *names = strchr(line, ':');
		char *end = names ? strchr(names + 1, ':') : NULL;

		for (char *at = names; end && at && at < end && !found;
		     at = strpbrk(at + 1, ",:")) {
			size_t length = strcspn(at + 1, ",:");

			found = length == strlen(controller) &&
				!strncmp(at + 1, controller, length);
		}
	}
	free(line);
	if (lines)
		fclose(lines);
	return found;
}

/* The first mount that shows our cgroup. */
static int find_mount(struct group *group, const char *path, const char *controller, int version)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	char line[MOUNT_LINE];
	struct mntent mount;
	int found = 0;

	if (!mounts)
		return 0;
	while (!found && getmntent_r(mounts, &mount, line, sizeof(line))) {
		if (strcmp(mount.mnt_type, version == 2 ? "cgroup2" : "cgroup"))
			continue;
		if (version == 1 && !hasmntopt(&mount, controller))
			continue;
		found = find_below(group, mount.mnt_dir, path);
		if (found)
			snprintf(group->mount, sizeof(group->mount), "%s", mount.mnt_dir);
	}
	endmntent(mounts);
	if (found)
		group->version = version;
	return found;
}

static int find_controller(struct group *group, struct climits *handle, enum controller controller)
{
	const char *name = controller_name(controller);
	char path[PATH_MAX];
	int length = climits_cgroup_path(handle, resources[controller], path, sizeof(path));

	if (length >= 0 && length < (int)sizeof(path) &&
	    find_mount(group, path, name, is_on_v1(name) ? 1 : 2)) {
		memcpy(group->own, group->parent, sizeof(group->own));
		return 0;
	}
	if (length == -ENODATA)
		output_message("this kernel has no %s controller, or it is switched off "
			       "(cgroup_disable= on the kernel's command line)",
			       name);
	else
		output_message("no cgroup mount shows our cgroup of the %s controller: mount it, "
			       "or set the limit from outside of this container",
			       name);
	return -1;
}

/* Controllers whose cgroup is one directory share a group. */
static void add(struct groups *groups, const struct group *found, enum controller controller)
{
	struct group *group = groups->group;

	while (group < groups->group + groups->count && strcmp(group->parent, found->parent))
		group++;
	if (group == groups->group + groups->count) {
		*group = *found;
		groups->count++;
	}
	group->controllers |= 1U << controller;
}

int groups_find(struct groups *groups, struct climits *handle, unsigned controllers)
{
	for (int i = 0; i < CONTROLLERS; i++) {
		struct group found = {.lock = -1};

		if (!(controllers >> i & 1))
			continue;
		if (find_controller(&found, handle, (enum controller)i) < 0)
			return -1;
		add(groups, &found, (enum controller)i);
	}
	return 0;
}
