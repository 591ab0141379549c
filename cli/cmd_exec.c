/* SPDX-License-Identifier: MIT
 *
 * cmd_exec.c - climits exec -- CMD ARG...: CMD takes our place, with the advised variables in its
 * environment. Process id, signals, descriptors, directory and all other variables are CMD's as
 * they were ours; nothing is printed on stdout.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "environment.h"
#include "explain.h"
#include "output.h"
#include "report.h"
#include "strict.h"

static int prepare(const struct options *options)
{
	struct report report REPORT_CLEANUP = {0};
	int status = report_open(&report, options);

	if (status == STATUS_DONE)
		status = report_read(&report, &options->policy);
	if (status == STATUS_DONE)
		status = strict_check(&report, options, strict_settings(&report));
	if (status != STATUS_DONE)
		return status;
	environment_add_notes(&report, options);
	/* Before the variables are set: then each would seem to be the user's. */
	explain(&report, options, 1);
	return environment_apply(&report, options);
}

int cmd_exec(const struct options *options)
{
	int status;

	if (!options->operand_count) {
		output_message("exec needs a command to run");
		return STATUS_USAGE;
	}
	status = prepare(options);
	if (status != STATUS_DONE)
		return status;
	execvp(options->operands[0], options->operands);
	status = errno == ENOENT ? STATUS_NOT_FOUND : STATUS_CANNOT_EXECUTE;
	output_message("%s: %s", options->operands[0], strerror(errno));
	return status;
}
