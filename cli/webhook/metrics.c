/* SPDX-License-Identifier: MIT
 *
 * metrics.c - counters, and their text for Prometheus (exposition format 0.0.4). Counts only: who
 * asked and for what is the log's business. Times are integers; seconds are written from
 * nanoseconds.
 */
#include "metrics.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "../text.h"
#include "connections.h"
#include "identity.h"
#include "load.h"

#define PREFIX "climits_webhook_"
#define NAMED_MAX 64

struct row {
	const char *name;
	const char *labels;
	const char *help; /* of the first row of a name */
};

static const struct row rows[METRIC_COUNT] = {
	[METRIC_REVIEW_PATCHED] = {"reviews_total", "result=\"patched\"", "Reviews by result."},
	[METRIC_REVIEW_UNCHANGED] = {"reviews_total", "result=\"unchanged\"", NULL},
	[METRIC_REVIEW_REFUSED] = {"reviews_total", "result=\"refused\"", NULL},
	[METRIC_REVIEW_ERROR] = {"reviews_total", "result=\"error\"", NULL},
	[METRIC_WARNINGS] = {"warnings_total", NULL, "Warnings sent to users."},
	[METRIC_REFUSED_BUSY] = {"refused_total", "reason=\"busy\"",
				 "Requests refused before they were read as a review."},
	[METRIC_REFUSED_SIZE] = {"refused_total", "reason=\"size\"", NULL},
	[METRIC_REFUSED_CLIENT] = {"refused_total", "reason=\"client\"", NULL},
	[METRIC_REFUSED_HTTP] = {"refused_total", "reason=\"http\"", NULL},
	[METRIC_DEADLINES] = {"deadlines_total", NULL, "Connections cut off at their deadline."},
	[METRIC_CLIENT_LOGGED] = {"client_certificate_failures_total", NULL,
				  "Requests let in without a good client certificate."},
	[METRIC_RELOAD_CERTIFICATE_OK] = {"reloads_total", "file=\"certificate\",result=\"ok\"",
					  "Files that were read again."},
	[METRIC_RELOAD_CERTIFICATE_FAILED] = {"reloads_total",
					      "file=\"certificate\",result=\"failed\"", NULL},
	[METRIC_RELOAD_CLIENT_CA_OK] = {"reloads_total", "file=\"client-ca\",result=\"ok\"", NULL},
	[METRIC_RELOAD_CLIENT_CA_FAILED] = {"reloads_total", "file=\"client-ca\",result=\"failed\"",
					    NULL},
	[METRIC_RELOAD_CONFIG_OK] = {"reloads_total", "file=\"config\",result=\"ok\"", NULL},
	[METRIC_RELOAD_CONFIG_FAILED] = {"reloads_total", "file=\"config\",result=\"failed\"",
					 NULL},
};

struct named {
	const char *name;
	uint64_t count;
};

/* Upper bounds of the histogram; the last has none. */
static const struct {
	int64_t nanoseconds;
	const char *seconds;
} bounds[] = {
	{100000, "0.0001"},  {250000, "0.00025"}, {500000, "0.0005"}, {1000000, "0.001"},
	{2500000, "0.0025"}, {5000000, "0.005"},  {10000000, "0.01"}, {25000000, "0.025"},
	{100000000, "0.1"},  {500000000, "0.5"},  {1000000000, "1"},  {10000000000, "10"},
	{INT64_MAX, "+Inf"},
};

#define BOUNDS (sizeof(bounds) / sizeof(bounds[0]))

static atomic_uint_fast64_t counters[METRIC_COUNT];
static atomic_uint_fast64_t buckets[BOUNDS];
static atomic_uint_fast64_t nanoseconds_total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct named named[2][NAMED_MAX];

void metrics_add(enum metric metric, uint64_t number)
{
	atomic_fetch_add_explicit(&counters[metric], number, memory_order_relaxed);
}

void metrics_count(enum metric metric)
{
	metrics_add(metric, 1);
}

void metrics_duration(int64_t nanoseconds)
{
	size_t i = 0;

	while (nanoseconds > bounds[i].nanoseconds)
		i++;
	atomic_fetch_add_explicit(&buckets[i], 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&nanoseconds_total, (uint64_t)nanoseconds, memory_order_relaxed);
}

void metrics_add_named(enum metric_family family, const char *name, uint64_t number)
{
	struct named *rows_of = named[family];
	size_t i = 0;

	pthread_mutex_lock(&lock);
	while (i < NAMED_MAX - 1 && rows_of[i].name && strcmp(rows_of[i].name, name))
		i++;
	if (!rows_of[i].name)
		rows_of[i].name = i < NAMED_MAX - 1 ? name : "other";
	rows_of[i].count += number;
	pthread_mutex_unlock(&lock);
}

static void add_head(struct text *text, const char *name, const char *type, const char *help)
{
	text_addf(text, "# HELP " PREFIX "%s %s\n# TYPE " PREFIX "%s %s\n", name, help, name, type);
}

static void add_gauge(struct text *text, const char *name, const char *help, int64_t value)
{
	add_head(text, name, "gauge", help);
	text_addf(text, PREFIX "%s %lld\n", name, (long long)value);
}

static void add_counters(struct text *text)
{
	for (size_t i = 0; i < METRIC_COUNT; i++) {
		unsigned long long value = atomic_load(&counters[i]);

		if (rows[i].help)
			add_head(text, rows[i].name, "counter", rows[i].help);
		if (rows[i].labels)
			text_addf(text, PREFIX "%s{%s} %llu\n", rows[i].name, rows[i].labels,
				  value);
		else
			text_addf(text, PREFIX "%s %llu\n", rows[i].name, value);
	}
}

static void add_named(struct text *text, enum metric_family family, const char *name,
		      const char *label, const char *help)
{
	add_head(text, name, "counter", help);
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < NAMED_MAX && named[family][i].name; i++)
		text_addf(text, PREFIX "%s{%s=\"%s\"} %llu\n", name, label, named[family][i].name,
			  (unsigned long long)named[family][i].count);
	pthread_mutex_unlock(&lock);
}

static void add_histogram(struct text *text)
{
	unsigned long long sum = atomic_load(&nanoseconds_total);
	unsigned long long count = 0;

	add_head(text, "request_duration_seconds", "histogram",
		 "From a request's first line to its answer.");
	for (size_t i = 0; i < BOUNDS; i++) {
		count += atomic_load(&buckets[i]);
		text_addf(text, PREFIX "request_duration_seconds_bucket{le=\"%s\"} %llu\n",
			  bounds[i].seconds, count);
	}
	text_addf(text, PREFIX "request_duration_seconds_sum %llu.%09llu\n", sum / 1000000000,
		  sum % 1000000000);
	text_addf(text, PREFIX "request_duration_seconds_count %llu\n", count);
}

void metrics_add_text(struct text *text)
{
	add_counters(text);
	add_named(text, METRIC_INJECTED, "injected_total", "variable", "Variables set, by name.");
	add_named(text, METRIC_SKIPPED, "skipped_total", "reason",
		  "Reviews and containers left alone, by reason.");
	add_histogram(text);
	add_gauge(text, "in_flight", "Requests being read or answered.", load_requests());
	add_gauge(text, "connections", "Open connections.", connections_count());
	add_gauge(text, "certificate_expiry_timestamp_seconds",
		  "When the serving certificate or its chain expires, in seconds since 1970.",
		  identity_not_after());
}
