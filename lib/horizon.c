/* SPDX-License-Identifier: MIT
 *
 * How far up can be seen. On the live machine place.c knows it from the cgroup namespace and the
 * mounts; here a captured tree is judged by what only the machine's root has, or lacks.
 */
#include "horizon.h"

#include <errno.h>

/* cgroup-v2.rst: these files exist on non-root cgroups only. */
static const enum climits_file NOT_ON_ROOT[] = {
	CLIMITS_FILE_QUOTA,
	CLIMITS_FILE_MEMORY,
	CLIMITS_FILE_HIGH,
	CLIMITS_FILE_PIDS,
};

static int has_file(struct climits *handle, enum climits_controller controller, int level,
		    enum climits_file file)
{
	ssize_t len = climits_level_text(handle, controller, level, file);

	return len != -ENOENT;
}

static int captured_v2(struct climits *handle, enum climits_controller controller, int top)
{
	for (size_t i = 0; i < sizeof(NOT_ON_ROOT) / sizeof(NOT_ON_ROOT[0]); i++)
		if (has_file(handle, controller, top, NOT_ON_ROOT[i]))
			return CLIMITS_HORIZON_NAMESPACE;
	return has_file(handle, controller, top, CLIMITS_FILE_CONTROLLERS)
		       ? CLIMITS_HORIZON_ROOT
		       : CLIMITS_HORIZON_UNKNOWN;
}

/* v1 has the same files everywhere, and its root cannot be limited. */
static int captured_v1(const struct climits *handle, enum climits_controller controller, int top)
{
	const struct climits_limits *limits = &handle->limits;
	const struct climits_limit *limit = controller == CLIMITS_CPU_CONTROLLER
						    ? &limits->cpu_quota
						    : &limits->memory_max;

	if (controller == CLIMITS_CPUSET_CONTROLLER || controller == CLIMITS_PIDS_CONTROLLER)
		return CLIMITS_HORIZON_UNKNOWN;
	if (limit->status == CLIMITS_LIMITED && (limit->level == top || limit->level == -1))
		return CLIMITS_HORIZON_NAMESPACE;
	return CLIMITS_HORIZON_UNKNOWN;
}

static int controller_horizon(struct climits *handle, enum climits_controller controller)
{
	const struct climits_place *place = &handle->place[controller];

	if (place->error)
		return CLIMITS_HORIZON_UNKNOWN;
	if (place->horizon != CLIMITS_HORIZON_UNKNOWN)
		return place->horizon;
	return place->version == 2 ? captured_v2(handle, controller, place->top)
				   : captured_v1(handle, controller, place->top);
}

/* From the least certain: it cannot be told, something is hidden, all is seen. */
void climits_horizon(struct climits *handle)
{
	int least = CLIMITS_HORIZON_ROOT;
	int any = 0;

	for (int c = CLIMITS_CPU_CONTROLLER; c <= CLIMITS_MEMORY_CONTROLLER; c++) {
		int horizon;

		if (handle->dead || handle->state_error || handle->member_error ||
		    handle->place[c].version == 0)
			continue;
		any = 1;
		horizon = controller_horizon(handle, (enum climits_controller)c);
		if (horizon == CLIMITS_HORIZON_NAMESPACE)
			climits_note(handle, CLIMITS_NOTE_ANCESTORS_HIDDEN);
		if (horizon == CLIMITS_HORIZON_UNKNOWN || least == CLIMITS_HORIZON_ROOT)
			least = horizon;
	}
	handle->limits.horizon = any ? least : CLIMITS_HORIZON_UNKNOWN;
}
