/* SPDX-License-Identifier: MIT
 *
 * lib/runtimes.c: over the whole range of quotas and budgets no value leaves what its runtime
 * accepts, is above the limit it came from, or holds a character that text must quote. Single
 * values: test_runtimes.c.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/advice.h"

#define NONE UINT64_MAX

static struct climits_limits limits_of(uint64_t quota, uint64_t max)
{
	struct climits_limits limits = {.size = sizeof(limits), .usable_cpus = 8};

	limits.cpu_quota.status = quota == NONE ? CLIMITS_UNLIMITED : CLIMITS_LIMITED;
	limits.cpu_quota.value = quota == NONE ? 0 : quota;
	limits.cpu_quota.period = 100000;
	limits.memory_max.status = CLIMITS_LIMITED;
	limits.memory_max.value = max;
	limits.memory_high.status = CLIMITS_UNLIMITED;
	limits.online.status = CLIMITS_LIMITED;
	limits.online.value = 8;
	return limits;
}

static const char *const counts[] = {
	"GOMAXPROCS",        "DOTNET_PROCESSOR_COUNT", "PYTHON_CPU_COUNT",
	"OMP_NUM_THREADS",   "OPENBLAS_NUM_THREADS",   "MKL_NUM_THREADS",
	"BLIS_NUM_THREADS",  "NUMEXPR_MAX_THREADS",    "NUMBA_NUM_THREADS",
	"RAYON_NUM_THREADS", "TOKIO_WORKER_THREADS",   "POLARS_MAX_THREADS",
	"RUBY_MAX_CPU",      "MAGICK_THREAD_LIMIT"};

#define COUNTS "any of counts[]"

/*
 * What each runtime accepts. # is a decimal number without a leading zero and @ a hexadecimal
 * one; the first lies in least..most. unit: the second one, or the first where there is but one,
 * is so many bytes and must not be more than the budget; 0 where it is no size.
 */
static const struct {
	const char *name, *pattern;
	uint64_t least, most, unit;
} grammars[] = {
	{COUNTS, "#", 1, 8192, 0},
	{"GOMEMLIMIT", "#MiB", 1, INT64_MAX / MIB, MIB},
	{"GOMEMLIMIT", "#KiB", 1, INT64_MAX / KIB, KIB},
	{"GODEBUG", "madvdontneed=1", 0, 0, 0},
	{"JAVA_TOOL_OPTIONS", "-XX:ActiveProcessorCount=# -Xmx#m", 1, 8192, MIB},
	{"JAVA_TOOL_OPTIONS", "-XX:ActiveProcessorCount=#", 1, 8192, 0},
	{"JAVA_TOOL_OPTIONS", "-Xmx#m", 8, 4194304, MIB},
	{"NODE_OPTIONS", "--max-old-space-size=# --max-semi-space-size=16", 32, 4194304, MIB},
	{"DOTNET_GCHeapHardLimit", "0x@", 20 * MIB, 4 * TIB, 1},
	{"OMP_WAIT_POLICY", "passive", 0, 0, 0},
	{"ERL_AFLAGS", "+S #:# +SDcpu #:# +sbwt none +sbwtdcpu none +sbwtdio none", 1, 1024, 0},
	{"GHCRTS", "-N# -M#", 1, 256, 1},
	{"GHCRTS", "-N#", 1, 256, 0},
	{"GHCRTS", "-M#", 8 * MIB, 4 * TIB, 1},
	{"OCAMLRUNPARAM", "d=#", 1, 128, 0},
	{"MALLOC_ARENA_MAX", "2", 0, 0, 0},
	{"MALLOC_CONF", "narenas:#,background_thread:true", 1, 4094, 0},
	{"MAKEFLAGS", "-j#", 1, 8192, 0},
	{"CMAKE_BUILD_PARALLEL_LEVEL", "#", 1, 8192, 0},
	{"CARGO_BUILD_JOBS", "#", 1, 8192, 0},
	{"NGINX_ENTRYPOINT_WORKER_PROCESSES_AUTOTUNE", "1", 0, 0, 0},
	{"WEB_CONCURRENCY", "#", 1, 16384, 0},
	{"VIPS_CONCURRENCY", "#", 1, 1024, 0},
	{"MAGICK_MEMORY_LIMIT", "#MiB", 4, INT64_MAX / MIB, MIB},
	{"MAGICK_MAP_LIMIT", "#MiB", 4, INT64_MAX / MIB, MIB},
};

/* Digits at *text, which is moved past them; 0 when there are none, one too many or a leading 0. */
static int read_number(const char **text, const char *digits, uint64_t *ret)
{
	const uint64_t base = strlen(digits);
	const char *digit;

	if (**text == '0' || !strchr(digits, **text) || **text == '\0')
		return 0;
	*ret = 0;
	for (; **text != '\0' && (digit = strchr(digits, **text)); (*text)++) {
		if (__builtin_mul_overflow(*ret, base, ret) ||
		    __builtin_add_overflow(*ret, (uint64_t)(digit - digits), ret))
			return 0;
	}
	return 1;
}

/* How many numbers, -1 when the value is not as the pattern. */
static int match(const char *pattern, const char *value, uint64_t numbers[4])
{
	int count = 0;

	for (; *pattern != '\0'; pattern++) {
		if (*pattern == '#' || *pattern == '@') {
			if (!read_number(&value,
					 *pattern == '#' ? "0123456789" : "0123456789abcdef",
					 &numbers[count++]))
				return -1;
		} else if (*value++ != *pattern) {
			return -1;
		}
	}
	return *value == '\0' ? count : -1;
}

static int is_for(const char *grammar, const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		if (strcmp(counts[i], name) == 0)
			return strcmp(grammar, COUNTS) == 0;
	}
	return strcmp(grammar, name) == 0;
}

/* Variables whose number counts CPUs: never more than there are. */
static int counts_cpus(const char *name)
{
	return strcmp(name, "OCAMLRUNPARAM") != 0 && strcmp(name, "WEB_CONCURRENCY") != 0;
}

static void check_numbers(size_t grammar, const struct climits_limits *limits,
			  const struct climits_setting *setting, const uint64_t *numbers, int count)
{
	uint64_t size = grammars[grammar].unit, max = limits->memory_max.value;

	if (count == 0)
		return;
	if (numbers[0] < grammars[grammar].least || numbers[0] > grammars[grammar].most)
		ck_abort_msg("%s=%s out of range", setting->name, setting->value);
	if ((size == 0 || count > 1) && limits->usable_cpus > 0 && counts_cpus(setting->name))
		ck_assert_uint_le(numbers[0], limits->usable_cpus);
	if (size > 0)
		ck_assert_uint_le(numbers[count - 1], max / size);
}

static void check_setting(const struct climits_limits *limits,
			  const struct climits_setting *setting)
{
	uint64_t numbers[4];
	size_t i;
	int count;

	ck_assert_ptr_nonnull(memchr(setting->value, '\0', sizeof(setting->value)));
	ck_assert_uint_lt(strlen(setting->value), sizeof(setting->value) - 16);
	if (setting->value[0] == '\0') {
		ck_assert_int_eq(setting->print, 0);
		return;
	}
	if (setting->value[strspn(setting->value, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstu"
						  "vwxyz0123456789_=:,.+/- ")] != '\0')
		ck_abort_msg("%s=%s", setting->name, setting->value);
	for (i = 0; i < sizeof(grammars) / sizeof(grammars[0]); i++) {
		if (!is_for(grammars[i].name, setting->name))
			continue;
		count = match(grammars[i].pattern, setting->value, numbers);
		if (count < 0)
			continue;
		check_numbers(i, limits, setting, numbers, count);
		return;
	}
	ck_abort_msg("%s=%s", setting->name, setting->value);
}

static void check_limits(const struct climits_limits *limits, uint32_t ratio, int rounding)
{
	struct climits_policy policy = {.size = sizeof(policy),
					.runtimes = "all,go1.12",
					.memory_ratio = ratio,
					.rounding = rounding};
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	int i, count = climits_advise(limits, &policy, settings, CLIMITS_SETTINGS_MAX, NULL);

	ck_assert_int_eq(count, 33);
	for (i = 0; i < count; i++)
		check_setting(limits, &settings[i]);
}

/* xorshift64*: the same numbers at each run. */
static uint64_t random_number(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * UINT64_C(0x2545f4914f6cdd1d);
}

/* One budget against quotas of 0.01 to 4096 CPUs, whole, on either side of whole, and any. */
static void check_budget(uint64_t max, uint64_t *state)
{
	static const uint32_t usable[] = {0, 1, 8, 4096};
	struct climits_limits limits = limits_of(NONE, max);
	uint64_t i, whole;

	check_limits(&limits, 0, 0);
	for (i = 0; i < 12; i++) {
		whole = (random_number(state) % 4096 + 1) >> random_number(state) % 12;
		limits.usable_cpus = usable[i % 4];
		limits.cpu_quota.status = CLIMITS_LIMITED;
		limits.cpu_quota.period = i % 2 ? 100000 : 1000 + random_number(state) % 999001;
		limits.cpu_quota.value = whole * limits.cpu_quota.period + i % 3 - 1;
		if (whole == 0)
			limits.cpu_quota.value = 1000 + random_number(state) % 100000;
		limits.online.value = 1 + random_number(state) % 16;
		check_limits(&limits, (uint32_t)(random_number(state) % 1001), (int)(i % 3));
	}
}

START_TEST(every_budget)
{
	uint64_t state = 88172645463325252U, power;
	int i;

	for (i = 0; i < 64; i++) {
		power = UINT64_C(1) << i;
		check_budget(power - 1, &state);
		check_budget(power, &state);
		check_budget(power + 1, &state);
	}
	for (i = 0; i < 200; i++)
		check_budget(random_number(&state) >> random_number(&state) % 64, &state);
	for (i = 0; i < 160; i++)
		check_budget((uint64_t)i * MIB, &state);
}
END_TEST

START_TEST(every_quota)
{
	struct climits_limits limits = limits_of(100000, GIB);
	uint64_t hundredths;

	for (hundredths = 1; hundredths <= 409600; hundredths += 1 + hundredths / 200) {
		limits.cpu_quota.value = hundredths * 1000;
		limits.usable_cpus = hundredths % 2 ? 0 : 64;
		check_limits(&limits, 0, (int)(hundredths % 3));
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("runtimes_range");
	TCase *range = tcase_create("range");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_set_timeout(range, 120);
	tcase_add_test(range, every_budget);
	tcase_add_test(range, every_quota);
	suite_add_tcase(suite, range);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
