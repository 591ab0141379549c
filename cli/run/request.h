/* SPDX-License-Identifier: MIT
 *
 * request.h - what the command line of `climits run` asks for.
 */
#ifndef CLIMITS_CLI_RUN_REQUEST_H
#define CLIMITS_CLI_RUN_REQUEST_H

#include <stdint.h>

/* The controllers that limits are set with, as bits (1 << enum controller). */
enum controller {
	CONTROLLER_CPU,
	CONTROLLER_CPUSET,
	CONTROLLER_MEMORY,
	CONTROLLER_PIDS,
	CONTROLLERS
};

/* An option with a value; bits (1 << enum limit) in request.given. */
enum limit {
	LIMIT_CPUS,
	LIMIT_PERIOD,
	LIMIT_CPUSET,
	LIMIT_MEMORY,
	LIMIT_MEMORY_HIGH,
	LIMIT_SWAP,
	LIMIT_PIDS,
	LIMITS
};

/*
 * given   bits of the limits that were given
 * number  of each: CPUs in millionths, microseconds, bytes or processes; the period is set always
 * cpuset  the list of --cpuset, as it was given: the kernel judges it
 * command  CMD and its arguments, ended by NULL
 */
struct request {
	unsigned given;
	uint64_t number[LIMITS];
	const char *cpuset;
	int env;
	int keep;
	int help;
	char **command;
};

/*
 * Reads the command line. 0, or -1 when it cannot be followed: then one line on stderr has said
 * why.
 */
int request_parse(char **argv, struct request *ret_request);

static inline int request_has(const struct request *request, enum limit limit)
{
	return (request->given >> limit & 1) != 0;
}

/* The controllers that the limits need. */
unsigned request_controllers(const struct request *request);

#endif
