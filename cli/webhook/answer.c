/* SPDX-License-Identifier: MIT
 *
 * answer.c - a body that was posted becomes an answer: the review itself is ../k8s; here it is
 * counted, logged and put into terms of HTTP.
 *
 * The log names the request and what was decided. It never holds a body or a value of a variable,
 * which may be a secret.
 */
#include "answer.h"

#include <time.h>

#include "../k8s/review.h"
#include "connections.h"
#include "identity.h"
#include "load.h"
#include "log.h"
#include "metrics.h"
#include "settings.h"

/* Bodies above this wait for each other: each may need several times its size while it is read. */
#define LARGE (1U << 20)

static unsigned http_status(enum k8s_status status)
{
	switch (status) {
	case K8S_DONE:
		return 200;
	case K8S_TOO_LARGE:
		return 413;
	case K8S_NO_MEMORY:
		return 500;
	case K8S_MALFORMED:
	case K8S_TOO_MANY:
		break;
	}
	return 400;
}

static void count(unsigned status, const struct k8s_outcome *outcome)
{
	if (status != 200) {
		metrics_count(status == 500 ? METRIC_REVIEW_ERROR : METRIC_REVIEW_REFUSED);
		return;
	}
	metrics_count(outcome->patched ? METRIC_REVIEW_PATCHED : METRIC_REVIEW_UNCHANGED);
	metrics_add(METRIC_WARNINGS, warnings_lines(&outcome->warnings));
	for (size_t i = 0; i < outcome->injected.count; i++)
		metrics_add_named(METRIC_INJECTED, outcome->injected.names[i],
				  outcome->injected.counts[i]);
	if (!outcome->patched)
		metrics_add_named(METRIC_SKIPPED, k8s_reason_name(outcome->reason), 1);
}

static void tell(unsigned status, const struct k8s_outcome *outcome, int64_t milliseconds)
{
	enum log_level level = status == 200 ? LOG_INFO : LOG_WARNING;
	struct text line = {0};

	if (!log_wants(level))
		return;
	log_begin(&line, level, "review");
	log_string(&line, "uid", outcome->uid.length ? text_string(&outcome->uid) : NULL);
	log_string(&line, "namespace", text_string(&outcome->namespace_name));
	log_string(&line, "name", text_string(&outcome->name));
	if (status != 200)
		log_string(&line, "error", outcome->error ? outcome->error : "no reply");
	else
		log_string(&line, "result",
			   outcome->patched ? "patched" : k8s_reason_name(outcome->reason));
	log_number(&line, "warnings", (int64_t)warnings_lines(&outcome->warnings));
	log_number(&line, "status", status);
	log_number(&line, "ms", milliseconds);
	log_end(&line);
}

void answer_review(const char *body, size_t length, int64_t started, struct answer *answer)
{
	struct k8s_outcome outcome K8S_OUTCOME_CLEANUP = {0};
	struct settings *settings = settings_acquire();
	enum k8s_status status;

	if (length > LARGE)
		load_begin_large();
	status = k8s_review(&settings->config, body, length, &answer->text, &outcome);
	if (length > LARGE)
		load_end_large();
	settings_release(settings);
	answer->status = answer->text.failed ? 500 : http_status(status);
	if (answer->status != 200 && !answer->text.failed)
		text_addf(&answer->text, "%s\n", outcome.error ? outcome.error : "no reply");
	count(answer->status, &outcome);
	tell(answer->status, &outcome, connections_now() - started);
}

void answer_ready(int draining, struct answer *answer)
{
	enum identity_state state = identity_state(time(NULL));

	answer->status = draining || state != IDENTITY_GOOD ? 503 : 200;
	text_addf(&answer->text, "%s\n", draining ? "draining" : identity_state_text(state));
}
