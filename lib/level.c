/* SPDX-License-Identifier: MIT
 *
 * One file of one level: opened, kept, read. Does not know what its text means. On the live machine
 * the descriptors are kept, because a positioned read of one costs an eighth of open, read and
 * close; a captured tree is opened anew each time, because whoever edits it may put new files in
 * the place of old ones.
 */
#include "handle.h"
#include "place.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/*
 * The names in Documentation/admin-guide/cgroup-v1/ and cgroup-v2.rst. cpuset.effective_cpus came
 * with Linux 3.17; v1 has no memory.high, v2 no use_hierarchy.
 */
static const struct {
	const char *v1;
	const char *v2;
	enum climits_controller controller;
} NAMES[CLIMITS_FILES] = {
	[CLIMITS_FILE_QUOTA] = {"cpu.cfs_quota_us", "cpu.max", CLIMITS_CPU_CONTROLLER},
	[CLIMITS_FILE_PERIOD] = {"cpu.cfs_period_us", NULL, CLIMITS_CPU_CONTROLLER},
	[CLIMITS_FILE_BURST] = {"cpu.cfs_burst_us", "cpu.max.burst", CLIMITS_CPU_CONTROLLER},
	[CLIMITS_FILE_WEIGHT] = {"cpu.shares", "cpu.weight", CLIMITS_CPU_CONTROLLER},
	[CLIMITS_FILE_CPUS_EFFECTIVE] = {"cpuset.effective_cpus", "cpuset.cpus.effective",
					 CLIMITS_CPUSET_CONTROLLER},
	[CLIMITS_FILE_CPUS] = {"cpuset.cpus", NULL, CLIMITS_CPUSET_CONTROLLER},
	[CLIMITS_FILE_MEMORY] = {"memory.limit_in_bytes", "memory.max", CLIMITS_MEMORY_CONTROLLER},
	[CLIMITS_FILE_HIGH] = {NULL, "memory.high", CLIMITS_MEMORY_CONTROLLER},
	[CLIMITS_FILE_SWAP] = {"memory.memsw.limit_in_bytes", "memory.swap.max",
			       CLIMITS_MEMORY_CONTROLLER},
	[CLIMITS_FILE_HIERARCHY] = {"memory.use_hierarchy", NULL, CLIMITS_MEMORY_CONTROLLER},
	[CLIMITS_FILE_STAT] = {"memory.stat", NULL, CLIMITS_MEMORY_CONTROLLER},
	[CLIMITS_FILE_PIDS] = {"pids.max", "pids.max", CLIMITS_PIDS_CONTROLLER},
	[CLIMITS_FILE_CONTROLLERS] = {NULL, "cgroup.controllers", CLIMITS_CONTROLLERS},
};

const char *climits_file_name(const struct climits *handle, enum climits_controller controller,
			      int mount, enum climits_file file)
{
	const char *name = handle->place[controller].version == 2 ? NAMES[file].v2 : NAMES[file].v1;

	if (controller == CLIMITS_CPUSET_CONTROLLER && handle->mounts.mount[mount].noprefix)
		return name + sizeof("cpuset.") - 1;
	return name;
}

/* The path of a file below the mount point. 0, or -ENOENT, -ENAMETOOLONG. */
static int level_path(const struct climits *handle, enum climits_controller controller, int level,
		      int mount, enum climits_file file, char path[PATH_MAX])
{
	struct climits_span rest = climits_place_rest(handle, controller, level, mount);
	const char *name = climits_file_name(handle, controller, mount, file);
	size_t name_len;

	if (!name)
		return -ENOENT;
	name_len = strlen(name);
	if (rest.len + 1 + name_len >= PATH_MAX)
		return -ENAMETOOLONG;
	if (rest.len > 0) {
		memcpy(path, rest.at, rest.len);
		path[rest.len++] = '/';
	}
	memcpy(path + rest.len, name, name_len + 1);
	return 0;
}

/*
 * That a file is not there means "no limit at this level", so it is asked twice, by another system
 * call. An answer that does not agree is an error of reading and no absence. If the process's own
 * cgroup is not there either, it was removed, and what its files are missing from says nothing.
 */
static int confirm_absence(int dir, char *path, int level)
{
	char *name = strrchr(path, '/');

	if (faccessat(dir, path, F_OK, 0) == 0)
		return -EIO;
	if (errno != ENOENT || level > 0 || !name)
		return -errno;
	*name = '\0';
	if (faccessat(dir, path, F_OK, 0) == 0)
		return -ENOENT;
	return errno == ENOENT ? -ENODEV : -errno;
}

static int open_file(struct climits *handle, enum climits_controller controller, int level,
		     enum climits_file file)
{
	int mount = climits_place_mount(handle, controller, level);
	char path[PATH_MAX];
	int fd;
	int r;

	if (mount < 0)
		return -ENOENT;
	r = level_path(handle, controller, level, mount, file, path);
	if (r < 0)
		return r;
	fd = climits_open_below(handle->mounts.mount[mount].fd, path, 0,
				climits_place_bound(handle));
	if (fd == -ENOENT)
		fd = confirm_absence(handle->mounts.mount[mount].fd, path, level);
	if (fd == -ENODEV)
		handle->again = 1;
	if (fd == -EXDEV && !handle->unusual) {
		/* Another mount covers the way: all mounts must be looked at. */
		handle->unusual = 1;
		handle->again = 1;
	}
	return fd;
}

static ssize_t read_file(struct climits *handle, int fd, enum climits_file file)
{
	if (file == CLIMITS_FILE_STAT)
		return climits_read_all(fd, handle->scratch, sizeof(handle->scratch));
	return climits_read_line(fd, handle->scratch, sizeof(handle->scratch), !handle->live);
}

static int keeps(const struct climits *handle, int level)
{
	return handle->live && !handle->once && level < CLIMITS_KEPT_LEVELS;
}

ssize_t climits_level_text(struct climits *handle, enum climits_controller controller, int level,
			   enum climits_file file)
{
	int *kept = keeps(handle, level) ? &handle->fd[level][file] : NULL;
	int fd = kept ? *kept : CLIMITS_FD_NONE;
	ssize_t len;

	if (fd == CLIMITS_FD_ABSENT)
		return -ENOENT;
	if (kept && level >= handle->kept_levels)
		handle->kept_levels = level + 1;
	if (fd == CLIMITS_FD_NONE)
		fd = open_file(handle, controller, level, file);
	if (fd == -ENOENT && kept)
		*kept = CLIMITS_FD_ABSENT;
	if (fd < 0)
		return fd;
	len = read_file(handle, fd, file);
	if (len == -ENOENT)
		len = -EIO; /* what is open is there: only its opening can tell of an absence */
	if (len == -ENODEV)
		handle->again = 1;
	if (kept)
		*kept = fd;
	else
		climits_close_fd(fd);
	return len;
}

/*
 * A controller on v2, whose levels are those of all others there; CLIMITS_CONTROLLERS when none is.
 */
static enum climits_controller unified_controller(const struct climits *handle)
{
	int c = 0;

	while (c < CLIMITS_CONTROLLERS && (handle->place[c].version != 2 || handle->place[c].error))
		c++;
	return (enum climits_controller)c;
}

/* The controllers of a level of v2, as bits, or a negative errno. */
int climits_level_enabled(struct climits *handle, enum climits_controller controller, int level)
{
	ssize_t len = climits_level_text(handle, controller, level, CLIMITS_FILE_CONTROLLERS);

	return len < 0 ? (int)len : (int)climits_controllers_in(handle->scratch, (size_t)len, ' ');
}

static int has_absent(const int fd[CLIMITS_FILES], unsigned enabled)
{
	for (int file = 0; file < CLIMITS_FILE_CONTROLLERS; file++)
		if (fd[file] == CLIMITS_FD_ABSENT && !(enabled & 1U << NAMES[file].controller))
			return 1;
	return 0;
}

static void refresh_level(struct climits *handle, enum climits_controller controller, int level)
{
	int enabled;

	if (!has_absent(handle->fd[level], handle->enabled[level]))
		return;
	enabled = climits_level_enabled(handle, controller, level);
	if (enabled == handle->enabled[level])
		return;
	handle->enabled[level] = enabled < 0 ? 0 : (unsigned char)enabled;
	for (int file = 0; file < CLIMITS_FILE_CONTROLLERS; file++)
		if (handle->fd[level][file] == CLIMITS_FD_ABSENT)
			handle->fd[level][file] = CLIMITS_FD_NONE;
}

/*
 * On v2 the files of a controller come and go as the level above enables it, which
 * cgroup.controllers tells. A file that is missing though its controller is enabled is one that
 * this kernel does not have. v1 has all its files from the start.
 */
void climits_level_refresh(struct climits *handle)
{
	enum climits_controller controller = unified_controller(handle);

	if (controller == CLIMITS_CONTROLLERS || !keeps(handle, 0))
		return;
	for (int level = 0; level <= handle->place[controller].top && keeps(handle, level); level++)
		refresh_level(handle, controller, level);
}

void climits_level_close(struct climits *handle)
{
	for (int level = 0; level < handle->kept_levels; level++)
		for (int file = 0; file < CLIMITS_FILES; file++) {
			climits_close_fd(handle->fd[level][file]);
			handle->fd[level][file] = CLIMITS_FD_NONE;
		}
	handle->kept_levels = 0;
	memset(handle->enabled, 0, sizeof(handle->enabled));
}
