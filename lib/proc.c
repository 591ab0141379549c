/* SPDX-License-Identifier: MIT
 *
 * Files of /proc/PID: of ourselves, of another process on the live machine (through a descriptor of
 * its directory, so that a process that takes over the number is never taken for it), or of a
 * captured tree.
 */
#include "handle.h"

#include "text.h"
#include "value.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int climits_proc_path(const struct climits *handle, const char *name, char *buf, size_t size)
{
	struct climits_text text = {.buf = buf, .size = size};

	climits_text_string(&text, "/proc/");
	if (handle->pid)
		climits_text_number(&text, (uint64_t)handle->pid);
	else
		climits_text_string(&text, "self");
	climits_text_string(&text, "/");
	climits_text_string(&text, name);
	return climits_text_end(&text);
}

int climits_proc_open(const struct climits *handle, const char *name)
{
	char path[64]; /* "/proc/", ten digits, and the names we know */

	if (handle->proc_fd >= 0)
		return climits_open_below(handle->proc_fd, name, 0, CLIMITS_WITHIN_TREE);
	climits_proc_path(handle, name, path, sizeof(path));
	return climits_root_open(&handle->view[0], path, 0);
}

ssize_t climits_proc_text(struct climits *handle, const char *name)
{
	int fd = climits_proc_open(handle, name);
	ssize_t len;

	if (fd < 0)
		return fd;
	len = climits_read_all(fd, handle->scratch, sizeof(handle->scratch));
	climits_close_fd(fd);
	return len;
}

/* proc(5): 'Z' is a zombie, 'X' and 'x' are dead. */
static int is_dead(char state)
{
	return state == 'Z' || state == 'X' || state == 'x';
}

/*
 * Kept on the live machine, so that a process that dies can be told from one when no descriptor is
 * left.
 */
static int read_stat(struct climits *handle, struct climits_stat *ret)
{
	int fd = handle->stat_fd >= 0 ? handle->stat_fd : climits_proc_open(handle, "stat");
	ssize_t len;

	if (fd < 0)
		return fd;
	len = climits_read_line(fd, handle->scratch, sizeof(handle->scratch), !handle->live);
	if (handle->live && !handle->once)
		handle->stat_fd = fd;
	else
		climits_close_fd(fd);
	return len < 0 ? (int)len : climits_value_stat(handle->scratch, (size_t)len, ret);
}

/* The same in another file, but for the scheduling policy. */
static int read_status(struct climits *handle, struct climits_stat *ret)
{
	const char *state;
	size_t state_len;
	ssize_t len = climits_proc_text(handle, "status");
	int r = len < 0 ? (int)len
			: climits_value_status(handle->scratch, (size_t)len, "State", &state,
					       &state_len);

	if (r < 0)
		return r;
	*ret = (struct climits_stat){.state = '?', .scheduling = -1};
	if (state_len > 0)
		ret->state = state[0];
	return 0;
}

/*
 * Why a file of a process is not there, asked by another system call: the kernel says ESRCH when
 * the process is gone, and ENOENT when hidepid, or a change of the process's user, hides it.
 */
static int why_missing(const struct climits *handle)
{
	if (handle->proc_fd < 0 || faccessat(handle->proc_fd, "stat", F_OK, 0) == 0)
		return -ENOENT;
	return errno == ENOENT ? -EACCES : -errno;
}

/*
 * A zombie is shown in the root of each v1 hierarchy, so that nothing is known of a process of
 * which it cannot be told whether it is one. We are alive ourselves; a captured tree need not say.
 */
void climits_proc_check(struct climits *handle)
{
	struct climits_stat stat = {.state = '?', .scheduling = -1};
	int r;

	handle->dead = 0;
	handle->state_error = 0;
	handle->limits.scheduling = -1;
	if (handle->live && !handle->pid)
		return;
	r = read_stat(handle, &stat);
	if (r < 0 && r != -ESRCH && read_status(handle, &stat) == 0)
		r = 0;
	if (handle->live && r == -ENOENT)
		r = why_missing(handle);
	handle->dead = r == -ESRCH || is_dead(stat.state);
	if (r < 0 && !handle->dead && (handle->live || (r != -ENOENT && r != -EBADMSG)))
		handle->state_error = -r;
	handle->limits.scheduling = stat.scheduling;
}
