/* SPDX-License-Identifier: MIT
 *
 * Noticing changes: inotify on the files whose writing changes a limit, and on those whose writing
 * moves a process. The kernel tells when a process writes such a file, through whatever mount or
 * namespace; it does not tell of what it changes by itself (CPU hotplug, a partition of a sibling)
 * nor of a move into a cgroup that is neither above, nor beside, nor just below a level of ours.
 * The caller's slow re-read finds these.
 *
 * Everything is reached through the mount descriptors of the handle and /proc/self/fd, so that what
 * is watched is what is read.
 */
#include "watch.h"

#include "number.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

#define INTERVAL_COMPLETE 30
#define INTERVAL_INCOMPLETE 1

/*
 * Relatives that a process may be moved to are watched up to this number for each level, so that a
 * node with thousands of containers does not use up inotify's watches (fs.inotify.max_user_watches)
 * for one process.
 */
#define RELATIVES_MAX 256

/*
 * Everything that is said of a directory beside the files in it: relatives that come, levels that
 * go.
 */
#define DIRECTORY_EVENTS (IN_CREATE | IN_DELETE_SELF | IN_ONLYDIR)

/* Which controller's levels have the file. ANY: every hierarchy has it. */
#define ANY CLIMITS_CONTROLLERS

/*
 * What is written to change a limit, whether we read it or not: cpuset.cpus of a level changes the
 * effective sets of all below, of which the kernel says nothing. cgroup.subtree_control makes and
 * removes files of the levels below.
 */
static const struct trigger {
	const char *name;
	int version;
	enum climits_controller controller;
} TRIGGERS[] = {
	{"cpu.max", 2, CLIMITS_CPU_CONTROLLER},
	{"cpu.max.burst", 2, CLIMITS_CPU_CONTROLLER},
	{"cpu.weight", 2, CLIMITS_CPU_CONTROLLER},
	{"cpuset.cpus", 2, CLIMITS_CPUSET_CONTROLLER},
	{"cpuset.cpus.partition", 2, CLIMITS_CPUSET_CONTROLLER},
	{"memory.max", 2, CLIMITS_MEMORY_CONTROLLER},
	{"memory.high", 2, CLIMITS_MEMORY_CONTROLLER},
	{"memory.swap.max", 2, CLIMITS_MEMORY_CONTROLLER},
	{"pids.max", 2, CLIMITS_PIDS_CONTROLLER},
	{"cgroup.subtree_control", 2, ANY},
	{"cgroup.events", 2, ANY},
	{"cpu.cfs_quota_us", 1, CLIMITS_CPU_CONTROLLER},
	{"cpu.cfs_period_us", 1, CLIMITS_CPU_CONTROLLER},
	{"cpu.cfs_burst_us", 1, CLIMITS_CPU_CONTROLLER},
	{"cpu.shares", 1, CLIMITS_CPU_CONTROLLER},
	{"cpuset.cpus", 1, CLIMITS_CPUSET_CONTROLLER},
	{"cpus", 1, CLIMITS_CPUSET_CONTROLLER},
	{"memory.limit_in_bytes", 1, CLIMITS_MEMORY_CONTROLLER},
	{"memory.memsw.limit_in_bytes", 1, CLIMITS_MEMORY_CONTROLLER},
	{"memory.use_hierarchy", 1, CLIMITS_MEMORY_CONTROLLER},
	{"pids.max", 1, CLIMITS_PIDS_CONTROLLER},
};

/* What is written to move a process, or on v1 and in threaded cgroups one of its threads. */
static const char *const MOVERS[] = {"cgroup.procs", "cgroup.threads", "tasks"};

/* A path that is built from the left: "/proc/self/fd/7/kubepods/pod1". */
struct watch_path {
	char text[PATH_MAX];
	size_t len;
};

static int append(struct watch_path *path, const char *bytes, size_t len)
{
	if (path->len + len >= sizeof(path->text))
		return -ENAMETOOLONG;
	memcpy(path->text + path->len, bytes, len);
	path->len += len;
	path->text[path->len] = '\0';
	return 0;
}

static int append_name(struct watch_path *path, const char *name)
{
	int r = append(path, "/", 1);

	return r < 0 ? r : append(path, name, strlen(name));
}

/* Notes why not everything is watched. The first reason stays. */
static void fail(struct climits *handle, int error)
{
	if (!handle->watch_error)
		handle->watch_error = error;
}

/*
 * A name of a file in the directory, or "" for itself. Not there is no failure: most files are in
 * some levels only, and a level that vanishes right now was said to vanish by another watch.
 */
static void watch_name(struct climits *handle, struct watch_path *directory, const char *name,
		       uint32_t events)
{
	size_t len = directory->len;
	int r = *name ? append_name(directory, name) : 0;

	if (r == 0 && inotify_add_watch(handle->inotify_fd, directory->text, events) < 0)
		r = -errno;
	if (r < 0 && r != -ENOENT)
		fail(handle, -r);
	directory->len = len;
	directory->text[len] = '\0';
}

static void watch_movers(struct climits *handle, struct watch_path *directory)
{
	for (size_t i = 0; i < sizeof(MOVERS) / sizeof(MOVERS[0]); i++)
		watch_name(handle, directory, MOVERS[i], IN_MODIFY);
}

/* What getdents64(2) fills the buffer with; glibc has no name for it. */
struct entry {
	uint64_t inode;
	int64_t offset;
	unsigned short size;
	unsigned char type;
	char name[];
};

static int is_relative(const struct entry *entry)
{
	return entry->type == DT_DIR && strcmp(entry->name, ".") != 0 &&
	       strcmp(entry->name, "..") != 0;
}

static void watch_relative(struct climits *handle, struct watch_path *directory, const char *name)
{
	size_t len = directory->len;

	if (append_name(directory, name) == 0)
		watch_movers(handle, directory);
	directory->len = len;
	directory->text[len] = '\0';
}

/* The cgroups just below a level: our own one among them, its siblings, and our own children. */
static void watch_entries(struct climits *handle, struct watch_path *directory, int fd)
{
	char *buf = handle->scratch;
	int count = 0;
	long len;

	while ((len = syscall(SYS_getdents64, fd, buf, sizeof(handle->scratch))) > 0) {
		for (long at = 0; at < len;) {
			/* Entries are aligned to 8 bytes, and so is the buffer. */
			const struct entry *entry = (const void *)(buf + at);

			at += entry->size;
			if (!is_relative(entry))
				continue;
			if (count++ == RELATIVES_MAX)
				return;
			watch_relative(handle, directory, entry->name);
		}
	}
	if (len < 0 && errno != ENOENT)
		fail(handle, errno);
}

/* Not with opendir(3), which allocates. */
static void watch_relatives(struct climits *handle, struct watch_path *directory)
{
	int fd = open(directory->text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0)
		watch_entries(handle, directory, fd);
	else if (errno != ENOENT)
		fail(handle, errno);
	climits_close_fd(fd);
}

static void watch_triggers(struct climits *handle, enum climits_controller controller,
			   struct watch_path *directory)
{
	int version = handle->place[controller].version;

	for (size_t i = 0; i < sizeof(TRIGGERS) / sizeof(TRIGGERS[0]); i++)
		if (TRIGGERS[i].version == version &&
		    (TRIGGERS[i].controller == controller || TRIGGERS[i].controller == ANY))
			watch_name(handle, directory, TRIGGERS[i].name, IN_MODIFY);
}

static int level_directory(const struct climits *handle, enum climits_controller controller,
			   int level, struct watch_path *ret)
{
	static const char prefix[] = "/proc/self/fd/";
	char digits[CLIMITS_NUMBER_DIGITS];
	int mount = climits_place_mount(handle, controller, level);
	struct climits_span rest;
	int r;

	if (mount < 0)
		return -EXDEV;
	rest = climits_place_rest(handle, controller, level, mount);
	ret->len = 0;
	r = append(ret, prefix, sizeof(prefix) - 1);
	if (r == 0)
		r = append(ret, digits,
			   climits_number_format((uint64_t)handle->mounts.mount[mount].fd, digits));
	if (r == 0 && rest.len > 0)
		r = append(ret, "/", 1);
	return r == 0 ? append(ret, rest.at, rest.len) : r;
}

static void watch_level(struct climits *handle, enum climits_controller controller, int level,
			int with_relatives)
{
	struct watch_path directory;
	int r = level_directory(handle, controller, level, &directory);

	if (r < 0) {
		fail(handle, -r);
		return;
	}
	watch_triggers(handle, controller, &directory);
	if (!with_relatives)
		return;
	watch_name(handle, &directory, "", DIRECTORY_EVENTS);
	watch_movers(handle, &directory);
	watch_relatives(handle, &directory);
}

/* Controllers of one hierarchy share its directories: what moves a process is watched once. */
static int is_first_of_hierarchy(const struct climits *handle, enum climits_controller controller)
{
	const struct climits_place *place = &handle->place[controller];

	for (int c = 0; c < (int)controller; c++)
		if (handle->place[c].version == place->version && handle->place[c].mounts > 0 &&
		    handle->place[c].mount[0] == place->mount[0])
			return 0;
	return 1;
}

static void watch_controller(struct climits *handle, enum climits_controller controller)
{
	const struct climits_place *place = &handle->place[controller];
	int first = is_first_of_hierarchy(handle, controller);

	if (place->version == 0 || handle->member_error)
		return;
	/* What is not mounted has no file to watch; the slow re-read looks for it. */
	if (place->error && place->error != ENODEV)
		fail(handle, place->error);
	for (int level = 0; !place->error && level <= place->top; level++)
		watch_level(handle, controller, level, first);
}

void climits_watch_arm(struct climits *handle)
{
	struct epoll_event event = {.events = EPOLLIN};

	if (handle->watch_fd < 0 || !handle->live)
		return;
	handle->watch_error = handle->member_error;
	if (handle->inotify_fd < 0) {
		handle->inotify_fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
		if (handle->inotify_fd < 0 ||
		    epoll_ctl(handle->watch_fd, EPOLL_CTL_ADD, handle->inotify_fd, &event) < 0) {
			fail(handle, errno);
			return;
		}
	}
	for (int c = 0; c < CLIMITS_CONTROLLERS; c++)
		watch_controller(handle, (enum climits_controller)c);
}

int climits_watch_drain(struct climits *handle)
{
	char events[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
	int any = 0;

	if (handle->inotify_fd < 0)
		return 0;
	while (read(handle->inotify_fd, events, sizeof(events)) > 0)
		any = 1;
	return any;
}

void climits_watch_reset(struct climits *handle)
{
	climits_close_fd(handle->inotify_fd);
	handle->inotify_fd = -1;
}

void climits_watch_close(struct climits *handle)
{
	climits_watch_reset(handle);
	climits_close_fd(handle->watch_fd);
	handle->watch_fd = -1;
}

int climits_watch(struct climits *handle, struct climits_watch *ret_watch)
{
	struct climits_watch watch = {.size = ret_watch->size};

	if (watch.size < sizeof(watch))
		return -EINVAL;
	if (handle->watch_fd < 0) {
		handle->watch_fd = epoll_create1(EPOLL_CLOEXEC);
		if (handle->watch_fd < 0)
			return -errno;
		handle->watch_error = EOPNOTSUPP;
		climits_watch_arm(handle);
	}
	watch.fd = handle->watch_fd;
	watch.error = handle->watch_error;
	watch.interval = watch.error ? INTERVAL_INCOMPLETE : INTERVAL_COMPLETE;
	*ret_watch = watch;
	return 0;
}
