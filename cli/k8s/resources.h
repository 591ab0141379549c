/* SPDX-License-Identifier: MIT
 *
 * resources.h - how much CPU and memory a container may use, out of its and its pod's limits.
 */
#ifndef CLIMITS_K8S_RESOURCES_H
#define CLIMITS_K8S_RESOURCES_H

#include <stdint.h>

#include "containers.h"
#include "pod.h"
#include "warnings.h"

enum amount_status {
	AMOUNT_NONE, /* no limit */
	AMOUNT_SET,
	AMOUNT_BAD /* not to be understood: it was told of */
};

/*
 * value      millicores or bytes when status is AMOUNT_SET
 * shared     it is the whole pod's
 * requested  it is no limit but a request
 */
struct amount {
	enum amount_status status;
	uint64_t value;
	int shared;
	int requested;
};

/* Those of one container. */
struct amount resources_cpu(struct pod *pod, const struct container *container,
			    struct warnings *warnings);
struct amount resources_memory(struct pod *pod, const struct container *container,
			       struct warnings *warnings);

#endif
