/* SPDX-License-Identifier: MIT
 *
 * Temporary copies of trees. A tree is made the same as another by writing into its files, as
 * the kernel's files keep their identity when their text changes.
 */
#include "cases.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef void visitor(const char *name, const char *first, const char *second);

static void give_up(const char *what, const char *path)
{
	fprintf(stderr, "run_cases: %s %s: %s\n", what, path, strerror(errno));
	exit(2);
}

/* Calls visit with the path of each entry of first, and where it is or would be in second. */
static void each(const char *first, const char *second, visitor *visit)
{
	DIR *directory = opendir(first);
	struct dirent *entry;

	if (!directory)
		give_up("open", first);
	while ((entry = readdir(directory))) {
		char one[PATH_ROOM], other[PATH_ROOM];

		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		path_join(one, first, entry->d_name);
		path_join(other, second, entry->d_name);
		visit(entry->d_name, one, other);
	}
	closedir(directory);
}

static void copy_file(const char *from, const char *to)
{
	int input = open(from, O_RDONLY | O_CLOEXEC);
	int output = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	char part[4096];
	ssize_t length = -1;

	if (input < 0 || output < 0)
		give_up("copy", from);
	while ((length = read(input, part, sizeof(part))) > 0)
		if (write(output, part, (size_t)length) != length)
			give_up("write", to);
	if (length < 0 || close(output) < 0)
		give_up("copy", from);
	close(input);
}

static void copy_entry(const char *name, const char *from, const char *to)
{
	struct stat status;
	char target[PATH_ROOM];

	(void)name;
	if (lstat(from, &status) < 0)
		give_up("look at", from);
	if (S_ISDIR(status.st_mode)) {
		tree_copy(from, to);
	} else if (S_ISLNK(status.st_mode)) {
		ssize_t length = readlink(from, target, sizeof(target) - 1);

		if (length < 0)
			give_up("read", from);
		target[length] = '\0';
		unlink(to);
		if (symlink(target, to) < 0)
			give_up("link", to);
	} else {
		copy_file(from, to);
	}
}

/* Removes what second does not have. */
static void prune_entry(const char *name, const char *first, const char *second)
{
	struct stat status;

	(void)name;
	if (lstat(second, &status) < 0)
		tree_remove(first);
}

void tree_copy(const char *from, const char *to)
{
	if (mkdir(to, 0755) < 0 && errno != EEXIST)
		give_up("make", to);
	each(to, from, prune_entry);
	each(from, to, copy_entry);
}

static void remove_entry(const char *name, const char *first, const char *second)
{
	(void)name;
	(void)second;
	tree_remove(first);
}

void tree_remove(const char *path)
{
	struct stat status;

	if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
		each(path, path, remove_entry);
	if (remove(path) < 0)
		give_up("remove", path);
}

void tree_temporary(char path[PATH_ROOM])
{
	const char *parent = getenv("TMPDIR");

	path_join(path, parent && *parent ? parent : "/tmp", "climits-cases-XXXXXX");
	if (!mkdtemp(path))
		give_up("make", path);
}
