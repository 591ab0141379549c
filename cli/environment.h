/* SPDX-License-Identifier: MIT
 *
 * environment.h - which settings become variables, given the environment and the options.
 */
#ifndef CLIMITS_CLI_ENVIRONMENT_H
#define CLIMITS_CLI_ENVIRONMENT_H

#include <containerlimits.h>

#include "options.h"
#include "report.h"

struct text;

enum environment_verdict {
	ENVIRONMENT_SET,      /* a line is printed */
	ENVIRONMENT_EMPTY,    /* there is nothing to advise */
	ENVIRONMENT_NEEDLESS, /* the runtime finds as much alone, and --always was not given */
	ENVIRONMENT_PRESENT   /* the user's variable is set and stays */
};

enum environment_verdict environment_judge(const struct climits_setting *setting,
					   const struct options *options);

/*
 * Notes that follow from what is set: --always may set GOMAXPROCS where the library would not.
 */
void environment_add_notes(struct report *report, const struct options *options);

/*
 * Adds the setting in an enum climits_format, merged with the variable that is set now. Exit
 * status; the message is out when it is not 0.
 */
int environment_format(const struct climits_setting *setting, const struct options *options,
		       int format, struct text *text);

/*
 * Sets the variables in our own environment, for a program that is to be started. Exit status; the
 * message is out when it is not 0.
 */
int environment_apply(const struct report *report, const struct options *options);

#endif
