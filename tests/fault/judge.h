/* SPDX-License-Identifier: MIT
 *
 * Whether an answer that was given in spite of a fault is allowed.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include "containerlimits.h"

struct verdict {
	int failures;
	char text[512];
};

__attribute__((format(printf, 2, 3))) void judge_say(struct verdict *verdict, const char *format,
						     ...);

/* A call that failed: with an errno that the header names, and without touching its result. */
void judge_error(struct verdict *verdict, int error, const struct climits_limits *untouched);

/* Each limit is that of the truth, or unknown with an errno; what follows from them likewise. */
void judge_limits(struct verdict *verdict, const struct climits_limits *truth,
		  const struct climits_limits *limits);

/* The read after the fault: the truth, and nothing else. */
void judge_recovery(struct verdict *verdict, const struct climits_limits *truth,
		    const struct climits_limits *limits);

/* expected is NAME=VALUE; the value VALUE, VALUE/PERIOD, "none" or "unknown". */
void judge_expected(struct verdict *verdict, const struct climits_limits *limits,
		    const char *expected);

#endif
