/* SPDX-License-Identifier: MIT
 *
 * The one table of runtimes: which variables each understands and what to put in them. Adding a
 * runtime is adding a row. Every function here stays inside what its runtime accepts at any quota
 * and any budget, because several of them refuse to start otherwise; the bounds are named where
 * they apply.
 *
 * Does not cover programs that take flags or files but no variable (nginx.conf, php-fpm, ffmpeg),
 * nor whether the version at hand knows a variable: rows with that risk are not "safe".
 *
 * When a setting is printed: the kernel sets a limit that the runtime does not see by itself. All
 * that count CPUs see the affinity mask, and with it the cpuset, unless said otherwise below, so
 * a number of threads is worth printing when there is a quota.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "advice.h"

/*
 * No heap limit beyond it. B is at most the RAM where that is known; where it is not, JDK 11's
 * ZGC refuses heaps above 4 TiB (JEP 333), V8 wraps around from 2^64 bytes and .NET reserves five
 * times its limit out of 128 TiB of addresses.
 */
#define HEAP_MAX (4 * TIB)

/* The smallest budgets for which a heap limit is advised. */
#define GO_BUDGET_MIN (8 * MIB)
#define JAVA_BUDGET_MIN (16 * MIB) /* G1 and Shenandoah do not start below -Xmx3m, all do from 4m */
#define NODE_BUDGET_MIN (64 * MIB) /* half of it starts node; with 1 MiB it aborts */
#define MAGICK_BUDGET_MIN (8 * MIB)
#define DOTNET_HEAP_MIN (20 * MIB) /* what .NET itself takes at least (its garbage-collector.md) */

__attribute__((format(printf, 2, 3))) static void put(struct climits_setting *setting,
						      const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(setting->value, sizeof(setting->value), format, arguments);
	va_end(arguments);
}

static uint64_t min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t max(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* What is left of the budget beside a fixed part; 0 when nothing is. */
static uint64_t budget_beyond(const struct advice *advice, uint64_t fixed)
{
	return advice->bytes > fixed ? advice->bytes - fixed : 0;
}

/* Whether a heap limit can be advised; says so when the budget is what stands against it. */
static int budget_enough(struct advice *advice, uint64_t least)
{
	if (advice->budget != CLIMITS_LIMITED)
		return 0;
	if (advice->bytes >= least)
		return 1;
	advice->too_small = 1;
	return 0;
}

static void from_quota(const struct advice *advice, struct climits_setting *setting)
{
	setting->basis |= CLIMITS_BASIS_CPU;
	setting->print = advice->quota == CLIMITS_LIMITED;
}

static void from_budget(struct climits_setting *setting)
{
	setting->basis |= CLIMITS_BASIS_MEMORY;
	setting->print = 1;
}

/*
 * For what counts online CPUs, whatever the mask: a mask that leaves some out is a limit it
 * cannot see.
 */
static void from_quota_or_mask(const struct advice *advice, struct climits_setting *setting)
{
	const struct climits_limits *limits = advice->limits;

	from_quota(advice, setting);
	if (advice->quota == CLIMITS_UNLIMITED && limits->online.status == CLIMITS_LIMITED &&
	    limits->usable_cpus > 0 && limits->usable_cpus < limits->online.value)
		setting->print = 1;
}

/*
 * Numbers of workers that both limits cap. Their tools start one or two when not told, so what
 * cannot be known must not be printed: it may only be too many.
 */
static void from_both(const struct advice *advice, struct climits_setting *setting)
{
	setting->basis = CLIMITS_BASIS_CPU;
	if (advice->budget == CLIMITS_LIMITED)
		setting->basis |= CLIMITS_BASIS_MEMORY;
	setting->print = advice->quota != CLIMITS_UNKNOWN && advice->budget != CLIMITS_UNKNOWN &&
			 (advice->quota == CLIMITS_LIMITED || advice->budget == CLIMITS_LIMITED);
}

/*
 * P. Accepted from 1 to 8192 by Go (any positive int32), .NET (decimal, up to 65535), Python
 * (int, an error below 1), OpenMP, the BLAS family, Rayon and Tokio (up to 65535; 0 panics in
 * Tokio), Ruby.
 */
static void processors(struct advice *advice, struct climits_setting *setting)
{
	if (advice->processors == 0)
		return;
	put(setting, "%" PRIu32, advice->processors);
	from_quota(advice, setting);
}

/* NumExpr asks sysconf(_SC_NPROCESSORS_ONLN) (numexpr/utils.py, detect_number_of_cores). */
static void processors_numexpr(struct advice *advice, struct climits_setting *setting)
{
	processors(advice, setting);
	if (advice->processors > 0)
		from_quota_or_mask(advice, setting);
}

/* libvips warns about more than 1024 and takes 1024 (libvips/iofuncs/thread.c). */
static void processors_vips(struct advice *advice, struct climits_setting *setting)
{
	if (advice->processors == 0)
		return;
	put(setting, "%" PRIu64, min(advice->processors, 1024));
	from_quota(advice, setting);
}

/*
 * Go: digits and B, KiB, MiB, GiB, TiB or nothing; anything else is fatal at start
 * (runtime/string.go, parseByteCount). Rounded down to a whole unit, the number that people read.
 * A small ratio of a large budget may be less than 1 MiB, and 0MiB would make Go collect without
 * end, so that is in KiB too.
 */
static void go_memory(struct advice *advice, struct climits_setting *setting)
{
	uint64_t limit = climits_scale(advice->bytes, advice->memory_ratio, 1000);

	if (!budget_enough(advice, GO_BUDGET_MIN))
		return;
	if (advice->bytes >= 64 * MIB && limit >= MIB)
		put(setting, "%" PRIu64 "MiB", limit / MIB);
	else
		put(setting, "%" PRIu64 "KiB", limit / KIB);
	from_budget(setting);
}

/*
 * Go 1.12 to 1.15 give memory back with MADV_FREE, which keeps counting until the kernel takes it
 * (Go 1.12 and 1.16 notes). Matters where a memory limit kills.
 */
static void go_debug(struct advice *advice, struct climits_setting *setting)
{
	put(setting, "madvdontneed=1");
	setting->basis = CLIMITS_BASIS_MEMORY;
	setting->print = advice->budget == CLIMITS_LIMITED;
}

/*
 * Whether a list with a CPU and a memory part gets the CPU part: when there is a quota. Where
 * neither is limited the CPU part alone is the guess that is not printed.
 */
static int with_cpu_part(const struct advice *advice, int memory_part)
{
	return advice->processors > 0 && (advice->quota == CLIMITS_LIMITED || !memory_part);
}

/* B less 192 MiB of metaspace, code cache and stacks, but a half to three quarters of B. */
static uint64_t java_heap(const struct advice *advice)
{
	uint64_t heap = max(budget_beyond(advice, 192 * MIB), advice->bytes / 2);

	return min(min(heap, climits_scale(advice->bytes, 3, 4)), HEAP_MAX);
}

/*
 * Absolute, since the JVM's percentages are of memory.max and it does not look at memory.high.
 * Both flags exist in every JDK that is container-aware (8u191, 10 and later).
 */
static void java(struct advice *advice, struct climits_setting *setting)
{
	int memory = budget_enough(advice, JAVA_BUDGET_MIN);
	int cpu = with_cpu_part(advice, memory);
	uint64_t heap = java_heap(advice) / MIB;

	if (cpu && memory)
		put(setting, "-XX:ActiveProcessorCount=%" PRIu32 " -Xmx%" PRIu64 "m",
		    advice->processors, heap);
	else if (cpu)
		put(setting, "-XX:ActiveProcessorCount=%" PRIu32, advice->processors);
	else if (memory)
		put(setting, "-Xmx%" PRIu64 "m", heap);
	if (cpu)
		from_quota(advice, setting);
	if (memory)
		from_budget(setting);
}

/*
 * Whole MiB only: node exits with 9 otherwise. The young generation is fixed at 3 x 16 MiB,
 * because the one that V8 chooses comes on top of the limit and grows with it.
 */
static void node(struct advice *advice, struct climits_setting *setting)
{
	uint64_t heap = min(climits_scale(advice->bytes, 3, 4), budget_beyond(advice, 128 * MIB));

	if (!budget_enough(advice, NODE_BUDGET_MIN))
		return;
	heap = min(max(heap, advice->bytes / 2), HEAP_MAX);
	put(setting, "--max-old-space-size=%" PRIu64 " --max-semi-space-size=16", heap / MIB);
	from_budget(setting);
}

/* Hexadecimal bytes: .NET reads digits without 0x as hexadecimal too (clrconfignames.h). */
static void dotnet_heap(struct advice *advice, struct climits_setting *setting)
{
	/* The smallest B of which three quarters are DOTNET_HEAP_MIN. */
	if (!budget_enough(advice, (DOTNET_HEAP_MIN * 4 + 2) / 3))
		return;
	put(setting, "0x%" PRIx64, min(climits_scale(advice->bytes, 3, 4), HEAP_MAX));
	from_budget(setting);
}

/* Waiting threads that spin burn quota. Goes with OMP_NUM_THREADS. */
static void openmp_passive(struct advice *advice, struct climits_setting *setting)
{
	if (advice->processors == 0)
		return;
	put(setting, "passive");
	from_quota(advice, setting);
}

/* erl(1): +S and +SDcpu take 1 to 1024, and no more dirty schedulers than schedulers. */
static void erlang(struct advice *advice, struct climits_setting *setting)
{
	uint32_t n = (uint32_t)min(advice->processors, 1024);

	if (n == 0)
		return;
	put(setting,
	    "+S %" PRIu32 ":%" PRIu32 " +SDcpu %" PRIu32 ":%" PRIu32
	    " +sbwt none +sbwtdcpu none +sbwtdio none",
	    n, n, n, n);
	from_quota(advice, setting);
}

/*
 * -N takes up to 256 (rts/include/rts/Config.h, MAX_N_CAPABILITIES). -M in plain bytes, since the
 * manual and the code disagree on k, m and g. Each capability allocates out of 4 MiB of its own
 * (-A, GHC 9.2 and later) that count: a limit that these would half fill stops the program at its
 * first collection.
 */
static void ghc(struct advice *advice, struct climits_setting *setting)
{
	uint64_t n = min(advice->processors, 256);
	uint64_t heap = min(climits_scale(advice->bytes, 8, 10), HEAP_MAX);
	int memory = budget_enough(advice, max(n, 1) * 10 * MIB); /* 8/10 of it: 8 MiB each */
	int cpu = with_cpu_part(advice, memory);

	if (cpu && memory)
		put(setting, "-N%" PRIu64 " -M%" PRIu64, n, heap);
	else if (cpu)
		put(setting, "-N%" PRIu64, n);
	else if (memory)
		put(setting, "-M%" PRIu64, heap);
	if (cpu)
		from_quota(advice, setting);
	if (memory)
		from_budget(setting);
}

/*
 * A cap, not a hint: Domain.spawn fails beyond it, hence rounded up and not held to the usable
 * CPUs (Domain.recommended_domain_count does that). 0 is fatal; 128 is the default
 * (caml/config.h, Max_domains_def), and more would only cost memory.
 */
static void ocaml(struct advice *advice, struct climits_setting *setting)
{
	if (advice->processors_up == 0)
		return;
	put(setting, "d=%" PRIu64, min(advice->processors_up, 128));
	from_quota(advice, setting);
}

/*
 * glibc makes up to 8 arenas of 64 MiB of addresses for each online CPU; neither mask nor quota
 * lowers that (malloc/arena.c, arena_get2).
 */
static void malloc_arenas(struct advice *advice, struct climits_setting *setting)
{
	const struct climits_limit *online = &advice->limits->online;

	if (online->status != CLIMITS_LIMITED || online->value < 4 ||
	    advice->budget != CLIMITS_LIMITED || advice->bytes > 2 * GIB)
		return;
	put(setting, "2");
	from_budget(setting);
}

/* jemalloc takes up to 4094 and complains beyond (jemalloc.c, MALLOCX_ARENA_LIMIT). */
static void jemalloc(struct advice *advice, struct climits_setting *setting)
{
	if (advice->processors == 0)
		return;
	put(setting, "narenas:%" PRIu64 ",background_thread:true", min(advice->processors, 4094));
	from_quota(advice, setting);
}

/*
 * Compilers put up with throttling, so all of the quota and no more than the usable CPUs; but not
 * with too little memory: 512 MiB for each job. 0 when the CPUs are not known.
 */
static uint64_t build_jobs(const struct advice *advice)
{
	uint64_t jobs = advice->processors_up;

	if (advice->limits->usable_cpus > 0)
		jobs = min(jobs, advice->limits->usable_cpus);
	if (advice->budget == CLIMITS_LIMITED)
		jobs = min(jobs, max(1, advice->bytes / (512 * MIB)));
	return jobs;
}

static void jobs_number(struct advice *advice, struct climits_setting *setting)
{
	if (build_jobs(advice) == 0)
		return;
	put(setting, "%" PRIu64, build_jobs(advice));
	from_both(advice, setting);
}

static void jobs_flag(struct advice *advice, struct climits_setting *setting)
{
	if (build_jobs(advice) == 0)
		return;
	put(setting, "-j%" PRIu64, build_jobs(advice));
	from_both(advice, setting);
}

/*
 * Lets the image's entrypoint read the limits; `auto` alone counts online CPUs (docker-nginx,
 * 30-tune-worker-processes.sh).
 */
static void nginx(struct advice *advice, struct climits_setting *setting)
{
	put(setting, "1");
	from_quota_or_mask(advice, setting);
}

/* Two processes a CPU, 128 MiB each. */
static void web(struct advice *advice, struct climits_setting *setting)
{
	uint64_t workers = UINT64_C(2) * advice->processors;

	if (workers == 0)
		return;
	if (advice->budget == CLIMITS_LIMITED)
		workers = min(workers, max(1, advice->bytes / (128 * MIB)));
	put(setting, "%" PRIu64, workers);
	from_both(advice, setting);
}

/* Half for pixels on the heap; maps are page cache, which the kernel can take back. */
static void magick_memory(struct advice *advice, struct climits_setting *setting)
{
	if (!budget_enough(advice, MAGICK_BUDGET_MIN))
		return;
	put(setting, "%" PRIu64 "MiB", advice->bytes / 2 / MIB);
	from_budget(setting);
}

/* clang-format off */
static const struct runtime runtimes[] = {
	{"go", "GOMAXPROCS GOMEMLIMIT",
	 "Go: threads that run Go code, and the heap limit of Go 1.19 and later", 1, 1, 1, {
		{"GOMAXPROCS", processors, 0},
		{"GOMEMLIMIT", go_memory, 0}}},
	{"go1.12", "GOMAXPROCS GOMEMLIMIT GODEBUG",
	 "Go 1.12 to 1.15: as go, and memory given back at once", 0, 0, 1, {
		{"GOMAXPROCS", processors, 0},
		{"GOMEMLIMIT", go_memory, 0},
		{"GODEBUG", go_debug, ','}}},
	{"java", "JAVA_TOOL_OPTIONS",
	 "Java (HotSpot): processors and heap size", 0, 1, 1, {
		{"JAVA_TOOL_OPTIONS", java, ' '}}},
	{"node", "NODE_OPTIONS",
	 "Node.js: heap size", 0, 1, 1, {
		{"NODE_OPTIONS", node, ' '}}},
	{"dotnet", "DOTNET_PROCESSOR_COUNT DOTNET_GCHeapHardLimit",
	 ".NET 6 and later: processors and heap limit", 1, 1, 1, {
		{"DOTNET_PROCESSOR_COUNT", processors, 0},
		{"DOTNET_GCHeapHardLimit", dotnet_heap, 0}}},
	{"python", "PYTHON_CPU_COUNT",
	 "Python 3.13 and later: what os.cpu_count() says", 1, 1, 0, {
		{"PYTHON_CPU_COUNT", processors, 0}}},
	{"openmp", "OMP_NUM_THREADS OMP_WAIT_POLICY",
	 "OpenMP: threads, and no spinning while they wait", 1, 1, 0, {
		{"OMP_NUM_THREADS", processors, 0},
		{"OMP_WAIT_POLICY", openmp_passive, 0}}},
	{"blas", "OPENBLAS_NUM_THREADS MKL_NUM_THREADS BLIS_NUM_THREADS NUMEXPR_MAX_THREADS"
	 " NUMBA_NUM_THREADS",
	 "OpenBLAS, oneMKL, BLIS, NumExpr, Numba: threads", 1, 1, 0, {
		{"OPENBLAS_NUM_THREADS", processors, 0},
		{"MKL_NUM_THREADS", processors, 0},
		{"BLIS_NUM_THREADS", processors, 0},
		{"NUMEXPR_MAX_THREADS", processors_numexpr, 0},
		{"NUMBA_NUM_THREADS", processors, 0}}},
	{"rust", "RAYON_NUM_THREADS TOKIO_WORKER_THREADS POLARS_MAX_THREADS",
	 "Rust: threads of Rayon, Tokio and Polars", 1, 1, 0, {
		{"RAYON_NUM_THREADS", processors, 0},
		{"TOKIO_WORKER_THREADS", processors, 0},
		{"POLARS_MAX_THREADS", processors, 0}}},
	{"ruby", "RUBY_MAX_CPU",
	 "Ruby 3.3 and later: native threads of the Ractors", 1, 1, 1, {
		{"RUBY_MAX_CPU", processors, 0}}},
	{"erlang", "ERL_AFLAGS",
	 "Erlang, Elixir: schedulers, and no spinning while they wait", 0, 1, 1, {
		{"ERL_AFLAGS", erlang, ' '}}},
	{"ghc", "GHCRTS",
	 "Haskell, linked with -threaded -rtsopts (others refuse to start)", 0, 1, 1, {
		{"GHCRTS", ghc, ' '}}},
	{"ocaml", "OCAMLRUNPARAM",
	 "OCaml 5.2 and later: how many domains there may be", 0, 1, 1, {
		{"OCAMLRUNPARAM", ocaml, ','}}},
	{"malloc", "MALLOC_ARENA_MAX",
	 "glibc malloc: fewer arenas where memory is small", 1, 1, 0, {
		{"MALLOC_ARENA_MAX", malloc_arenas, 0}}},
	{"jemalloc", "MALLOC_CONF",
	 "jemalloc: arenas, and memory given back in the background", 0, 1, 0, {
		{"MALLOC_CONF", jemalloc, ','}}},
	{"make", "MAKEFLAGS CMAKE_BUILD_PARALLEL_LEVEL CARGO_BUILD_JOBS",
	 "make, CMake, Cargo: jobs that fit the quota and the memory", 0, 1, 0, {
		{"MAKEFLAGS", jobs_flag, ' '},
		{"CMAKE_BUILD_PARALLEL_LEVEL", jobs_number, 0},
		{"CARGO_BUILD_JOBS", jobs_number, 0}}},
	{"nginx", "NGINX_ENTRYPOINT_WORKER_PROCESSES_AUTOTUNE",
	 "nginx image: let its entrypoint choose the workers", 0, 1, 0, {
		{"NGINX_ENTRYPOINT_WORKER_PROCESSES_AUTOTUNE", nginx, 0}}},
	{"web", "WEB_CONCURRENCY",
	 "gunicorn, uvicorn, Puma: worker processes", 0, 1, 0, {
		{"WEB_CONCURRENCY", web, 0}}},
	{"vips", "VIPS_CONCURRENCY",
	 "libvips: threads", 1, 1, 0, {
		{"VIPS_CONCURRENCY", processors_vips, 0}}},
	{"magick", "MAGICK_THREAD_LIMIT MAGICK_MEMORY_LIMIT MAGICK_MAP_LIMIT",
	 "ImageMagick: threads and memory", 1, 1, 0, {
		{"MAGICK_THREAD_LIMIT", processors, 0},
		{"MAGICK_MEMORY_LIMIT", magick_memory, 0},
		{"MAGICK_MAP_LIMIT", magick_memory, 0}}},
};
/* clang-format on */

#define ROWS (sizeof(runtimes) / sizeof(runtimes[0]))

/* advice.c keeps the selected rows as bits of one word. */
_Static_assert(ROWS <= 64, "a row for each bit");

const struct runtime *climits_runtime_row(size_t index)
{
	return index < ROWS ? &runtimes[index] : NULL;
}

int climits_runtime_at(size_t index, struct climits_runtime *ret_runtime)
{
	const struct runtime *runtime = climits_runtime_row(index);

	if (ret_runtime->size < sizeof(*ret_runtime))
		return -EINVAL;
	if (!runtime)
		return -ENOENT;
	ret_runtime->name = runtime->name;
	ret_runtime->variables = runtime->variable_names;
	ret_runtime->help = runtime->help;
	ret_runtime->safe = runtime->safe;
	ret_runtime->reserved = 0;
	return 0;
}
