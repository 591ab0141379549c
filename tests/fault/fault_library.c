/* SPDX-License-Identifier: MIT
 *
 * fault_library [-cwz] [-r ROOT] [NAME=VALUE...]: every call that the library makes fails in turn,
 * with every errno. After each, an answer must be the one without faults or "unknown" with an
 * errno, and nothing may stay open; the next read without a fault must be right again.
 *
 * -r ROOT     reads a captured tree
 * -c          reads a child of ours; -z: one that is a zombie
 * -w          also a watched handle; the kernel takes 10 ms to end a watch
 * NAME=VALUE  what the answer without faults is: cpu.quota=150000/100000, memory.max=none, and
 *             "unknown" as a value
 *
 * Not covered: two lies about one absent file. Its absence is confirmed by a second call, and
 * nothing can be told from two that agree.
 */
#include "judge.h"
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
	const char *name;
	int number;
	int lasting; /* may be the answer to every call from one on */
} ERRORS[] = {
	{"EINTR", EINTR, 0},   {"EACCES", EACCES, 1}, {"EPERM", EPERM, 1},
	{"ENOENT", ENOENT, 0}, {"ENODEV", ENODEV, 0}, {"EIO", EIO, 1},
	{"EMFILE", EMFILE, 1}, {"ENOMEM", ENOMEM, 1}, {"ENOSYS", ENOSYS, 1},
};

#define ERRORS_COUNT (sizeof(ERRORS) / sizeof(ERRORS[0]))

/* What a way of reading gave: with the fault, and at the next read of the same handle. */
struct result {
	int error;
	int watch_error;
	struct climits_limits limits;
	int read_again;
	struct climits_limits again;
};

typedef void way_of_reading(const struct climits_options *options, const struct fault *fault,
			    struct result *result);

static int passed;
static int failed;
static struct climits_limits truth;

static void clear(struct climits_limits *limits)
{
	memset(limits, 0x5a, sizeof(*limits));
	limits->size = sizeof(*limits);
}

static void read_once(const struct climits_options *options, const struct fault *fault,
		      struct result *result)
{
	shim_arm(fault);
	result->error = climits_read_once(options, &result->limits);
}

static void read_again(struct climits *handle, struct result *result)
{
	shim_pause(1);
	clear(&result->again);
	result->read_again = climits_read(handle, &result->again) == 0;
	shim_pause(0);
}

/* The fault comes while the handle is opened or read for the first time. */
static void read_first(const struct climits_options *options, const struct fault *fault,
		       struct result *result)
{
	struct climits *handle = NULL;

	shim_arm(fault);
	result->error = climits_open(options, &handle);
	if (result->error < 0)
		return;
	result->error = climits_read(handle, &result->limits);
	read_again(handle, result);
	climits_close(handle);
}

/* The fault comes at the second read. */
static void read_second(const struct climits_options *options, const struct fault *fault,
			struct result *result)
{
	struct climits *handle = NULL;

	result->error = climits_open(options, &handle);
	if (result->error < 0)
		return;
	result->error = climits_read(handle, &result->limits);
	clear(&result->limits);
	shim_arm(fault);
	result->error = climits_read(handle, &result->limits);
	read_again(handle, result);
	climits_close(handle);
}

/* The fault comes while a watch begins, or at the read after it. */
static void read_watched(const struct climits_options *options, const struct fault *fault,
			 struct result *result)
{
	struct climits_watch watch = {.size = sizeof(watch)};
	struct climits *handle = NULL;

	result->error = climits_open(options, &handle);
	if (result->error < 0)
		return;
	shim_arm(fault);
	result->watch_error = climits_watch(handle, &watch);
	result->error = climits_read(handle, &result->limits);
	read_again(handle, result);
	climits_close(handle);
}

/* The lowest descriptor that is free. */
static int lowest_descriptor(void)
{
	int fd = dup(STDERR_FILENO);

	close(fd);
	return fd;
}

static void judge(const char *where, const struct result *result, int lowest)
{
	struct verdict verdict = {0};

	if (result->error < 0)
		judge_error(&verdict, result->error, &result->limits);
	else
		judge_limits(&verdict, &truth, &result->limits);
	if (result->read_again)
		judge_recovery(&verdict, &truth, &result->again);
	if (result->watch_error == -EINVAL)
		judge_say(&verdict, "the watch fails with EINVAL");
	if (lowest_descriptor() != lowest)
		judge_say(&verdict, "a descriptor stays open");
	if (verdict.failures) {
		failed++;
		printf("FAILED: %s:%s\n", where, verdict.text);
	} else {
		passed++;
	}
}

/* Returns how many calls the fault could have met. */
static unsigned try_fault(const char *way_name, way_of_reading *way,
			  const struct climits_options *options, const struct fault *fault,
			  const char *error_name)
{
	struct result result = {0};
	int lowest = lowest_descriptor();
	char where[128];
	unsigned calls;

	clear(&result.limits);
	alarm(20);
	way(options, fault, &result);
	calls = shim_disarm();
	alarm(0);
	snprintf(where, sizeof(where), "%s, %s %u (%s) says %s", way_name,
		 fault->to > fault->from ? "all calls from" : "call", fault->from,
		 shim_failed() ? shim_failed() : "none", error_name);
	judge(where, &result, lowest);
	return calls;
}

static unsigned count_calls(way_of_reading *way, const struct climits_options *options)
{
	struct result result = {0};
	struct fault count = {.from = UINT_MAX, .to = UINT_MAX};

	clear(&result.limits);
	way(options, &count, &result);
	return shim_disarm();
}

static void try_single(const char *name, way_of_reading *way, const struct climits_options *options,
		       unsigned calls)
{
	for (unsigned call = 1; call <= calls; call++)
		for (size_t i = 0; i < ERRORS_COUNT; i++) {
			struct fault fault = {NULL, call, call, ERRORS[i].number};

			try_fault(name, way, options, &fault, ERRORS[i].name);
		}
}

/* Everything fails from some call on: a full table of descriptors, a disk that went away. */
static void try_lasting(const char *name, way_of_reading *way,
			const struct climits_options *options, unsigned calls)
{
	for (unsigned call = 1; call <= calls; call++)
		for (size_t i = 0; i < ERRORS_COUNT; i++) {
			struct fault fault = {NULL, call, UINT_MAX, ERRORS[i].number};

			if (ERRORS[i].lasting)
				try_fault(name, way, options, &fault, ERRORS[i].name);
		}
}

/* One system call always fails: a filter of a sandbox, an old kernel. */
static void try_kinds(const char *name, way_of_reading *way, const struct climits_options *options)
{
	for (const char *const *kind = shim_kinds(); *kind; kind++)
		for (size_t i = 0; i < ERRORS_COUNT; i++) {
			struct fault fault = {*kind, 1, UINT_MAX, ERRORS[i].number};

			try_fault(name, way, options, &fault, ERRORS[i].name);
		}
}

static void try_all(const struct climits_options *options, int watched)
{
	static const struct {
		const char *name;
		way_of_reading *way;
		int watched;
	} WAYS[] = {
		{"read once", read_once, 0},
		{"open and first read", read_first, 0},
		{"second read", read_second, 0},
		{"watched read", read_watched, 1},
	};

	for (size_t i = 0; i < sizeof(WAYS) / sizeof(WAYS[0]); i++) {
		unsigned calls;

		if (WAYS[i].watched > watched)
			continue;
		calls = count_calls(WAYS[i].way, options);
		printf("%s: %u calls\n", WAYS[i].name, calls);
		try_single(WAYS[i].name, WAYS[i].way, options, calls);
		if (!WAYS[i].watched)
			try_lasting(WAYS[i].name, WAYS[i].way, options, calls);
		try_kinds(WAYS[i].name, WAYS[i].way, options);
	}
}

/* A child that waits for the end of its pipe; or, as a zombie, for nothing. */
static pid_t start_child(int zombie, int *ret_end)
{
	siginfo_t info;
	int ends[2];
	pid_t child;
	char byte;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -1;
	child = fork();
	if (child == 0) {
		close(ends[1]);
		_exit(!zombie && read(ends[0], &byte, 1) != 0);
	}
	close(ends[0]);
	*ret_end = ends[1];
	if (zombie && child > 0)
		waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT);
	return child;
}

/* The answer without a fault; nothing can be told without. */
static int learn_truth(const struct climits_options *options, char *const *expected)
{
	struct verdict verdict = {0};
	int r;

	truth.size = sizeof(truth);
	r = climits_read_once(options, &truth);
	if (r < 0) {
		printf("FAILED: cannot read without a fault: %s\n", strerror(-r));
		return 0;
	}
	for (; *expected; expected++)
		judge_expected(&verdict, &truth, *expected);
	if (verdict.failures)
		printf("FAILED: without a fault:%s\n", verdict.text);
	return verdict.failures == 0;
}

int main(int argc, char **argv)
{
	struct climits_options options = {.size = sizeof(options)};
	int watched = 0;
	int end = -1;
	int option;

	while ((option = getopt(argc, argv, "r:cwz")) >= 0) {
		if (option == '?')
			return 2;
		if (option == 'r')
			options.root = optarg;
		else if (option == 'w')
			watched = 1;
		else
			options.pid = start_child(option == 'z', &end);
	}
	if (learn_truth(&options, argv + optind))
		try_all(&options, watched);
	else
		failed++;
	close(end);
	printf("%d passed, %d failed, 0 skipped\n", passed, failed);
	return failed > 0;
}
