/* SPDX-License-Identifier: MIT
 *
 * cmd_run.c - climits run: the program climits-run takes our place. It loads libcgroup, which no
 * other command needs. Its options are its own business.
 */
#include "cmd.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

/* Where `make install` puts programs that are not for people, unless the Makefile says other. */
#ifndef CLIMITS_LIBEXECDIR
#define CLIMITS_LIBEXECDIR "/usr/local/libexec"
#endif

static const char installed[] = CLIMITS_LIBEXECDIR "/climits/climits-run";

/*
 * As `make install` has it, and the build tree too: seen from our own binary, wherever it was
 * moved. Returns when it is not there.
 */
static void execute_near(char **argv)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
	char *name;
	size_t left;

	if (length <= 0 || length >= (ssize_t)sizeof(path))
		return;
	path[length] = '\0';
	name = strrchr(path, '/');
	if (!name)
		return;
	left = sizeof(path) - (size_t)(name - path);
	if (snprintf(name, left, "/../libexec/climits/climits-run") < (int)left)
		execv(path, argv);
}

int cmd_run(const struct options *options)
{
	static char name[] = "climits-run";
	char **argv = calloc(options->operand_count + 2, sizeof(*argv));

	if (!argv) {
		output_message("%s", strerror(ENOMEM));
		return STATUS_FAILED;
	}
	argv[0] = name;
	memcpy(argv + 1, options->operands, options->operand_count * sizeof(*argv));
	execute_near(argv);
	execv(installed, argv);
	if (errno == ENOENT)
		output_message("climits run needs the program %s, which is not installed",
			       installed);
	else
		output_message("%s: %s", installed, strerror(errno));
	free(argv);
	return STATUS_FAILED;
}
