/* SPDX-License-Identifier: MIT
 *
 * lib/advice.c: quota to threads, limits to budget, notes, and which settings come out for which
 * policy. What each runtime gets is in test_runtimes.c.
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/advice.h"

#define NONE UINT64_MAX

static void set_limit(struct climits_limit *limit, uint64_t value)
{
	limit->status = value == NONE ? CLIMITS_UNLIMITED : CLIMITS_LIMITED;
	limit->value = value == NONE ? 0 : value;
}

/* Limits on a machine of 8 CPUs and 16 GiB: quota in us each 100 ms, NONE for none. */
static struct climits_limits machine(uint64_t quota, uint64_t max, uint64_t high)
{
	struct climits_limits limits = {.size = sizeof(limits), .usable_cpus = 8};

	set_limit(&limits.cpu_quota, quota);
	limits.cpu_quota.period = quota == NONE ? 0 : 100000;
	set_limit(&limits.memory_max, max);
	set_limit(&limits.memory_high, high);
	set_limit(&limits.swap_max, 0);
	set_limit(&limits.online, 8);
	limits.memory_total = 16 * GIB;
	return limits;
}

static struct climits_policy policy_for(const char *runtimes)
{
	return (struct climits_policy){.size = sizeof(struct climits_policy), .runtimes = runtimes};
}

static uint64_t notes_of(const struct climits_limits *limits, const char *runtimes)
{
	struct climits_policy policy = policy_for(runtimes);
	uint64_t notes = 0;

	ck_assert_int_gt(climits_advise(limits, &policy, NULL, 0, &notes), 0);
	return notes;
}

static int has_note(const struct climits_limits *limits, const char *runtimes, int note)
{
	return (int)(notes_of(limits, runtimes) >> note & 1);
}

/* The table "Examples" of the advice. */
static const struct {
	uint64_t quota, max, high;
	const char *gomaxprocs;
	int gomaxprocs_printed;
	const char *gomemlimit;
} examples[] = {
	{250000, 512 * MIB, 448 * MIB, "2", 1, "403MiB"},
	{50000, 512 * MIB, NONE, "1", 1, "460MiB"},
	{1200000, NONE, NONE, "8", 1, ""},
	{NONE, 1 * GIB, NONE, "8", 0, "921MiB"},
	{199990, 24 * MIB, NONE, "1", 1, "22118KiB"},
	{400000, 64 * GIB, NONE, "4", 1, "14745MiB"},
};

START_TEST(go_examples)
{
	struct climits_limits limits = machine(examples[_i].quota, examples[_i].max,
					       examples[_i].high);
	struct climits_setting settings[2];

	ck_assert_int_eq(climits_advise(&limits, NULL, settings, 2, NULL), 2);
	ck_assert_str_eq(settings[0].runtime, "go");
	ck_assert_str_eq(settings[0].name, "GOMAXPROCS");
	ck_assert_str_eq(settings[0].value, examples[_i].gomaxprocs);
	ck_assert_int_eq(settings[0].print, examples[_i].gomaxprocs_printed);
	ck_assert_int_eq(settings[0].basis, CLIMITS_BASIS_CPU);
	ck_assert_int_eq(settings[0].separator, 0);
	ck_assert_str_eq(settings[1].name, "GOMEMLIMIT");
	ck_assert_str_eq(settings[1].value, examples[_i].gomemlimit);
	ck_assert_int_eq(settings[1].print, examples[_i].gomemlimit[0] != '\0');
}
END_TEST

static const struct {
	uint64_t value, period;
	uint32_t usable, floor, ceil, nearest;
} roundings[] = {
	{250000, 100000, 8, 2, 3, 3},
	{249999, 100000, 8, 2, 3, 2},
	{150000, 100000, 8, 1, 2, 2},
	{149999, 100000, 8, 1, 2, 1},
	{200000, 100000, 8, 2, 2, 2},
	{1000, 100000, 8, 1, 1, 1},
	{250000, 100000, 2, 2, 2, 2},
	{250000, 100000, 0, 2, 3, 3},
	{1000001, 1000000, 8, 1, 2, 1},
	{3, 2, 0, 1, 2, 2},
	{UINT64_MAX, 1, 8, 8, 8, 8},
	{UINT64_MAX, UINT64_MAX - 1, 8, 1, 2, 1},
	{UINT64_MAX - 2, UINT64_MAX - 1, 8, 1, 1, 1},
	{UINT64_C(1) << 44, 1000, 0, 8192, 8192, 8192},
	{0, 100000, 8, 1, 1, 1},
};

START_TEST(rounding)
{
	struct climits_limits limits = machine(1, NONE, NONE);
	struct climits_policy policy = policy_for(NULL);
	struct advice advice;

	limits.cpu_quota.value = roundings[_i].value;
	limits.cpu_quota.period = roundings[_i].period;
	limits.usable_cpus = roundings[_i].usable;
	climits_advice_prepare(&limits, &policy, &advice);
	ck_assert_uint_eq(advice.processors, roundings[_i].floor);
	policy.rounding = CLIMITS_ROUND_CEIL;
	climits_advice_prepare(&limits, &policy, &advice);
	ck_assert_uint_eq(advice.processors, roundings[_i].ceil);
	policy.rounding = CLIMITS_ROUND_NEAREST;
	climits_advice_prepare(&limits, &policy, &advice);
	ck_assert_uint_eq(advice.processors, roundings[_i].nearest);
}
END_TEST

/* What cannot be told is never printed: that would switch off the runtime's own detection. */
START_TEST(unknown_is_not_printed)
{
	static const int statuses[] = {CLIMITS_UNKNOWN, CLIMITS_INVALID, -1, 99};
	struct climits_limits limits = machine(250000, 1 * GIB, NONE);
	struct climits_setting settings[2];

	limits.cpu_quota.status = statuses[_i];
	limits.memory_high.status = statuses[_i];
	ck_assert_int_eq(climits_advise(&limits, NULL, settings, 2, NULL), 2);
	ck_assert_str_eq(settings[0].value, "8");
	ck_assert_int_eq(settings[0].print, 0);
	ck_assert_str_eq(settings[1].value, "");
	ck_assert_int_eq(settings[1].print, 0);

	limits.memory_high.status = CLIMITS_UNLIMITED;
	limits.memory_max.status = statuses[_i];
	limits.usable_cpus = 0;
	ck_assert_int_eq(climits_advise(&limits, NULL, settings, 2, NULL), 2);
	ck_assert_str_eq(settings[0].value, "");
	ck_assert_str_eq(settings[1].value, "");
}
END_TEST

START_TEST(zeroed_limits)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	struct climits_policy policy = policy_for("all");
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	uint64_t notes = ~UINT64_C(0);
	int i, count = climits_advise(&limits, &policy, settings, CLIMITS_SETTINGS_MAX, &notes);

	ck_assert_int_gt(count, 30);
	ck_assert_int_le(count, CLIMITS_SETTINGS_MAX);
	for (i = 0; i < count; i++)
		ck_assert_int_eq(settings[i].print, 0);
	ck_assert_uint_eq(notes, 0);
}
END_TEST

START_TEST(quota_without_period)
{
	struct climits_limits limits = machine(250000, NONE, NONE);
	struct climits_setting setting;

	limits.cpu_quota.period = 0;
	ck_assert_int_eq(climits_advise(&limits, NULL, &setting, 1, NULL), 2);
	ck_assert_str_eq(setting.value, "8");
	ck_assert_int_eq(setting.print, 0);
	ck_assert_uint_eq(notes_of(&limits, "go"), 0);
}
END_TEST

static const struct {
	uint64_t max, high, total;
	int status;
	uint64_t bytes;
} budgets[] = {
	{512 * MIB, 448 * MIB, 16 * GIB, CLIMITS_LIMITED, 448 * MIB},
	{448 * MIB, 512 * MIB, 16 * GIB, CLIMITS_LIMITED, 448 * MIB},
	{NONE, 448 * MIB, 0, CLIMITS_LIMITED, 448 * MIB},
	{64 * GIB, NONE, 16 * GIB, CLIMITS_LIMITED, 16 * GIB},
	{64 * GIB, NONE, 0, CLIMITS_LIMITED, 64 * GIB},
	{NONE, NONE, 16 * GIB, CLIMITS_UNLIMITED, 0},
	{0, NONE, 16 * GIB, CLIMITS_LIMITED, 0},
	{UINT64_MAX - 1, NONE, 0, CLIMITS_LIMITED, INT64_MAX},
};

START_TEST(budget)
{
	struct climits_limits limits = machine(NONE, budgets[_i].max, budgets[_i].high);
	struct advice advice;

	limits.memory_total = budgets[_i].total;
	climits_advice_prepare(&limits, NULL, &advice);
	ck_assert_int_eq(advice.budget, budgets[_i].status);
	ck_assert_uint_eq(advice.bytes, budgets[_i].bytes);
}
END_TEST

START_TEST(scale_is_exact)
{
	ck_assert_uint_eq(climits_scale(0, 900, 1000), 0);
	ck_assert_uint_eq(climits_scale(1, 900, 1000), 0);
	ck_assert_uint_eq(climits_scale(469762048, 900, 1000), 422785843);
	ck_assert_uint_eq(climits_scale(UINT64_MAX, 3, 4), UINT64_C(13835058055282163711));
	ck_assert_uint_eq(climits_scale(UINT64_MAX, 999, 1000), UINT64_C(18428297329635842063));
	ck_assert_uint_eq(climits_scale(UINT64_MAX, 1000, 1000), UINT64_MAX);
}
END_TEST

static const struct {
	uint64_t quota;
	uint32_t usable;
	int fraction, below_one, above_cpus;
} quotas[] = {
	{250000, 8, 1, 0, 0}, /* a fifth exactly: 0.5 of 2.5 */
	{125000, 8, 1, 0, 0}, /* a fifth exactly: 0.25 of 1.25 */
	{124999, 8, 0, 0, 0},  {199990, 8, 1, 0, 0}, {200000, 8, 0, 0, 0},  {350000, 8, 0, 0, 0},
	{99999, 8, 0, 1, 0},   {100000, 8, 0, 0, 0}, {800000, 8, 0, 0, 0},  {800001, 8, 0, 0, 1},
	{1200000, 8, 0, 0, 1}, {150000, 1, 1, 0, 1}, {1200000, 0, 0, 0, 0}, {0, 8, 0, 1, 0},
	{NONE, 8, 0, 0, 0},
};

START_TEST(quota_notes)
{
	struct climits_limits limits = machine(quotas[_i].quota, NONE, NONE);

	limits.usable_cpus = quotas[_i].usable;
	ck_assert_int_eq(has_note(&limits, "go", CLIMITS_NOTE_QUOTA_FRACTION), quotas[_i].fraction);
	ck_assert_int_eq(has_note(&limits, "go", CLIMITS_NOTE_QUOTA_BELOW_ONE),
			 quotas[_i].below_one);
	ck_assert_int_eq(has_note(&limits, "go", CLIMITS_NOTE_QUOTA_ABOVE_CPUS),
			 quotas[_i].above_cpus);
}
END_TEST

START_TEST(quota_notes_do_not_overflow)
{
	struct climits_limits limits = machine(UINT64_MAX - 1, NONE, NONE);

	limits.cpu_quota.period = UINT64_MAX / 2 + 2;
	/* 1.99...: nearly half is lost, and five times the rest is more than 64 bits hold. */
	ck_assert_int_eq(has_note(&limits, "go", CLIMITS_NOTE_QUOTA_FRACTION), 1);
	ck_assert_int_eq(has_note(&limits, "go", CLIMITS_NOTE_QUOTA_ABOVE_CPUS), 0);
}
END_TEST

static const struct {
	uint64_t max, high;
	int above_ram, high_below_max, small;
} memories[] = {
	{512 * MIB, 448 * MIB, 0, 1, 0},
	{512 * MIB, 512 * MIB, 0, 0, 0},
	{512 * MIB, NONE, 0, 0, 0},
	{NONE, 448 * MIB, 0, 1, 0},
	{16 * GIB, NONE, 0, 0, 0},
	{16 * GIB + 1, NONE, 1, 0, 0},
	{64 * GIB, 1 * GIB, 0, 1, 0},
	{64 * GIB, 32 * GIB, 1, 1, 0},
	{8 * MIB, NONE, 0, 0, 0},
	{8 * MIB - 1, NONE, 0, 0, 1},
	{0, NONE, 0, 0, 1},
	{NONE, NONE, 0, 0, 0},
};

START_TEST(memory_notes)
{
	struct climits_limits limits = machine(NONE, memories[_i].max, memories[_i].high);

	ck_assert_int_eq(has_note(&limits, "go", CLIMITS_NOTE_LIMIT_ABOVE_RAM),
			 memories[_i].above_ram);
	ck_assert_int_eq(has_note(&limits, "go", CLIMITS_NOTE_HIGH_BELOW_MAX),
			 memories[_i].high_below_max);
	ck_assert_int_eq(has_note(&limits, "go", CLIMITS_NOTE_MEMORY_SMALL), memories[_i].small);
	/* No heap limit is asked for, so none is missed. */
	ck_assert_int_eq(has_note(&limits, "python", CLIMITS_NOTE_MEMORY_SMALL), 0);
}
END_TEST

static const struct {
	const char *runtimes;
	int swap_status;
	uint64_t swap, swap_total, max;
	int expected;
} swaps[] = {
	{"go", CLIMITS_LIMITED, 1, GIB, GIB, 1},
	{"go", CLIMITS_LIMITED, 0, GIB, GIB, 0},
	{"go", CLIMITS_UNLIMITED, 0, GIB, GIB, 1},
	{"go", CLIMITS_UNLIMITED, 0, 0, GIB, 0},
	{"go", CLIMITS_LIMITED, GIB, 0, GIB, 0},
	{"go", CLIMITS_UNKNOWN, 0, GIB, GIB, 0},
	{"go", CLIMITS_UNLIMITED, 0, GIB, NONE, 0},
	{"openmp,blas,malloc,make,web", CLIMITS_UNLIMITED, 0, GIB, GIB, 0},
	{"openmp,java", CLIMITS_UNLIMITED, 0, GIB, GIB, 1},
	{"node", CLIMITS_UNLIMITED, 0, GIB, GIB, 1},
	{"dotnet", CLIMITS_UNLIMITED, 0, GIB, GIB, 1},
	{"ocaml", CLIMITS_UNLIMITED, 0, GIB, GIB, 1},
	{"ghc", CLIMITS_UNLIMITED, 0, GIB, GIB, 1},
	{"erlang", CLIMITS_UNLIMITED, 0, GIB, GIB, 1},
	{"ruby", CLIMITS_UNLIMITED, 0, GIB, GIB, 1},
};

START_TEST(swap_note)
{
	struct climits_limits limits = machine(NONE, swaps[_i].max, NONE);

	limits.swap_max.status = swaps[_i].swap_status;
	limits.swap_max.value = swaps[_i].swap;
	limits.swap_total = swaps[_i].swap_total;
	ck_assert_int_eq(has_note(&limits, swaps[_i].runtimes, CLIMITS_NOTE_SWAP_WITH_GC),
			 swaps[_i].expected);
}
END_TEST

START_TEST(updates_off_note)
{
	struct climits_limits limits = machine(250000, NONE, NONE);

	ck_assert_int_eq(has_note(&limits, "go", CLIMITS_NOTE_UPDATES_OFF), 1);
	ck_assert_int_eq(has_note(&limits, "go1.12", CLIMITS_NOTE_UPDATES_OFF), 1);
	ck_assert_int_eq(has_note(&limits, "java", CLIMITS_NOTE_UPDATES_OFF), 0);
	limits = machine(NONE, GIB, NONE);
	ck_assert_int_eq(has_note(&limits, "go", CLIMITS_NOTE_UPDATES_OFF), 0);
}
END_TEST

static void assert_names(const char *runtimes, const char *expected)
{
	struct climits_limits limits = machine(250000, GIB, NONE);
	struct climits_policy policy = policy_for(runtimes);
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	char names[2048] = "";
	size_t length = 0;
	int i, count = climits_advise(&limits, &policy, settings, CLIMITS_SETTINGS_MAX, NULL);

	for (i = 0; i < count; i++) {
		length += (size_t)snprintf(names + length, sizeof(names) - length, "%s%s",
					   i > 0 ? " " : "", settings[i].name);
	}
	ck_assert_str_eq(names, expected);
}

START_TEST(selection)
{
	assert_names(NULL, "GOMAXPROCS GOMEMLIMIT");
	assert_names("go,go", "GOMAXPROCS GOMEMLIMIT");
	assert_names("go1.12", "GOMAXPROCS GOMEMLIMIT GODEBUG");
	assert_names("go1.12,go", "GOMAXPROCS GOMEMLIMIT GODEBUG");
	assert_names("node,java,go", "GOMAXPROCS GOMEMLIMIT JAVA_TOOL_OPTIONS NODE_OPTIONS");
	assert_names("safe",
		     "GOMAXPROCS GOMEMLIMIT DOTNET_PROCESSOR_COUNT DOTNET_GCHeapHardLimit "
		     "PYTHON_CPU_COUNT OMP_NUM_THREADS OMP_WAIT_POLICY OPENBLAS_NUM_THREADS "
		     "MKL_NUM_THREADS BLIS_NUM_THREADS NUMEXPR_MAX_THREADS "
		     "NUMBA_NUM_THREADS RAYON_NUM_THREADS TOKIO_WORKER_THREADS "
		     "POLARS_MAX_THREADS RUBY_MAX_CPU MALLOC_ARENA_MAX VIPS_CONCURRENCY "
		     "MAGICK_THREAD_LIMIT MAGICK_MEMORY_LIMIT MAGICK_MAP_LIMIT");
	assert_names("go1.12,vips", "GOMAXPROCS GOMEMLIMIT GODEBUG VIPS_CONCURRENCY");
}
END_TEST

START_TEST(all_sets_each_once)
{
	struct climits_limits limits = machine(250000, GIB, NONE);
	struct climits_policy policy = policy_for("all,go,go1.12,safe");
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	int i, j, count = climits_advise(&limits, &policy, settings, CLIMITS_SETTINGS_MAX, NULL);

	ck_assert_int_le(count, CLIMITS_SETTINGS_MAX);
	for (i = 0; i < count; i++) {
		for (j = 0; j < i; j++)
			ck_assert_str_ne(settings[i].name, settings[j].name);
	}
	policy.runtimes = "all";
	ck_assert_int_eq(climits_advise(&limits, &policy, NULL, 0, NULL), count - 1);
}
END_TEST

START_TEST(capacity)
{
	struct climits_limits limits = machine(250000, GIB, NONE);
	struct climits_setting settings[2];

	memset(settings, 0x5a, sizeof(settings));
	ck_assert_int_eq(climits_advise(&limits, NULL, settings, 1, NULL), 2);
	ck_assert_str_eq(settings[0].name, "GOMAXPROCS");
	ck_assert_int_eq(settings[1].value[0], 0x5a);
}
END_TEST

static void assert_refused(const struct climits_limits *limits, const struct climits_policy *policy)
{
	struct climits_setting setting = {.print = 77};
	uint64_t notes = 77;

	ck_assert_int_eq(climits_advise(limits, policy, &setting, 1, &notes), -EINVAL);
	ck_assert_int_eq(setting.print, 77);
	ck_assert_uint_eq(notes, 77);
}

START_TEST(refused)
{
	static const char *const lists[] = {"",    ",",     "go,",      ",go",  "go,,java", "Go",
					    "go ", " go",   "go, java", "g",    "goo",      "go1.1",
					    "ALL", "java;", "safe,x",   "none", "go\n"};
	struct climits_limits limits = machine(250000, GIB, NONE);
	struct climits_policy policy;
	size_t i;

	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		policy = policy_for(lists[i]);
		assert_refused(&limits, &policy);
	}
	policy = policy_for(NULL);
	policy.memory_ratio = 1001;
	assert_refused(&limits, &policy);
	policy = policy_for(NULL);
	policy.rounding = 3;
	assert_refused(&limits, &policy);
	policy.rounding = -1;
	assert_refused(&limits, &policy);
	policy = policy_for(NULL);
	policy.size--;
	assert_refused(&limits, &policy);
	assert_refused(NULL, NULL);
	limits.size--;
	assert_refused(&limits, NULL);
	limits.size++;
	ck_assert_int_eq(climits_advise(&limits, NULL, NULL, 1, NULL), -EINVAL);
}
END_TEST

START_TEST(bigger_structs_are_fine)
{
	struct climits_limits limits = machine(250000, GIB, NONE);
	struct climits_policy policy = policy_for("go");

	limits.size += 64;
	policy.size += 64;
	ck_assert_int_eq(climits_advise(&limits, &policy, NULL, 0, NULL), 2);
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

int main(void)
{
	Suite *suite = suite_create("advice");
	TCase *numbers = tcase_create("numbers"), *notes = tcase_create("notes");
	TCase *policy = tcase_create("policy");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_loop_test(numbers, go_examples, 0, COUNT(examples));
	tcase_add_loop_test(numbers, rounding, 0, COUNT(roundings));
	tcase_add_loop_test(numbers, unknown_is_not_printed, 0, 4);
	tcase_add_test(numbers, zeroed_limits);
	tcase_add_test(numbers, quota_without_period);
	tcase_add_loop_test(numbers, budget, 0, COUNT(budgets));
	tcase_add_test(numbers, scale_is_exact);
	tcase_add_loop_test(notes, quota_notes, 0, COUNT(quotas));
	tcase_add_test(notes, quota_notes_do_not_overflow);
	tcase_add_loop_test(notes, memory_notes, 0, COUNT(memories));
	tcase_add_loop_test(notes, swap_note, 0, COUNT(swaps));
	tcase_add_test(notes, updates_off_note);
	tcase_add_test(policy, selection);
	tcase_add_test(policy, all_sets_each_once);
	tcase_add_test(policy, capacity);
	tcase_add_test(policy, refused);
	tcase_add_test(policy, bigger_structs_are_fine);
	suite_add_tcase(suite, numbers);
	suite_add_tcase(suite, notes);
	suite_add_tcase(suite, policy);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
