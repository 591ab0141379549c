/* SPDX-License-Identifier: MIT
 *
 * Open, read, close: the order of the steps, and what makes a read look for the cgroups again.
 */
#include "handle.h"
#include "horizon.h"
#include "membership.h"
#include "place.h"
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * A cgroup that is removed while it is read (ENODEV) is looked for again. A process that is moved
 * from one short- lived cgroup to the next faster than we read is told ENODEV in the end.
 */
#define RESOLVE_TRIES 4

#define LIMITS_MIN_SIZE offsetof(struct climits_limits, notes)
#define OPTIONS_MIN_SIZE sizeof(size_t)

/* Copies what the caller's struct has; what an older caller does not know is zero. */
static int take_options(const struct climits_options *options, struct climits_options *ret)
{
	memset(ret, 0, sizeof(*ret));
	if (!options)
		return 0;
	if (options->size < OPTIONS_MIN_SIZE)
		return -EINVAL;
	memcpy(ret, options, options->size < sizeof(*ret) ? options->size : sizeof(*ret));
	return ret->pid < 0 ? -EINVAL : 0;
}

/* O_PATH opens a directory that hidepid hides; a look into it says ENOENT, or EPERM. */
static int can_enter(int fd)
{
	if (faccessat(fd, "stat", F_OK, 0) == 0)
		return 0;
	return errno == ENOENT || errno == EPERM ? -EACCES : -errno;
}

/*
 * /proc may hide a process that exists (hidepid), or may not be there at all, which climits_read()
 * tells.
 */
static int open_process(struct climits *handle)
{
	char path[32]; /* "/proc/", ten digits and a slash */
	int proc;
	int fd;

	climits_proc_path(handle, "", path, sizeof(path));
	fd = climits_root_open(&handle->view[0], path, O_PATH | O_DIRECTORY);
	if (fd >= 0) {
		handle->proc_fd = fd;
		return can_enter(fd);
	}
	if (fd != -ENOENT)
		return fd;
	if (kill(handle->pid, 0) < 0 && errno == ESRCH)
		return -ESRCH;
	proc = climits_root_open(&handle->view[0], "/proc/self", O_PATH | O_DIRECTORY);
	climits_close_fd(proc);
	return proc >= 0 ? -EACCES : 0;
}

static int open_root(struct climits *handle, const char *root)
{
	int fd;

	handle->view[0] = (struct climits_root){.fd = AT_FDCWD};
	if (!root) {
		handle->live = 1;
		return handle->pid ? open_process(handle) : 0;
	}
	fd = climits_root_open(&handle->view[0], root, O_PATH | O_DIRECTORY);
	if (fd < 0)
		return fd;
	handle->root_fd = fd;
	handle->view[0] = (struct climits_root){.fd = fd, .lenient = 1};
	return 0;
}

/* Everything but the large buffers, which are written before they are read. */
static struct climits *new_handle(void)
{
	struct climits *handle = malloc(sizeof(*handle));

	if (!handle)
		return NULL;
	memset(handle, 0, offsetof(struct climits, fd));
	climits_mounts_clear(&handle->mounts);
	handle->self = getpid();
	handle->root_fd = -1;
	handle->proc_fd = -1;
	handle->stat_fd = -1;
	handle->cgroup_fd = -1;
	handle->online_fd = -1;
	handle->watch_fd = -1;
	handle->inotify_fd = -1;
	handle->views = 1;
	/* Every one CLIMITS_FD_NONE, which is -1. */
	memset(handle->fd, 0xff, sizeof(handle->fd));
	return handle;
}

static int open_handle(const struct climits_options *options, int once, struct climits **ret_handle)
{
	struct climits_options own;
	struct climits *handle;
	int r = take_options(options, &own);

	if (r < 0)
		return r;
	handle = new_handle();
	if (!handle)
		return -ENOMEM;
	handle->once = once;
	handle->pid = own.pid;
	r = open_root(handle, own.root);
	if (r < 0) {
		climits_close(handle);
		return r;
	}
	*ret_handle = handle;
	return 0;
}

int climits_open(const struct climits_options *options, struct climits **ret_handle)
{
	return open_handle(options, 0, ret_handle);
}

void climits_close(struct climits *handle)
{
	if (!handle)
		return;
	climits_watch_close(handle);
	climits_place_forget(handle);
	if (handle->views > 1)
		climits_close_fd(handle->view[1].fd);
	climits_close_fd(handle->online_fd);
	climits_close_fd(handle->cgroup_fd);
	climits_close_fd(handle->stat_fd);
	climits_close_fd(handle->proc_fd);
	climits_close_fd(handle->root_fd);
	free(handle);
}

/* The text of /proc/PID/cgroup, through a descriptor that is kept on the live machine. */
static ssize_t read_cgroup_file(struct climits *handle)
{
	int fd = handle->cgroup_fd >= 0 ? handle->cgroup_fd : climits_proc_open(handle, "cgroup");
	ssize_t len;

	if (fd < 0)
		return fd;
	len = climits_read_line(fd, handle->scratch, sizeof(handle->scratch), !handle->live);
	if (handle->live && !handle->once)
		handle->cgroup_fd = fd;
	else
		climits_close_fd(fd);
	return len;
}

/* Reads the membership again. What was resolved stays if it is the same as before. */
static void read_membership(struct climits *handle)
{
	struct climits_membership now = {0};
	ssize_t len = read_cgroup_file(handle);
	int error = len < 0 ? (int)-len : 0;

	if (!error)
		error = -climits_membership_parse(
			(struct climits_span){.at = handle->scratch, .len = (size_t)len}, &now);
	if (!error && handle->resolved && handle->member_error == 0 &&
	    climits_membership_same(&now, &handle->member))
		return;
	if (handle->read_before && !error && handle->member_error == 0)
		climits_note(handle, CLIMITS_NOTE_CGROUP_MOVED);
	climits_place_forget(handle);
	if (!error)
		error = -climits_membership_keep(&now, handle->member_text);
	handle->member = now;
	handle->member_error = error;
	if (error == ESRCH)
		handle->dead = 1;
}

/*
 * A controller whose levels cannot be seen is looked for at each read: it may have been mounted
 * since.
 */
static int has_error(const struct climits *handle)
{
	if (handle->namespace_error)
		return 1;
	for (int c = 0; c < CLIMITS_CONTROLLERS; c++)
		if (handle->place[c].error)
			return 1;
	return 0;
}

/*
 * Where the levels are, and the watches on them. 1 when the process was moved while the watches
 * were set: then they are on the wrong cgroups.
 */
static int find_levels(struct climits *handle)
{
	int watching = handle->watch_fd >= 0 && handle->live;
	int happened = climits_watch_drain(handle) || (watching && handle->watch_error);

	read_membership(handle);
	if (!handle->resolved || has_error(handle)) {
		climits_watch_reset(handle);
		climits_place_resolve(handle);
		happened = 1;
	}
	if (!watching || !happened)
		return 0;
	climits_watch_arm(handle);
	read_membership(handle);
	return !handle->resolved;
}

/*
 * Watches are set before anything is read, so that a change is either in what is read or wakes up
 * the caller.
 */
static void read_levels(struct climits *handle)
{
	for (int try = 0; try < RESOLVE_TRIES; try++) {
		handle->again = 0;
		if (find_levels(handle) && try + 1 < RESOLVE_TRIES)
			continue;
		climits_level_refresh(handle);
		climits_limits_cpu(handle);
		climits_limits_cpuset(handle);
		climits_limits_memory(handle);
		climits_limits_pids(handle);
		if (!handle->again || try + 1 == RESOLVE_TRIES)
			return;
		climits_place_forget(handle);
	}
}

/* A child of fork() is another process: what is open shows the cgroups of its parent. */
static void notice_fork(struct climits *handle)
{
	int self = getpid();

	if (handle->self == self || !handle->live || handle->pid)
		return;
	handle->self = self;
	climits_place_forget(handle);
	climits_watch_close(handle);
	climits_close_fd(handle->cgroup_fd);
	handle->cgroup_fd = -1;
	handle->read_before = 0;
}

static uint64_t changes(const struct climits_limits *before, const struct climits_limits *now)
{
	uint64_t changed = 0;

	for (int i = 0; i < CLIMITS_RESOURCES; i++)
		if (memcmp(climits_limit_of(before, i), climits_limit_of(now, i),
			   sizeof(struct climits_limit)) != 0)
			changed |= UINT64_C(1) << i;
	if (before->cpu_burst != now->cpu_burst)
		changed |= UINT64_C(1) << CLIMITS_CPU_QUOTA;
	return changed;
}

/* The caller's size stays; what lies beyond it, or beyond ours, is not touched. */
static void give_limits(const struct climits *handle, struct climits_limits *ret_limits)
{
	size_t size = ret_limits->size;

	memcpy(ret_limits, &handle->limits,
	       size < sizeof(*ret_limits) ? size : sizeof(*ret_limits));
	ret_limits->size = size;
}

int climits_read(struct climits *handle, struct climits_limits *ret_limits)
{
	const struct climits_limits before = handle->limits;

	if (ret_limits->size < LIMITS_MIN_SIZE)
		return -EINVAL;
	notice_fork(handle);
	handle->limits.notes = 0;
	handle->limits.pid = handle->live && !handle->pid ? handle->self : handle->pid;
	climits_proc_check(handle);
	read_levels(handle);
	climits_machine_cpus(handle);
	climits_machine_memory(handle);
	handle->limits.cgroup_version = climits_mounts_version(&handle->mounts);
	climits_horizon(handle);
	climits_conclude(handle);
	handle->limits.changed = handle->read_before ? changes(&before, &handle->limits) : 0;
	handle->read_before = 1;
	give_limits(handle, ret_limits);
	return 0;
}

int climits_read_once(const struct climits_options *options, struct climits_limits *ret_limits)
{
	struct climits *handle;
	int r;

	if (ret_limits->size < LIMITS_MIN_SIZE)
		return -EINVAL;
	r = open_handle(options, 1, &handle);
	if (r < 0)
		return r;
	r = climits_read(handle, ret_limits);
	climits_close(handle);
	return r;
}
