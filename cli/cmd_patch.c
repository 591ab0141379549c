/* SPDX-License-Identifier: MIT
 *
 * cmd_patch.c - climits patch: manifests on stdin, the same with variables on stdout, or only what
 * changes: kubectl get -o json ... | climits patch | kubectl apply -f -
 */
#include "cmd.h"
#include "filter.h"
#include "output.h"

static const char usage[] =
	"Usage: climits patch [-o FORM] [OPTION...] <MANIFEST\n"
	"A Pod, workload, List or stream of them (JSON) in, the same with variables out.\n"
	"Exit status: 0 done, 2 usage, 3 no manifest, 4 input or output, 5 too large.\n";

/* All pods of a large cluster: no API server bounds what comes here. */
#define BYTES_MAX (512u << 20)
#define VALUES_MAX 16000000

static void tell(const char *item, const char *warning)
{
	output_message("%s: %s", item, warning);
}

int cmd_patch(const struct options *options)
{
	struct filter filter = {.command = "patch", .takes_output = 1};
	struct k8s_outcome outcome K8S_OUTCOME_CLEANUP = {0};
	struct text input TEXT_CLEANUP = {0};
	struct text result TEXT_CLEANUP = {0};
	enum k8s_status done;
	int status;

	k8s_config_init(&filter.config);
	filter.config.max_bytes = BYTES_MAX;
	filter.config.limits.values = VALUES_MAX;
	status = filter_parse(&filter, options);
	if (status != STATUS_DONE)
		return status;
	if (filter.help)
		return filter_help(&filter, usage);
	status = filter_read(&filter, &input);
	if (status != STATUS_DONE)
		return status;
	done = k8s_patch(&filter.config, filter.output, text_string(&input), input.length, tell,
			 &result, &outcome);
	return filter_finish(done, outcome.error, &result);
}
