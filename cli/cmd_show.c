/* SPDX-License-Identifier: MIT
 *
 * cmd_show.c - climits without a command: the limits and the advice as a table, --env, --dotenv or
 * --json.
 */
#include <unistd.h>

#include "cmd.h"
#include "environment.h"
#include "explain.h"
#include "format.h"
#include "output.h"
#include "report.h"
#include "strict.h"
#include "text.h"

/*
 * The table and --json say themselves what is unknown; with lines for the environment silence could
 * be taken for "no limit".
 */
static int check(const struct report *report, const struct options *options)
{
	if (options->output == OUTPUT_ENV || options->output == OUTPUT_DOTENV)
		return strict_check(report, options, strict_settings(report));
	if (options->strict)
		return strict_check(report, options, strict_everything(report, options));
	return STATUS_DONE;
}

int cmd_show(const struct options *options)
{
	struct report report REPORT_CLEANUP = {0};
	struct text text TEXT_CLEANUP = {0};
	int status = report_open(&report, options);

	if (status == STATUS_DONE)
		status = report_read(&report, &options->policy);
	if (status == STATUS_DONE)
		status = check(&report, options);
	if (status == STATUS_DONE)
		environment_add_notes(&report, options);
	if (status == STATUS_DONE)
		status = format_report(&report, options, &text);
	if (status != STATUS_DONE)
		return status;
	/* The table ends with the notes. */
	explain(&report, options, options->output != OUTPUT_TABLE);
	if (!text.length && !text.failed && isatty(STDOUT_FILENO))
		explain_silence(&report, options);
	return output_write(&text);
}
