/* SPDX-License-Identifier: MIT
 *
 * Running a program. Nothing of it outlives the call: it is killed when it takes a minute.
 */
#include "cases.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGUMENTS 16

/* The program's arguments may be written to by it, ours may not. */
static void run(const char *const argv[], int output)
{
	char *copy[ARGUMENTS + 1] = {0};
	int null = open("/dev/null", O_RDWR);

	if (!argv[0] || null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0 ||
	    dup2(output, STDOUT_FILENO) < 0)
		_exit(125);
	for (int i = 0; i < ARGUMENTS && argv[i]; i++)
		copy[i] = strdup(argv[i]);
	unsetenv("GOMAXPROCS");
	unsetenv("GOMEMLIMIT");
	alarm(60);
	execvp(argv[0], copy);
	_exit(125);
}

static char *read_all(int input)
{
	char *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);
	char part[4096];
	ssize_t length;

	if (!to)
		return NULL;
	while ((length = read(input, part, sizeof(part))) > 0)
		fwrite(part, 1, (size_t)length, to);
	fclose(to);
	return text;
}

char *command_output(const char *const argv[], int *ret_status)
{
	int ends[2], status = 0;
	char *text;
	pid_t child;

	fflush(stdout);
	if (pipe2(ends, O_CLOEXEC) < 0 || (child = fork()) < 0) {
		perror("run_cases");
		exit(2);
	}
	if (child == 0)
		run(argv, ends[1]);
	close(ends[1]);
	text = read_all(ends[0]);
	close(ends[0]);
	if (waitpid(child, &status, 0) != child || !text) {
		perror("run_cases");
		exit(2);
	}
	*ret_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	return text;
}
