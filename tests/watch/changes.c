/* SPDX-License-Identifier: MIT
 *
 * changes.c - `climits watch` on cgroups of version 1 of our own: that no change is lost, how soon
 * it shows, that nothing wakes it up in between, and how it ends. Prints the times; they decide
 * nothing.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "watch.h"

#define MIB (INT64_C(1) << 20)
#define CHANGES 1000

/* The slow re-read; a wait that is longer would count it as a wake-up. */
#define IDLE_SECONDS 10

static int passed, failed;

int check(int ok, const char *format, ...)
{
	va_list arguments;

	if (ok) {
		passed++;
		return ok;
	}
	failed++;
	printf("FAILED: ");
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	printf("\n");
	return ok;
}

static int64_t memory_max(const struct watch *watch)
{
	return record_number(watch->line, "\"max\":", "bytes");
}

static int64_t quota(const struct watch *watch)
{
	return record_number(watch->line, "\"quota\":", "quota_us");
}

static void start(struct watch *watch, pid_t pid, const char *const *more)
{
	static char number[16];
	const char *arguments[8] = {"--pid", number, "--json"};

	snprintf(number, sizeof(number), "%d", (int)pid);
	for (size_t i = 0; more && more[i]; i++)
		arguments[i + 2] = more[i];
	watch_start(watch, arguments);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* One change after the other: each must show, with its value. */
static void test_latency(pid_t pid)
{
	static double times[CHANGES];
	static struct watch watch;
	int lost = 0;

	start(&watch, pid, NULL);
	check(watch_next(&watch, 5000) == 1, "no first record");
	for (int i = 0; i < CHANGES; i++) {
		int64_t value = (i % 2 ? 64 : 96) * MIB + (i % 100) * 4096;
		double before = now_ms();

		group_write(i % 4 < 2 ? "a" : "", "memory.limit_in_bytes", value);
		if (watch_next(&watch, 5000) != 1)
			lost++;
		times[i] = now_ms() - before;
		group_write("a", "memory.limit_in_bytes", 512 * MIB);
		group_write("", "memory.limit_in_bytes", 512 * MIB);
		watch_drain(&watch, 2);
	}
	qsort(times, CHANGES, sizeof(times[0]), by_size);
	printf("# from a write to its record, %d changes: p50 %.2f ms, p99 %.2f ms, max %.2f ms\n",
	       CHANGES, times[CHANGES / 2], times[CHANGES * 99 / 100], times[CHANGES - 1]);
	check(lost == 0, "%d of %d changes did not show", lost, CHANGES);
	kill(watch.pid, SIGTERM);
	check(watch_end(&watch) == 0, "SIGTERM does not end it cleanly");
}

/* How often it was put to sleep: once for each time that something woke it up. */
static long switches(pid_t pid)
{
	char path[64], line[256];
	long count = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		sscanf(line, "voluntary_ctxt_switches: %ld", &count);
	if (file)
		fclose(file);
	return count;
}

static void test_idle(pid_t pid)
{
	static struct watch watch;
	long before, after;

	start(&watch, pid, NULL);
	check(watch_next(&watch, 5000) == 1, "no first record");
	usleep(200000);
	before = switches(watch.pid);
	sleep(IDLE_SECONDS);
	after = switches(watch.pid);
	printf("# woken up %ld times in %d s without a change\n", after - before, IDLE_SECONDS);
	check(before >= 0 && after == before, "%ld wake-ups without a change", after - before);
	check(watch_drain(&watch, 10) == 0, "a record without a change");
	/* Nobody reads any more, and nothing changes: it must end all the same. */
	check(watch_end(&watch) == 0, "it does not end when its reader goes away");
}

/* A pod is resized: its leaf, then its parent, up and down, as fast as it can be written. */
static void test_resize(pid_t pid)
{
	static struct watch watch;
	const char *leaf = "a";
	int records;

	start(&watch, pid, NULL);
	check(watch_next(&watch, 5000) == 1, "no first record");
	for (int i = 0; i < CHANGES; i++) {
		if (i == CHANGES / 2) {
			group_move(pid, "b");
			leaf = "b";
		}
		group_write(leaf, "memory.limit_in_bytes", (64 + i % 7) * MIB);
		group_write("", "memory.limit_in_bytes", (128 - i % 5) * MIB);
		group_write(leaf, "cpu.cfs_quota_us", 100000 + i % 9 * 1000);
	}
	group_write(leaf, "memory.limit_in_bytes", 200 * MIB);
	group_write("", "memory.limit_in_bytes", 77 * MIB);
	group_write(leaf, "cpu.cfs_quota_us", 123000);
	records = watch_drain(&watch, 1000);
	printf("# %d writes at full speed: %d records\n", 3 * CHANGES + 3, records);
	check(memory_max(&watch) == 77 * MIB, "last memory.max %" PRId64, memory_max(&watch));
	check(quota(&watch) == 123000, "last quota %" PRId64, quota(&watch));
	check(strstr(watch.line, "/b\"") != NULL, "the move did not show: %s", watch.line);
	kill(watch.pid, SIGTERM);
	check(watch_end(&watch) == 0, "SIGTERM does not end it cleanly");
	group_move(pid, "a");
}

/* Moved to a group that did not exist when the watch began, and back. */
static void test_moves(pid_t pid)
{
	static struct watch watch;

	start(&watch, pid, NULL);
	check(watch_next(&watch, 5000) == 1, "no first record");
	group_make("c");
	group_write("c", "memory.limit_in_bytes", 33 * MIB);
	group_move(pid, "c");
	watch_drain(&watch, 500);
	check(memory_max(&watch) == 33 * MIB, "in a new group: %" PRId64, memory_max(&watch));
	group_write("c", "memory.limit_in_bytes", 34 * MIB);
	watch_drain(&watch, 500);
	check(memory_max(&watch) == 34 * MIB, "changed there: %" PRId64, memory_max(&watch));
	group_move(pid, "a");
	watch_drain(&watch, 500);
	check(memory_max(&watch) != 34 * MIB, "moved back, and still %" PRId64, memory_max(&watch));
	kill(watch.pid, SIGINT);
	check(watch_end(&watch) == 0, "SIGINT does not end it cleanly");
}

/* The process that is watched ends. */
static void test_end_of_process(void)
{
	static struct watch watch;
	pid_t pid = sleeper_start();

	start(&watch, pid, NULL);
	check(watch_next(&watch, 5000) == 1, "no first record");
	kill(pid, SIGKILL);
	check(watch_next(&watch, 5000) == 1 && strstr(watch.line, "process-dead"),
	      "the death of the process did not show: %s", watch.line);
	check(watch_end(&watch) == 0, "it does not end with the process");
}

static void test_exec(pid_t pid)
{
	static const char command[] = "--exec=echo \"{\\\"max\\\": \\\"bytes\\\":$GOMAXPROCS}\"";
	static struct watch watch;
	char number[16];
	const char *arguments[] = {"--pid", number, command, NULL};

	snprintf(number, sizeof(number), "%d", (int)pid);
	group_write("a", "cpu.cfs_quota_us", 100000);
	watch_start(&watch, arguments);
	check(watch_next(&watch, 300) == 0, "--exec ran though nothing changed");
	group_write("a", "cpu.cfs_quota_us", 150000);
	check(watch_next(&watch, 5000) == 1 && memory_max(&watch) == 1, "--exec: %s", watch.line);
	kill(watch.pid, SIGTERM);
	check(watch_end(&watch) == 0, "SIGTERM does not end --exec cleanly");
}

/* No inotify instance is left for this user: changes are looked for, each second. */
static void test_exhausted(pid_t pid)
{
	static struct watch watch;
	static int taken[8192];
	size_t count = 0;

	while (count < 8192 && (taken[count] = inotify_init1(IN_CLOEXEC)) >= 0)
		count++;
	if (count == 8192 || errno != EMFILE) {
		printf("# inotify could not be used up\n");
	} else {
		start(&watch, pid, NULL);
		check(watch_next(&watch, 5000) == 1, "no first record without inotify");
		group_write("a", "memory.limit_in_bytes", 55 * MIB);
		check(watch_next(&watch, 5000) == 1 && memory_max(&watch) == 55 * MIB,
		      "without inotify: %s", watch.line);
		kill(watch.pid, SIGTERM);
		check(watch_end(&watch) == 0, "SIGTERM does not end it without inotify");
	}
	while (count > 0)
		close(taken[--count]);
}

int main(void)
{
	const char *why = groups_open();
	pid_t pid;

	setvbuf(stdout, NULL, _IOLBF, 0);
	signal(SIGPIPE, SIG_IGN);
	if (why || !getenv("CLIMITS")) {
		printf("skip: watch: %s\n", why ? why : "CLIMITS is not set");
		printf("0 passed, 0 failed, 1 skipped\n");
		return 0;
	}
	group_make("a");
	group_make("b");
	pid = sleeper_start();
	group_move(pid, "a");
	test_latency(pid);
	test_idle(pid);
	test_resize(pid);
	test_moves(pid);
	test_end_of_process();
	test_exec(pid);
	test_exhausted(pid);
	groups_close();
	printf("%d passed, %d failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
