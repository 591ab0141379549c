/* SPDX-License-Identifier: MIT
 *
 * What follows from the limits together: the CPUs that can be used, the memory budget, notes. Reads
 * no file.
 */
#include "handle.h"

#include "advice.h"

#include <sched.h>

#ifndef SCHED_DEADLINE
#define SCHED_DEADLINE 6
#endif

/* What cpuset and affinity leave, and whether offline CPUs may be among it. */
struct allowed {
	int known;
	int may_be_offline;
	uint32_t count;
	struct climits_cpus cpus;
};

/*
 * Cpuset and affinity are both in the kernel's numbers. They do not meet only if one of them is not
 * about this process at this time; then their sizes are all there is to compare.
 */
static void meet_affinity(const struct climits *handle, struct allowed *allowed)
{
	struct climits_cpus both;
	uint32_t count = climits_cpus_count(&handle->affinity);

	if (handle->limits.affinity.status != CLIMITS_LIMITED)
		return;
	if (!allowed->known) {
		*allowed = (struct allowed){.known = 1, .may_be_offline = !handle->live};
		allowed->cpus = handle->affinity;
		allowed->count = count;
		return;
	}
	climits_cpus_and(&allowed->cpus, &handle->affinity, &both);
	if (climits_cpus_count(&both) > 0) {
		allowed->cpus = both;
		allowed->count = climits_cpus_count(&both);
	} else if (count < allowed->count) {
		allowed->count = count;
	}
}

/*
 * The kernel keeps cpusets within the online CPUs (on v1 it takes CPUs that go offline out of
 * cpuset.cpus for good: kernel/cgroup/cpuset.c, hotplug_update_tasks_legacy), so one that is not
 * shows that "online" was renumbered (lxcfs shows 0 to n-1): then sizes are compared. A mask of
 * proc/PID/status alone may list offline CPUs.
 */
static uint32_t meet_online(const struct climits *handle, const struct allowed *allowed)
{
	uint32_t online = (uint32_t)handle->limits.online.value;
	uint32_t common;

	if (handle->limits.online.status != CLIMITS_LIMITED)
		return allowed->known ? allowed->count : 0;
	if (!allowed->known)
		return online;
	common = climits_cpus_common(&allowed->cpus, &handle->online);
	if (allowed->may_be_offline && common > 0 && common < allowed->count)
		return common;
	return allowed->count < online ? allowed->count : online;
}

static uint32_t usable_cpus(const struct climits *handle)
{
	struct allowed allowed = {0};

	if (handle->have_cpuset) {
		allowed.known = 1;
		allowed.cpus = handle->cpuset;
		allowed.count = (uint32_t)handle->limits.cpuset.value;
	}
	meet_affinity(handle, &allowed);
	return meet_online(handle, &allowed);
}

/*
 * A cpuset limits when it leaves out a CPU that is online. Renumbered sets are compared by size, as
 * in meet_online().
 */
static void conclude_cpuset(struct climits *handle)
{
	struct climits_limit *cpuset = &handle->limits.cpuset;
	const struct climits_limit *online = &handle->limits.online;
	uint64_t common;

	if (!handle->have_cpuset || cpuset->error)
		return;
	if (online->status != CLIMITS_LIMITED) {
		cpuset->status = CLIMITS_UNKNOWN;
		cpuset->error = online->error;
		return;
	}
	common = climits_cpus_common(&handle->cpuset, &handle->online);
	if (common < cpuset->value)
		common = cpuset->value;
	cpuset->status = common < online->value ? CLIMITS_LIMITED : CLIMITS_UNLIMITED;
}

static int is_real_time(int policy)
{
	return policy == SCHED_FIFO || policy == SCHED_RR || policy == SCHED_DEADLINE;
}

/* A level above the own one binds: runtimes that look at their own level only do not see it. */
static int is_ancestor(const struct climits_limit *limit)
{
	return limit->status == CLIMITS_LIMITED && limit->level > 0;
}

static void conclude_notes(struct climits *handle)
{
	const struct climits_limits *limits = &handle->limits;

	if (is_real_time(limits->scheduling) && limits->cpu_quota.status == CLIMITS_LIMITED)
		climits_note(handle, CLIMITS_NOTE_QUOTA_NOT_BINDING);
	if (is_ancestor(&limits->cpu_quota) || is_ancestor(&limits->memory_max) ||
	    is_ancestor(&limits->memory_high))
		climits_note(handle, CLIMITS_NOTE_ANCESTOR_TIGHTER);
}

void climits_conclude(struct climits *handle)
{
	struct climits_limits *limits = &handle->limits;
	struct advice advice;

	conclude_cpuset(handle);
	limits->usable_cpus = usable_cpus(handle);
	climits_advice_prepare(limits, NULL, &advice);
	limits->cpus = advice.processors;
	limits->memory_budgeted = advice.budget == CLIMITS_LIMITED;
	limits->memory_budget = advice.bytes;
	conclude_notes(handle);
}
