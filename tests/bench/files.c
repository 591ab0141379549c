/* SPDX-License-Identifier: MIT
 *
 * The files that a handle keeps open: those that carry the answer.
 */
#include "files.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DESCRIPTORS_MAX 1024

static int is_readable_file(int fd)
{
	int flags = fcntl(fd, F_GETFL);
	struct stat st;

	return flags >= 0 && !(flags & O_PATH) && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

void files_find(struct files *ret)
{
	ret->count = 0;
	for (int fd = STDERR_FILENO + 1; fd < DESCRIPTORS_MAX && ret->count < FILES_MAX; fd++) {
		char *target = ret->file[ret->count].path;
		char name[32];
		ssize_t length;

		if (!is_readable_file(fd))
			continue;
		snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
		length = readlink(name, target, sizeof(ret->file[0].path) - 1);
		if (length < 0)
			continue;
		target[length] = '\0';
		ret->file[ret->count].fd = fd;
		ret->file[ret->count].is_proc = strncmp(target, "/proc/", 6) == 0;
		ret->count++;
	}
}
