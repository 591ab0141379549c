/* SPDX-License-Identifier: MIT
 *
 * A run of a program under strace.
 */
#include "traced.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGUMENTS_MAX 32
#define OUTPUT_MAX 65536
#define TIMEOUT_MS 20000

static _Noreturn void become_strace(char **command, const char *mode, const char *inject,
				    int output, int log)
{
	char log_name[32];
	const char *argv[ARGUMENTS_MAX] = {"strace", "-f", "-qq", "-o", log_name};
	int argc = 5;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	/* In a group of its own, so that it can be ended with what it traces. */
	setpgid(0, 0);
	snprintf(log_name, sizeof(log_name), "/proc/self/fd/%d", log);
	if (inject) {
		argv[argc++] = "-e";
		argv[argc++] = inject;
	}
	while (*command && argc < ARGUMENTS_MAX - 2)
		argv[argc++] = *command++;
	argv[argc++] = mode;
	dup2(null, STDIN_FILENO);
	dup2(null, STDERR_FILENO);
	dup2(output, STDOUT_FILENO);
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

static void read_output(int fd, pid_t child, struct traced *run)
{
	struct pollfd ready = {.fd = fd, .events = POLLIN};
	size_t length = 0;
	ssize_t n = 1;

	while (n > 0 && length < OUTPUT_MAX) {
		if (poll(&ready, 1, TIMEOUT_MS) == 0) {
			run->hung = 1;
			kill(-child, SIGKILL);
		}
		n = read(fd, run->output + length, OUTPUT_MAX - length);
		length += n > 0 ? (size_t)n : 0;
	}
	run->output[length] = '\0';
}

static void count(struct traced *run, const char *name, size_t length)
{
	int i = 0;

	while (i < run->kinds &&
	       (strlen(run->kind[i].name) != length || memcmp(run->kind[i].name, name, length)))
		i++;
	if (i == TRACED_KINDS_MAX || length >= sizeof(run->kind[i].name))
		return;
	memcpy(run->kind[i].name, name, length);
	run->kinds += i == run->kinds;
	run->kind[i].count++;
}

/* brk(2) has no errno: it returns the break, and libc takes what is injected for one. */
static int is_left_out(const char *name, size_t length)
{
	static const char *const names[] = {"execve", "exit_group", "brk"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i]) == length && !memcmp(names[i], name, length))
			return 1;
	return 0;
}

static void end_loader(struct traced *run)
{
	for (int i = 0; i < run->kinds; i++)
		run->kind[i].loader = run->kind[i].count;
}

/* Lines are "PID NAME(ARGUMENTS) = RESULT". */
static void count_calls(int log, struct traced *run)
{
	FILE *stream = fdopen(log, "r");
	char *line = NULL;
	size_t size = 0;

	if (!stream)
		return;
	rewind(stream);
	while (getline(&line, &size, stream) >= 0) {
		const char *name = line + strspn(line, " 0123456789");
		size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");

		if (strstr(name, "(AT_FDCWD, \"/\", O_"))
			end_loader(run);
		if (length > 0 && name[length] == '(' && !is_left_out(name, length))
			count(run, name, length);
	}
	free(line);
	fclose(stream);
}

void traced_run(char **command, const char *mode, const char *inject, struct traced *ret)
{
	char log_name[] = "/tmp/climits-test-XXXXXX";
	int log = mkstemp(log_name);
	int ends[2];
	int status = 0;
	pid_t child;

	memset(ret, 0, sizeof(*ret));
	ret->output = calloc(1, OUTPUT_MAX + 1);
	if (log < 0 || !ret->output || unlink(log_name) < 0 || pipe2(ends, O_CLOEXEC) < 0)
		abort();
	child = fork();
	if (child == 0)
		become_strace(command, mode, inject, ends[1], log);
	close(ends[1]);
	read_output(ends[0], child, ret);
	close(ends[0]);
	waitpid(child, &status, 0);
	ret->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	count_calls(log, ret);
}

void traced_free(struct traced *run)
{
	free(run->output);
}
