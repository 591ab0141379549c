/* SPDX-License-Identifier: MIT
 *
 * From limits to settings: the quota becomes a number of threads, the memory limits a budget, and
 * each selected row of the runtimes table turns the two into its variables. Pure: no I/O, no
 * allocation, no floating point; every division is exact about what it drops.
 *
 * Does not cover what each runtime accepts (runtimes.c), text (setting.c), or notes about how the
 * limits were read: climits_read() sets those.
 */
#include <errno.h>
#include <string.h>

#include "advice.h"

#define RATIO_DEFAULT 900
#define RATIO_MAX 1000

uint64_t climits_scale(uint64_t number, uint32_t numerator, uint32_t denominator)
{
	return number / denominator * numerator + number % denominator * numerator / denominator;
}

/*
 * UNKNOWN and INVALID are one here: what the kernel enforces cannot be told. A quota without a
 * period was filled in by hand and has no meaning.
 */
static int quota_status(const struct climits_limit *quota)
{
	if (quota->status == CLIMITS_UNLIMITED)
		return CLIMITS_UNLIMITED;
	if (quota->status == CLIMITS_LIMITED && quota->period > 0)
		return CLIMITS_LIMITED;
	return CLIMITS_UNKNOWN;
}

/*
 * The quota in whole CPUs, at least 1. Compares the remainder with what is missing to the next
 * whole number, since twice the remainder could overflow.
 */
static uint32_t quota_round(const struct climits_limit *quota, int rounding)
{
	uint64_t whole = quota->value / quota->period;
	uint64_t rest = quota->value % quota->period;

	if (whole >= ADVICE_PROCESSORS_MAX)
		return ADVICE_PROCESSORS_MAX;
	if (rounding == CLIMITS_ROUND_CEIL && rest > 0)
		whole++;
	if (rounding == CLIMITS_ROUND_NEAREST && rest > 0 && rest >= quota->period - rest)
		whole++;
	return whole > 0 ? (uint32_t)whole : 1;
}

static uint32_t at_most(uint32_t number, uint32_t limit)
{
	return limit > 0 && number > limit ? limit : number;
}

/* Whether the status is one of the two that say what the kernel does. */
static int memory_known(const struct climits_limit *limit)
{
	return limit->status == CLIMITS_LIMITED || limit->status == CLIMITS_UNLIMITED;
}

/* The tighter of memory.max and memory.high, UINT64_MAX when neither is a limit. */
static uint64_t memory_limit(const struct climits_limits *limits)
{
	uint64_t limit = UINT64_MAX;

	if (limits->memory_max.status == CLIMITS_LIMITED)
		limit = limits->memory_max.value;
	if (limits->memory_high.status == CLIMITS_LIMITED && limits->memory_high.value < limit)
		limit = limits->memory_high.value;
	return limit;
}

/*
 * B = min(memory.max, memory.high, RAM). memory.high counts because a heap that is sized by
 * memory.max and grows past memory.high is slowed down for ever, without one OOM event
 * (cgroup-v2.rst, "memory.high"). Swap never adds. The kernel counts pages in a signed long, so
 * no limit is above INT64_MAX (include/linux/page_counter.h, PAGE_COUNTER_MAX); Go and V8 take no
 * more either.
 */
static void prepare_budget(const struct climits_limits *limits, struct advice *advice)
{
	advice->budget = CLIMITS_UNKNOWN;
	advice->bytes = 0;
	if (!memory_known(&limits->memory_max) || !memory_known(&limits->memory_high))
		return;
	advice->budget = CLIMITS_UNLIMITED;
	if (limits->memory_max.status != CLIMITS_LIMITED &&
	    limits->memory_high.status != CLIMITS_LIMITED)
		return;
	advice->budget = CLIMITS_LIMITED;
	advice->bytes = memory_limit(limits);
	if (limits->memory_total > 0 && limits->memory_total < advice->bytes)
		advice->bytes = limits->memory_total;
	if (advice->bytes > INT64_MAX)
		advice->bytes = INT64_MAX;
}

void climits_advice_prepare(const struct climits_limits *limits,
			    const struct climits_policy *policy, struct advice *ret_advice)
{
	const struct climits_limit *quota = &limits->cpu_quota;
	int rounding = policy ? policy->rounding : CLIMITS_ROUND_FLOOR;

	memset(ret_advice, 0, sizeof(*ret_advice));
	ret_advice->limits = limits;
	ret_advice->quota = quota_status(quota);
	ret_advice->processors = at_most(limits->usable_cpus, ADVICE_PROCESSORS_MAX);
	ret_advice->processors_up = ret_advice->processors;
	if (ret_advice->quota == CLIMITS_LIMITED) {
		ret_advice->processors = at_most(quota_round(quota, rounding), limits->usable_cpus);
		ret_advice->processors_up = quota_round(quota, CLIMITS_ROUND_CEIL);
	}
	ret_advice->memory_ratio = policy && policy->memory_ratio > 0 ? policy->memory_ratio
								      : RATIO_DEFAULT;
	prepare_budget(limits, ret_advice);
}

static uint64_t note(int number)
{
	return UINT64_C(1) << number;
}

/*
 * 1 - floor(Q)/Q >= 1/5 is 5 * rest >= quota, written without the multiplication that could
 * overflow. Below one CPU there is no smaller number of threads to choose, so that is another
 * note.
 */
static uint64_t quota_notes(const struct climits_limits *limits)
{
	const struct climits_limit *quota = &limits->cpu_quota;
	uint64_t whole, rest, notes = 0;

	if (quota_status(quota) != CLIMITS_LIMITED)
		return 0;
	whole = quota->value / quota->period;
	rest = quota->value % quota->period;
	if (whole == 0)
		notes |= note(CLIMITS_NOTE_QUOTA_BELOW_ONE);
	else if (rest >= quota->value / 5 + (quota->value % 5 > 0))
		notes |= note(CLIMITS_NOTE_QUOTA_FRACTION);
	if (limits->usable_cpus > 0 &&
	    (whole > limits->usable_cpus || (whole == limits->usable_cpus && rest > 0)))
		notes |= note(CLIMITS_NOTE_QUOTA_ABOVE_CPUS);
	return notes;
}

static uint64_t memory_notes(const struct climits_limits *limits)
{
	const struct climits_limit *max = &limits->memory_max, *high = &limits->memory_high;
	uint64_t limit = memory_limit(limits), notes = 0;

	if (limits->memory_total > 0 && limit != UINT64_MAX && limit > limits->memory_total)
		notes |= note(CLIMITS_NOTE_LIMIT_ABOVE_RAM);
	if (high->status == CLIMITS_LIMITED &&
	    (max->status == CLIMITS_UNLIMITED ||
	     (max->status == CLIMITS_LIMITED && high->value < max->value)))
		notes |= note(CLIMITS_NOTE_HIGH_BELOW_MAX);
	return notes;
}

/*
 * A machine without swap swaps nothing, whatever memory.swap.max says (docker sets it by
 * default).
 */
static int swap_allowed(const struct climits_limits *limits)
{
	const struct climits_limit *swap = &limits->swap_max;

	if (limits->swap_total == 0)
		return 0;
	return swap->status == CLIMITS_UNLIMITED ||
	       (swap->status == CLIMITS_LIMITED && swap->value > 0);
}

static int is_name(const char *text, size_t length, const char *name)
{
	return strlen(name) == length && memcmp(text, name, length) == 0;
}

/* The rows that one word of the list means, as bits; 0 when none has that name. */
static uint64_t select_word(const char *word, size_t length)
{
	const struct runtime *runtime;
	uint64_t selected = 0;
	size_t index;

	for (index = 0; (runtime = climits_runtime_row(index)); index++) {
		if (is_name(word, length, runtime->name) ||
		    (runtime->safe && is_name(word, length, "safe")) ||
		    (runtime->in_all && is_name(word, length, "all")))
			selected |= UINT64_C(1) << index;
	}
	return selected;
}

/* 0 when a word is no name. Nor is an empty one: an unset shell variable is a mistake to report. */
static uint64_t select_runtimes(const char *list)
{
	uint64_t selected = 0;

	for (;;) {
		size_t length = strcspn(list, ",");
		uint64_t word = select_word(list, length);
		if (word == 0)
			return 0;
		selected |= word;
		if (list[length] == '\0')
			return selected;
		list += length + 1;
	}
}

/* Whether a selected row before this one sets it already. */
static int set_before(uint64_t selected, size_t row, const char *name)
{
	const struct runtime *runtime;
	size_t index, i;

	for (index = 0; index < row; index++) {
		if (!(selected >> index & 1))
			continue;
		runtime = climits_runtime_row(index);
		for (i = 0; i < RUNTIME_VARIABLES_MAX && runtime->variables[i].name; i++) {
			if (strcmp(runtime->variables[i].name, name) == 0)
				return 1;
		}
	}
	return 0;
}

/*
 * Where settings go. Those beyond capacity are computed all the same, because their notes count.
 */
struct output {
	struct climits_setting *settings;
	size_t capacity;
	size_t count;
	uint64_t notes;
};

static void emit(struct advice *advice, const struct runtime *runtime,
		 const struct variable *variable, struct output *output)
{
	struct climits_setting setting;

	memset(&setting, 0, sizeof(setting));
	setting.runtime = runtime->name;
	setting.name = variable->name;
	setting.separator = variable->separator;
	variable->compute(advice, &setting);
	/* Go >= 1.25 follows a changed quota by itself unless this is set (Go 1.25 notes). */
	if (setting.print && strcmp(setting.name, "GOMAXPROCS") == 0)
		output->notes |= note(CLIMITS_NOTE_UPDATES_OFF);
	if (output->count < output->capacity)
		output->settings[output->count] = setting;
	output->count++;
}

static void emit_row(struct advice *advice, uint64_t selected, size_t row, struct output *output)
{
	const struct runtime *runtime = climits_runtime_row(row);
	size_t i;

	for (i = 0; i < RUNTIME_VARIABLES_MAX && runtime->variables[i].name; i++) {
		if (!set_before(selected, row, runtime->variables[i].name))
			emit(advice, runtime, &runtime->variables[i], output);
	}
	if (runtime->collector && advice->budget == CLIMITS_LIMITED && swap_allowed(advice->limits))
		output->notes |= note(CLIMITS_NOTE_SWAP_WITH_GC);
}

static int policy_valid(const struct climits_policy *policy)
{
	return !policy || (policy->size >= sizeof(*policy) && policy->memory_ratio <= RATIO_MAX &&
			   policy->rounding >= CLIMITS_ROUND_FLOOR &&
			   policy->rounding <= CLIMITS_ROUND_NEAREST);
}

int climits_advise(const struct climits_limits *limits, const struct climits_policy *policy,
		   struct climits_setting *ret_settings, size_t capacity, uint64_t *ret_notes)
{
	struct output output = {.settings = ret_settings, .capacity = capacity};
	struct advice advice;
	uint64_t selected;
	size_t row;

	if (!limits || limits->size < sizeof(*limits) || !policy_valid(policy) ||
	    (!ret_settings && capacity > 0))
		return -EINVAL;
	selected = select_runtimes(policy && policy->runtimes ? policy->runtimes : "go");
	if (selected == 0)
		return -EINVAL;
	climits_advice_prepare(limits, policy, &advice);
	for (row = 0; climits_runtime_row(row); row++) {
		if (selected >> row & 1)
			emit_row(&advice, selected, row, &output);
	}
	if (advice.too_small)
		output.notes |= note(CLIMITS_NOTE_MEMORY_SMALL);
	if (ret_notes)
		*ret_notes = output.notes | quota_notes(limits) | memory_notes(limits);
	return (int)output.count;
}
