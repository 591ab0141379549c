/* SPDX-License-Identifier: MIT
 *
 * Lines of /proc/PID/cgroup, and the names of controllers. Pure functions.
 */
#ifndef CLIMITS_PROCGROUP_H
#define CLIMITS_PROCGROUP_H

#include "path.h"

/* The controllers that carry the limits we read. */
enum climits_controller {
	CLIMITS_CPU_CONTROLLER,
	CLIMITS_CPUSET_CONTROLLER,
	CLIMITS_MEMORY_CONTROLLER,
	CLIMITS_PIDS_CONTROLLER,
	CLIMITS_CONTROLLERS
};

/* The bits (1 << enum climits_controller) of the names in a list of words. */
unsigned climits_controllers_in(const char *text, size_t len, char separator);

struct climits_procgroup {
	int unified;          /* the line of version 2 */
	unsigned controllers; /* bits; 0 for version 2 and for hierarchies that are not ours */
	struct climits_span path;
};

/* line has no newline. 0, or -EBADMSG. The result points into line. */
int climits_procgroup_parse(struct climits_span line, struct climits_procgroup *ret);

#endif
