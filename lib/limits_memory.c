/* SPDX-License-Identifier: MIT
 *
 * Memory limits. Versions differ: v2 is the smallest of all levels, and swap has a limit of its
 * own. v1 counts a parent only while it has use_hierarchy, limits memory and swap together, and
 * tells in memory.stat what holds, levels that a namespace hides included. memory.low, memory.min
 * and v1's soft limit are protections and goals, not limits, and are not read.
 */
#include "handle.h"
#include "number.h"
#include "value.h"

#include <errno.h>

static const enum climits_controller MEMORY = CLIMITS_MEMORY_CONTROLLER;

/*
 * The kernel was built or started without accounting of swap: its use may have any limit or none.
 */
static void fail_unaccounted(struct climits *handle)
{
	climits_record_fail(handle, CLIMITS_SWAP_MAX, -ENOENT,
			    climits_level_origin(MEMORY, 0, CLIMITS_FILE_SWAP));
	climits_note(handle, CLIMITS_NOTE_SWAP_UNACCOUNTED);
}

static void limits_v2(struct climits *handle)
{
	int memory = climits_limits_smallest(handle, CLIMITS_MEMORY_MAX, MEMORY,
					     CLIMITS_FILE_MEMORY);
	int swap;

	climits_limits_smallest(handle, CLIMITS_MEMORY_HIGH, MEMORY, CLIMITS_FILE_HIGH);
	swap = climits_limits_smallest(handle, CLIMITS_SWAP_MAX, MEMORY, CLIMITS_FILE_SWAP);
	if (!memory) {
		climits_note_missing(handle, MEMORY);
	} else if (!swap) {
		fail_unaccounted(handle);
	}
}

/* A limit of v1 on its way over the levels: memory alone, or memory and swap together. */
struct v1_limit {
	enum climits_file file;
	const char *stat_key; /* its line in memory.stat */
	uint64_t smallest;
	int level;  /* that the smallest is of */
	int hidden; /* the smallest is of a level that cannot be seen */
	int seen;   /* a level has the file */
	int failed; /* negative errno of a level, 0 for none */
	int failed_level;
	enum climits_file failed_file;
};

static void fail_v1(struct v1_limit *limit, int error, int level, enum climits_file file)
{
	if (limit->failed && limit->failed != -EBADMSG)
		return;
	limit->failed = error;
	limit->failed_level = level;
	limit->failed_file = file;
}

static void add_v1(struct climits *handle, struct v1_limit *limit, int level)
{
	ssize_t len = climits_level_text(handle, MEMORY, level, limit->file);
	uint64_t value = CLIMITS_NO_LIMIT;
	int r = len < 0 ? (int)len : climits_value_v1_bytes(handle->scratch, (size_t)len, &value);

	if (r == -ENOENT)
		return;
	limit->seen = 1;
	if (r < 0) {
		fail_v1(limit, r, level, limit->file);
	} else if (value < limit->smallest) {
		limit->smallest = value;
		limit->level = level;
	}
}

/*
 * 1 when the limits of a level above bind its children: the level has memory.use_hierarchy 1, or no
 * such file (the kernel may drop it, being always hierarchical since 5.11). 0 when not, or a
 * negative errno.
 */
static int is_hierarchical(struct climits *handle, int level)
{
	ssize_t len = climits_level_text(handle, MEMORY, level, CLIMITS_FILE_HIERARCHY);
	uint64_t value;
	int r;

	if (len == -ENOENT)
		return 1;
	r = len < 0 ? (int)len : climits_number_parse(handle->scratch, (size_t)len, &value);
	return r < 0 ? r : value != 0;
}

static void walk_v1(struct climits *handle, struct v1_limit *memory, struct v1_limit *memsw)
{
	for (int level = 0; level <= climits_limits_top(&handle->place[MEMORY]); level++) {
		int r = level == 0 ? 1 : is_hierarchical(handle, level);

		if (r < 0) {
			fail_v1(memory, r, level, CLIMITS_FILE_HIERARCHY);
			fail_v1(memsw, r, level, CLIMITS_FILE_HIERARCHY);
			return;
		}
		if (r == 0) {
			climits_note(handle, CLIMITS_NOTE_USE_HIERARCHY_OFF);
			return;
		}
		add_v1(handle, memory, level);
		add_v1(handle, memsw, level);
	}
}

static void add_stat(struct climits *handle, size_t len, struct v1_limit *limit)
{
	uint64_t value;
	int r = climits_value_keyed(handle->scratch, len, limit->stat_key, &value);

	if (r == -EBADMSG)
		fail_v1(limit, r, 0, CLIMITS_FILE_STAT);
	if (r < 0)
		return;
	/* Page counters of v1 stop at LONG_MAX rounded down, as in climits_value_v1_bytes(). */
	if (value >= UINT64_C(0x7FFFFFFFFFFF0000))
		value = CLIMITS_NO_LIMIT;
	limit->failed = 0;
	limit->seen = 1;
	if (value < limit->smallest) {
		limit->smallest = value;
		limit->hidden = 1;
	}
}

/*
 * memory.stat of the own cgroup has hierarchical_memory_limit and hierarchical_memsw_limit: what
 * the kernel enforces, all levels included. It costs the kernel a sum over all CPUs, so it is read
 * only when a level is hidden or could not be read.
 */
static void read_stat(struct climits *handle, struct v1_limit *memory, struct v1_limit *memsw)
{
	ssize_t len;

	if (handle->place[MEMORY].horizon == CLIMITS_HORIZON_ROOT && !memory->failed)
		return;
	len = climits_level_text(handle, MEMORY, 0, CLIMITS_FILE_STAT);
	if (len >= 0) {
		add_stat(handle, (size_t)len, memory);
		add_stat(handle, (size_t)len, memsw);
	} else if (len != -ENOENT) {
		fail_v1(memory, (int)len, 0, CLIMITS_FILE_STAT);
		fail_v1(memsw, (int)len, 0, CLIMITS_FILE_STAT);
	}
}

static struct climits_origin v1_origin(const struct v1_limit *limit)
{
	struct climits_origin origin = climits_level_origin(MEMORY, limit->level, limit->file);

	if (limit->hidden) {
		origin = climits_level_origin(MEMORY, 0, CLIMITS_FILE_STAT);
		origin.kind = CLIMITS_ORIGIN_HIDDEN;
	}
	return origin;
}

static void finish_memory_v1(struct climits *handle, const struct v1_limit *memory)
{
	if (memory->failed)
		climits_record_fail(
			handle, CLIMITS_MEMORY_MAX, memory->failed,
			climits_level_origin(MEMORY, memory->failed_level, memory->failed_file));
	else if (memory->smallest != CLIMITS_NO_LIMIT)
		climits_record_limit(handle, CLIMITS_MEMORY_MAX, memory->smallest,
				     v1_origin(memory));
}

/*
 * v1 limits memory and swap together. Swap alone is what is left of it above the memory limit;
 * without a memory limit, which the kernel does not allow below a limit of both, nobody can tell
 * the parts.
 */
static void finish_swap_v1(struct climits *handle, const struct v1_limit *memory,
			   const struct v1_limit *memsw)
{
	const struct v1_limit *failed = memsw->failed ? memsw : memory;

	if (!memory->seen)
		return;
	if (!memsw->seen)
		fail_unaccounted(handle);
	else if (failed->failed)
		climits_record_fail(
			handle, CLIMITS_SWAP_MAX, failed->failed,
			climits_level_origin(MEMORY, failed->failed_level, failed->failed_file));
	else if (memsw->smallest == CLIMITS_NO_LIMIT)
		return;
	else if (memory->smallest == CLIMITS_NO_LIMIT)
		climits_record_fail(handle, CLIMITS_SWAP_MAX, -EBADMSG, v1_origin(memsw));
	else
		climits_record_limit(
			handle, CLIMITS_SWAP_MAX,
			memsw->smallest > memory->smallest ? memsw->smallest - memory->smallest : 0,
			v1_origin(memsw));
}

static void limits_v1(struct climits *handle)
{
	struct v1_limit memory = {
		.file = CLIMITS_FILE_MEMORY,
		.stat_key = "hierarchical_memory_limit",
		.smallest = CLIMITS_NO_LIMIT,
	};
	struct v1_limit memsw = {
		.file = CLIMITS_FILE_SWAP,
		.stat_key = "hierarchical_memsw_limit",
		.smallest = CLIMITS_NO_LIMIT,
	};

	walk_v1(handle, &memory, &memsw);
	read_stat(handle, &memory, &memsw);
	if (!memory.seen)
		climits_note_missing(handle, MEMORY);
	finish_memory_v1(handle, &memory);
	finish_swap_v1(handle, &memory, &memsw);
}

/*
 * v1 has no throttle limit, whatever else is known of the controller; a dead process has none at
 * all.
 */
static void high_v1(struct climits *handle)
{
	handle->origin[CLIMITS_MEMORY_HIGH] = (struct climits_origin){0};
	handle->limits.memory_high = (struct climits_limit){.status = CLIMITS_UNLIMITED,
							    .level = -1};
}

void climits_limits_memory(struct climits *handle)
{
	int readable = climits_record_begin(handle, CLIMITS_MEMORY_MAX, MEMORY);

	climits_record_begin(handle, CLIMITS_MEMORY_HIGH, MEMORY);
	climits_record_begin(handle, CLIMITS_SWAP_MAX, MEMORY);
	if (handle->place[MEMORY].version == 1 && !handle->dead && !handle->state_error)
		high_v1(handle);
	if (!readable)
		climits_note_missing(handle, MEMORY);
	else if (handle->place[MEMORY].version == 2)
		limits_v2(handle);
	else
		limits_v1(handle);
}
