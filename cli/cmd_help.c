/* SPDX-License-Identifier: MIT
 *
 * cmd_help.c - --help, --version and --for help, on stdout because they were asked for. The man
 * page has the rest.
 */
#include "cmd.h"

#include <string.h>

#include "display.h"
#include "output.h"
#include "text.h"

/* At most 24 lines of at most 80 columns. */
static const char usage[] =
	"Usage: climits [OPTION...]               limits and advice as a table\n"
	"       climits get NAME...               one value a line; get help lists names\n"
	"       climits exec [OPTION...] -- CMD   run CMD with the advised environment\n"
	"       climits watch [OPTION...]         print again whenever a limit changes\n"
	"       climits run LIMITS... -- CMD      run CMD in a new cgroup with limits\n"
	"       climits review | patch | policy   for Kubernetes; each has its --help\n"
	"Output:\n"
	"      --env             export NAME=VALUE lines: eval \"$(climits --env)\"\n"
	"      --dotenv          NAME=VALUE lines, as docker --env-file reads\n"
	"      --json            everything as one JSON object\n"
	"      --exec CMD        watch: run CMD at each change\n"
	"Options:\n"
	"  -p, --pid PID         look at another process\n"
	"      --root DIR        look at a captured tree\n"
	"      --for LIST        runtimes: go (default), java, ..., safe, all; or help\n"
	"      --memory-ratio R  share of the memory budget for a Go heap (0.9)\n"
	"      --round HOW       quota to threads: floor (default), ceil or nearest\n"
	"      --override        replace variables that are set already\n"
	"      --always          also set what the runtime would find alone\n"
	"      --strict          exit 3 when a limit that matters is unknown\n"
	"  -q, --quiet; -v, --verbose   only errors on stderr; why each line is there\n"
	"  -h, --help, --version\n"
	"Exit status: 0 done, 1 failed, 2 usage, 3 --strict; exec, run: CMD's, 126, 127.\n";

static void add_version(struct text *text)
{
	text_add(text, "climits " CLIMITS_VERSION);
	if (strcmp(climits_version(), CLIMITS_VERSION))
		text_addf(text, " (library %s)", climits_version());
	text_add(text, "\n");
}

static void add_safe(struct text *text)
{
	struct climits_runtime row = {.size = sizeof(row)};
	struct text names TEXT_CLEANUP = {0};

	text_add(&names, "variables that do nothing where they are not known:");
	for (size_t i = 0; climits_runtime_at(i, &row) == 0; i++)
		if (row.safe)
			text_addf(&names, " %s", row.name);
	text_add(text, "safe     ");
	display_wrap(text, text_string(&names), 9, 9);
	text->failed |= names.failed;
}

static void add_runtimes(struct text *text)
{
	struct climits_runtime row = {.size = sizeof(row)};

	for (size_t i = 0; climits_runtime_at(i, &row) == 0; i++) {
		text_addf(text, "%-9s", row.name);
		display_wrap(text, row.help, 9, 9);
		text_add_spaces(text, 9);
		display_wrap(text, row.variables, 9, 9);
	}
	add_safe(text);
	text_add(text, "all      every one but go1.12\n");
}

int cmd_help(const struct options *options)
{
	struct text text TEXT_CLEANUP = {0};

	if (options->help == HELP_VERSION)
		add_version(&text);
	else if (options->help == HELP_RUNTIMES)
		add_runtimes(&text);
	else
		text_add(&text, usage);
	return output_write(&text);
}
