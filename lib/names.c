/* SPDX-License-Identifier: MIT
 *
 * Words for the numbers of the public header, as the command's JSON has them, and the record of a
 * resource. The words are part of the contract: they never change. Does not cover the sentences
 * that explain a note to a person; those are the command's.
 */
#include "containerlimits.h"

static const char *const status_names[] = {
	[CLIMITS_UNKNOWN] = "unknown",
	[CLIMITS_LIMITED] = "limited",
	[CLIMITS_UNLIMITED] = "unlimited",
	[CLIMITS_INVALID] = "invalid",
};

static const char *const note_names[CLIMITS_NOTES] = {
	[CLIMITS_NOTE_ANCESTORS_HIDDEN] = "ancestors-hidden",
	[CLIMITS_NOTE_OUTSIDE_MOUNT] = "outside-mount",
	[CLIMITS_NOTE_QUOTA_FRACTION] = "quota-fraction",
	[CLIMITS_NOTE_QUOTA_BELOW_ONE] = "quota-below-one",
	[CLIMITS_NOTE_QUOTA_ABOVE_CPUS] = "quota-above-cpus",
	[CLIMITS_NOTE_PERIOD_ASSUMED] = "period-assumed",
	[CLIMITS_NOTE_VALUE_MALFORMED] = "value-malformed",
	[CLIMITS_NOTE_LIMIT_ABOVE_RAM] = "limit-above-ram",
	[CLIMITS_NOTE_HIGH_BELOW_MAX] = "high-below-max",
	[CLIMITS_NOTE_MEMORY_SMALL] = "memory-small",
	[CLIMITS_NOTE_SWAP_WITH_GC] = "swap-with-gc",
	[CLIMITS_NOTE_USE_HIERARCHY_OFF] = "use-hierarchy-off",
	[CLIMITS_NOTE_PROCESS_DEAD] = "process-dead",
	[CLIMITS_NOTE_CONTROLLER_MISSING] = "controller-missing",
	[CLIMITS_NOTE_CGROUP_MOVED] = "cgroup-moved",
	[CLIMITS_NOTE_NOT_MOUNTED] = "not-mounted",
	[CLIMITS_NOTE_UNREADABLE] = "unreadable",
	[CLIMITS_NOTE_QUOTA_NOT_BINDING] = "quota-not-binding",
	[CLIMITS_NOTE_ANCESTOR_TIGHTER] = "ancestor-tighter",
	[CLIMITS_NOTE_SWAP_UNACCOUNTED] = "swap-unaccounted",
	[CLIMITS_NOTE_UPDATES_OFF] = "updates-off",
};

/* The order of enum climits_resource: name and place of the record. */
static const struct {
	const char *name;
	size_t offset;
} resources[CLIMITS_RESOURCES] = {
	[CLIMITS_CPU_QUOTA] = {"cpu.quota", offsetof(struct climits_limits, cpu_quota)},
	[CLIMITS_CPUSET] = {"cpuset", offsetof(struct climits_limits, cpuset)},
	[CLIMITS_CPU_WEIGHT] = {"cpu.weight", offsetof(struct climits_limits, cpu_weight)},
	[CLIMITS_MEMORY_MAX] = {"memory.max", offsetof(struct climits_limits, memory_max)},
	[CLIMITS_MEMORY_HIGH] = {"memory.high", offsetof(struct climits_limits, memory_high)},
	[CLIMITS_SWAP_MAX] = {"memory.swap.max", offsetof(struct climits_limits, swap_max)},
	[CLIMITS_PIDS_MAX] = {"pids.max", offsetof(struct climits_limits, pids_max)},
	[CLIMITS_AFFINITY] = {"affinity", offsetof(struct climits_limits, affinity)},
	[CLIMITS_ONLINE] = {"online", offsetof(struct climits_limits, online)},
};

static const char *name_at(const char *const *names, size_t count, int number)
{
	return number >= 0 && (size_t)number < count ? names[number] : NULL;
}

const char *climits_status_name(int status)
{
	return name_at(status_names, sizeof(status_names) / sizeof(status_names[0]), status);
}

const char *climits_note_name(int note)
{
	return name_at(note_names, CLIMITS_NOTES, note);
}

const char *climits_resource_name(int resource)
{
	if (resource < 0 || resource >= CLIMITS_RESOURCES)
		return NULL;
	return resources[resource].name;
}

const struct climits_limit *climits_limit_of(const struct climits_limits *limits, int resource)
{
	if (resource < 0 || resource >= CLIMITS_RESOURCES)
		return NULL;
	return (const struct climits_limit *)(const void *)((const char *)limits +
							    resources[resource].offset);
}

const char *climits_version(void)
{
	return CLIMITS_VERSION;
}
