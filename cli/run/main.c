/* SPDX-License-Identifier: MIT
 *
 * climits run - runs a command in a new cgroup with the given limits. A program of its own, so that
 * climits need not load libcgroup.
 *
 * What a SIGKILL to this program leaves behind stays: nobody is left to remove it.
 */
#include <errno.h>
#include <string.h>

#include <containerlimits.h>

#include "../output.h"
#include "../text.h"
#include "child.h"
#include "file.h"
#include "group.h"
#include "limits.h"
#include "request.h"

static const char usage[] =
	"Usage: climits run LIMIT... [OPTION...] [--] CMD [ARG...]\n"
	"Runs CMD in a new cgroup with these limits, which is removed afterwards with all\n"
	"that still runs in it. Needs root, or a cgroup that is the caller's own.\n"
	"\n"
	"Limits:\n"
	"      --cpus Q            CPUs' worth of time, as 1.5\n"
	"      --period US         the period of --cpus, in microseconds (100000)\n"
	"      --cpuset LIST       the CPUs to run on, as 0-3,8\n"
	"      --memory SIZE       memory, above which CMD is killed, as 512M or 1.5Gi\n"
	"      --memory-high SIZE  memory, above which CMD is slowed down (cgroup v2)\n"
	"      --swap SIZE         swap, on top of --memory\n"
	"      --pids N            processes and threads\n"
	"Options:\n"
	"      --env               set the advised environment, as climits exec does\n"
	"      --keep              leave the cgroup, and what runs in it\n"
	"  -h, --help              print this\n"
	"\n"
	"Exit status: CMD's own, 128 + N for signal N, 126 or 127 when it cannot be\n"
	"executed; 1 when a limit cannot be set, 2 usage.\n";

static int print_usage(void)
{
	struct text text TEXT_CLEANUP = {0};

	text_add(&text, usage);
	return output_write(&text);
}

/* A cpuset is that of the nearest level, though one above may have set it. */
static int is_same_cpuset(const struct group *group)
{
	char own[4096] = "";
	char parent[4096] = "";

	file_read(group->own, "cpuset.cpus.effective", own, sizeof(own));
	file_read(group->parent, "cpuset.cpus.effective", parent, sizeof(parent));
	return !strcmp(own, parent);
}

static int is_lost(const struct group *group, const struct climits_limits *limits, int resource)
{
	const struct climits_limit *limit = climits_limit_of(limits, resource);

	if (resource == CLIMITS_CPU_WEIGHT || limit->status != CLIMITS_LIMITED)
		return 0;
	if (limit->level < 0 || limit->level >= group->climbed)
		return 0;
	return resource != CLIMITS_CPUSET || !is_same_cpuset(group);
}

/*
 * On v2 the group may have to be beside the caller's own (unified.c): the limits of the levels that
 * it is not below are not CMD's.
 */
static void tell_lost_limits(const struct groups *groups, const struct climits_limits *limits)
{
	for (int i = 0; i < groups->count; i++)
		for (int r = 0; r < CLIMITS_RESOURCES; r++)
			if (is_lost(&groups->group[i], limits, r))
				output_message("note: the %s of our own cgroup does not bind CMD, "
					       "which the kernel lets run beside it only",
					       climits_resource_name(r));
}

static int find(struct groups *groups, const struct request *request, struct climits_limits *limits)
{
	struct climits *handle;
	int r = climits_open(NULL, &handle);

	if (r == 0) {
		r = climits_read(handle, limits);
		if (r == 0 && groups_find(groups, handle, request_controllers(request)) < 0)
			r = 1;
		climits_close(handle);
	}
	if (r < 0)
		output_message("cannot find our own cgroup: %s", strerror(-r));
	return r == 0 ? 0 : -1;
}

/* CMD's exit status, or -1 when it was not started. */
static int run_in(const struct groups *groups, const struct request *request, struct child *child,
		  const struct climits_limits *limits)
{
	if (limits_set(groups, request) < 0 || child_start(child, request) < 0)
		return -1;
	if (groups_attach(groups, child->pid) < 0) {
		child_give_up(child);
		return -1;
	}
	tell_lost_limits(groups, limits);
	child_go(child);
	if (request->keep)
		for (int i = 0; i < groups->count; i++)
			output_message("kept: %s", groups->group[i].path);
	return child_wait(child);
}

static int run(const struct request *request)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	struct groups groups = {0};
	struct child child;
	int status = -1;

	child_hold_signals(&child);
	if (find(&groups, request, &limits) == 0 && groups_make(&groups) == 0)
		status = run_in(&groups, request, &child, &limits);
	if (status < 0 || !request->keep)
		groups_remove(&groups);
	groups_forget(&groups);
	return status < 0 ? STATUS_FAILED : status;
}

int main(int argc, char **argv)
{
	struct request request;

	(void)argc;
	if (output_guard_descriptors() < 0)
		return STATUS_FAILED;
	if (request_parse(argv, &request) < 0)
		return STATUS_USAGE;
	return request.help ? print_usage() : run(&request);
}
