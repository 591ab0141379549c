/* SPDX-License-Identifier: MIT
 *
 * cmd_get.c - climits get NAME...: one value a line for scripts. The environment and --for play no
 * part: it tells what is advised, not what would be set.
 */
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "display.h"
#include "format.h"
#include "output.h"
#include "report.h"
#include "strict.h"
#include "text.h"

/* A value that is not known has been printed as such; here it is said why. */
static int check(const struct report *report, const struct options *options, const char *name,
		 uint32_t needs)
{
	int status = strict_check(report, options, needs);

	if (status == STATUS_DONE && options->strict) {
		output_message("%s is unknown", name);
		return STATUS_STRICT;
	}
	return status;
}

/* A mistake in a name comes before all that can be said of the other names. */
static int check_names(const struct report *report, const struct options *options)
{
	for (size_t i = 0; i < options->operand_count; i++) {
		const char *name = options->operands[i];

		if (!format_get_knows(report, name)) {
			output_message("unknown name '%s' (climits get help lists them)", name);
			return STATUS_USAGE;
		}
	}
	return STATUS_DONE;
}

static void explain_value(const struct report *report, const struct options *options,
			  const char *name)
{
	struct text why TEXT_CLEANUP = {0};

	format_get_why(report, options, name, &why);
	if (why.length)
		output_message("%s: %s", name, text_string(&why));
}

static int get(const struct report *report, const struct options *options, struct text *text)
{
	int status = STATUS_DONE;

	for (size_t i = 0; i < options->operand_count; i++) {
		const char *name = options->operands[i];
		uint32_t needs = 0;

		if (format_get(report, name, text, &needs) == 1 &&
		    check(report, options, name, needs) != STATUS_DONE)
			status = STATUS_STRICT;
		if (options->verbose && !options->quiet)
			explain_value(report, options, name);
	}
	return status;
}

/* Paths hold any byte: as they are for a program, harmless for a terminal. */
static int write_values(const struct text *text)
{
	struct text safe TEXT_CLEANUP = {0};
	const char *line = text_string(text);
	size_t length;

	if (text->failed || !isatty(STDOUT_FILENO))
		return output_write(text);
	for (; *line; line += length + 1) {
		struct text raw TEXT_CLEANUP = {0};

		length = strcspn(line, "\n");
		text_add_bytes(&raw, line, length);
		display_escape(&safe, text_string(&raw));
		text_add(&safe, "\n");
		safe.failed |= raw.failed;
	}
	return output_write(&safe);
}

int cmd_get(const struct options *options)
{
	struct report report REPORT_CLEANUP = {0};
	struct text text TEXT_CLEANUP = {0};
	struct text runtimes TEXT_CLEANUP = {0};
	struct climits_policy policy = options->policy;
	int status;

	if (!options->operand_count) {
		output_message("get needs a name (climits get help lists them)");
		return STATUS_USAGE;
	}
	if (!strcmp(options->operands[0], "help")) {
		format_get_help(&text);
		return output_write(&text);
	}
	format_get_runtimes(&runtimes);
	policy.runtimes = text_string(&runtimes);
	status = report_open(&report, options);
	if (status == STATUS_DONE)
		status = report_read(&report, &policy);
	if (status == STATUS_DONE)
		status = check_names(&report, options);
	if (status == STATUS_DONE)
		status = get(&report, options, &text);
	return status == STATUS_DONE ? write_values(&text) : status;
}
