/* SPDX-License-Identifier: MIT
 *
 * cmd_serve.c - the command line of `climits-webhook serve`. What it means is serve.c's business.
 */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>

#include "../k8s/config.h"
#include "../output.h"
#include "args.h"
#include "serve.h"

/* Beside the options of their own: those of reviews, which config.c knows. */
#define REVIEW_MAX 64

struct command_line {
	struct serve_options options;
	struct k8s_config scratch;
	const char *review[2 * REVIEW_MAX];
	int tls;
	int client_mode;
	int log_level;
};

static const char *const tls_words[] = {"1.2", "1.3", NULL};
static const char *const client_words[] = {"off", "log", "require", NULL};
static const char *const level_words[] = {"error", "warning", "info", NULL};

#define OPTION(name) offsetof(struct command_line, options.name)
#define LOCAL(name) offsetof(struct command_line, name)

static const struct arg_rule rules[] = {
	{"address", ARG_STRING, "an IP address", OPTION(address), 0, NULL},
	{"port", ARG_NUMBER, "a port", OPTION(port), 65535, NULL},
	{"health-port", ARG_NUMBER, "a port", OPTION(health_port), 65535, NULL},
	{"cert", ARG_STRING, "a file", OPTION(certificate), 0, NULL},
	{"key", ARG_STRING, "a file", OPTION(key), 0, NULL},
	{"self-signed", ARG_FLAG, NULL, OPTION(self_signed), 0, NULL},
	{"dns-name", ARG_STRING, "a list of names", OPTION(names), 0, NULL},
	{"tls-min", ARG_CHOICE, "one of 1.2, 1.3", LOCAL(tls), 0, tls_words},
	{"client-ca", ARG_STRING, "a file", OPTION(client_ca), 0, NULL},
	{"client-auth", ARG_CHOICE, "one of off, log, require", LOCAL(client_mode), 0,
	 client_words},
	{"client-name", ARG_STRING, "a list of names", OPTION(client_names), 0, NULL},
	{"config", ARG_STRING, "a file", OPTION(config), 0, NULL},
	{"max-inflight", ARG_NUMBER, "a number of requests", OPTION(max_inflight), 65535, NULL},
	{"max-connections", ARG_NUMBER, "a number up to 65535", OPTION(max_connections), 65535,
	 NULL},
	{"max-connections-per-ip", ARG_NUMBER, "a number up to 65535",
	 OPTION(max_connections_per_ip), 65535, NULL},
	{"threads", ARG_NUMBER, "a number up to 64", OPTION(threads), 64, NULL},
	{"request-timeout", ARG_NUMBER, "seconds", OPTION(request_timeout), 3600, NULL},
	{"idle-timeout", ARG_NUMBER, "seconds", OPTION(idle_timeout), 86400, NULL},
	{"shutdown-delay", ARG_NUMBER, "seconds", OPTION(shutdown_delay), 3600, NULL},
	{"shutdown-timeout", ARG_NUMBER, "seconds", OPTION(shutdown_timeout), 3600, NULL},
	{"log-level", ARG_CHOICE, "one of error, warning, info", LOCAL(log_level), 0, level_words},
};

static int review_option(void *target, const char *name, size_t length, const char *value)
{
	struct command_line *line = target;
	const struct k8s_option *option = k8s_option_find(name, length);

	if (!option)
		return -1;
	if (option->expects && !value)
		args_complain("option '--%s' needs a value", option->name);
	else if (k8s_option_apply(option, &line->scratch, option->expects ? value : NULL) < 0)
		args_complain("--%s: '%s' is not %s", option->name, value, option->expects);
	else if (line->options.review_count >= sizeof(line->review) / sizeof(line->review[0]))
		args_complain("too many options: '--%s'", option->name);
	else {
		line->review[line->options.review_count++] = option->name;
		line->review[line->options.review_count++] = option->expects ? value : NULL;
		return option->expects != NULL;
	}
	return -2;
}

static const char *contradiction(const struct command_line *line)
{
	const struct serve_options *options = &line->options;

	if (options->self_signed && (options->certificate || options->key))
		return "--self-signed excludes --cert and --key";
	if (!options->certificate != !options->key)
		return "--cert and --key belong together";
	if (line->client_mode > CLIENT_OFF && !options->client_ca)
		return "--client-auth needs --client-ca";
	if (options->client_names && !options->client_ca)
		return "--client-name needs --client-ca";
	if (!options->max_inflight || !options->max_connections)
		return "a limit of 0 serves nobody";
	if (!options->request_timeout || !options->idle_timeout)
		return "a timeout of 0 serves nobody";
	return NULL;
}

/* A CA without a mode is meant. */
static void conclude(struct command_line *line)
{
	struct serve_options *options = &line->options;

	if (line->client_mode < 0)
		line->client_mode = options->client_ca ? CLIENT_REQUIRE : CLIENT_OFF;
	options->client_mode = (enum client_mode)line->client_mode;
	options->log_level = (enum log_level)line->log_level;
	options->tls13_only = line->tls;
	options->max_body = line->scratch.max_bytes;
	options->review = line->review;
	if (!options->certificate && !options->self_signed) {
		options->certificate = "/run/secrets/climits-webhook/tls.crt";
		options->key = "/run/secrets/climits-webhook/tls.key";
	}
}

int cmd_serve(char **argv)
{
	struct command_line line = {
		.options =
			{
				.port = 8443,
				.max_inflight = 128,
				.max_connections = 512,
				.request_timeout = 10,
				.idle_timeout = 120,
				.shutdown_delay = 5,
				.shutdown_timeout = 20,
			},
		.client_mode = -1,
		.log_level = LOG_INFO,
	};
	const char *problem;

	k8s_config_init(&line.scratch);
	if (args_parse(argv, rules, sizeof(rules) / sizeof(rules[0]), &line, review_option) < 0)
		return STATUS_USAGE;
	problem = contradiction(&line);
	if (problem) {
		args_complain("%s", problem);
		return STATUS_USAGE;
	}
	conclude(&line);
	return serve_run(&line.options);
}
