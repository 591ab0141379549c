/* SPDX-License-Identifier: MIT
 *
 * containerlimits.h - how much CPU and memory may this process use?
 *
 * A container is told its limits by files of the kernel's control groups (cgroups), version 1,
 * version 2 or both at once, at its own level and at every level above. This library finds those
 * files, reads them, says which level binds, and turns the answer into settings for language
 * runtimes.
 *
 *	struct climits_limits limits = {.size = sizeof(limits)};
 *
 *	if (climits_read_once(NULL, &limits) == 0)
 *		start_threads(limits.cpus);
 *
 * Rules for every call
 *
 * - Returns 0 (or a length, where said) on success, and a negative errno out of the set that the
 *   call names otherwise. Parameters named ret_* are written on success only.
 * - "No limit" is a value (CLIMITS_UNLIMITED), never an error. "Cannot be known" is CLIMITS_UNKNOWN
 *   and is never reported as "no limit".
 * - Structs that the caller passes begin with their size. Set it to sizeof(the struct); the library
 *   writes and reads no byte beyond it, so programs built against an older header keep working.
 * - No globals, no locale, no logging, no signal, no thread. Different handles may be used by
 *   different threads at the same time; one handle by one thread at a time. Calls may be made
 *   before main() and after fork(); none is async-signal-safe. Descriptors are close-on-exec.
 * - Stack use is at most 16 KiB a call.
 *
 * Sources: Linux Documentation/admin-guide/cgroup-v2.rst, Documentation/admin-guide/cgroup-v1/,
 * Documentation/scheduler/sched-bwc.rst, proc(5), cgroups(7), cgroup_namespaces(7).
 */
#ifndef CONTAINERLIMITS_H
#define CONTAINERLIMITS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CLIMITS_VERSION_MAJOR 0
#define CLIMITS_VERSION_MINOR 1
#define CLIMITS_VERSION_MICRO 0
#define CLIMITS_VERSION "0.1.0"

#if defined(__GNUC__)
#define CLIMITS_API __attribute__((visibility("default")))
#define CLIMITS_MUST_CHECK __attribute__((warn_unused_result))
#else
#define CLIMITS_API
#define CLIMITS_MUST_CHECK
#endif

/*
 * What is known of a limit.
 */
enum climits_status {
	/* Cannot be known: hidden, unreadable or not mounted. The record's error says why. */
	CLIMITS_UNKNOWN = 0,
	/* The kernel enforces the record's value. */
	CLIMITS_LIMITED = 1,
	/* No visible level sets a limit. Whether hidden levels may: see climits_limits.horizon. */
	CLIMITS_UNLIMITED = 2,
	/*
	 * A file's text is not what the kernel writes; what the kernel enforces cannot be told from
	 * it.
	 */
	CLIMITS_INVALID = 3
};

/*
 * The limits, and the CPU sets, that a call can be asked about.
 */
enum climits_resource {
	CLIMITS_CPU_QUOTA = 0,   /* cpu.max; v1 cpu.cfs_quota_us and cpu.cfs_period_us */
	CLIMITS_CPUSET = 1,      /* cpuset.cpus.effective; v1 cpuset.effective_cpus, cpuset.cpus */
	CLIMITS_CPU_WEIGHT = 2,  /* cpu.weight; v1 cpu.shares. A share, not a limit. */
	CLIMITS_MEMORY_MAX = 3,  /* memory.max; v1 memory.limit_in_bytes */
	CLIMITS_MEMORY_HIGH = 4, /* memory.high: above it the kernel slows the process down */
	CLIMITS_SWAP_MAX = 5,    /* memory.swap.max; v1 memsw limit minus memory limit */
	CLIMITS_PIDS_MAX = 6,    /* pids.max */
	CLIMITS_AFFINITY = 7,    /* sched_getaffinity(2) of the process */
	CLIMITS_ONLINE = 8       /* CPUs that are online */
};

#define CLIMITS_RESOURCES 9

/*
 * One limit.
 *
 * status  enum climits_status.
 * error   0, or the errno (positive) of what could not be read when status is CLIMITS_UNKNOWN, or
 *         EBADMSG when it is CLIMITS_INVALID. Beside those of open(2) and read(2):
 *         ENODEV no visible mount carries the controller, or the cgroup was removed,
 *         EXDEV  the process is in a cgroup that lies outside of every visible mount,
 *         ESRCH  the process is dead,
 *         EFBIG  a file is longer than any that a kernel writes.
 * level   how far above the process's own cgroup the binding level is: 0 is its own, 1 the
 *         parent, ...
 *         -1 when no level binds or it is hidden. climits_limit_cgroup() gives its path.
 * value   when CLIMITS_LIMITED:
 *         CPU_QUOTA    microseconds of CPU time each period, 1000..2^44 as the kernel has it
 *         MEMORY_*     bytes, SWAP_MAX: bytes of swap alone
 *         PIDS_MAX     processes and threads
 *         CPU_WEIGHT   v2 1..10000 (default 100), v1 2..262144 (default 1024)
 *         CPUSET, AFFINITY, ONLINE: number of CPUs, in every status in which a set was read,
 *         else 0.
 *         0 otherwise. A memory limit of 0 is possible.
 * period  CPU_QUOTA: the period in microseconds when CLIMITS_LIMITED. 0 for all others.
 *
 * CPUSET is CLIMITS_LIMITED when it leaves out a CPU that is online. AFFINITY and ONLINE are
 * CLIMITS_LIMITED when a set was read and CLIMITS_UNKNOWN otherwise.
 */
struct climits_limit {
	int32_t status;
	int32_t error;
	int32_t level;
	int32_t reserved;
	uint64_t value;
	uint64_t period;
};

/*
 * Which visible mounts carry cpu, cpuset or memory.
 */
enum climits_cgroup_version {
	CLIMITS_CGROUP_NONE = 0,
	CLIMITS_CGROUP_V1 = 1,
	CLIMITS_CGROUP_V2 = 2,
	CLIMITS_CGROUP_HYBRID = 3
};

/*
 * How far up can be seen. The least certain of the controllers counts.
 */
enum climits_horizon {
	/* Cannot be told. */
	CLIMITS_HORIZON_UNKNOWN = 0,
	/* The highest visible level is the machine's root: every level that can bind was read. */
	CLIMITS_HORIZON_ROOT = 1,
	/*
	 * Levels above the highest visible one exist or may exist, and are hidden. They may set
	 * tighter limits.
	 */
	CLIMITS_HORIZON_NAMESPACE = 2
};

/*
 * What a person should be told about the limits; bits of climits_limits.notes. climits_note_name()
 * gives the word that the command's JSON uses.
 */
enum climits_note {
	/* levels above the visible ones may set tighter limits */
	CLIMITS_NOTE_ANCESTORS_HIDDEN = 0,
	/* the process's cgroup is not below any visible mount */
	CLIMITS_NOTE_OUTSIDE_MOUNT = 1,
	/* rounding the quota down loses a fifth of it or more */
	CLIMITS_NOTE_QUOTA_FRACTION = 2,
	/* less than one CPU: throttled whatever the number of threads */
	CLIMITS_NOTE_QUOTA_BELOW_ONE = 3,
	/* the quota cannot be used up */
	CLIMITS_NOTE_QUOTA_ABOVE_CPUS = 4,
	/* cpu.max had no period: 100000 us taken */
	CLIMITS_NOTE_PERIOD_ASSUMED = 5,
	/* a file's text is not what the kernel writes */
	CLIMITS_NOTE_VALUE_MALFORMED = 6,
	/* RAM binds before the memory limit does */
	CLIMITS_NOTE_LIMIT_ABOVE_RAM = 7,
	/* memory.high throttles before memory.max kills */
	CLIMITS_NOTE_HIGH_BELOW_MAX = 8,
	/* too little memory to advise a heap limit */
	CLIMITS_NOTE_MEMORY_SMALL = 9,
	/* a tracing collector would bring cold pages back one by one */
	CLIMITS_NOTE_SWAP_WITH_GC = 10,
	/* v1: limits of parents do not apply */
	CLIMITS_NOTE_USE_HIERARCHY_OFF = 11,
	/* the process is dead: it has no limits */
	CLIMITS_NOTE_PROCESS_DEAD = 12,
	/* a controller is not available: it enforces nothing */
	CLIMITS_NOTE_CONTROLLER_MISSING = 13,
	/* the process is in another cgroup than at the last read */
	CLIMITS_NOTE_CGROUP_MOVED = 14,
	/* no visible mount carries a controller that the process has */
	CLIMITS_NOTE_NOT_MOUNTED = 15,
	/* a file could not be read */
	CLIMITS_NOTE_UNREADABLE = 16,
	/* real-time scheduling policy: the quota does not apply */
	CLIMITS_NOTE_QUOTA_NOT_BINDING = 17,
	/* a level above the process's own binds: many runtimes miss that */
	CLIMITS_NOTE_ANCESTOR_TIGHTER = 18,
	/* the kernel does not account swap: its limit is unknown */
	CLIMITS_NOTE_SWAP_UNACCOUNTED = 19,
	/* a printed GOMAXPROCS switches off Go's own updating (Go >= 1.25) */
	CLIMITS_NOTE_UPDATES_OFF = 20
};

#define CLIMITS_NOTES 21

/*
 * Everything that limits a process. Plain numbers, no pointer: may be copied, compared and kept.
 *
 * size           in: sizeof(struct climits_limits)
 * pid            the process, 0 when a captured tree without a pid was read
 * cgroup_version enum climits_cgroup_version
 * horizon        enum climits_horizon
 * notes          bit n set: enum climits_note n holds. climits_read() sets those about the reading,
 *                climits_advise() adds those about the advice to its own result.
 * cpus           CPUs to use: max(1, floor(quota / period)), never more than usable_cpus. The
 *                number to size a thread pool with. 0 only when neither quota nor any CPU set could
 *                be read.
 * usable_cpus    CPUs that the process may run on: cpuset, affinity and online together. 0 when
 *                none was read.
 * cpu_burst      microseconds that may be saved up beyond the quota (cpu.max.burst) at the binding
 *                level. Not quota.
 * memory_total   bytes of RAM of the machine, 0 when unknown. Under lxcfs, with root or not, the
 *                container's.
 * memory_budget  bytes: min(memory.max, memory.high, RAM) when one of the first two is a limit; 0
 *                with memory_budgeted 0 when neither is, or when one of them is unknown or invalid.
 * swap_total     bytes of swap of the machine
 * scheduling     scheduling policy of the process (SCHED_OTHER, ...), -1 when unknown. The quota
 *                does not bind SCHED_FIFO, SCHED_RR and SCHED_DEADLINE.
 * changed        bit n set: the record of enum climits_resource n, or for CLIMITS_CPU_QUOTA its
 *                burst, differs from the one that the last climits_read() of the handle gave. 0 at
 *                the first.
 */
struct climits_limits {
	size_t size;
	int32_t pid;
	int32_t cgroup_version;
	int32_t horizon;
	int32_t scheduling;
	uint64_t notes;
	struct climits_limit cpu_quota;
	struct climits_limit cpuset;
	struct climits_limit cpu_weight;
	struct climits_limit memory_max;
	struct climits_limit memory_high;
	struct climits_limit swap_max;
	struct climits_limit pids_max;
	struct climits_limit affinity;
	struct climits_limit online;
	uint64_t cpu_burst;
	uint32_t cpus;
	uint32_t usable_cpus;
	uint64_t memory_total;
	uint64_t memory_budget;
	uint64_t swap_total;
	int32_t memory_budgeted;
	int32_t reserved;
	uint64_t changed;
};

/*
 * Whom to look at. NULL in place of it, or zeros after size, mean the calling process on the live
 * machine.
 *
 * size  sizeof(struct climits_options)
 * root  NULL, or a directory that holds a captured or invented tree (proc/self/cgroup,
 *       proc/self/mountinfo, ...). Everything is read below it and nothing of the live machine: the
 *       affinity mask from proc/self/status, online CPUs from sys/devices/system/cpu/online, RAM
 *       from proc/meminfo. Used during climits_open() only.
 * pid   0, or a process: its cgroups, seen through our mounts where they show them, else through
 *       the process's own (/proc/PID/root) where we may look; its affinity mask and scheduling
 *       policy.
 */
struct climits_options {
	size_t size;
	const char *root;
	int32_t pid;
	int32_t reserved;
};

/*
 * A process that is looked at: opaque. Holds descriptors of the files that matter, at most 600 of
 * them and usually under 30; files beyond are opened at each read.
 */
struct climits;

/*
 * Opens a handle and finds the process's cgroups. The caller owns *ret_handle and gives it to
 * climits_close().
 *
 * That limits cannot be found is not an error: climits_read() then says so, record by record.
 * Errors:
 *   -EINVAL   options->size is too small or pid is negative
 *   -ENOMEM   no memory for the handle (110 KiB)
 *   any errno of open(2)   root, or /proc/PID, cannot be opened
 *   -ESRCH    there is no process pid
 *   -EACCES   process pid exists and /proc hides it from us (hidepid)
 *
 * Since: 0.1
 */
CLIMITS_API CLIMITS_MUST_CHECK int climits_open(const struct climits_options *options,
						struct climits **ret_handle);

/*
 * Reads the limits as they are now, through the descriptors kept open; allocates nothing. Notices
 * that the process moved to another cgroup, that a cgroup was removed or that a controller
 * appeared, and looks again. After fork() in a handle of the calling process, the child reads its
 * own limits.
 *
 * The levels are read one after the other: a change made while reading shows in this read or in the
 * next.
 * Errors:
 *   -EINVAL   ret_limits->size is too small
 *
 * Since: 0.1
 */
CLIMITS_API CLIMITS_MUST_CHECK int climits_read(struct climits *handle,
						struct climits_limits *ret_limits);

/*
 * Learning of changes without asking again and again.
 *
 * size      in: sizeof(struct climits_watch)
 * fd        polls readable (POLLIN) when a limit may have changed, the process may have been moved
 *           or a level may have vanished; climits_read() makes it quiet again and says in changed
 *           what did change, which may be nothing. Owned by the handle, closed with it. Do not read
 *           from it.
 * error     0, or the errno (positive) of why not every change can be noticed: EMFILE and ENOSPC
 *           when a limit of inotify(7) is reached, ENOENT without /proc, EOPNOTSUPP for a captured
 *           tree
 * interval  seconds after which to call climits_read() though fd is quiet: 30 for what the kernel
 *           changes by itself (CPUs going offline, a sibling's partition) or tells nobody (a move
 *           into a cgroup that is no relative of the old one); 1 when error is not 0
 */
struct climits_watch {
	size_t size;
	int32_t fd;
	int32_t error;
	uint32_t interval;
	uint32_t reserved;
};

/*
 * Begins to watch, or tells again how well it is done: error and interval hold until the next
 * climits_read(). There is no thread and no timer. After fork() the child must open a handle of its
 * own. Errors:
 *   -EINVAL            ret_watch->size is too small
 *   -EMFILE, -ENFILE, -ENOMEM   no descriptor can be made: call climits_read() each second instead
 *
 * Since: 0.1
 */
CLIMITS_API CLIMITS_MUST_CHECK int climits_watch(struct climits *handle,
						 struct climits_watch *ret_watch);

/*
 * Closes the handle and its descriptors. NULL is allowed. errno is left alone.
 *
 * Since: 0.1
 */
CLIMITS_API void climits_close(struct climits *handle);

/*
 * One call for the common case: open, read, close, without the cost of keeping descriptors. Errors
 * as climits_open() and climits_read().
 *
 * Since: 0.1
 */
CLIMITS_API CLIMITS_MUST_CHECK int climits_read_once(const struct climits_options *options,
						     struct climits_limits *ret_limits);

/*
 * The path of the cgroup that binds the resource, as /proc/PID/cgroup would show it (relative to
 * our cgroup namespace), and the file whose text set it (absolute, below root where one was given).
 * Of an unknown or invalid limit: the level and the file that could not be used. As of the last
 * climits_read().
 *
 * Writes at most size bytes with a final NUL and returns the length without it, which may be size
 * or more: then the text was cut (as snprintf(3)). buf may be NULL when size is 0. Paths may hold
 * any byte but NUL. Errors:
 *   -ENODATA  no file set it, or its level is hidden
 *   -EINVAL   resource is none of enum climits_resource
 *
 * Since: 0.1
 */
CLIMITS_API int climits_limit_cgroup(const struct climits *handle, int resource, char *buf,
				     size_t size);
CLIMITS_API int climits_limit_file(const struct climits *handle, int resource, char *buf,
				   size_t size);

/*
 * The path of the process's own cgroup for the resource's controller (CPU_QUOTA: cpu, CPUSET:
 * cpuset, MEMORY_MAX: memory, PIDS_MAX: pids), as /proc/PID/cgroup shows it. Return, errors as
 * climits_limit_cgroup(); -ENODATA when the process is in none.
 *
 * Since: 0.1
 */
CLIMITS_API int climits_cgroup_path(const struct climits *handle, int resource, char *buf,
				    size_t size);

/*
 * The CPUs of CLIMITS_CPUSET, CLIMITS_AFFINITY or CLIMITS_ONLINE in the kernel's list format
 * ("0-3,8"), as of the last climits_read(). Return, errors as climits_limit_cgroup(); -ENODATA when
 * no set was read.
 *
 * Since: 0.1
 */
CLIMITS_API int climits_cpu_list(const struct climits *handle, int resource, char *buf,
				 size_t size);

/*
 * How a quota that is no whole number becomes a number of threads.
 */
enum climits_rounding {
	CLIMITS_ROUND_FLOOR = 0,  /* never throttled by its own threads */
	CLIMITS_ROUND_CEIL = 1,   /* all of the quota can be used */
	CLIMITS_ROUND_NEAREST = 2 /* half up */
};

/*
 * What to advise. NULL in place of it means the defaults.
 *
 * size          sizeof(struct climits_policy)
 * runtimes      comma list of names of climits_runtime_at(), and "safe" (variables that do nothing
 *               where they are not known) or "all". NULL: "go".
 * memory_ratio  thousandths of the memory budget that a heap may take, 1..1000. 0: 900.
 * rounding      enum climits_rounding
 */
struct climits_policy {
	size_t size;
	const char *runtimes;
	uint32_t memory_ratio;
	int32_t rounding;
};

/* What a setting was computed from: bits of climits_setting.basis. */
#define CLIMITS_BASIS_CPU 1
#define CLIMITS_BASIS_MEMORY 2

/*
 * One environment variable.
 *
 * runtime    name of its row, static
 * name       name of the variable, static
 * value      what to set, [A-Za-z0-9_=:,.+/-] and space; "" when there is nothing to advise
 * separator  0, or the character that joins it with the user's value in a list variable: ours first
 * print      1: the kernel sets a limit that the runtime may not see; 0: what the runtime finds
 *            alone is as good, or the value is only our guess
 * basis      CLIMITS_BASIS_* bits
 */
struct climits_setting {
	const char *runtime;
	const char *name;
	char value[176];
	char separator;
	char reserved[3];
	int32_t print;
	int32_t basis;
};

/* No policy gives more settings than this. */
#define CLIMITS_SETTINGS_MAX 48

/*
 * Computes settings from limits: exact integer arithmetic, no I/O. The limits may come from
 * climits_read() or be filled in by hand (an admission webhook takes them from Kubernetes
 * quantities): status, value and period of cpu_quota, memory_max, memory_high, swap_max and online,
 * usable_cpus, memory_total and swap_total are used. Zeroed records are CLIMITS_UNKNOWN: set those
 * that limit nothing to CLIMITS_UNLIMITED, or there is no memory budget.
 *
 * Writes up to capacity settings in the order of the runtimes table, each variable once, and
 * returns how many there are (more than capacity: the rest was left out). *ret_notes, unless NULL,
 * gets the bits of enum climits_note that follow from the numbers. Errors:
 *   -EINVAL   a struct's size is too small, a field of policy is out of range, or a runtime's name
 *             is not known
 *
 * Since: 0.1
 */
CLIMITS_API int climits_advise(const struct climits_limits *limits,
			       const struct climits_policy *policy,
			       struct climits_setting *ret_settings, size_t capacity,
			       uint64_t *ret_notes);

/*
 * A row of the runtimes table: its name, the variables it sets (separated by spaces) and one line
 * of help; all static. safe: 1 when "safe" includes it. index runs from 0.
 * Errors:
 *   -ENOENT   no row has this index
 *   -EINVAL   ret_runtime->size is too small
 *
 * Since: 0.1
 */
struct climits_runtime {
	size_t size;
	const char *name;
	const char *variables;
	const char *help;
	int32_t safe;
	int32_t reserved;
};
CLIMITS_API CLIMITS_MUST_CHECK int climits_runtime_at(size_t index,
						      struct climits_runtime *ret_runtime);

/*
 * How climits_setting_format() writes a setting.
 */
enum climits_format {
	/* export NAME='VALUE'; quoted when needed, newline at the end */
	CLIMITS_FORMAT_SHELL = 0,
	/* NAME=VALUE and a newline: docker --env-file, systemd EnvironmentFile= */
	CLIMITS_FORMAT_DOTENV = 1,
	/* the merged value alone, for setenv(3) */
	CLIMITS_FORMAT_VALUE = 2
};

/*
 * Writes a setting as a line of text. present is the value that the variable has now, or NULL: a
 * scalar that is set and not empty is left alone unless override is not 0 (returns 0: no line); in
 * a list variable ours comes first and the present value follows, once, override or not: a value
 * that already begins with ours is left alone. In CLIMITS_FORMAT_SHELL the present value is
 * referred to by name and never repeated, so its text is not read again by the shell.
 *
 * Return as climits_limit_cgroup(). Errors:
 *   -EINVAL   format is none of enum climits_format, or setting is not one that climits_advise()
 *             made
 *   -EILSEQ   the present value has a newline and format is CLIMITS_FORMAT_DOTENV, which cannot
 *             carry one
 *
 * Since: 0.1
 */
CLIMITS_API int climits_setting_format(const struct climits_setting *setting, int format,
				       const char *present, int override, char *buf, size_t size);

/*
 * Reads a Kubernetes quantity (resource.Quantity: "100m", "1.5Gi", "2e3"): len bytes of text, no
 * blanks around them. *ret_value gets quantity x scale rounded up, as Kubernetes rounds: scale 1000
 * is millicores of a CPU quantity, 1 bytes of a memory quantity, 1000000000 all the precision that
 * Kubernetes keeps. Exact: no floating point, and the time is bounded whatever the text.
 *
 * All that Kubernetes reads is read, except for texts of more than 160 bytes or 64 digits and for
 * exponents beyond 40 either way: these are malformed here. Errors:
 *   -EBADMSG  text is no quantity
 *   -EDOM     it is below zero
 *   -ERANGE   quantity x scale is above 2^63 - 1
 *   -EINVAL   scale is 0 or above 1000000000
 *
 * Since: 0.1
 */
CLIMITS_API CLIMITS_MUST_CHECK int climits_quantity_parse(const char *text, size_t len,
							  uint32_t scale, uint64_t *ret_value);

/*
 * Words for numbers, static: "limited", "ancestors-hidden", "cpu.quota". NULL for a number that has
 * none.
 *
 * Since: 0.1
 */
CLIMITS_API const char *climits_status_name(int status);
CLIMITS_API const char *climits_note_name(int note);
CLIMITS_API const char *climits_resource_name(int resource);

/*
 * The record of a resource in limits, NULL for a number that is no resource.
 *
 * Since: 0.1
 */
CLIMITS_API const struct climits_limit *climits_limit_of(const struct climits_limits *limits,
							 int resource);

/*
 * Version of the library that is running, CLIMITS_VERSION of its header.
 *
 * Since: 0.1
 */
CLIMITS_API const char *climits_version(void);

#ifdef __cplusplus
}
#endif

#endif /* CONTAINERLIMITS_H */
