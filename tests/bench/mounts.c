/* SPDX-License-Identifier: MIT
 *
 * mounts DIR COUNT COMMAND...: runs a command in a mount namespace of its own that has at least
 * COUNT mounts. DIR exists and is covered there.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

static int mounts_now(void)
{
	FILE *file = fopen("/proc/self/mountinfo", "re");
	int lines = 0;
	int c;

	if (!file)
		return -1;
	while ((c = getc(file)) != EOF)
		lines += c == '\n';
	fclose(file);
	return lines;
}

static int add_mounts(const char *dir, int count)
{
	int have;

	if (unshare(CLONE_NEWNS) < 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
	    mount("tmpfs", dir, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755") < 0)
		return -1;
	have = mounts_now();
	for (int i = 0; have >= 0 && i < count - have; i++) {
		char path[4096];

		snprintf(path, sizeof(path), "%s/%d", dir, i);
		if (mkdir(path, 0755) < 0 || mount(path, path, NULL, MS_BIND, NULL) < 0)
			return -1;
	}
	return have < 0 ? -1 : 0;
}

int main(int argc, char **argv)
{
	if (argc < 4) {
		fprintf(stderr, "usage: mounts DIR COUNT COMMAND...\n");
		return 2;
	}
	if (add_mounts(argv[1], atoi(argv[2])) < 0) {
		fprintf(stderr, "mounts: %s\n", strerror(errno));
		return 1;
	}
	execvp(argv[3], argv + 3);
	return 127;
}
