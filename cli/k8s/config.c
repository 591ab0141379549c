/* SPDX-License-Identifier: MIT
 *
 * config.c - the options that the filters and the server share. Does not read a command line: each
 * program does that its own way.
 */
#include "config.h"

#include <string.h>

#include "../argument.h"
#include "selection.h"
#include "words.h"

/*
 * The API server takes objects of 3 MiB, and a review holds two (apiserver, pkg/server/config.go);
 * controller-runtime draws the line at 7 MiB too (pkg/webhook/admission/http.go).
 */
#define BYTES_DEFAULT (7u << 20)
#define VALUES_DEFAULT 200000
#define MAX_PROCS_DEFAULT 256

void k8s_config_init(struct k8s_config *config)
{
	*config = (struct k8s_config){
		.prefix = "climits",
		.policy = {.size = sizeof(config->policy), .runtimes = "go", .memory_ratio = 900},
		.max_procs = MAX_PROCS_DEFAULT,
		.max_bytes = BYTES_DEFAULT,
		.limits = {.values = VALUES_DEFAULT, .depth = JSON_DEPTH_MAX},
	};
}

/* Sets *ret_number to the word's place in a list that ends with NULL. -1 when it is not there. */
static int choose(const char *const *words, const char *value, int *ret_number)
{
	for (int i = 0; words[i]; i++) {
		if (strcmp(words[i], value) != 0)
			continue;
		*ret_number = i;
		return 0;
	}
	return -1;
}

/* A DNS subdomain (RFC 1123), as the prefix of an annotation's key has to be. */
static int apply_prefix(struct k8s_config *config, const char *value)
{
	size_t length = strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-.");

	if (length == 0 || length > 253 || value[length] || value[0] == '-' || value[0] == '.' ||
	    value[length - 1] == '-' || value[length - 1] == '.')
		return -1;
	config->prefix = value;
	return 0;
}

static int apply_variables(struct k8s_config *config, const char *value)
{
	struct selection selection;

	config->variables = value;
	return selection_parse(&selection, value);
}

static int apply_ratio(struct k8s_config *config, const char *value)
{
	return argument_ratio(value, &config->policy.memory_ratio);
}

static int apply_round(struct k8s_config *config, const char *value)
{
	static const char *const words[] = {"floor", "ceil", "nearest", NULL};
	int number;

	if (choose(words, value, &number) < 0)
		return -1;
	config->policy.rounding = number;
	return 0;
}

static int apply_max_procs(struct k8s_config *config, const char *value)
{
	uint64_t number;

	if (argument_number(value, 8192, &number) < 0 || number == 0)
		return -1;
	config->max_procs = (uint32_t)number;
	return 0;
}

static int apply_cpu_source(struct k8s_config *config, const char *value)
{
	static const char *const words[] = {"limit", "limit-or-request", NULL};

	return choose(words, value, &config->request_cpu);
}

static int apply_pod_level(struct k8s_config *config, const char *value)
{
	static const char *const words[] = {"use", "ignore", NULL};

	return choose(words, value, &config->no_pod_level);
}

static int apply_init(struct k8s_config *config, const char *value)
{
	static const char *const words[] = {"all", "sidecars", "none", NULL};

	return choose(words, value, &config->init);
}

static int apply_env_from(struct k8s_config *config, const char *value)
{
	static const char *const words[] = {"inject", "skip", NULL};

	return choose(words, value, &config->no_env_from);
}

static int apply_env_position(struct k8s_config *config, const char *value)
{
	static const char *const words[] = {"last", "first", NULL};

	return choose(words, value, &config->env_first);
}

static int apply_value_mode(struct k8s_config *config, const char *value)
{
	static const char *const words[] = {"literal", "fieldref", NULL};

	return choose(words, value, &config->fieldref);
}

static int apply_opt_in(struct k8s_config *config, const char *value)
{
	(void)value;
	config->opt_in = 1;
	return 0;
}

static int apply_no_record(struct k8s_config *config, const char *value)
{
	(void)value;
	config->no_record = 1;
	return 0;
}

static int apply_template_path(struct k8s_config *config, const char *value)
{
	const char *slash = strchr(value, '/');
	const char *equals = strchr(value, '=');

	if (!slash || !equals || slash > equals || slash + 1 == equals || equals[1] != '/' ||
	    config->template_path_count == K8S_TEMPLATE_PATHS_MAX)
		return -1;
	config->template_paths[config->template_path_count++] = value;
	return 0;
}

/* Places in the text are 32 bits. */
static int apply_max_bytes(struct k8s_config *config, const char *value)
{
	uint64_t number;

	if (argument_number(value, INT32_MAX, &number) < 0 || number == 0)
		return -1;
	config->max_bytes = (size_t)number;
	return 0;
}

static int apply_max_values(struct k8s_config *config, const char *value)
{
	uint64_t number;

	if (argument_number(value, INT32_MAX, &number) < 0 || number == 0)
		return -1;
	config->limits.values = (uint32_t)number;
	return 0;
}

static const struct k8s_option options[] = {
	{"annotation-prefix", "a DNS name", apply_prefix},
	{"vars", "a list of variables or runtimes", apply_variables},
	{"for", "a list of runtimes", apply_variables},
	{"memory-ratio", "a ratio above 0, at most 1, with up to 3 decimals", apply_ratio},
	{"round", "one of floor, ceil, nearest", apply_round},
	{"max-procs", "a number from 1 to 8192", apply_max_procs},
	{"cpu-source", "one of limit, limit-or-request", apply_cpu_source},
	{"pod-level", "one of use, ignore", apply_pod_level},
	{"init", "one of all, sidecars, none", apply_init},
	{"env-from", "one of inject, skip", apply_env_from},
	{"env-position", "one of last, first", apply_env_position},
	{"value-mode", "one of literal, fieldref", apply_value_mode},
	{"opt-in", NULL, apply_opt_in},
	{"no-record", NULL, apply_no_record},
	{"template-path", "GROUP/KIND=/PATH, at most 16 times", apply_template_path},
	{"max-body", "a number of bytes", apply_max_bytes},
	{"max-values", "a number of JSON values", apply_max_values},
};

const struct k8s_option *k8s_option_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (word_is(name, length, options[i].name))
			return &options[i];
	return NULL;
}

int k8s_option_apply(const struct k8s_option *option, struct k8s_config *config, const char *value)
{
	return option->apply(config, value);
}
