/* SPDX-License-Identifier: MIT
 *
 * serve.h - what `climits-webhook serve` was asked for.
 */
#ifndef CLIMITS_WEBHOOK_SERVE_H
#define CLIMITS_WEBHOOK_SERVE_H

#include <stddef.h>
#include <stdint.h>

#include "client.h"
#include "log.h"

/* Strings are of the command line; NULL where an option was not given. */
struct serve_options {
	const char *address;
	uint64_t port;
	uint64_t health_port; /* 0: none */
	const char *certificate;
	const char *key;
	int self_signed;
	const char *names;
	int tls13_only;
	const char *client_ca;
	const char *client_names;
	enum client_mode client_mode;
	int client_mode_given;
	const char *config;
	uint64_t max_body;
	uint64_t max_inflight;
	uint64_t max_connections;
	uint64_t max_connections_per_ip; /* 0: no limit */
	uint64_t threads;                /* 0: as many as CPUs may be used */
	uint64_t request_timeout;        /* this and the next in seconds */
	uint64_t idle_timeout;
	uint64_t shutdown_delay;
	uint64_t shutdown_timeout;
	enum log_level log_level;
	/* Review options of the command line, in order, as NAME, VALUE, ... */
	const char *const *review;
	size_t review_count;
};

/* Exit status. */
int serve_run(const struct serve_options *options);

#endif
