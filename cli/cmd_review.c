/* SPDX-License-Identifier: MIT
 *
 * cmd_review.c - climits review: an AdmissionReview on stdin, the one that answers it on stdout.
 */
#include "cmd.h"
#include "filter.h"
#include "output.h"

static const char usage[] =
	"Usage: climits review [OPTION...] <REVIEW\n"
	"An AdmissionReview (JSON, v1 or v1beta1) in, the one that answers it out.\n"
	"Exit status: 0 done, 2 usage, 3 no review, 4 input or output, 5 too large.\n";

int cmd_review(const struct options *options)
{
	struct filter filter = {.command = "review"};
	struct k8s_outcome outcome K8S_OUTCOME_CLEANUP = {0};
	struct text input TEXT_CLEANUP = {0};
	struct text reply TEXT_CLEANUP = {0};
	enum k8s_status result;
	int status;

	k8s_config_init(&filter.config);
	status = filter_parse(&filter, options);
	if (status != STATUS_DONE)
		return status;
	if (filter.help)
		return filter_help(&filter, usage);
	status = filter_read(&filter, &input);
	if (status != STATUS_DONE)
		return status;
	result = k8s_review(&filter.config, text_string(&input), input.length, &reply, &outcome);
	return filter_finish(result, outcome.error, &reply);
}
