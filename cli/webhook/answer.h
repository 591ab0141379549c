/* SPDX-License-Identifier: MIT
 *
 * answer.h - a body that was posted becomes an answer of HTTP.
 */
#ifndef CLIMITS_WEBHOOK_ANSWER_H
#define CLIMITS_WEBHOOK_ANSWER_H

#include <stddef.h>
#include <stdint.h>

#include "../text.h"

/* text starts as {0}; the caller frees it. JSON when status is 200, else a line for people. */
struct answer {
	unsigned status;
	struct text text;
};

/* A review. Counts it and logs it; started is connections_now() at its first line. */
void answer_review(const char *body, size_t length, int64_t started, struct answer *answer);

/* The state for a probe: 200, or 503 and why. */
void answer_ready(int draining, struct answer *answer);

#endif
