/* SPDX-License-Identifier: MIT
 *
 * Whether an answer that was given in spite of a fault is allowed.
 */
#include "judge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void judge_say(struct verdict *verdict, const char *format, ...)
{
	size_t length = strlen(verdict->text);
	va_list arguments;

	if (verdict->failures++)
		length += (size_t)snprintf(verdict->text + length, sizeof(verdict->text) - length,
					   ";");
	if (length >= sizeof(verdict->text))
		return;
	va_start(arguments, format);
	verdict->text[length] = ' ';
	if (length + 1 < sizeof(verdict->text))
		vsnprintf(verdict->text + length + 1, sizeof(verdict->text) - length - 1, format,
			  arguments);
	va_end(arguments);
}

/* Those of open(2) stand for "cannot be opened". */
void judge_error(struct verdict *verdict, int error, const struct climits_limits *untouched)
{
	struct climits_limits before;

	memset(&before, 0x5a, sizeof(before));
	before.size = sizeof(before);
	if (memcmp(&before, untouched, sizeof(before)))
		judge_say(verdict, "failed with %s and touched the result", strerror(-error));
	if (error == -EINVAL)
		judge_say(verdict, "failed with EINVAL");
}

static int same_limit(const struct climits_limit *one, const struct climits_limit *other)
{
	return memcmp(one, other, sizeof(*one)) == 0;
}

static int is_unknown(const struct climits_limit *limit)
{
	return limit->status == CLIMITS_UNKNOWN && limit->error > 0 && limit->period == 0;
}

/* The level is not part of it: a file of another level may have told the same. */
static int same_value(const struct climits_limit *one, const struct climits_limit *other)
{
	return one->status == other->status && one->error == other->error &&
	       one->value == other->value && one->period == other->period;
}

static const char *describe(const struct climits_limit *limit, char buf[96])
{
	const char *status = climits_status_name(limit->status);

	snprintf(buf, 96, "%s %" PRIu64 "/%" PRIu64 " errno %d", status ? status : "nonsense",
		 limit->value, limit->period, (int)limit->error);
	return buf;
}

/* CPU sets tell what was read also when it cannot be told whether it limits. */
static void judge_limit(struct verdict *verdict, int resource, const struct climits_limits *truth,
			const struct climits_limits *limits)
{
	const struct climits_limit *real = climits_limit_of(truth, resource);
	const struct climits_limit *got = climits_limit_of(limits, resource);
	int value_allowed = resource == CLIMITS_CPUSET
				    ? got->value == 0 || got->value == real->value
				    : got->value == 0;
	char buf[96];

	if (!same_value(real, got) && !(is_unknown(got) && value_allowed))
		judge_say(verdict, "%s is %s", climits_resource_name(resource), describe(got, buf));
}

static int knows(const struct climits_limits *limits, int resource)
{
	return climits_limit_of(limits, resource)->status != CLIMITS_UNKNOWN;
}

static int has_note(const struct climits_limits *limits, int note)
{
	return (limits->notes >> note & 1) != 0;
}

/*
 * A set that could not be read leaves out no CPU. Without a quota that is known, cpus is what the
 * sets allow and says no more than that; of a dead process it says nothing.
 */
static void judge_cpus(struct verdict *verdict, const struct climits_limits *truth,
		       const struct climits_limits *limits)
{
	uint32_t usable = limits->usable_cpus;

	if (has_note(truth, CLIMITS_NOTE_PROCESS_DEAD) || usable == 0)
		return;
	if (knows(limits, CLIMITS_AFFINITY) && knows(limits, CLIMITS_CPUSET)
		    ? usable != truth->usable_cpus
		    : usable < truth->usable_cpus)
		judge_say(verdict, "%u usable CPUs", usable);
	if (limits->cpus > usable || (knows(limits, CLIMITS_CPU_QUOTA) &&
				      usable == truth->usable_cpus && limits->cpus != truth->cpus))
		judge_say(verdict, "%u CPUs", limits->cpus);
}

/* RAM that is not known caps nothing. */
static uint64_t budget(const struct climits_limits *truth, const struct climits_limits *limits)
{
	uint64_t limit = UINT64_MAX;

	if (limits->memory_total)
		return truth->memory_budget;
	if (truth->memory_max.status == CLIMITS_LIMITED)
		limit = truth->memory_max.value;
	if (truth->memory_high.status == CLIMITS_LIMITED && truth->memory_high.value < limit)
		limit = truth->memory_high.value;
	return limit;
}

void judge_limits(struct verdict *verdict, const struct climits_limits *truth,
		  const struct climits_limits *limits)
{
	for (int resource = 0; resource < CLIMITS_RESOURCES; resource++)
		judge_limit(verdict, resource, truth, limits);
	judge_cpus(verdict, truth, limits);
	if (limits->memory_budgeted && limits->memory_budget != budget(truth, limits))
		judge_say(verdict, "memory budget %" PRIu64, limits->memory_budget);
	if (limits->memory_total && limits->memory_total != truth->memory_total)
		judge_say(verdict, "%" PRIu64 " bytes of RAM", limits->memory_total);
	if (limits->horizon == CLIMITS_HORIZON_ROOT && truth->horizon != CLIMITS_HORIZON_ROOT)
		judge_say(verdict, "horizon root");
	if (has_note(limits, CLIMITS_NOTE_PROCESS_DEAD) &&
	    !has_note(truth, CLIMITS_NOTE_PROCESS_DEAD))
		judge_say(verdict, "the process is called dead");
}

void judge_recovery(struct verdict *verdict, const struct climits_limits *truth,
		    const struct climits_limits *limits)
{
	char buf[96];

	for (int resource = 0; resource < CLIMITS_RESOURCES; resource++) {
		const struct climits_limit *got = climits_limit_of(limits, resource);

		if (!same_limit(climits_limit_of(truth, resource), got))
			judge_say(verdict, "at the next read %s is %s",
				  climits_resource_name(resource), describe(got, buf));
	}
	if (limits->cpus != truth->cpus || limits->memory_budget != truth->memory_budget ||
	    limits->horizon != truth->horizon || limits->scheduling != truth->scheduling ||
	    limits->cgroup_version != truth->cgroup_version ||
	    limits->cpu_burst != truth->cpu_burst || limits->swap_total != truth->swap_total)
		judge_say(verdict, "the next read gives other numbers");
	if (limits->notes != truth->notes)
		judge_say(verdict, "at the next read notes are %" PRIx64 ", not %" PRIx64,
			  limits->notes, truth->notes);
}

static void write_limit(const struct climits_limit *limit, char buf[64])
{
	if (limit->status == CLIMITS_UNLIMITED)
		snprintf(buf, 64, "none");
	else if (limit->status != CLIMITS_LIMITED)
		snprintf(buf, 64, "%s", climits_status_name(limit->status));
	else if (limit->period)
		snprintf(buf, 64, "%" PRIu64 "/%" PRIu64, limit->value, limit->period);
	else
		snprintf(buf, 64, "%" PRIu64, limit->value);
}

void judge_expected(struct verdict *verdict, const struct climits_limits *limits,
		    const char *expected)
{
	size_t length = strcspn(expected, "=");
	char got[64];

	for (int resource = 0; resource < CLIMITS_RESOURCES; resource++) {
		const char *name = climits_resource_name(resource);

		if (strlen(name) != length || memcmp(name, expected, length))
			continue;
		write_limit(climits_limit_of(limits, resource), got);
		if (!expected[length] || strcmp(got, expected + length + 1))
			judge_say(verdict, "%s is %s, not as expected", expected, got);
		return;
	}
	judge_say(verdict, "%s names no limit", expected);
}
