/* SPDX-License-Identifier: MIT
 *
 * bench: what a call of the library costs, beside the floor: what a program pays that knows by
 * heart which files carry the answer for this process on this machine. All in one run, in turns, so
 * that the ratios hold though the machine is busy. Prints and never fails on time.
 *
 *	one shot    climits_read_once()
 *	its floor   open, read and close of each file that carries a limit, and sched_getaffinity
 *	again       climits_read() on an open handle
 *	its floor   one pread of each descriptor that the handle keeps, and sched_getaffinity
 */
#include "containerlimits.h"

#include "files.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 400
#define CALLS_A_ROUND 25

static struct files files;
static struct climits *handle;
static char buf[65536];

static void nothing(void)
{
}

static void read_once(void)
{
	struct climits_limits limits = {.size = sizeof(limits)};

	if (climits_read_once(NULL, &limits) < 0)
		abort();
}

static void read_again(void)
{
	struct climits_limits limits = {.size = sizeof(limits)};

	if (climits_read(handle, &limits) < 0)
		abort();
}

static void get_affinity(void)
{
	cpu_set_t set;

	sched_getaffinity(0, sizeof(set), &set);
}

static void floor_once(void)
{
	for (int i = 0; i < files.count; i++) {
		int fd;

		if (files.file[i].is_proc)
			continue;
		fd = open(files.file[i].path, O_RDONLY | O_CLOEXEC);
		if (read(fd, buf, sizeof(buf)) < 0)
			abort();
		close(fd);
	}
	get_affinity();
}

static void floor_again(void)
{
	for (int i = 0; i < files.count; i++)
		if (pread(files.file[i].fd, buf, sizeof(buf), 0) < 0)
			abort();
	get_affinity();
}

static struct contender {
	const char *name;
	void (*run)(void);
	double best; /* microseconds a call */
	long calls;  /* system calls */
} contenders[] = {
	{"one shot", read_once, 0, 0},
	{"its floor", floor_once, 0, 0},
	{"again", read_again, 0, 0},
	{"its floor", floor_again, 0, 0},
};

#define CONTENDERS (sizeof(contenders) / sizeof(contenders[0]))

static double now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* The best of many short rounds: what others do on the machine only adds. */
static void measure(struct contender *contender)
{
	double start = now_us();
	double each;

	for (int i = 0; i < CALLS_A_ROUND; i++)
		contender->run();
	each = (now_us() - start) / CALLS_A_ROUND;
	if (contender->best <= 0 || each < contender->best)
		contender->best = each;
}

/* Stops at entries and exits of system calls: two for each. */
static long count_stops(void (*run)(void))
{
	long stops = 0;
	int status;
	pid_t child = fork();

	if (child == 0) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		run();
		_exit(0);
	}
	while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
		ptrace(PTRACE_SYSCALL, child, NULL, NULL);
		stops++;
	}
	return stops;
}

/* A child of a fork reads its own limits anew, once; the second read is the one to count. */
static void read_twice(void)
{
	read_again();
	read_again();
}

static void count_calls(void)
{
	long base = count_stops(nothing);

	for (size_t i = 0; i < CONTENDERS; i++)
		contenders[i].calls = (count_stops(contenders[i].run) - base) / 2;
	contenders[2].calls = (count_stops(read_twice) - base) / 2 - contenders[2].calls;
}

static void print(const struct contender *contender, const struct contender *floor)
{
	printf("%-10s %7.2f us  %3ld system calls", contender->name, contender->best,
	       contender->calls);
	if (floor)
		printf("  %.2f times its floor", contender->best / floor->best);
	putchar('\n');
}

int main(void)
{
	if (climits_open(NULL, &handle) < 0)
		return 1;
	read_again();
	files_find(&files);
	count_calls();
	for (int round = 0; round < ROUNDS; round++)
		for (size_t i = 0; i < CONTENDERS; i++)
			measure(&contenders[i]);
	for (size_t i = 0; i < CONTENDERS; i++)
		print(&contenders[i], i % 2 ? NULL : &contenders[i + 1]);
	climits_close(handle);
	return 0;
}
