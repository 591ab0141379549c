/* SPDX-License-Identifier: MIT
 *
 * cmd_policy.c - climits policy: a MutatingAdmissionPolicy that does in the API server (Kubernetes
 * 1.36 and later) what the webhook does by default, and the binding that puts it into effect.
 *
 * Does not cover annotations, records, pod-level limits, ratios for single containers, or variables
 * beside Go's: CEL has no way to them, or none that anybody could read. "kubectl explain
 * mutatingadmissionpolicy" has the fields; the quantity functions are apiserver's, pkg/cel/library.
 */
#include <string.h>

#include "cmd.h"
#include "filter.h"
#include "k8s/selection.h"
#include "output.h"

static const char usage[] =
	"Usage: climits policy [OPTION...]\n"
	"A MutatingAdmissionPolicy and its binding (YAML), for clusters without a webhook.\n"
	"Of the options --vars (Go's two), --memory-ratio, --round, --max-procs and\n"
	"--annotation-prefix matter.\n";

/* Selected by a label of the namespace: annotations of pods are seen, of namespaces not. */
static const char head[] =
	"apiVersion: admissionregistration.k8s.io/v1\n"
	"kind: MutatingAdmissionPolicy\n"
	"metadata:\n"
	"  name: climits\n"
	"spec:\n"
	"  failurePolicy: Ignore\n"
	"  reinvocationPolicy: IfNeeded\n"
	"  matchConstraints:\n"
	"    namespaceSelector:\n"
	"      matchLabels:\n"
	"        %s/injection: enabled\n"
	"    objectSelector:\n"
	"      matchExpressions:\n"
	"      - {key: %s/inject, operator: NotIn, values: [\"false\", disabled]}\n"
	"    resourceRules:\n"
	"    - {apiGroups: [\"\"], apiVersions: [v1], operations: [CREATE], resources: [pods]}\n"
	"  matchConditions:\n"
	"  - name: no-mirror-pod\n"
	"    expression: >-\n"
	"      !(has(object.metadata.annotations) &&\n"
	"      'kubernetes.io/config.mirror' in object.metadata.annotations)\n"
	"  mutations:\n";

static const char binding[] = "---\n"
			      "apiVersion: admissionregistration.k8s.io/v1\n"
			      "kind: MutatingAdmissionPolicyBinding\n"
			      "metadata:\n"
			      "  name: climits\n"
			      "spec:\n"
			      "  policyName: climits\n";

/*
 * Containers that get the variable: they have a limit above 0, and not the variable. What is beyond
 * 1Pi means "no limit", and int() would end the policy with an overflow.
 */
static const char filter_text[] =
	"          .filter(c, has(c.resources) && has(c.resources.limits) &&\n"
	"            '%s' in c.resources.limits &&\n"
	"            isQuantity(string(c.resources.limits['%s'])) &&\n"
	"            quantity(string(c.resources.limits['%s'])).isLessThan(quantity('1Pi')) &&\n"
	"            %s &&\n"
	"            !(has(c.env) && c.env.exists(e, e.name == '%s')))\n";

/*
 * An apply configuration merges lists of containers and of variables by name. A list that is not
 * there is written as an empty one, which adds nothing.
 */
static void add_list(struct text *text, const char *list, const char *variable,
		     const char *resource, const char *condition, const char *value)
{
	text_addf(text, "        %s: (has(object.spec.%s) ? object.spec.%s : [])\n", list, list,
		  list);
	text_addf(text, filter_text, resource, resource, resource, condition, variable);
	text_addf(text,
		  "          .map(c, Object.spec.%s{name: c.name, env: [Object.spec.%s.env{\n"
		  "            name: '%s', value: %s}]})",
		  list, list, variable, value);
}

static void add_mutation(struct text *text, const char *variable, const char *resource,
			 const char *condition, const char *value)
{
	text_add(text, "  - patchType: ApplyConfiguration\n"
		       "    applyConfiguration:\n"
		       "      expression: >-\n"
		       "        Object{spec: Object.spec{\n");
	add_list(text, "containers", variable, resource, condition, value);
	text_add(text, ",\n");
	add_list(text, "initContainers", variable, resource, condition, value);
	text_add(text, "}}\n");
}

/*
 * Millicores, rounded up as the API server does: an integer by then, and exact as a double up to
 * 2^53.
 */
#define MILLICORES                                                                                 \
	"int(quantity(string(c.resources.limits.cpu)).asApproximateFloat() * 1000.0 + 0.5)"

static void add_processors(struct text *text, const struct k8s_config *config)
{
	static const unsigned offsets[] = {
		[CLIMITS_ROUND_FLOOR] = 0,
		[CLIMITS_ROUND_CEIL] = 999,
		[CLIMITS_ROUND_NEAREST] = 500,
	};
	unsigned offset = offsets[config->policy.rounding];
	struct text condition TEXT_CLEANUP = {0};
	struct text value TEXT_CLEANUP = {0};

	text_addf(&condition, MILLICORES " > 0 &&\n            (" MILLICORES " + %u) / 1000 <= %u",
		  offset, (unsigned)config->max_procs);
	text_addf(&value,
		  "string(" MILLICORES " < 1000 ? 1 :\n            (" MILLICORES " + %u) / 1000)",
		  offset);
	add_mutation(text, "GOMAXPROCS", "cpu", text_string(&condition), text_string(&value));
	text->failed |= condition.failed | value.failed;
}

#define BYTES "int(quantity(string(c.resources.limits.memory)).asApproximateFloat())"

/* Bytes are whole, and exact as doubles: below 2^50. */
static void add_memory(struct text *text, const struct k8s_config *config)
{
	unsigned ratio = config->policy.memory_ratio;
	struct text value TEXT_CLEANUP = {0};

	text_addf(&value,
		  "(" BYTES " >= 67108864 &&\n"
		  "            " BYTES " * %u / 1000 >= 1048576) ?\n"
		  "            string(" BYTES " * %u / 1000 / 1048576) + 'MiB' :\n"
		  "            string(" BYTES " * %u / 1000 / 1024) + 'KiB'",
		  ratio, ratio, ratio);
	add_mutation(text, "GOMEMLIMIT", "memory", BYTES " >= 8388608", text_string(&value));
	text->failed |= value.failed;
}

static int write_policy(const struct k8s_config *config)
{
	const char *variables = config->variables ? config->variables : config->policy.runtimes;
	struct selection selection = {.count = 0};
	struct text text TEXT_CLEANUP = {0};

	if (selection_parse(&selection, variables) < 0)
		return STATUS_USAGE;
	for (size_t i = 0; i < selection.count; i++) {
		if (!strcmp(selection.names[i], "GOMAXPROCS") ||
		    !strcmp(selection.names[i], "GOMEMLIMIT"))
			continue;
		output_message("policy: %s cannot be computed there", selection.names[i]);
		return STATUS_USAGE;
	}
	text_addf(&text, head, config->prefix, config->prefix);
	if (selection_has(&selection, "GOMAXPROCS"))
		add_processors(&text, config);
	if (selection_has(&selection, "GOMEMLIMIT"))
		add_memory(&text, config);
	text_add(&text, binding);
	return output_write(&text) == STATUS_DONE ? STATUS_DONE : FILTER_IO;
}

int cmd_policy(const struct options *options)
{
	struct filter filter = {.command = "policy"};
	int status;

	k8s_config_init(&filter.config);
	status = filter_parse(&filter, options);
	if (status != STATUS_DONE)
		return status;
	return filter.help ? filter_help(&filter, usage) : write_policy(&filter.config);
}
