/* SPDX-License-Identifier: MIT
 *
 * request.c - the command line of `climits run`, read strictly as that of climits is. What the
 * kernel thinks of a limit shows when it is set.
 */
#include "request.h"

#include <stddef.h>
#include <string.h>

#include "../argument.h"
#include "../output.h"
#include "amount.h"

/* Period of the kernel, in microseconds: what it takes, and what it has when none is set. */
#define PERIOD_MIN 1000
#define PERIOD_MAX 1000000
#define PERIOD_DEFAULT 100000

/* The most processes that a 64-bit kernel knows, PID_MAX_LIMIT. */
#define PIDS_MAX 4194304

struct rule {
	const char *name;
	int (*parse)(const char *text, uint64_t *ret_number);
	const char *expects;
	enum controller controller;
};

static int parse_period(const char *text, uint64_t *ret_number)
{
	uint64_t period;

	if (argument_number(text, PERIOD_MAX, &period) < 0 || period < PERIOD_MIN)
		return -1;
	*ret_number = period;
	return 0;
}

/* An empty list would mean "no limit" to the kernel. */
static int parse_cpuset(const char *text, uint64_t *ret_number)
{
	*ret_number = 0;
	return *text && !text[strspn(text, "0123456789-,")] ? 0 : -1;
}

/* With no memory at all CMD would be killed before its first instruction. */
static int parse_memory(const char *text, uint64_t *ret_number)
{
	uint64_t bytes;

	if (amount_size(text, &bytes) < 0 || !bytes)
		return -1;
	*ret_number = bytes;
	return 0;
}

static int parse_pids(const char *text, uint64_t *ret_number)
{
	uint64_t pids;

	if (argument_number(text, PIDS_MAX, &pids) < 0 || !pids)
		return -1;
	*ret_number = pids;
	return 0;
}

static const struct rule rules[LIMITS] = {
	[LIMIT_CPUS] = {"cpus", amount_cpus, "a number of CPUs, as 1.5, with up to 6 decimals",
			CONTROLLER_CPU},
	[LIMIT_PERIOD] = {"period", parse_period, "a number of microseconds, 1000 to 1000000",
			  CONTROLLER_CPU},
	[LIMIT_CPUSET] = {"cpuset", parse_cpuset, "a list of CPUs, as 0-3,8", CONTROLLER_CPUSET},
	[LIMIT_MEMORY] = {"memory", parse_memory, "a size, as 512M or 1.5Gi", CONTROLLER_MEMORY},
	[LIMIT_MEMORY_HIGH] = {"memory-high", parse_memory, "a size, as 512M or 1.5Gi",
			       CONTROLLER_MEMORY},
	[LIMIT_SWAP] = {"swap", amount_size, "a size, as 0, 512M or 1.5Gi", CONTROLLER_MEMORY},
	[LIMIT_PIDS] = {"pids", parse_pids, "a number of processes, 1 to 4194304", CONTROLLER_PIDS},
};

static int parse_flag(struct request *request, const char *name)
{
	if (!strcmp(name, "--env"))
		request->env = 1;
	else if (!strcmp(name, "--keep"))
		request->keep = 1;
	else if (!strcmp(name, "--help") || !strcmp(name, "-h"))
		request->help = 1;
	else
		return -1;
	return 0;
}

static int parse_limit(struct request *request, enum limit limit, const char *value)
{
	const struct rule *rule = &rules[limit];

	if (!value) {
		output_message("option '--%s' needs a value", rule->name);
		return -1;
	}
	if (rule->parse(value, &request->number[limit]) < 0) {
		output_message("--%s: '%s' is not %s", rule->name, value, rule->expects);
		return -1;
	}
	if (limit == LIMIT_CPUSET)
		request->cpuset = value;
	request->given |= 1U << limit;
	return 0;
}

/* --name VALUE or --name=VALUE. */
static int parse_option(struct request *request, char ***arguments)
{
	const char *argument = *(*arguments)++;
	size_t length = strcspn(argument, "=");

	if (!parse_flag(request, argument))
		return 0;
	for (int i = 0; i < LIMITS && !strncmp(argument, "--", 2); i++) {
		if (strlen(rules[i].name) != length - 2 ||
		    strncmp(rules[i].name, argument + 2, length - 2))
			continue;
		if (argument[length])
			return parse_limit(request, (enum limit)i, argument + length + 1);
		return parse_limit(request, (enum limit)i, **arguments ? *(*arguments)++ : NULL);
	}
	output_message("unknown option '%s' (climits run --help lists them)", argument);
	return -1;
}

static int check(const struct request *request)
{
	if (!request->command[0]) {
		output_message("run needs a command: climits run --cpus 1.5 -- CMD");
		return -1;
	}
	if (request_has(request, LIMIT_PERIOD) && !request_has(request, LIMIT_CPUS)) {
		output_message("--period is the period of --cpus, which is not given");
		return -1;
	}
	if (!request->given) {
		output_message("run needs a limit: --cpus, --cpuset, --memory, --memory-high, "
			       "--swap or --pids");
		return -1;
	}
	return 0;
}

int request_parse(char **argv, struct request *ret_request)
{
	struct request request = {.number[LIMIT_PERIOD] = PERIOD_DEFAULT};
	char **arguments = argv[0] ? argv + 1 : argv;

	while (*arguments && (*arguments)[0] == '-' && !request.help) {
		if (!strcmp(*arguments, "--")) {
			arguments++;
			break;
		}
		if (parse_option(&request, &arguments) < 0)
			return -1;
	}
	request.command = arguments;
	if (!request.help && check(&request) < 0)
		return -1;
	*ret_request = request;
	return 0;
}

unsigned request_controllers(const struct request *request)
{
	unsigned controllers = 0;

	for (int i = 0; i < LIMITS; i++)
		if (request_has(request, (enum limit)i))
			controllers |= 1U << rules[i].controller;
	return controllers;
}
