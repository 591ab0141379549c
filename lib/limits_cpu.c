/* SPDX-License-Identifier: MIT
 *
 * CPU limits: the quota of all levels, the cpuset of the nearest. The weight is the own cgroup's:
 * it shares out what is contended among siblings and limits nothing.
 */
#include "handle.h"
#include "number.h"
#include "value.h"

#include <errno.h>

/*
 * Quota and period of a level of v1, from their two files. Without a quota the period has no
 * meaning.
 */
static int read_cfs(struct climits *handle, int level, struct climits_quota *ret,
		    enum climits_file *ret_file)
{
	ssize_t len = climits_level_text(handle, CLIMITS_CPU_CONTROLLER, level, CLIMITS_FILE_QUOTA);
	int r = len < 0 ? (int)len
			: climits_value_cfs_quota(handle->scratch, (size_t)len, &ret->quota);

	ret->period = 0;
	ret->assumed = 0;
	*ret_file = CLIMITS_FILE_QUOTA;
	if (r < 0 || ret->quota == CLIMITS_NO_LIMIT)
		return r;
	*ret_file = CLIMITS_FILE_PERIOD;
	len = climits_level_text(handle, CLIMITS_CPU_CONTROLLER, level, CLIMITS_FILE_PERIOD);
	/* A quota without its period says nothing; it is no "no limit at this level". */
	if (len == -ENOENT)
		return -EIO;
	return len < 0 ? (int)len
		       : climits_value_cfs_period(handle->scratch, (size_t)len, &ret->period);
}

static int read_quota(struct climits *handle, int level, struct climits_quota *ret,
		      enum climits_file *ret_file)
{
	ssize_t len;

	if (handle->place[CLIMITS_CPU_CONTROLLER].version == 1)
		return read_cfs(handle, level, ret, ret_file);
	*ret_file = CLIMITS_FILE_QUOTA;
	len = climits_level_text(handle, CLIMITS_CPU_CONTROLLER, level, CLIMITS_FILE_QUOTA);
	return len < 0 ? (int)len : climits_value_cpu_max(handle->scratch, (size_t)len, ret);
}

/* Compared as fractions: periods differ between levels, and rounding waits for the end. */
static int is_tighter(const struct climits_quota *quota, const struct climits_limit *than)
{
	return than->status != CLIMITS_LIMITED ||
	       (unsigned __int128)quota->quota * than->period <
		       (unsigned __int128)than->value * quota->period;
}

static void add_quota(struct climits *handle, int level, const struct climits_quota *quota,
		      int *assumed)
{
	struct climits_limit *record = &handle->limits.cpu_quota;

	if (quota->quota == CLIMITS_NO_LIMIT || record->error || !is_tighter(quota, record))
		return;
	climits_record_limit(
		handle, CLIMITS_CPU_QUOTA, quota->quota,
		climits_level_origin(CLIMITS_CPU_CONTROLLER, level, CLIMITS_FILE_QUOTA));
	record->period = quota->period;
	*assumed = quota->assumed;
}

/* Burst is not in every kernel; it is told for the level that binds and decides nothing. */
static void read_burst(struct climits *handle)
{
	uint64_t burst;
	ssize_t len;

	handle->limits.cpu_burst = 0;
	if (handle->limits.cpu_quota.status != CLIMITS_LIMITED)
		return;
	len = climits_level_text(handle, CLIMITS_CPU_CONTROLLER, handle->limits.cpu_quota.level,
				 CLIMITS_FILE_BURST);
	if (len >= 0 && climits_value_max(handle->scratch, (size_t)len, &burst) == 0 &&
	    burst != CLIMITS_NO_LIMIT)
		handle->limits.cpu_burst = burst;
}

static void read_weight(struct climits *handle)
{
	struct climits_origin origin = climits_level_origin(CLIMITS_CPU_CONTROLLER, 0,
							    CLIMITS_FILE_WEIGHT);
	uint64_t weight = 0;
	ssize_t len;
	int r;

	if (!climits_record_begin(handle, CLIMITS_CPU_WEIGHT, CLIMITS_CPU_CONTROLLER))
		return;
	len = climits_level_text(handle, CLIMITS_CPU_CONTROLLER, 0, CLIMITS_FILE_WEIGHT);
	r = len < 0 ? (int)len : climits_number_parse(handle->scratch, (size_t)len, &weight);
	if (r == 0)
		climits_record_limit(handle, CLIMITS_CPU_WEIGHT, weight, origin);
	else if (r != -ENOENT)
		climits_record_fail(handle, CLIMITS_CPU_WEIGHT, r, origin);
}

static void read_quotas(struct climits *handle)
{
	int seen = 0;
	int assumed = 0;

	if (!climits_record_begin(handle, CLIMITS_CPU_QUOTA, CLIMITS_CPU_CONTROLLER)) {
		climits_note_missing(handle, CLIMITS_CPU_CONTROLLER);
		return;
	}
	for (int level = 0; level <= climits_limits_top(&handle->place[CLIMITS_CPU_CONTROLLER]);
	     level++) {
		struct climits_quota quota;
		enum climits_file file;
		int r = read_quota(handle, level, &quota, &file);

		if (r == 0)
			add_quota(handle, level, &quota, &assumed);
		else if (r != -ENOENT)
			climits_record_fail(
				handle, CLIMITS_CPU_QUOTA, r,
				climits_level_origin(CLIMITS_CPU_CONTROLLER, level, file));
		seen |= r != -ENOENT;
	}
	if (assumed)
		climits_note(handle, CLIMITS_NOTE_PERIOD_ASSUMED);
	if (!seen)
		climits_note_missing(handle, CLIMITS_CPU_CONTROLLER);
}

void climits_limits_cpu(struct climits *handle)
{
	read_quotas(handle);
	read_burst(handle);
	read_weight(handle);
}

/*
 * The set of a level: what is in force, or on v1 before Linux 3.17 what was configured. -ENOENT
 * when there is none or it is empty: then the level above says what holds.
 */
static int read_cpuset(struct climits *handle, int level, enum climits_file *ret_file)
{
	ssize_t len;
	int r;

	*ret_file = CLIMITS_FILE_CPUS_EFFECTIVE;
	len = climits_level_text(handle, CLIMITS_CPUSET_CONTROLLER, level, *ret_file);
	if (len == -ENOENT && handle->place[CLIMITS_CPUSET_CONTROLLER].version == 1) {
		*ret_file = CLIMITS_FILE_CPUS;
		len = climits_level_text(handle, CLIMITS_CPUSET_CONTROLLER, level, *ret_file);
	}
	if (len < 0)
		return (int)len;
	r = climits_cpus_parse_list(handle->scratch, (size_t)len, &handle->cpuset);
	if (r == 0 && climits_cpus_count(&handle->cpuset) == 0)
		return -ENOENT;
	return r;
}

static void find_cpuset(struct climits *handle)
{
	for (int level = 0; level <= handle->place[CLIMITS_CPUSET_CONTROLLER].top; level++) {
		enum climits_file file;
		int r = read_cpuset(handle, level, &file);
		struct climits_origin origin = climits_level_origin(CLIMITS_CPUSET_CONTROLLER,
								    level, file);

		if (r == -ENOENT)
			continue;
		if (r < 0) {
			climits_record_fail(handle, CLIMITS_CPUSET, r, origin);
			return;
		}
		handle->have_cpuset = 1;
		handle->origin[CLIMITS_CPUSET] = origin;
		handle->limits.cpuset.level = level;
		handle->limits.cpuset.value = climits_cpus_count(&handle->cpuset);
		return;
	}
}

/*
 * A dead process is shown at the root of each v1 hierarchy and in a removed cgroup of v2. What the
 * root allows is read all the same, as an upper bound: the status stays unknown.
 */
void climits_limits_cpuset(struct climits *handle)
{
	const struct climits_place *place = &handle->place[CLIMITS_CPUSET_CONTROLLER];

	handle->have_cpuset = 0;
	if (climits_record_begin(handle, CLIMITS_CPUSET, CLIMITS_CPUSET_CONTROLLER) ||
	    (handle->dead && place->version && !place->error && !handle->member_error))
		find_cpuset(handle);
}
