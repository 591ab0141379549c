/* SPDX-License-Identifier: MIT
 *
 * review.h - one AdmissionReview in, one out. Pure: no I/O, no globals, safe from several threads
 * with one configuration that nobody changes meanwhile.
 */
#ifndef CLIMITS_K8S_REVIEW_H
#define CLIMITS_K8S_REVIEW_H

#include <stddef.h>

#include "../text.h"
#include "config.h"
#include "inject.h"
#include "pod.h"
#include "warnings.h"

enum k8s_status {
	K8S_DONE = 0,
	K8S_MALFORMED, /* no AdmissionReview (no manifest): HTTP 400 */
	K8S_TOO_LARGE, /* more than max_bytes: HTTP 413 */
	K8S_TOO_MANY,  /* more values, or nested deeper, than the limits: HTTP 400 */
	K8S_NO_MEMORY  /* HTTP 500 */
};

/*
 * What a review was about, for logs and metrics; never contents of env.
 *
 * error      when not K8S_DONE: one line that says why
 * uid        of the request
 * namespace_name, name   raw bytes as the review has them; name is generateName where there is none
 * patched    the reply has a patch
 * reason     why not
 */
struct k8s_outcome {
	const char *error;
	struct text uid;
	struct text namespace_name;
	struct text name;
	int patched;
	enum k8s_reason reason;
	struct injected injected;
	struct warnings warnings;
};

/* Give this to a local struct k8s_outcome that starts as {0}. */
#define K8S_OUTCOME_CLEANUP __attribute__((cleanup(k8s_outcome_free)))

void k8s_outcome_free(struct k8s_outcome *outcome);

/* Adds the reply, one line with its newline, to text; on any other status than K8S_DONE nothing. */
enum k8s_status k8s_review(const struct k8s_config *config, const char *body, size_t length,
			   struct text *reply, struct k8s_outcome *outcome);

/* What json_parse() and inject() return, as a status; sets outcome->error. */
enum k8s_status k8s_status_of(int error, struct k8s_outcome *outcome);

#endif
