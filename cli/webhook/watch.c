/* SPDX-License-Identifier: MIT
 *
 * watch.c - when files may have been replaced.
 *
 * The kubelet replaces the files of a Secret or ConfigMap all at once, by renaming the link
 * "..data" in their directory (kubernetes/pkg/volume/util/atomic_writer.go). The files that we read
 * are links to ..data/NAME and never change themselves, so the directory is watched, not the files.
 * A file mounted with subPath is never updated. Which file changed is not told: readers compare.
 */
#include "watch.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

int watch_open(void)
{
	int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);

	return fd < 0 ? -errno : fd;
}

int watch_add(int fd, const char *path)
{
	char directory[PATH_MAX];
	const char *slash = strrchr(path, '/');
	size_t length = slash ? (size_t)(slash - path) : 0;

	if (length >= sizeof(directory))
		return -ENAMETOOLONG;
	memcpy(directory, path, length);
	if (!length)
		directory[length++] = slash ? '/' : '.';
	directory[length] = '\0';
	if (inotify_add_watch(fd, directory, IN_MOVED_TO | IN_CREATE | IN_CLOSE_WRITE) < 0)
		return -errno;
	return 0;
}

void watch_drain(int fd)
{
	char events[4096];

	while (read(fd, events, sizeof(events)) > 0)
		;
}
