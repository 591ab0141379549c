/* SPDX-License-Identifier: MIT
 *
 * climits - how much CPU and memory may this process use?
 *
 * Dispatches and nothing else: options.c reads the command line, cmd_*.c do what it asks for.
 */
#include "cmd.h"
#include "options.h"
#include "output.h"

/* The last one runs when no command is named. */
static const struct command commands[] = {
	{.name = "get", .run = cmd_get, .takes_operands = 1},
	{.name = "exec", .run = cmd_exec, .takes_operands = 1, .takes_program = 1},
	{.name = "watch", .run = cmd_watch, .takes_output = 1, .takes_hook = 1},
	{.name = "run", .run = cmd_run, .own_options = 1},
	{.name = "review", .run = cmd_review, .own_options = 1},
	{.name = "patch", .run = cmd_patch, .own_options = 1},
	{.name = "policy", .run = cmd_policy, .own_options = 1},
	{.name = NULL, .run = cmd_show, .takes_output = 1},
};

int main(int argc, char **argv)
{
	struct options options;

	(void)argc;
	if (output_guard_descriptors() < 0)
		return STATUS_FAILED;
	if (options_parse(argv, commands, &options) < 0)
		return STATUS_USAGE;
	if (options.help)
		return cmd_help(&options);
	return options.command->run(&options);
}
