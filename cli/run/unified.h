/* SPDX-License-Identifier: MIT
 *
 * unified.h - where a group of cgroup v2 can be made.
 */
#ifndef CLIMITS_CLI_RUN_UNIFIED_H
#define CLIMITS_CLI_RUN_UNIFIED_H

#include "group.h"

/*
 * Moves group->parent up, from the caller's own cgroup to the nearest in which the group can be
 * made, and enables the controllers there. Calls make(group) to make it. 0 or a negative errno:
 * -ENOENT when no visible level has a controller, -EBUSY when each has processes of its own.
 */
int unified_make(struct group *group, int (*make)(struct group *group));

/* Takes back what was enabled, unless another group may use it. */
void unified_restore(struct group *group);

#endif
