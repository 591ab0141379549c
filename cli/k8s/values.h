/* SPDX-License-Identifier: MIT
 *
 * values.h - what each variable of a container has to be. The library advises; what is found here
 * is only what it is told and which of its answers are asked for.
 */
#ifndef CLIMITS_K8S_VALUES_H
#define CLIMITS_K8S_VALUES_H

#include "containers.h"
#include "pod.h"
#include "resources.h"

/*
 * cpu, memory  what the advice rests on
 */
struct values {
	struct amount cpu;
	struct amount memory;
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	int count;
	uint32_t memory_ratio;
};

void values_advise(struct values *values, struct pod *pod, const struct container *container,
		   struct warnings *warnings);

/* The setting for a variable; NULL when there is nothing to set. */
const struct climits_setting *values_find(const struct values *values, const char *name);

#endif
