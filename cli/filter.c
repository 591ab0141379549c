/* SPDX-License-Identifier: MIT
 *
 * filter.c - what review, patch and policy have in common. Reads the command line as strictly as
 * options.c does; the options are those that the server has too.
 */
#include "filter.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

static const char options_help[] =
	"Options:\n"
	"      --vars LIST            variables, or runtimes as --for has them\n"
	"      --memory-ratio R       share of the memory limit for a Go heap (0.9)\n"
	"      --round HOW            CPUs to threads: floor (default), ceil or nearest\n"
	"      --max-procs N          more CPUs than N mean no limit (256)\n"
	"      --cpu-source HOW       limit (default) or limit-or-request\n"
	"      --pod-level HOW        limits of the whole pod: use (default) or ignore\n"
	"      --init WHICH           init containers: all (default), sidecars or none\n"
	"      --env-from HOW         what an envFrom may set: inject (default) or skip\n"
	"      --env-position WHERE   last (default) or first\n"
	"      --value-mode HOW       literal (default) or fieldref\n"
	"      --opt-in               only pods that say PREFIX/inject: true\n"
	"      --no-record            no annotation that tells what was set\n"
	"      --annotation-prefix P  of annotations and labels (climits)\n"
	"      --template-path G/K=P  where another kind has its pod template\n"
	"      --max-body BYTES       of the input\n"
	"      --max-values N         JSON values in a document\n";

int filter_help(const struct filter *filter, const char *first)
{
	struct text text TEXT_CLEANUP = {0};

	text_add(&text, first);
	if (filter->takes_output)
		text_add(&text, "  -o FORM                    manifest (default), jsonpatch, env, "
				"kustomize\n");
	text_add(&text, options_help);
	return output_write(&text);
}

static int choose_output(struct filter *filter, const char *value)
{
	static const char *const words[] = {
		[K8S_OUTPUT_MANIFEST] = "manifest",
		[K8S_OUTPUT_JSONPATCH] = "jsonpatch",
		[K8S_OUTPUT_ENV] = "env",
		[K8S_OUTPUT_KUSTOMIZE] = "kustomize",
	};

	for (size_t i = 0; value && i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(words[i], value) != 0)
			continue;
		filter->output = (enum k8s_output)i;
		return STATUS_DONE;
	}
	output_message("-o: '%s' is not one of manifest, jsonpatch, env, kustomize",
		       value ? value : "");
	return STATUS_USAGE;
}

static int apply(struct filter *filter, const struct k8s_option *option, const char *value)
{
	if (option->expects && !value) {
		output_message("option '--%s' needs a value", option->name);
		return STATUS_USAGE;
	}
	if (!option->expects && value) {
		output_message("option '--%s' takes no value", option->name);
		return STATUS_USAGE;
	}
	if (k8s_option_apply(option, &filter->config, value) < 0) {
		output_message("--%s: '%s' is not %s", option->name, value, option->expects);
		return STATUS_USAGE;
	}
	return STATUS_DONE;
}

/* --NAME=VALUE or --NAME VALUE; *next moves behind what was used. */
static int parse_long(struct filter *filter, const char *argument, char ***next)
{
	size_t length = strcspn(argument + 2, "=");
	const struct k8s_option *option = k8s_option_find(argument + 2, length);
	const char *value = argument[2 + length] ? argument + 2 + length + 1 : NULL;

	if (!option) {
		output_message("unknown option '%s' (climits %s --help lists them)", argument,
			       filter->command);
		return STATUS_USAGE;
	}
	if (!value && option->expects && **next)
		value = *(*next)++;
	return apply(filter, option, value);
}

static int parse_argument(struct filter *filter, const char *argument, char ***next)
{
	if (!strcmp(argument, "--help") || !strcmp(argument, "-h")) {
		filter->help = 1;
		return STATUS_DONE;
	}
	if (filter->takes_output && !strncmp(argument, "-o", 2))
		return choose_output(filter, argument[2] ? argument + 2
					     : **next    ? *(*next)++
							 : NULL);
	if (strncmp(argument, "--", 2) != 0 || !argument[2]) {
		output_message("unexpected argument '%s'", argument);
		return STATUS_USAGE;
	}
	return parse_long(filter, argument, next);
}

int filter_parse(struct filter *filter, const struct options *options)
{
	char **next = options->operands;
	int status = STATUS_DONE;

	while (*next && status == STATUS_DONE && !filter->help) {
		const char *argument = *next++;

		status = parse_argument(filter, argument, &next);
	}
	return status;
}

#define CHUNK 65536

int filter_read(const struct filter *filter, struct text *input)
{
	ssize_t count = 1;

	while (count > 0 && input->length <= filter->config.max_bytes) {
		char *end = text_reserve(input, CHUNK);

		if (!end) {
			output_message("%s", strerror(ENOMEM));
			return FILTER_LIMIT;
		}
		do {
			count = read(STDIN_FILENO, end, CHUNK);
		} while (count < 0 && errno == EINTR);
		input->length += count > 0 ? (size_t)count : 0;
	}
	if (count < 0) {
		output_message("cannot read from stdin: %s", strerror(errno));
		return FILTER_IO;
	}
	return STATUS_DONE;
}

int filter_finish(enum k8s_status status, const char *error, const struct text *result)
{
	if (status == K8S_DONE)
		return output_write(result) == STATUS_DONE ? STATUS_DONE : FILTER_IO;
	output_message("stdin: %s", error);
	return status == K8S_MALFORMED ? FILTER_MALFORMED : FILTER_LIMIT;
}
