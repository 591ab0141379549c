/* SPDX-License-Identifier: MIT
 *
 * legacy.h - groups of cgroup v1, made, set, filled and removed with libcgroup.
 */
#ifndef CLIMITS_CLI_RUN_LEGACY_H
#define CLIMITS_CLI_RUN_LEGACY_H

#include <sys/types.h>

#include "group.h"

/*
 * Lets libcgroup look at the machine. Where it cannot, or takes another directory for the group's,
 * group->cgroup stays NULL. 0, or -ENOMEM.
 */
int legacy_know(struct group *group);

/* Each 0 or a negative errno; only for a group with a cgroup. */
int legacy_make(const struct group *group);
int legacy_set(const struct group *group, const char *controller, const char *file,
	       const char *text);
int legacy_attach(const struct group *group, pid_t pid);
int legacy_remove(const struct group *group);
void legacy_forget(struct group *group);

#endif
