/* SPDX-License-Identifier: MIT
 *
 * All levels to one limit, for limits whose level is one file with one number.
 */
#include "handle.h"

#include "value.h"

#include <errno.h>

static void add_level(struct climits *handle, int resource, uint64_t value,
		      struct climits_origin origin)
{
	const struct climits_limit *record = climits_record(handle, resource);

	if (value == CLIMITS_NO_LIMIT)
		return;
	if (record->status != CLIMITS_LIMITED || value < record->value)
		climits_record_limit(handle, resource, value, origin);
}

int climits_limits_smallest(struct climits *handle, int resource,
			    enum climits_controller controller, enum climits_file file)
{
	int seen = 0;

	for (int level = 0; level <= climits_limits_top(&handle->place[controller]); level++) {
		struct climits_origin origin = climits_level_origin(controller, level, file);
		ssize_t len = climits_level_text(handle, controller, level, file);
		uint64_t value = 0;
		int r = len < 0 ? (int)len
				: climits_value_max(handle->scratch, (size_t)len, &value);

		if (r == 0)
			add_level(handle, resource, value, origin);
		else if (r != -ENOENT)
			climits_record_fail(handle, resource, r, origin);
		seen |= r != -ENOENT;
	}
	return seen;
}

void climits_limits_pids(struct climits *handle)
{
	if (climits_record_begin(handle, CLIMITS_PIDS_MAX, CLIMITS_PIDS_CONTROLLER))
		climits_limits_smallest(handle, CLIMITS_PIDS_MAX, CLIMITS_PIDS_CONTROLLER,
					CLIMITS_FILE_PIDS);
}

/*
 * The files of a controller are missing at every level that was read. On v2 that is everyday life
 * where nobody asked for it: the machine's root then names it in cgroup.controllers, and no note is
 * due. On v1 a process at the machine's root has no level to read.
 */
void climits_note_missing(struct climits *handle, enum climits_controller controller)
{
	const struct climits_place *place = &handle->place[controller];
	int enabled = 0;

	if (handle->dead || handle->member_error || place->error)
		return;
	if (place->horizon == CLIMITS_HORIZON_ROOT && place->version == 1)
		return;
	if (place->horizon == CLIMITS_HORIZON_ROOT)
		enabled = climits_level_enabled(handle, controller, place->top);
	if (enabled <= 0 || !(enabled & 1 << controller))
		climits_note(handle, CLIMITS_NOTE_CONTROLLER_MISSING);
}
