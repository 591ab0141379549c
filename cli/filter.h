/* SPDX-License-Identifier: MIT
 *
 * filter.h - what review, patch and policy have in common: options of their own, standard input.
 */
#ifndef CLIMITS_CLI_FILTER_H
#define CLIMITS_CLI_FILTER_H

#include "k8s/config.h"
#include "k8s/manifest.h"
#include "k8s/review.h"
#include "options.h"
#include "text.h"

/* What the filters exit with beside STATUS_DONE and STATUS_USAGE; then nothing is on stdout. */
enum filter_status {
	FILTER_MALFORMED = 3, /* the input is no review or manifest */
	FILTER_IO = 4,        /* it could not be read, or the result not written */
	FILTER_LIMIT = 5      /* out of memory, or beyond a limit */
};

/*
 * output  what -o names; for patch alone
 * help    --help was given
 */
struct filter {
	const char *command;
	struct k8s_config config;
	enum k8s_output output;
	int takes_output;
	int help;
};

/*
 * Reads the operands as this command's own options. Exit status; the message is out when it is not
 * STATUS_DONE. filter->command, config, output and takes_output are set before.
 */
int filter_parse(struct filter *filter, const struct options *options);

/* Prints the options; first is the usage line. Exit status. */
int filter_help(const struct filter *filter, const char *first);

/* Reads standard input to its end, or a byte more than max_bytes. Exit status, as above. */
int filter_read(const struct filter *filter, struct text *input);

/* Writes the result, or says why there is none. Exit status. */
int filter_finish(enum k8s_status status, const char *error, const struct text *result);

#endif
