/* SPDX-License-Identifier: MIT
 *
 * metrics.h - what is counted, and its text for Prometheus.
 */
#ifndef CLIMITS_WEBHOOK_METRICS_H
#define CLIMITS_WEBHOOK_METRICS_H

#include <stddef.h>
#include <stdint.h>

struct text;

/* Counters; each is one line of the text. */
enum metric {
	METRIC_REVIEW_PATCHED,
	METRIC_REVIEW_UNCHANGED,
	METRIC_REVIEW_REFUSED, /* answered 400: not a review */
	METRIC_REVIEW_ERROR,   /* answered 500 */
	METRIC_WARNINGS,
	METRIC_REFUSED_BUSY,
	METRIC_REFUSED_SIZE,
	METRIC_REFUSED_CLIENT,
	METRIC_REFUSED_HTTP, /* wrong path, method or type */
	METRIC_DEADLINES,
	METRIC_CLIENT_LOGGED,
	METRIC_RELOAD_CERTIFICATE_OK,
	METRIC_RELOAD_CERTIFICATE_FAILED,
	METRIC_RELOAD_CLIENT_CA_OK,
	METRIC_RELOAD_CLIENT_CA_FAILED,
	METRIC_RELOAD_CONFIG_OK,
	METRIC_RELOAD_CONFIG_FAILED,
	METRIC_COUNT
};

void metrics_add(enum metric metric, uint64_t number);
void metrics_count(enum metric metric);

/* Time from a request's first line to its answer. */
void metrics_duration(int64_t nanoseconds);

/*
 * A counter for each value of a label that is only known while running; names are kept, not copied.
 * Beyond a few dozen values the rest is counted as "other".
 */
enum metric_family {
	METRIC_INJECTED, /* by variable */
	METRIC_SKIPPED   /* by reason */
};

void metrics_add_named(enum metric_family family, const char *name, uint64_t number);

/* The whole page. */
void metrics_add_text(struct text *text);

#endif
