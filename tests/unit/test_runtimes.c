/* SPDX-License-Identifier: MIT
 *
 * lib/runtimes.c: what each row gives for known limits, and the table itself. The whole range of
 * limits is in test_runtimes_range.c.
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/advice.h"

#define NONE UINT64_MAX
#define UNKNOWN (UINT64_MAX - 1)

static void set_limit(struct climits_limit *limit, uint64_t value)
{
	limit->status = CLIMITS_LIMITED;
	limit->value = value;
	if (value == NONE || value == UNKNOWN) {
		limit->status = value == NONE ? CLIMITS_UNLIMITED : CLIMITS_UNKNOWN;
		limit->value = 0;
	}
}

/* Quota in thousandths of a CPU, 8 usable CPUs of 8, RAM not known. */
static struct climits_limits limits_of(uint64_t quota, uint64_t max)
{
	struct climits_limits limits = {.size = sizeof(limits), .usable_cpus = 8};

	set_limit(&limits.cpu_quota, quota);
	limits.cpu_quota.value *= 100;
	limits.cpu_quota.period = 100000;
	set_limit(&limits.memory_max, max);
	set_limit(&limits.memory_high, NONE);
	set_limit(&limits.online, 8);
	return limits;
}

static struct climits_setting setting_of(const struct climits_limits *limits, const char *runtime,
					 const char *name)
{
	struct climits_policy policy = {.size = sizeof(policy), .runtimes = runtime};
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	int i, count = climits_advise(limits, &policy, settings, CLIMITS_SETTINGS_MAX, NULL);

	for (i = 0; i < count; i++) {
		if (strcmp(settings[i].name, name) == 0)
			return settings[i];
	}
	ck_abort_msg("%s does not set %s", runtime, name);
}

#define ERL "+S 2:2 +SDcpu 2:2 +sbwt none +sbwtdcpu none +sbwtdio none"
#define JAVA "java", "JAVA_TOOL_OPTIONS"
#define NODE "node", "NODE_OPTIONS"
#define SEMI " --max-semi-space-size=16"
#define NET_HEAP "dotnet", "DOTNET_GCHeapHardLimit"
#define NGINX "nginx", "NGINX_ENTRYPOINT_WORKER_PROCESSES_AUTOTUNE"

/* clang-format off */
static const struct {
	const char *runtime, *name;
	uint64_t quota, max;
	const char *value;
	int print;
} rows[] = {
	{"go", "GOMEMLIMIT", 2500, 64 * MIB, "57MiB", 1},
	{"go", "GOMEMLIMIT", 2500, 64 * MIB - 1, "58982KiB", 1},
	{"go", "GOMEMLIMIT", 2500, 8 * MIB, "7372KiB", 1},
	{"go", "GOMEMLIMIT", 2500, 8 * MIB - 1, "", 0},
	{"go", "GOMEMLIMIT", 2500, UNKNOWN, "", 0},
	{"go1.12", "GODEBUG", NONE, 512 * MIB, "madvdontneed=1", 1},
	{"go1.12", "GODEBUG", 2500, NONE, "madvdontneed=1", 0},
	{JAVA, 2500, 448 * MIB, "-XX:ActiveProcessorCount=2 -Xmx256m", 1},
	{JAVA, 2500, NONE, "-XX:ActiveProcessorCount=2", 1},
	{JAVA, NONE, 448 * MIB, "-Xmx256m", 1},
	{JAVA, UNKNOWN, 448 * MIB, "-Xmx256m", 1},
	{JAVA, NONE, NONE, "-XX:ActiveProcessorCount=8", 0},
	{JAVA, UNKNOWN, UNKNOWN, "-XX:ActiveProcessorCount=8", 0},
	{JAVA, NONE, 256 * MIB, "-Xmx128m", 1},
	{JAVA, NONE, 768 * MIB, "-Xmx576m", 1},
	{JAVA, NONE, 512 * MIB, "-Xmx320m", 1},
	{JAVA, NONE, 16 * GIB, "-Xmx12288m", 1},
	{JAVA, NONE, 16 * MIB, "-Xmx8m", 1},
	{JAVA, 2500, 16 * MIB - 1, "-XX:ActiveProcessorCount=2", 1},
	{JAVA, NONE, INT64_MAX, "-Xmx4194304m", 1},
	{NODE, 2500, 448 * MIB, "--max-old-space-size=320" SEMI, 1},
	{NODE, NONE, 64 * MIB, "--max-old-space-size=32" SEMI, 1},
	{NODE, NONE, 64 * MIB - 1, "", 0},
	{NODE, NONE, 200 * MIB, "--max-old-space-size=100" SEMI, 1},
	{NODE, NONE, 300 * MIB, "--max-old-space-size=172" SEMI, 1},
	{NODE, NONE, 16 * GIB, "--max-old-space-size=12288" SEMI, 1},
	{NODE, 2500, NONE, "", 0},
	{NET_HEAP, 2500, 448 * MIB, "0x15000000", 1},
	{NET_HEAP, 2500, 27962027, "0x1400000", 1},
	{NET_HEAP, 2500, 27962026, "", 0},
	{NET_HEAP, 2500, NONE, "", 0},
	{"openmp", "OMP_WAIT_POLICY", 2500, NONE, "passive", 1},
	{"openmp", "OMP_WAIT_POLICY", NONE, NONE, "passive", 0},
	{"erlang", "ERL_AFLAGS", 2500, NONE, ERL, 1},
	{"ghc", "GHCRTS", 2500, 448 * MIB, "-N2 -M375809638", 1},
	{"ghc", "GHCRTS", NONE, 448 * MIB, "-M375809638", 1},
	{"ghc", "GHCRTS", 2500, NONE, "-N2", 1},
	{"ghc", "GHCRTS", 2500, 20 * MIB - 1, "-N2", 1},
	{"ghc", "GHCRTS", NONE, NONE, "-N8", 0},
	{"ocaml", "OCAMLRUNPARAM", 2500, NONE, "d=3", 1},
	{"ocaml", "OCAMLRUNPARAM", 500, NONE, "d=1", 1},
	{"ocaml", "OCAMLRUNPARAM", 12000, NONE, "d=12", 1},
	{"ocaml", "OCAMLRUNPARAM", 500000, NONE, "d=128", 1},
	{"ocaml", "OCAMLRUNPARAM", NONE, NONE, "d=8", 0},
	{"malloc", "MALLOC_ARENA_MAX", NONE, 2 * GIB, "2", 1},
	{"malloc", "MALLOC_ARENA_MAX", NONE, 2 * GIB + 1, "", 0},
	{"malloc", "MALLOC_ARENA_MAX", 2500, NONE, "", 0},
	{"jemalloc", "MALLOC_CONF", 2500, NONE, "narenas:2,background_thread:true", 1},
	{"make", "MAKEFLAGS", 2500, 448 * MIB, "-j1", 1},
	{"make", "MAKEFLAGS", 2500, 16 * GIB, "-j3", 1},
	{"make", "MAKEFLAGS", 2500, NONE, "-j3", 1},
	{"make", "MAKEFLAGS", 12000, NONE, "-j8", 1},
	{"make", "MAKEFLAGS", NONE, 1 * GIB, "-j2", 1},
	{"make", "MAKEFLAGS", NONE, NONE, "-j8", 0},
	{"make", "MAKEFLAGS", 2500, UNKNOWN, "-j3", 0},
	{"make", "MAKEFLAGS", UNKNOWN, GIB, "-j2", 0},
	{"make", "CMAKE_BUILD_PARALLEL_LEVEL", 2500, 1 * GIB, "2", 1},
	{"make", "CARGO_BUILD_JOBS", 2500, 1 * GIB, "2", 1},
	{NGINX, 2500, NONE, "1", 1},
	{NGINX, NONE, NONE, "1", 0},
	{"web", "WEB_CONCURRENCY", 2500, NONE, "4", 1},
	{"web", "WEB_CONCURRENCY", 2500, 448 * MIB, "3", 1},
	{"web", "WEB_CONCURRENCY", 2500, 0, "1", 1},
	{"web", "WEB_CONCURRENCY", NONE, GIB, "8", 1},
	{"web", "WEB_CONCURRENCY", NONE, NONE, "16", 0},
	{"web", "WEB_CONCURRENCY", 2500, UNKNOWN, "4", 0},
	{"vips", "VIPS_CONCURRENCY", 2500, NONE, "2", 1},
	{"magick", "MAGICK_MEMORY_LIMIT", NONE, 448 * MIB, "224MiB", 1},
	{"magick", "MAGICK_MAP_LIMIT", NONE, 448 * MIB, "224MiB", 1},
	{"magick", "MAGICK_MEMORY_LIMIT", NONE, 8 * MIB - 1, "", 0},
};
/* clang-format on */

START_TEST(row)
{
	struct climits_limits limits = limits_of(rows[_i].quota, rows[_i].max);
	struct climits_setting setting = setting_of(&limits, rows[_i].runtime, rows[_i].name);

	ck_assert_str_eq(setting.value, rows[_i].value);
	ck_assert_int_eq(setting.print, rows[_i].print);
	ck_assert_str_eq(setting.runtime, rows[_i].runtime);
}
END_TEST

/* Variables that are P and nothing else. All take 1 to 8192. */
static const struct {
	const char *runtime, *name;
} counts[] = {
	{"go", "GOMAXPROCS"},
	{"dotnet", "DOTNET_PROCESSOR_COUNT"},
	{"python", "PYTHON_CPU_COUNT"},
	{"openmp", "OMP_NUM_THREADS"},
	{"blas", "OPENBLAS_NUM_THREADS"},
	{"blas", "MKL_NUM_THREADS"},
	{"blas", "BLIS_NUM_THREADS"},
	{"blas", "NUMEXPR_MAX_THREADS"},
	{"blas", "NUMBA_NUM_THREADS"},
	{"rust", "RAYON_NUM_THREADS"},
	{"rust", "TOKIO_WORKER_THREADS"},
	{"rust", "POLARS_MAX_THREADS"},
	{"ruby", "RUBY_MAX_CPU"},
	{"magick", "MAGICK_THREAD_LIMIT"},
};

START_TEST(processors)
{
	static const uint64_t quotas[] = {2500, 500, 12000, NONE, UNKNOWN};
	static const char *const values[] = {"2", "1", "8", "8", "8"};
	struct climits_setting setting;
	size_t i;

	for (i = 0; i < 5; i++) {
		struct climits_limits limits = limits_of(quotas[i], NONE);

		setting = setting_of(&limits, counts[_i].runtime, counts[_i].name);
		ck_assert_str_eq(setting.value, values[i]);
		ck_assert_int_eq(setting.print, i < 3);
	}
}
END_TEST

/* A quota of more CPUs than any machine has, where the CPUs are not known. */
static const struct {
	const char *runtime, *name, *value;
} caps[] = {
	{"go", "GOMAXPROCS", "8192"},
	{"erlang", "ERL_AFLAGS",
	 "+S 1024:1024 +SDcpu 1024:1024 +sbwt none +sbwtdcpu none +sbwtdio none"},
	{"ghc", "GHCRTS", "-N256"},
	{"ocaml", "OCAMLRUNPARAM", "d=128"},
	{"jemalloc", "MALLOC_CONF", "narenas:4094,background_thread:true"},
	{"vips", "VIPS_CONCURRENCY", "1024"},
	{"make", "MAKEFLAGS", "-j8192"},
	{"web", "WEB_CONCURRENCY", "16384"},
};

START_TEST(cap)
{
	struct climits_limits limits = limits_of(UINT64_C(1) << 40, NONE);
	struct climits_setting setting;

	limits.usable_cpus = 0;
	setting = setting_of(&limits, caps[_i].runtime, caps[_i].name);
	ck_assert_str_eq(setting.value, caps[_i].value);
}
END_TEST

START_TEST(small_ratio_is_not_zero)
{
	struct climits_limits limits = limits_of(NONE, 64 * MIB);
	struct climits_policy policy = {.size = sizeof(policy), .memory_ratio = 1};
	struct climits_setting settings[2];

	ck_assert_int_eq(climits_advise(&limits, &policy, settings, 2, NULL), 2);
	ck_assert_str_eq(settings[1].value, "65KiB");
	policy.memory_ratio = 1000;
	ck_assert_int_eq(climits_advise(&limits, &policy, settings, 2, NULL), 2);
	ck_assert_str_eq(settings[1].value, "64MiB");
}
END_TEST

/* glibc, NumExpr and nginx count the machine's CPUs: for them a mask is a limit like any other. */
START_TEST(mask)
{
	struct climits_limits limits = limits_of(NONE, GIB);

	limits.usable_cpus = 2;
	ck_assert_int_eq(setting_of(&limits, "go", "GOMAXPROCS").print, 0);
	ck_assert_int_eq(setting_of(&limits, "blas", "OPENBLAS_NUM_THREADS").print, 0);
	ck_assert_int_eq(setting_of(&limits, "blas", "NUMEXPR_MAX_THREADS").print, 1);
	ck_assert_int_eq(setting_of(&limits, NGINX).print, 1);
	ck_assert_str_eq(setting_of(&limits, "malloc", "MALLOC_ARENA_MAX").value, "2");
	limits.cpu_quota.status = CLIMITS_UNKNOWN;
	ck_assert_int_eq(setting_of(&limits, "blas", "NUMEXPR_MAX_THREADS").print, 0);
	limits.cpu_quota.status = CLIMITS_UNLIMITED;
	set_limit(&limits.online, 3);
	ck_assert_str_eq(setting_of(&limits, "malloc", "MALLOC_ARENA_MAX").value, "");
	set_limit(&limits.online, UNKNOWN);
	ck_assert_str_eq(setting_of(&limits, "malloc", "MALLOC_ARENA_MAX").value, "");
	ck_assert_int_eq(setting_of(&limits, "blas", "NUMEXPR_MAX_THREADS").print, 0);
}
END_TEST

START_TEST(basis)
{
	struct climits_limits limits = limits_of(2500, GIB);
	const int both = CLIMITS_BASIS_CPU | CLIMITS_BASIS_MEMORY;

	ck_assert_int_eq(setting_of(&limits, "go", "GOMAXPROCS").basis, CLIMITS_BASIS_CPU);
	ck_assert_int_eq(setting_of(&limits, "go", "GOMEMLIMIT").basis, CLIMITS_BASIS_MEMORY);
	ck_assert_int_eq(setting_of(&limits, JAVA).basis, both);
	ck_assert_int_eq(setting_of(&limits, "ghc", "GHCRTS").basis, both);
	ck_assert_int_eq(setting_of(&limits, "make", "MAKEFLAGS").basis, both);
	ck_assert_int_eq(setting_of(&limits, "web", "WEB_CONCURRENCY").basis, both);
	limits = limits_of(2500, NONE);
	ck_assert_int_eq(setting_of(&limits, JAVA).basis, CLIMITS_BASIS_CPU);
	ck_assert_int_eq(setting_of(&limits, "make", "MAKEFLAGS").basis, CLIMITS_BASIS_CPU);
}
END_TEST

static const struct {
	const char *name;
	char separator;
} lists[] = {
	{"GODEBUG", ','}, {"JAVA_TOOL_OPTIONS", ' '}, {"NODE_OPTIONS", ' '}, {"ERL_AFLAGS", ' '},
	{"GHCRTS", ' '},  {"OCAMLRUNPARAM", ','},     {"MALLOC_CONF", ','},  {"MAKEFLAGS", ' '},
};

static char separator_of(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		if (strcmp(lists[i].name, name) == 0)
			return lists[i].separator;
	}
	return 0;
}

/* variable_names says the same as the variables. */
START_TEST(table)
{
	struct climits_runtime shown = {.size = sizeof(shown)};
	const struct runtime *runtime;
	char names[256];
	size_t index, i, length;

	for (index = 0; (runtime = climits_runtime_row(index)); index++) {
		length = 0;
		for (i = 0; i < RUNTIME_VARIABLES_MAX && runtime->variables[i].name; i++) {
			length += (size_t)snprintf(names + length, sizeof(names) - length, "%s%s",
						   i > 0 ? " " : "", runtime->variables[i].name);
			ck_assert_ptr_nonnull(runtime->variables[i].compute);
			ck_assert_int_eq(runtime->variables[i].separator,
					 separator_of(runtime->variables[i].name));
		}
		ck_assert_str_eq(runtime->variable_names, names);
		ck_assert_int_eq(climits_runtime_at(index, &shown), 0);
		ck_assert_str_eq(shown.name, runtime->name);
		ck_assert_str_eq(shown.variables, names);
		ck_assert_ptr_null(strpbrk(shown.name, ", \n"));
		ck_assert_ptr_null(strchr(shown.help, '\n'));
		ck_assert_int_eq(shown.safe, runtime->safe);
		ck_assert_int_le(shown.safe, runtime->in_all);
	}
	ck_assert_uint_eq(index, 20);
	ck_assert_int_eq(climits_runtime_at(index, &shown), -ENOENT);
	ck_assert_int_eq(climits_runtime_at(SIZE_MAX, &shown), -ENOENT);
	shown.size--;
	ck_assert_int_eq(climits_runtime_at(0, &shown), -EINVAL);
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

int main(void)
{
	Suite *suite = suite_create("runtimes");
	TCase *values = tcase_create("values");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_loop_test(values, row, 0, COUNT(rows));
	tcase_add_loop_test(values, processors, 0, COUNT(counts));
	tcase_add_loop_test(values, cap, 0, COUNT(caps));
	tcase_add_test(values, small_ratio_is_not_zero);
	tcase_add_test(values, mask);
	tcase_add_test(values, basis);
	tcase_add_test(values, table);
	suite_add_tcase(suite, values);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
