/* SPDX-License-Identifier: MIT
 *
 * file.c - files and directories of a cgroup. Does not know what is in them.
 */
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../argument.h"

static int open_file(const char *dir, const char *name, int flags)
{
	char path[PATH_MAX];
	int fd;

	if (snprintf(path, sizeof(path), "%s/%s", dir, name) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	fd = open(path, flags | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int file_write(const char *dir, const char *name, const char *text)
{
	int fd = open_file(dir, name, O_WRONLY);
	ssize_t written;
	int r = 0;

	if (fd < 0)
		return fd;
	do {
		written = write(fd, text, strlen(text));
	} while (written < 0 && errno == EINTR);
	if (written < 0)
		r = -errno;
	close(fd);
	return r;
}

int file_read(const char *dir, const char *name, char *buf, size_t size)
{
	int fd = open_file(dir, name, O_RDONLY);
	ssize_t length;
	int r = 0;

	if (fd < 0)
		return fd;
	do {
		length = read(fd, buf, size - 1);
	} while (length < 0 && errno == EINTR);
	if (length < 0)
		r = -errno;
	else
		buf[length && buf[length - 1] == '\n' ? length - 1 : length] = '\0';
	close(fd);
	return r;
}

int file_exists(const char *dir, const char *name)
{
	int fd = open_file(dir, name, O_PATH);

	if (fd < 0)
		return 0;
	close(fd);
	return 1;
}

int file_has_word(const char *text, const char *word)
{
	while (*text) {
		size_t length = strcspn(text, " ");

		if (length == strlen(word) && !strncmp(text, word, length))
			return 1;
		text += length;
		text += strspn(text, " ");
	}
	return 0;
}

int file_each_process(const char *dir, int (*visit)(pid_t pid, void *context), void *context)
{
	int fd = open_file(dir, "cgroup.procs", O_RDONLY);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
	char line[32];
	int r = 0;

	if (fd < 0)
		return fd;
	if (!file) {
		close(fd);
		return -ENOMEM;
	}
	while (r == 0 && fgets(line, sizeof(line), file)) {
		uint64_t pid;

		line[strcspn(line, "\n")] = '\0';
		if (argument_number(line, INT32_MAX, &pid) == 0)
			r = visit((pid_t)pid, context);
	}
	if (r == 0 && ferror(file))
		r = -errno;
	fclose(file);
	return r;
}

int file_each_directory(const char *dir, int (*visit)(const char *path, void *context),
			void *context)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *list = opendir(dir);
	int r = 0;

	if (!list)
		return -errno;
	while (r == 0 && (entry = readdir(list))) {
		if (entry->d_type != DT_DIR || !strcmp(entry->d_name, ".") ||
		    !strcmp(entry->d_name, ".."))
			continue;
		if (snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name) < (int)sizeof(path))
			r = visit(path, context);
	}
	closedir(list);
	return r;
}
