/* SPDX-License-Identifier: MIT
 *
 * explain.h - what is said on stderr about a result.
 */
#ifndef CLIMITS_CLI_EXPLAIN_H
#define CLIMITS_CLI_EXPLAIN_H

#include "options.h"
#include "report.h"

/* With -v: why each setting is there or is not, and the notes unless notes is 0. */
void explain(const struct report *report, const struct options *options, int notes);

/* Unless -q: why there is nothing to set. */
void explain_silence(const struct report *report, const struct options *options);

#endif
