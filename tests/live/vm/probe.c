/* SPDX-License-Identifier: MIT
 *
 * probe - what the live tests need and busybox does not have, in one static program. It runs in
 * guests, in containers and on the host. Numbers of its command line come from the tests.
 *
 *	limits [PID]             the library's answer as one line
 *	hold                     the same for each line of stdin, through one open handle
 *	advice                   the notes on its advice
 *	spin THREADS MS          busy threads: prints the CPU time they got, in thousandths
 *	eat BYTES                touches so much memory, and says so
 *	mounts COUNT DIR CMD...  CMD in a mount namespace with so many mounts, or more, below DIR
 *	unshare LETTERS CMD...   CMD in new namespaces: c(group), m(ount), p(id)
 *	as UID CMD...            CMD as another user
 */
#include "../../unit/both_ways.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <containerlimits.h>

#define THREADS_MAX 64

static int fail(const char *what)
{
	fprintf(stderr, "probe: %s: %s\n", what, strerror(errno));
	return 1;
}

static uint64_t number(const char *text)
{
	uint64_t value = 0;

	for (; *text >= '0' && *text <= '9'; text++)
		value = value * 10 + (uint64_t)(*text - '0');
	return value;
}

static void print_limit(const struct climits_limits *limits, int resource, const char *name)
{
	const struct climits_limit *limit = climits_limit_of(limits, resource);

	printf("%s=", name);
	if (limit->status == CLIMITS_LIMITED)
		printf("%" PRIu64, limit->value);
	else
		printf("%s", limit->status == CLIMITS_UNLIMITED
				     ? "max"
				     : climits_status_name(limit->status));
	if (resource == CLIMITS_CPU_QUOTA && limit->status == CLIMITS_LIMITED)
		printf("/%" PRIu64, limit->period);
	printf(" ");
}

static void print_limits(const struct climits *handle, const struct climits_limits *limits)
{
	char list[4096];

	if (climits_cpu_list(handle, CLIMITS_CPUSET, list, sizeof(list)) < 0)
		snprintf(list, sizeof(list), "%s",
			 limits->cpuset.status == CLIMITS_UNLIMITED ? "none" : "unknown");
	print_limit(limits, CLIMITS_CPU_QUOTA, "quota");
	printf("burst=%" PRIu64 " cpuset=%s usable=%" PRIu32 " ", limits->cpu_burst, list,
	       limits->usable_cpus);
	print_limit(limits, CLIMITS_MEMORY_MAX, "max");
	print_limit(limits, CLIMITS_MEMORY_HIGH, "high");
	print_limit(limits, CLIMITS_SWAP_MAX, "swap");
	print_limit(limits, CLIMITS_PIDS_MAX, "pids");
	printf("horizon=%d notes=", limits->horizon);
	for (int i = 0; i < CLIMITS_NOTES; i++)
		if (limits->notes >> i & 1)
			printf("%s,", climits_note_name(i));
	printf("\n");
	fflush(stdout);
}

static int read_and_print(struct climits *handle)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	int r = climits_read(handle, &limits);

	if (r < 0) {
		errno = -r;
		return fail("climits_read");
	}
	print_limits(handle, &limits);
	return 0;
}

static int cmd_limits(char **argv)
{
	struct climits_options options = {.size = sizeof(options)};
	struct climits *handle;
	int r;

	options.pid = argv[0] ? (int32_t)number(argv[0]) : 0;
	r = climits_open(&options, &handle);
	if (r < 0) {
		errno = -r;
		return fail("climits_open");
	}
	r = read_and_print(handle);
	climits_close(handle);
	if (r == 0 && !both_ways_agree(options.pid))
		return fail("statmount and mountinfo do not agree");
	return r;
}

static int cmd_hold(char **argv)
{
	struct climits *handle;
	char line[64];
	int r = climits_open(NULL, &handle);

	(void)argv;
	if (r < 0) {
		errno = -r;
		return fail("climits_open");
	}
	r = 0;
	while (r == 0 && fgets(line, sizeof(line), stdin))
		r = read_and_print(handle);
	climits_close(handle);
	return r;
}

/* The notes on the advice for Go. */
static int cmd_advice(char **argv)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	uint64_t notes = 0;

	(void)argv;
	if (climits_read_once(NULL, &limits) < 0 ||
	    climits_advise(&limits, NULL, settings, CLIMITS_SETTINGS_MAX, &notes) < 0)
		return fail("climits_advise");
	for (int i = 0; i < CLIMITS_NOTES; i++)
		if (notes >> i & 1)
			printf("%s ", climits_note_name(i));
	printf("\n");
	return 0;
}

static volatile int stop;

static void *spin(void *context)
{
	(void)context;
	while (!stop)
		;
	return NULL;
}

static uint64_t used_us(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
	       (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static int cmd_spin(char **argv)
{
	pthread_t threads[THREADS_MAX];
	uint64_t count = number(argv[0]);
	uint64_t us = number(argv[1]) * 1000;
	uint64_t begin = now_us();
	uint64_t used = used_us();

	for (uint64_t i = 0; i < count && i < THREADS_MAX; i++)
		if (pthread_create(&threads[i], NULL, spin, NULL) != 0)
			return fail("pthread_create");
	nanosleep(&(struct timespec){.tv_sec = (time_t)(us / 1000000),
				     .tv_nsec = (long)(us % 1000000) * 1000},
		  NULL);
	used = used_us() - used;
	begin = now_us() - begin;
	stop = 1;
	for (uint64_t i = 0; i < count && i < THREADS_MAX; i++)
		pthread_join(threads[i], NULL);
	printf("%" PRIu64 "\n", used * 1000 / begin);
	return 0;
}

/* Pages with something in them: zram would store others in no memory at all. */
static int cmd_eat(char **argv)
{
	uint64_t bytes = number(argv[0]);
	uint32_t seed = 1;
	uint32_t *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
				-1, 0);

	if (memory == MAP_FAILED)
		return fail("mmap");
	madvise(memory, bytes, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < bytes / 4; i += 4) {
		seed = seed * 1664525 + 1013904223;
		memory[i] = seed;
	}
	printf("ate %" PRIu64 "\n", bytes);
	return 0;
}

static int execute(char **argv)
{
	execvp(argv[0], argv);
	return fail(argv[0]);
}

/* Mount events stay inside. */
static int leave_mounts(void)
{
	if (unshare(CLONE_NEWNS) < 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
		return -1;
	return 0;
}

/* Binding a tree of mounts inside of itself doubles it, at the cost of one call. */
static int cmd_mounts(char **argv)
{
	uint64_t count = number(argv[0]);
	char path[4096];

	if (leave_mounts() < 0 || mount("none", argv[1], "tmpfs", 0, NULL) < 0)
		return fail("mount");
	for (uint64_t mounts = 1; mounts < count; mounts *= 2) {
		snprintf(path, sizeof(path), "%s/%" PRIu64, argv[1], mounts);
		if (mkdir(path, 0755) < 0 || mount(argv[1], path, NULL, MS_BIND | MS_REC, NULL) < 0)
			return fail(path);
	}
	return execute(argv + 2);
}

/* A pid namespace begins with the next child. */
static int in_child(char **argv)
{
	int status;
	pid_t pid = fork();

	if (pid < 0)
		return fail("fork");
	if (pid == 0)
		_exit(execute(argv));
	if (waitpid(pid, &status, 0) < 0)
		return fail("waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int cmd_unshare(char **argv)
{
	const char *letters = argv[0];

	if (strchr(letters, 'm') && leave_mounts() < 0)
		return fail("mount namespace");
	if (strchr(letters, 'c') && unshare(CLONE_NEWCGROUP) < 0)
		return fail("cgroup namespace");
	if (!strchr(letters, 'p'))
		return execute(argv + 1);
	if (unshare(CLONE_NEWPID) < 0)
		return fail("pid namespace");
	return in_child(argv + 1);
}

static int cmd_as(char **argv)
{
	uid_t uid = (uid_t)number(argv[0]);

	if (setgid(uid) < 0 || setuid(uid) < 0)
		return fail("setuid");
	return execute(argv + 1);
}

static const struct {
	const char *name;
	int arguments;
	int (*run)(char **argv);
} commands[] = {
	{"limits", 0, cmd_limits},   {"hold", 0, cmd_hold}, {"advice", 0, cmd_advice},
	{"spin", 2, cmd_spin},       {"eat", 1, cmd_eat},   {"mounts", 3, cmd_mounts},
	{"unshare", 2, cmd_unshare}, {"as", 2, cmd_as},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(argv[1], commands[i].name) && argc - 2 >= commands[i].arguments)
			return commands[i].run(argv + 2);
	fprintf(stderr, "probe: no such command\n");
	return 2;
}
