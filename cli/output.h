/* SPDX-License-Identifier: MIT
 *
 * output.h - the result on stdout, messages on stderr.
 */
#ifndef CLIMITS_CLI_OUTPUT_H
#define CLIMITS_CLI_OUTPUT_H

struct text;

/* What the program exits with; exec passes on what its command returns. */
enum exit_status {
	STATUS_DONE = 0,
	STATUS_FAILED = 1,
	STATUS_USAGE = 2,
	STATUS_STRICT = 3, /* --strict and something that matters is unknown */
	STATUS_CANNOT_EXECUTE = 126,
	STATUS_NOT_FOUND = 127
};

/*
 * Occupies standard descriptors that are closed, so that no file opened later lands on one of them
 * and is written to by mistake. Writing to an occupied one fails as it does to a closed one. Call
 * first. 0 or a negative errno.
 */
int output_guard_descriptors(void);

/* Writes the whole result to stdout at once. Exit status; the message is out when it is not 0. */
int output_write(const struct text *text);

/* The same without a message: 0 or a negative errno. */
int output_try(const struct text *text);

/*
 * One line on stderr, "climits: " before it and a newline after it. What it names may come from
 * files and arguments, so it is escaped.
 */
void output_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
