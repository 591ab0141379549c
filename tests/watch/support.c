/* SPDX-License-Identifier: MIT
 *
 * support.c - cgroups of our own, a process in them, and a watch that is read record by record.
 * Everything is made below the name climits-test-PID and removed at the end.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "watch.h"

static const char *const names[HIERARCHIES] = {"cpu", "memory"};
static char roots[HIERARCHIES][PATH_MAX];
static char made[16][64];
static size_t made_count;
static pid_t sleepers[8];
static size_t sleeper_count;

static void die(const char *what)
{
	printf("FAILED: %s: %s\n", what, strerror(errno));
	groups_close();
	exit(1);
}

/* The mount point of a hierarchy, from mountinfo: the options of the super block name it. */
static int find_mount(const char *controller, char *ret)
{
	FILE *file = fopen("/proc/self/mountinfo", "re");
	char line[8192];
	int found = 0;

	while (file && !found && fgets(line, sizeof(line), file)) {
		char root[PATH_MAX], point[PATH_MAX], options[1024];
		char *rest = strstr(line, " - cgroup ");

		if (!rest || sscanf(line, "%*s %*s %*s %4095s %4095s", root, point) != 2 ||
		    sscanf(rest, " - cgroup %*s %1023s", options) != 1 || strcmp(root, "/") != 0)
			continue;
		for (char *word = strtok(options, ","); word; word = strtok(NULL, ","))
			found |= strcmp(word, controller) == 0;
		if (found)
			strcpy(ret, point);
	}
	if (file)
		fclose(file);
	return found;
}

const char *groups_open(void)
{
	static char why[128];

	if (geteuid() != 0)
		return "not root";
	for (int i = 0; i < HIERARCHIES; i++) {
		char mount[PATH_MAX - 64];

		if (!find_mount(names[i], mount)) {
			snprintf(why, sizeof(why), "%s is not mounted with cgroup version 1",
				 names[i]);
			return why;
		}
		snprintf(roots[i], sizeof(roots[i]), "%s/climits-test-%d", mount, (int)getpid());
	}
	for (int i = 0; i < HIERARCHIES; i++) {
		if (mkdir(roots[i], 0755) < 0) {
			snprintf(why, sizeof(why), "cannot make a %s cgroup", names[i]);
			groups_close();
			return why;
		}
	}
	return NULL;
}

void group_make(const char *name)
{
	for (int i = 0; i < HIERARCHIES; i++) {
		char path[PATH_MAX + 64];

		snprintf(path, sizeof(path), "%s/%s", roots[i], name);
		if (mkdir(path, 0755) < 0)
			die(path);
	}
	snprintf(made[made_count++], sizeof(made[0]), "%s", name);
}

/* A group whose last process has just been killed stays busy for a moment. */
static void remove_group(const char *path)
{
	for (int try = 0; try < 100 && rmdir(path) < 0 && errno == EBUSY; try++)
		usleep(20000);
}

void groups_close(void)
{
	for (size_t i = 0; i < sleeper_count; i++) {
		kill(sleepers[i], SIGKILL);
		waitpid(sleepers[i], NULL, 0);
	}
	while (made_count-- > 0) {
		for (int i = 0; i < HIERARCHIES; i++) {
			char path[PATH_MAX + 64];

			snprintf(path, sizeof(path), "%s/%s", roots[i], made[made_count]);
			remove_group(path);
		}
	}
	for (int i = 0; i < HIERARCHIES; i++)
		if (*roots[i])
			remove_group(roots[i]);
}

static void write_file(const char *path, int64_t value)
{
	char digits[32];
	int length = snprintf(digits, sizeof(digits), "%" PRId64, value);
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, digits, (size_t)length) != length)
		die(path);
	close(fd);
}

void group_write(const char *name, const char *file, int64_t value)
{
	char path[PATH_MAX + 128];

	for (int i = 0; i < HIERARCHIES; i++) {
		if (strncmp(file, names[i], strlen(names[i])) != 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s/%s", roots[i], name, file);
		write_file(path, value);
	}
}

void group_move(pid_t pid, const char *name)
{
	char path[PATH_MAX + 128];

	for (int i = 0; i < HIERARCHIES; i++) {
		snprintf(path, sizeof(path), "%s/%s/cgroup.procs", roots[i], name);
		write_file(path, pid);
	}
}

pid_t sleeper_start(void)
{
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	return sleepers[sleeper_count++] = pid;
}

void watch_start(struct watch *watch, const char *const *arguments)
{
	const char *argv[16] = {getenv("CLIMITS"), "watch"};
	int pipes[2];

	for (size_t i = 0; arguments[i]; i++)
		argv[i + 2] = arguments[i];
	if (!argv[0] || pipe2(pipes, O_CLOEXEC) < 0 || (watch->pid = fork()) < 0)
		die("watch");
	if (watch->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(pipes[1], STDOUT_FILENO);
		execv(argv[0], (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	close(pipes[1]);
	watch->fd = pipes[0];
	watch->length = 0;
	watch->line[0] = '\0';
}

/* Takes a whole line off the front of the buffer. */
static int take_line(struct watch *watch)
{
	char *newline = memchr(watch->buffer, '\n', watch->length);
	size_t length;

	if (!newline)
		return 0;
	length = (size_t)(newline - watch->buffer);
	memcpy(watch->line, watch->buffer, length);
	watch->line[length] = '\0';
	watch->length -= length + 1;
	memmove(watch->buffer, newline + 1, watch->length);
	return 1;
}

int watch_next(struct watch *watch, int milliseconds)
{
	while (!take_line(watch)) {
		struct pollfd wait = {.fd = watch->fd, .events = POLLIN};
		ssize_t n;

		if (poll(&wait, 1, milliseconds) <= 0)
			return 0;
		n = read(watch->fd, watch->buffer + watch->length,
			 sizeof(watch->buffer) - watch->length);
		if (n <= 0)
			return -1;
		watch->length += (size_t)n;
	}
	return 1;
}

int watch_drain(struct watch *watch, int milliseconds)
{
	int count = 0;

	while (watch_next(watch, milliseconds) > 0)
		count++;
	return count;
}

int watch_end(struct watch *watch)
{
	int status;

	if (watch->fd >= 0)
		close(watch->fd);
	for (int i = 0; i < 500; i++) {
		if (waitpid(watch->pid, &status, WNOHANG) == watch->pid)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
		usleep(10000);
	}
	kill(watch->pid, SIGKILL);
	waitpid(watch->pid, &status, 0);
	return -1;
}

int64_t record_number(const char *record, const char *after, const char *key)
{
	char quoted[64];
	const char *at = strstr(record, after);
	int64_t number;

	snprintf(quoted, sizeof(quoted), "\"%s\":", key);
	at = at ? strstr(at, quoted) : NULL;
	return at && sscanf(at + strlen(quoted), "%" SCNd64, &number) == 1 ? number : -1;
}

double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}
