/* SPDX-License-Identifier: MIT
 *
 * options.h - what the command line asks for.
 */
#ifndef CLIMITS_CLI_OPTIONS_H
#define CLIMITS_CLI_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include <containerlimits.h>

enum output_kind {
	OUTPUT_TABLE,
	OUTPUT_ENV,
	OUTPUT_DOTENV,
	OUTPUT_JSON
};

/* Help is not a command: it is asked for with an option, before or after any command's word. */
enum help_kind {
	HELP_NONE,
	HELP_USAGE,
	HELP_VERSION,
	HELP_RUNTIMES
};

struct options;

/*
 * One command. name is NULL for the one that runs when no command is named.
 */
struct command {
	const char *name;
	int (*run)(const struct options *options);
	/* --env, --dotenv and --json may be given. */
	int takes_output;
	/* Operands may be given. */
	int takes_operands;
	/* The first operand is a program: what follows is the program's, options or not. */
	int takes_program;
	/* --exec may be given. */
	int takes_hook;
	/* All that follows the name is the command's to read, options too. */
	int own_options;
};

/*
 * output_option is the name of the option that chose output, NULL when none did. hook is the value
 * of --exec, NULL without one.
 * operands point into argv, which is reordered; a NULL follows the last.
 */
struct options {
	const struct command *command;
	struct climits_policy policy;
	const char *root;
	int32_t pid;
	enum output_kind output;
	const char *output_option;
	const char *hook;
	enum help_kind help;
	int override;
	int always;
	int strict;
	int quiet;
	int verbose;
	char **operands;
	size_t operand_count;
};

/*
 * Reads the command line. commands ends with the nameless one. 0, or -1 when it cannot be followed:
 * then one line on stderr has named the argument.
 */
int options_parse(char **argv, const struct command *commands, struct options *ret_options);

#endif
