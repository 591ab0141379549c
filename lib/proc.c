/* SPDX-License-Identifier: MIT
 *
 * Files of /proc/PID: of ourselves, of another process on the live machine (through a descriptor of its
 * directory, so that a process that takes over the number is never taken for it), or of a captured tree.
 */
#include "handle.h"

#include "number.h"
#include "value.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

int climits_proc_path(const struct climits *handle, const char *name, char *buf, size_t size)
{
	char digits[CLIMITS_NUMBER_DIGITS];
	const struct climits_span parts[] = {
		{"/proc/", 6},
		{handle->pid ? digits : "self",
		 handle->pid ? climits_number_format((uint64_t)handle->pid, digits) : 4},
		{"/", 1},
		{name, strlen(name)},
	};
	size_t len = 0;

	for (size_t part = 0; part < sizeof(parts) / sizeof(parts[0]); part++)
		for (size_t i = 0; i < parts[part].len; i++, len++)
			if (len + 1 < size)
				buf[len] = parts[part].at[i];
	if (size > 0)
		buf[len < size ? len : size - 1] = '\0';
	return (int)len;
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

/* A captured tree tells the state in proc/PID/status, or in stat. We are alive ourselves. */
void climits_proc_check(struct climits *handle)
{
	struct climits_stat stat;
	const char *state;
	size_t state_len;
	ssize_t len;

	handle->dead = 0;
	handle->limits.scheduling = -1;
	if (handle->live && handle->proc_fd < 0)
		return;
	len = climits_proc_text(handle, "stat");
	if (len >= 0 && climits_value_stat(handle->scratch, (size_t)len, &stat) == 0) {
		handle->dead = is_dead(stat.state);
		handle->limits.scheduling = stat.scheduling;
		return;
	}
	if (handle->live) {
		handle->dead = len == -ESRCH || len == -ENOENT;
		return;
	}
	len = climits_proc_text(handle, "status");
	if (len >= 0 &&
	    climits_value_status(handle->scratch, (size_t)len, "State", &state, &state_len) == 0)
		handle->dead = state_len > 0 && is_dead(state[0]);
}
