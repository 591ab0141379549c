/* SPDX-License-Identifier: MIT
 *
 * limits.h - the limits of a request, written to the files of the groups.
 */
#ifndef CLIMITS_CLI_RUN_LIMITS_H
#define CLIMITS_CLI_RUN_LIMITS_H

#include "group.h"
#include "request.h"

/* 0, or -1 when one line on stderr has said which limit was refused and what to do. */
int limits_set(const struct groups *groups, const struct request *request);

#endif
