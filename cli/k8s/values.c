/* SPDX-License-Identifier: MIT
 *
 * values.c - what each variable of a container has to be. Kubernetes' limits become what the kernel
 * will be told: millicores are a quota in a period of 1000, and what the kubelet does not limit is
 * unlimited. What cannot be understood is unknown. memory.high and swap stay out of it: whether a
 * node's kubelet sets them (MemoryQoS, NodeSwap) does not show in a pod.
 */
#include "values.h"

#include <string.h>

static void fill_limits(const struct values *values, struct climits_limits *limits)
{
	static const int status[] = {
		[AMOUNT_NONE] = CLIMITS_UNLIMITED,
		[AMOUNT_SET] = CLIMITS_LIMITED,
		[AMOUNT_BAD] = CLIMITS_UNKNOWN,
	};

	*limits = (struct climits_limits){.size = sizeof(*limits)};
	limits->cpu_quota.status = status[values->cpu.status];
	limits->memory_max.status = status[values->memory.status];
	limits->memory_high.status = CLIMITS_UNLIMITED;
	if (values->cpu.status == AMOUNT_SET) {
		limits->cpu_quota.value = values->cpu.value;
		limits->cpu_quota.period = 1000;
	}
	if (values->memory.status == AMOUNT_SET)
		limits->memory_max.value = values->memory.value;
}

/* A request is a part of what may be used: rounded down it could be nothing. */
static void ask(struct values *values, const struct pod *pod)
{
	struct climits_limits limits;
	struct climits_policy policy = pod->config.policy;

	fill_limits(values, &limits);
	policy.runtimes = pod->selection.runtimes;
	policy.memory_ratio = values->memory_ratio;
	if (values->cpu.requested)
		policy.rounding = CLIMITS_ROUND_CEIL;
	values->count = climits_advise(&limits, &policy, values->settings, CLIMITS_SETTINGS_MAX,
				       NULL);
	if (values->count < 0 || values->count > CLIMITS_SETTINGS_MAX)
		values->count = 0;
}

/* How many CPUs the advice counts: GOMAXPROCS is always in it (selection.h). */
static uint64_t processors(const struct values *values)
{
	const struct climits_setting *setting = values_find(values, "GOMAXPROCS");
	uint64_t number = 0;

	if (setting)
		for (const char *digit = setting->value; *digit; digit++)
			number = number * 10 + (uint64_t)(*digit - '0');
	return number;
}

void values_advise(struct values *values, struct pod *pod, const struct container *container,
		   struct warnings *warnings)
{
	values->cpu = resources_cpu(pod, container, warnings);
	values->memory = resources_memory(pod, container, warnings);
	values->memory_ratio = pod_memory_ratio(pod, container->name);
	ask(values, pod);
	if (processors(values) <= pod->config.max_procs)
		return;
	/* A thousand CPUs are a way to write "no limit". */
	warnings_add(warnings, "%s: CPU limit is above max-procs (%u) and ignored",
		     container->label, (unsigned)pod->config.max_procs);
	values->cpu = (struct amount){.status = AMOUNT_NONE};
	ask(values, pod);
}

const struct climits_setting *values_find(const struct values *values, const char *name)
{
	for (int i = 0; i < values->count; i++) {
		const struct climits_setting *setting = &values->settings[i];

		if (setting->print && setting->value[0] && !strcmp(setting->name, name))
			return setting;
	}
	return NULL;
}
