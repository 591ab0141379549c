/* SPDX-License-Identifier: MIT
 *
 * config.h - what the filters and the server may be told: the options that they share.
 */
#ifndef CLIMITS_K8S_CONFIG_H
#define CLIMITS_K8S_CONFIG_H

#include <stddef.h>
#include <stdint.h>

#include <containerlimits.h>

#include "json.h"

enum k8s_init {
	K8S_INIT_ALL,
	K8S_INIT_SIDECARS, /* those that go on running: restartPolicy Always */
	K8S_INIT_NONE
};

#define K8S_TEMPLATE_PATHS_MAX 16

/*
 * prefix         of annotations and labels: PREFIX/inject, ...
 * policy         runtimes, memory ratio and rounding
 * variables      comma list of variables and runtimes, or NULL: those of policy.runtimes
 * max_procs      more CPUs than that mean "unlimited": nothing is set
 * request_cpu    without a CPU limit the request counts
 * no_pod_level   limits of the whole pod do not count
 * init           enum k8s_init
 * no_env_from    nothing that an envFrom may supply is set
 * env_first      in front of the other variables, so that these may refer to ours
 * fieldref       values that the kubelet fills in at each start of the container
 * opt_in         only pods that ask for it
 * no_record      no annotation that tells what was set
 * template_paths GROUP/KIND=PATH: where other kinds have their pod template
 * max_bytes      of one body
 * limits         of one JSON document
 * Texts belong to whoever set them and have to last.
 */
struct k8s_config {
	const char *prefix;
	struct climits_policy policy;
	const char *variables;
	uint32_t max_procs;
	int request_cpu;
	int no_pod_level;
	int init;
	int no_env_from;
	int env_first;
	int fieldref;
	int opt_in;
	int no_record;
	const char *template_paths[K8S_TEMPLATE_PATHS_MAX];
	size_t template_path_count;
	size_t max_bytes;
	struct json_limits limits;
};

/* The defaults: what one request of the API server may be at most. */
void k8s_config_init(struct k8s_config *config);

/*
 * One option, without its dashes. expects is NULL when it takes no value, else it completes the
 * sentence "VALUE is not ...".
 */
struct k8s_option {
	const char *name;
	const char *expects;
	int (*apply)(struct k8s_config *config, const char *value);
};

/* NULL when there is none of this name. */
const struct k8s_option *k8s_option_find(const char *name, size_t length);

/* 0, or -1 when the value is bad. value is NULL for an option that takes none. */
int k8s_option_apply(const struct k8s_option *option, struct k8s_config *config, const char *value);

#endif
