/* SPDX-License-Identifier: MIT
 *
 * Where a process's cgroups are.
 */
#ifndef CLIMITS_PLACE_H
#define CLIMITS_PLACE_H

#include "handle.h"

/* Closes what belongs to the places and forgets them. */
void climits_place_forget(struct climits *handle);

/*
 * On the live machine nothing below a cgroup mount may come from another mount; a captured tree has
 * none.
 */
static inline enum climits_bound climits_place_bound(const struct climits *handle)
{
	return handle->live ? CLIMITS_WITHIN_MOUNT : CLIMITS_WITHIN_TREE;
}

#endif
