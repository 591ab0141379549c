/* SPDX-License-Identifier: MIT
 *
 * The record of a resource: how one level's answer, or failure, becomes part of the whole. What
 * fails at any level makes the whole unknown: the level that could not be read may be the one that
 * binds.
 */
#include "handle.h"

#include <errno.h>
#include <string.h>

struct climits_limit *climits_record(struct climits *handle, int resource)
{
	struct climits_limits *limits = &handle->limits;
	struct climits_limit *const records[CLIMITS_RESOURCES] = {
		[CLIMITS_CPU_QUOTA] = &limits->cpu_quota,
		[CLIMITS_CPUSET] = &limits->cpuset,
		[CLIMITS_CPU_WEIGHT] = &limits->cpu_weight,
		[CLIMITS_MEMORY_MAX] = &limits->memory_max,
		[CLIMITS_MEMORY_HIGH] = &limits->memory_high,
		[CLIMITS_SWAP_MAX] = &limits->swap_max,
		[CLIMITS_PIDS_MAX] = &limits->pids_max,
		[CLIMITS_AFFINITY] = &limits->affinity,
		[CLIMITS_ONLINE] = &limits->online,
	};

	return records[resource];
}

void climits_note(struct climits *handle, enum climits_note note)
{
	handle->limits.notes |= UINT64_C(1) << note;
}

void climits_record_fail(struct climits *handle, int resource, int error,
			 struct climits_origin origin)
{
	struct climits_limit *record = climits_record(handle, resource);

	if (error == -EBADMSG)
		climits_note(handle, CLIMITS_NOTE_VALUE_MALFORMED);
	else if (error != -ENOENT)
		climits_note(handle, CLIMITS_NOTE_UNREADABLE);
	if (record->error && (record->status == CLIMITS_UNKNOWN || error == -EBADMSG))
		return;
	record->status = error == -EBADMSG ? CLIMITS_INVALID : CLIMITS_UNKNOWN;
	record->error = -error;
	record->level = -1;
	record->value = 0;
	record->period = 0;
	handle->origin[resource] = origin;
}

void climits_record_limit(struct climits *handle, int resource, uint64_t value,
			  struct climits_origin origin)
{
	struct climits_limit *record = climits_record(handle, resource);

	if (record->error)
		return;
	record->status = CLIMITS_LIMITED;
	record->value = value;
	record->level = origin.kind == CLIMITS_ORIGIN_LEVEL ? origin.level : -1;
	handle->origin[resource] = origin;
}

/* What a person is told of a controller whose levels cannot be seen at all. */
static void note_failure(struct climits *handle, int error)
{
	if (error == ESRCH)
		climits_note(handle, CLIMITS_NOTE_PROCESS_DEAD);
	else if (error == EXDEV)
		climits_note(handle, CLIMITS_NOTE_OUTSIDE_MOUNT);
	else if (error == ENODEV)
		climits_note(handle, CLIMITS_NOTE_NOT_MOUNTED);
	else if (error == EBADMSG)
		climits_note(handle, CLIMITS_NOTE_VALUE_MALFORMED);
	else
		climits_note(handle, CLIMITS_NOTE_UNREADABLE);
}

static int place_error(const struct climits *handle, const struct climits_place *place,
		       struct climits_origin *ret_origin)
{
	if (handle->dead)
		return ESRCH;
	if (handle->state_error)
		return handle->state_error;
	ret_origin->kind = CLIMITS_ORIGIN_CGROUP;
	if (handle->member_error)
		return handle->member_error;
	if (handle->mounts_error || place->error == ENODEV || place->error == EXDEV)
		ret_origin->kind = CLIMITS_ORIGIN_MOUNTS;
	return place->error;
}

int climits_record_begin(struct climits *handle, int resource, enum climits_controller controller)
{
	struct climits_limit *record = climits_record(handle, resource);
	const struct climits_place *place = &handle->place[controller];
	struct climits_origin origin = {.controller = controller};
	int error = place_error(handle, place, &origin);

	handle->origin[resource] = (struct climits_origin){0};
	*record = (struct climits_limit){.status = CLIMITS_UNLIMITED, .level = -1};
	if (error) {
		record->status = CLIMITS_UNKNOWN;
		record->error = error;
		handle->origin[resource] = origin;
		note_failure(handle, error);
		return 0;
	}
	return place->version != 0;
}
