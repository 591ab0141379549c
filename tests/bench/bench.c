/* SPDX-License-Identifier: MIT
 *
 * bench: what a call of the library costs, beside its floor: what a program pays that knows by
 * heart which files carry the answer for this process on this machine. In turns, so that the ratios
 * hold though the machine is busy. Prints and never fails on time.
 *
 *	one shot    climits_read_once()
 *	its floor   open, read and close of each file that carries a limit, and sched_getaffinity
 *	open        climits_open(), the first climits_read() and climits_close()
 *	its floor   the same as of one shot
 *	again       climits_read() on an open handle
 *	its floor   one pread of each descriptor that the handle keeps, and sched_getaffinity
 *
 *	bench time MS | loop N I     measure.h
 *	bench old MS                 one shot where the kernel has no statmount(2); its floor reads
 *	                             /proc/self/mountinfo as well
 *	bench pids COUNT MS          one shot of other processes, COUNT of them, the next at each
 *	                             call
 */
#include "containerlimits.h"

#include "files.h"
#include "measure.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PIDS_MAX 4096
#define NR_STATMOUNT 457 /* of every architecture; headers of old kernels lack it */

static struct files files;
static struct climits *handle;
static char buf[65536];
static pid_t pids[PIDS_MAX];
static int pids_count;
static int pids_next;

static void read_once(void)
{
	struct climits_limits limits = {.size = sizeof(limits)};

	if (climits_read_once(NULL, &limits) < 0)
		abort();
}

static void open_and_read(void)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	struct climits *opened;

	if (climits_open(NULL, &opened) < 0 || climits_read(opened, &limits) < 0)
		abort();
	climits_close(opened);
}

static void read_again(void)
{
	struct climits_limits limits = {.size = sizeof(limits)};

	if (climits_read(handle, &limits) < 0)
		abort();
}

static void get_affinity(pid_t pid)
{
	cpu_set_t set;

	sched_getaffinity(pid, sizeof(set), &set);
}

static void floor_files(void)
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
}

static void floor_once(void)
{
	floor_files();
	get_affinity(0);
}

static void floor_again(void)
{
	for (int i = 0; i < files.count; i++)
		if (pread(files.file[i].fd, buf, sizeof(buf), 0) < 0)
			abort();
	get_affinity(0);
}

static void floor_old(void)
{
	int fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);

	while (read(fd, buf, sizeof(buf)) > 0)
		;
	close(fd);
	floor_once();
}

static pid_t next_pid(void)
{
	pids_next = (pids_next + 1) % pids_count;
	return pids[pids_next];
}

static void read_pid(void)
{
	struct climits_options options = {.size = sizeof(options), .pid = next_pid()};
	struct climits_limits limits = {.size = sizeof(limits)};

	if (climits_read_once(&options, &limits) < 0)
		abort();
}

static void floor_pid(void)
{
	floor_files();
	get_affinity(next_pid());
}

#define TELLS "all, all levels"

static struct measure_call calls[] = {
	{"one shot", TELLS, read_once, 0},    {"floor of one shot", "", floor_once, 0},
	{"open", TELLS, open_and_read, 0},    {"floor of open", "", floor_once, 0},
	{"read again", TELLS, read_again, 0}, {"floor of read again", "", floor_again, 0},
};

static struct measure_call calls_old[] = {
	{"one shot without statmount", TELLS, read_once, 0},
	{"floor of one shot without statmount", "", floor_old, 0},
};

static struct measure_call calls_pid[] = {
	{"one shot of another process", TELLS, read_pid, 0},
	{"floor of one shot of another process", "", floor_pid, 0},
};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static void pids_start(int count)
{
	pid_t parent = getpid();

	for (pids_count = 0; pids_count < count && pids_count < PIDS_MAX; pids_count++) {
		pid_t child = fork();

		if (child < 0)
			break;
		if (child == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			while (getppid() == parent)
				pause();
			_exit(0);
		}
		pids[pids_count] = child;
	}
}

static void pids_end(void)
{
	for (int i = 0; i < pids_count; i++)
		kill(pids[i], SIGKILL);
	for (int i = 0; i < pids_count; i++)
		waitpid(pids[i], NULL, 0);
}

static int measure_old(double ms)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NR_STATMOUNT, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = COUNT_OF(filter), .filter = filter};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
		return 1;
	measure_time(calls_old, COUNT_OF(calls_old), ms);
	return 0;
}

static int measure_pids(int count, double ms)
{
	pids_start(count);
	if (pids_count > 0)
		measure_time(calls_pid, COUNT_OF(calls_pid), ms);
	pids_end();
	return pids_count == count ? 0 : 1;
}

/* For two handles at once. */
static void allow_descriptors(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

int main(int argc, char **argv)
{
	allow_descriptors();
	if (climits_open(NULL, &handle) < 0)
		return 1;
	read_again();
	files_find(&files);
	if (argc == 4 && strcmp(argv[1], "pids") == 0)
		return measure_pids(atoi(argv[2]), strtod(argv[3], NULL));
	if (argc == 3 && strcmp(argv[1], "old") == 0)
		return measure_old(strtod(argv[2], NULL));
	return measure_main(calls, COUNT_OF(calls), argc, argv);
}
