/* SPDX-License-Identifier: MIT
 *
 * format_report.c - a report in the output that the options ask for.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format.h"
#include "output.h"

/* no-color.org, and what ncurses programs take a dumb terminal for. */
static int wants_colour(void)
{
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	if (no_color && *no_color)
		return 0;
	return term && *term && strcmp(term, "dumb") && isatty(STDOUT_FILENO);
}

int format_report(const struct report *report, const struct options *options, struct text *text)
{
	switch (options->output) {
	case OUTPUT_ENV:
		return format_env(report, options, CLIMITS_FORMAT_SHELL, text);
	case OUTPUT_DOTENV:
		return format_env(report, options, CLIMITS_FORMAT_DOTENV, text);
	case OUTPUT_JSON:
		format_json(report, options, text);
		return STATUS_DONE;
	case OUTPUT_TABLE:
		format_table(report, options, wants_colour(), text);
		return STATUS_DONE;
	}
	return STATUS_FAILED;
}
