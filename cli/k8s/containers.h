/* SPDX-License-Identifier: MIT
 *
 * containers.h - the containers of a pod that get variables, in the order of patches.
 */
#ifndef CLIMITS_K8S_CONTAINERS_H
#define CLIMITS_K8S_CONTAINERS_H

#include <stddef.h>
#include <stdint.h>

#include "pod.h"

/* More containers than that make no pod: etcd takes objects of 1.5 MiB. */
#define CONTAINERS_MAX 1024

/*
 * list   "initContainers" or "containers"
 * index  in that list
 * name   "" when it has none that we can refer to: not a DNS label, or another one's too
 * label  what people call it, for warnings
 */
struct container {
	uint32_t node;
	const char *list;
	uint32_t index;
	char name[64];
	char label[96];
};

struct containers {
	struct container *all;
	size_t count;
};

/* Give this to a local struct containers that starts as {0}. */
#define CONTAINERS_CLEANUP __attribute__((cleanup(containers_close)))

/*
 * Lists the containers that the options and annotations let us look at. 0, -E2BIG for more than
 * CONTAINERS_MAX, -EBADMSG when a list is not one, -ENOMEM.
 */
int containers_open(struct containers *containers, struct pod *pod, struct warnings *warnings);
void containers_close(struct containers *containers);

#endif
