/* SPDX-License-Identifier: MIT
 *
 * limits.c - the limits of a request, written to the files of the groups, in the order in which the
 * kernel takes them.
 */
#include "limits.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../output.h"
#include "file.h"

/* What the kernel takes at least, and the most of a quota: 2^44 us. */
#define QUOTA_MIN 1000
#define QUOTA_MAX (UINT64_C(1) << 44)

/* A list of CPUs as the kernel prints it; longer ones are compared no further. */
#define LIST_TEXT 4096

/* The only file whose absence means something of its own. */
static const char *why_missing(const struct group *group, const char *file)
{
	if (strstr(file, "swap") || strstr(file, "memsw"))
		return "this kernel does not account swap (v1: swapaccount=1 on its command line)";
	if (group->version == 1 && !strcmp(file, "memory.high"))
		return "cgroup v1 has no such limit, and memory is on v1 here";
	return "this kernel has no such limit";
}

static int refuse(const struct group *group, const char *option, const char *file,
		  const char *value, int error)
{
	if (error == -ENOENT)
		output_message("--%s: no %s: %s", option, file, why_missing(group, file));
	else if (!strcmp(option, "cpuset"))
		output_message("--cpuset: the kernel refuses %s: a CPU that this machine, or the "
			       "cgroup above, does not have (%s)",
			       value, strerror(-error));
	else if (error == -EINVAL && group->version == 1)
		output_message("--%s: the kernel refuses %s for %s: it may be more than a cgroup "
			       "above has",
			       option, value, file);
	else
		output_message("--%s: the kernel refuses %s for %s: %s", option, value, file,
			       strerror(-error));
	return -1;
}

static int set(const struct group *group, enum controller controller, const char *option,
	       const char *file, const char *value)
{
	int r = group_set(group, controller, file, value);

	return r < 0 ? refuse(group, option, file, value, r) : 0;
}

static int set_number(const struct group *group, enum controller controller, const char *option,
		      const char *file, uint64_t number)
{
	char value[32];

	snprintf(value, sizeof(value), "%" PRIu64, number);
	return set(group, controller, option, file, value);
}

/* CPUs in millionths times the period, at most 2^40 * 2^20: what is less than 1 us is cut off. */
static int set_quota(const struct group *group, const struct request *request)
{
	uint64_t period = request->number[LIMIT_PERIOD];
	unsigned __int128 product = (unsigned __int128)request->number[LIMIT_CPUS] * period;
	uint64_t quota = (uint64_t)(product / 1000000);
	char value[64];

	if (quota < QUOTA_MIN || quota > QUOTA_MAX) {
		output_message("--cpus: %" PRIu64 " us each %" PRIu64 " us is %s than the kernel "
			       "takes: give a %s --period",
			       quota, period, quota < QUOTA_MIN ? "less" : "more",
			       quota < QUOTA_MIN ? "longer" : "shorter");
		return -1;
	}
	if (group->version == 2) {
		snprintf(value, sizeof(value), "%" PRIu64 " %" PRIu64, quota, period);
		return set(group, CONTROLLER_CPU, "cpus", "cpu.max", value);
	}
	if (set_number(group, CONTROLLER_CPU, "period", "cpu.cfs_period_us", period) < 0)
		return -1;
	return set_number(group, CONTROLLER_CPU, "cpus", "cpu.cfs_quota_us", quota);
}

/* v1 takes no process into a cpuset without memory nodes: it gets those of the group above. */
static int set_nodes(const struct group *group)
{
	char nodes[LIST_TEXT];
	int r = file_read(group->parent, "cpuset.mems", nodes, sizeof(nodes));

	if (r < 0)
		return refuse(group, "cpuset", "cpuset.mems", "the nodes above", r);
	return set(group, CONTROLLER_CPUSET, "cpuset", "cpuset.mems", nodes);
}

/* v2 takes CPUs that the group above does not have, and leaves them out, or gives all of them. */
static int check_cpuset(const struct group *group)
{
	char asked[LIST_TEXT];
	char got[LIST_TEXT];

	if (file_read(group->path, "cpuset.cpus", asked, sizeof(asked)) < 0 ||
	    file_read(group->path, "cpuset.cpus.effective", got, sizeof(got)) < 0 ||
	    !strcmp(asked, got))
		return 0;
	output_message("--cpuset: not all of CPUs %s can be used here; the kernel would give %s",
		       asked, got);
	return -1;
}

static int set_cpuset(const struct group *group, const struct request *request)
{
	if (group->version == 1 && set_nodes(group) < 0)
		return -1;
	if (set(group, CONTROLLER_CPUSET, "cpuset", "cpuset.cpus", request->cpuset) < 0)
		return -1;
	return group->version == 2 ? check_cpuset(group) : 0;
}

/* v1 limits memory and swap together, so that swap alone has no limit of its own. */
static int set_swap(const struct group *group, const struct request *request)
{
	uint64_t swap = request->number[LIMIT_SWAP];

	if (group->version == 2)
		return set_number(group, CONTROLLER_MEMORY, "swap", "memory.swap.max", swap);
	if (!request_has(request, LIMIT_MEMORY)) {
		output_message("--swap needs --memory: cgroup v1 limits the sum of both");
		return -1;
	}
	return set_number(group, CONTROLLER_MEMORY, "swap", "memory.memsw.limit_in_bytes",
			  request->number[LIMIT_MEMORY] + swap);
}

static int set_memory(const struct group *group, const struct request *request)
{
	const char *file = group->version == 2 ? "memory.max" : "memory.limit_in_bytes";

	if (request_has(request, LIMIT_MEMORY) &&
	    set_number(group, CONTROLLER_MEMORY, "memory", file, request->number[LIMIT_MEMORY]) < 0)
		return -1;
	if (request_has(request, LIMIT_MEMORY_HIGH) &&
	    set_number(group, CONTROLLER_MEMORY, "memory-high", "memory.high",
		       request->number[LIMIT_MEMORY_HIGH]) < 0)
		return -1;
	return request_has(request, LIMIT_SWAP) ? set_swap(group, request) : 0;
}

int limits_set(const struct groups *groups, const struct request *request)
{
	const struct group *cpu = groups_of(groups, CONTROLLER_CPU);
	const struct group *cpuset = groups_of(groups, CONTROLLER_CPUSET);
	const struct group *memory = groups_of(groups, CONTROLLER_MEMORY);
	const struct group *pids = groups_of(groups, CONTROLLER_PIDS);

	if (cpu && set_quota(cpu, request) < 0)
		return -1;
	if (cpuset && set_cpuset(cpuset, request) < 0)
		return -1;
	if (memory && set_memory(memory, request) < 0)
		return -1;
	if (pids)
		return set_number(pids, CONTROLLER_PIDS, "pids", "pids.max",
				  request->number[LIMIT_PIDS]);
	return 0;
}
