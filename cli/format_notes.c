/* SPDX-License-Identifier: MIT
 *
 * format_notes.c - what a person should be told, with the numbers of this process. One text serves
 * the table, -v and --json. Text is raw: whoever prints it escapes it. Which notes hold was decided
 * by the library.
 */
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <string.h>

#include "format.h"
#include "human.h"
#include "text.h"

static void note_ancestors_hidden(const struct report *report, struct text *text)
{
	if (report->limits.horizon == CLIMITS_HORIZON_NAMESPACE)
		text_add(text,
			 "Levels above the visible ones are hidden and may set tighter limits.");
	else
		text_add(text,
			 "There may be levels above the visible ones that set tighter limits.");
}

/* Names, in a row, of the resources whose error is this one. */
static void add_failed(const struct report *report, int error, struct text *text)
{
	const char *between = "";

	for (int i = 0; i < CLIMITS_RESOURCES; i++) {
		if (report_limit(report, i)->error != error)
			continue;
		text_addf(text, "%s%s", between, climits_resource_name(i));
		between = ", ";
	}
}

static void note_outside_mount(const struct report *report, struct text *text)
{
	text_add(text, "Unknown, since the process's cgroup lies outside of every visible mount: ");
	add_failed(report, EXDEV, text);
	text_add(text, ".");
}

static void note_not_mounted(const struct report *report, struct text *text)
{
	text_add(text, "Unknown, since no visible mount carries the controller: ");
	add_failed(report, ENODEV, text);
	text_add(text, ".");
}

/* How long so many busy threads stand still in each period at the least. */
static void add_stall(const struct climits_limit *quota, uint64_t threads, struct text *text)
{
	uint64_t wanted = threads * quota->period;
	uint64_t stalled = wanted > quota->value ? (wanted - quota->value) / threads : 0;

	human_tenths(text, stalled, 1000);
	text_add(text, " ms of each ");
	human_microseconds(text, quota->period);
	text_add(text, " period");
}

static void note_quota_fraction(const struct report *report, struct text *text)
{
	const struct climits_limit *quota = &report->limits.cpu_quota;
	uint64_t floor = quota->value / quota->period;
	uint64_t rest = quota->value % quota->period;

	human_quota(text, quota);
	text_addf(text, " is no whole number: %" PRIu64 " thread%s cannot use ", floor,
		  floor == 1 ? "" : "s");
	/* rest is below the period of 1 s at most: no overflow. */
	human_tenths(text, rest * 100, quota->value);
	text_addf(text, " %% of the quota; %" PRIu64 " busy threads stall for ", floor + 1);
	add_stall(quota, floor + 1, text);
	text_add(text, ".");
}

static void note_quota_below_one(const struct report *report, struct text *text)
{
	const struct climits_limit *quota = &report->limits.cpu_quota;

	human_quota(text, quota);
	text_add(text, " is less than one: even a single busy thread stalls for ");
	add_stall(quota, 1, text);
	text_add(text, ".");
}

static void note_quota_above_cpus(const struct report *report, struct text *text)
{
	text_add(text, "The quota of ");
	human_quota(text, &report->limits.cpu_quota);
	text_add(text, " cannot be used up: the process may run on ");
	human_cpus(text, report->limits.usable_cpus);
	text_add(text, " only.");
}

static void note_period_assumed(const struct report *report, struct text *text)
{
	const char *file = report->file[CLIMITS_CPU_QUOTA];

	text_addf(text, "%s holds no period: the kernel's default of 100 ms was taken.",
		  file ? file : "cpu.max");
}

typedef int error_filter(int error);

static int is_malformed(int error)
{
	return error == EBADMSG;
}

static int is_unreadable(int error)
{
	return error && error != EXDEV && error != ENODEV && error != ESRCH && error != EBADMSG;
}

static int is_same_file(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* 1 when an earlier resource has the same file and the same error. */
static int is_told(const struct report *report, int resource)
{
	for (int i = 0; i < resource; i++)
		if (report_limit(report, i)->error == report_limit(report, resource)->error &&
		    is_same_file(report->file[i], report->file[resource]))
			return 1;
	return 0;
}

/* ", cpuset, memory.max": the later resources with the same file and the same error. */
static void add_companions(const struct report *report, int resource, struct text *text)
{
	for (int i = resource + 1; i < CLIMITS_RESOURCES; i++)
		if (report_limit(report, i)->error == report_limit(report, resource)->error &&
		    is_same_file(report->file[i], report->file[resource]))
			text_addf(text, ", %s", climits_resource_name(i));
}

/* "FILE (EACCES) for cpu.quota, cpuset; ...". A mask that a captured tree lacks has no file. */
static void add_files(const struct report *report, error_filter *wanted, struct text *text)
{
	const char *between = "";

	for (int i = 0; i < CLIMITS_RESOURCES; i++) {
		if (!wanted(report_limit(report, i)->error) || !report->file[i] ||
		    is_told(report, i))
			continue;
		text_addf(text, "%s%s (", between, report->file[i]);
		human_error(text, report_limit(report, i)->error);
		text_addf(text, ") for %s", climits_resource_name(i));
		add_companions(report, i, text);
		between = "; ";
	}
	text_add(text, ".");
}

static void note_value_malformed(const struct report *report, struct text *text)
{
	text_add(text, "Not a text that the kernel writes, so what it enforces cannot be told: ");
	add_files(report, is_malformed, text);
}

static void note_unreadable(const struct report *report, struct text *text)
{
	text_add(text, "Could not be read: ");
	add_files(report, is_unreadable, text);
}

static void note_limit_above_ram(const struct report *report, struct text *text)
{
	const struct climits_limits *limits = &report->limits;
	int high = limits->memory_high.status == CLIMITS_LIMITED &&
		   (limits->memory_max.status != CLIMITS_LIMITED ||
		    limits->memory_high.value < limits->memory_max.value);

	text_addf(text, "%s of ", high ? "memory.high" : "memory.max");
	human_bytes(text, high ? limits->memory_high.value : limits->memory_max.value);
	text_add(text, " is above the RAM of ");
	human_bytes(text, limits->memory_total);
	text_add(text, ", which runs out first: advice is taken from RAM.");
}

static void note_high_below_max(const struct report *report, struct text *text)
{
	const struct climits_limits *limits = &report->limits;

	text_add(text, "memory.high of ");
	human_bytes(text, limits->memory_high.value);
	if (limits->memory_max.status == CLIMITS_LIMITED) {
		text_add(text, " is below memory.max of ");
		human_bytes(text, limits->memory_max.value);
	} else {
		text_add(text, " is the only memory limit");
	}
	text_add(text, ": above it the process is not killed but slowed down without end, so "
		       "advice stays below it.");
}

static void note_memory_small(const struct report *report, struct text *text)
{
	text_add(text, "The memory budget of ");
	human_bytes(text, report->limits.memory_budget);
	text_add(text, " is too small to advise a heap limit.");
}

/* Swapped pages that one collection may bring back: what is allowed, and what there is. */
static uint64_t swapped_pages(const struct climits_limits *limits)
{
	uint64_t bytes = limits->swap_total;

	if (limits->swap_max.status == CLIMITS_LIMITED && limits->swap_max.value < bytes)
		bytes = limits->swap_max.value;
	return bytes / 4096;
}

/*
 * Measured costs of a fault: 34 to 55 us from a file or disk, 6 us from zram. A page counts 4 KiB;
 * kernels with larger ones have fewer faults of about the same cost.
 */
static void note_swap_with_gc(const struct report *report, struct text *text)
{
	uint64_t pages = swapped_pages(&report->limits);

	human_bytes(text, pages * 4096);
	text_add(text, " of swap may be used: a tracing collector brings cold pages back one by "
		       "one, at 34 to 55 us each from file or disk, 6 us from zram: up to ");
	human_tenths(text, pages * 34, 1000000);
	text_add(text, " to ");
	human_tenths(text, pages * 55, 1000000);
	text_add(text, " s (zram: ");
	human_tenths(text, pages * 6, 1000000);
	text_add(text, " s) for one collection.");
}

static void note_use_hierarchy_off(const struct report *report, struct text *text)
{
	(void)report;
	text_add(text, "memory.use_hierarchy is 0 above: memory limits of parents from there on do "
		       "not apply to this process.");
}

static void note_process_dead(const struct report *report, struct text *text)
{
	(void)report;
	text_add(text, "The process is dead: it has no limits.");
}

/* Which of the two it is shows by the lack of any limit. */
static void note_controller_missing(const struct report *report, struct text *text)
{
	int cpu = report->limits.cpu_quota.status == CLIMITS_UNLIMITED;
	int memory = report->limits.memory_max.status == CLIMITS_UNLIMITED;

	text_addf(text,
		  "There is no %s%s%s controller: a limit that was configured would not be "
		  "enforced.",
		  cpu || !memory ? "cpu" : "", cpu == memory ? " or no " : "",
		  memory || !cpu ? "memory" : "");
}

static void note_cgroup_moved(const struct report *report, struct text *text)
{
	(void)report;
	text_add(text, "The process is in another cgroup than when it was read before.");
}

static const char *policy_name(int policy)
{
	switch (policy) {
	case SCHED_FIFO:
		return "SCHED_FIFO";
	case SCHED_RR:
		return "SCHED_RR";
	default:
		return "SCHED_DEADLINE";
	}
}

static void note_quota_not_binding(const struct report *report, struct text *text)
{
	text_addf(text, "The process runs under %s: the CPU quota does not hold it back.",
		  policy_name(report->limits.scheduling));
}

static void note_ancestor_tighter(const struct report *report, struct text *text)
{
	static const int bound[] = {CLIMITS_CPU_QUOTA, CLIMITS_MEMORY_MAX, CLIMITS_MEMORY_HIGH};
	const char *between = "";

	text_add(text, "Set above the own cgroup, where Go 1.25 and later, Java before 24, .NET "
		       "before 9 (memory), nginx and Envoy do not look: ");
	for (size_t i = 0; i < sizeof(bound) / sizeof(bound[0]); i++) {
		if (report_limit(report, bound[i])->status != CLIMITS_LIMITED ||
		    report_limit(report, bound[i])->level <= 0)
			continue;
		text_addf(text, "%s%s", between, climits_resource_name(bound[i]));
		between = ", ";
	}
	text_add(text, ".");
}

static void note_swap_unaccounted(const struct report *report, struct text *text)
{
	(void)report;
	text_add(text, "The kernel does not account swap here: its limit is not known.");
}

static void note_updates_off(const struct report *report, struct text *text)
{
	(void)report;
	text_add(text, "GOMAXPROCS, once set, switches off Go's own updating (1.25 and later).");
}

typedef void note_writer(const struct report *report, struct text *text);

static note_writer *const writers[CLIMITS_NOTES] = {
	[CLIMITS_NOTE_ANCESTORS_HIDDEN] = note_ancestors_hidden,
	[CLIMITS_NOTE_OUTSIDE_MOUNT] = note_outside_mount,
	[CLIMITS_NOTE_QUOTA_FRACTION] = note_quota_fraction,
	[CLIMITS_NOTE_QUOTA_BELOW_ONE] = note_quota_below_one,
	[CLIMITS_NOTE_QUOTA_ABOVE_CPUS] = note_quota_above_cpus,
	[CLIMITS_NOTE_PERIOD_ASSUMED] = note_period_assumed,
	[CLIMITS_NOTE_VALUE_MALFORMED] = note_value_malformed,
	[CLIMITS_NOTE_LIMIT_ABOVE_RAM] = note_limit_above_ram,
	[CLIMITS_NOTE_HIGH_BELOW_MAX] = note_high_below_max,
	[CLIMITS_NOTE_MEMORY_SMALL] = note_memory_small,
	[CLIMITS_NOTE_SWAP_WITH_GC] = note_swap_with_gc,
	[CLIMITS_NOTE_USE_HIERARCHY_OFF] = note_use_hierarchy_off,
	[CLIMITS_NOTE_PROCESS_DEAD] = note_process_dead,
	[CLIMITS_NOTE_CONTROLLER_MISSING] = note_controller_missing,
	[CLIMITS_NOTE_CGROUP_MOVED] = note_cgroup_moved,
	[CLIMITS_NOTE_NOT_MOUNTED] = note_not_mounted,
	[CLIMITS_NOTE_UNREADABLE] = note_unreadable,
	[CLIMITS_NOTE_QUOTA_NOT_BINDING] = note_quota_not_binding,
	[CLIMITS_NOTE_ANCESTOR_TIGHTER] = note_ancestor_tighter,
	[CLIMITS_NOTE_SWAP_UNACCOUNTED] = note_swap_unaccounted,
	[CLIMITS_NOTE_UPDATES_OFF] = note_updates_off,
};

void format_note(const struct report *report, int note, struct text *text)
{
	if (note >= 0 && note < CLIMITS_NOTES && writers[note])
		writers[note](report, text);
}
