/* SPDX-License-Identifier: MIT
 *
 * Calls that fail on demand. Not covered: calls that the library gets to through libc (the pages
 * that malloc asks for), which fault_command reaches with strace.
 */
#include "shim.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* A run makes a few hundred calls; one that goes on for ever shall end here. */
#define CALLS_MAX 100000

struct epoll_event;
struct statfs;
struct statx;
struct sysinfo;

static const struct fault *armed;
static int paused;
static unsigned calls;
static const char *failed;
static const char *kinds[SHIM_KINDS_MAX + 1];

void shim_arm(const struct fault *fault)
{
	armed = fault;
	calls = 0;
	failed = NULL;
}

void shim_pause(int pause)
{
	paused = pause;
}

unsigned shim_disarm(void)
{
	armed = NULL;
	return calls;
}

const char *shim_failed(void)
{
	return failed;
}

const char *const *shim_kinds(void)
{
	return kinds;
}

static void remember(const char *name)
{
	int i = 0;

	while (i < SHIM_KINDS_MAX && kinds[i] && strcmp(kinds[i], name))
		i++;
	if (i < SHIM_KINDS_MAX)
		kinds[i] = name;
}

static void say_and_stop(void)
{
	static const char line[] = "FAILED: the library does not stop calling\n"
				   "0 passed, 1 failed, 0 skipped\n";

	if (write(STDOUT_FILENO, line, sizeof(line) - 1) < 0)
		_exit(2);
	_exit(1);
}

static int fails(const char *name)
{
	if (!armed || paused)
		return 0;
	remember(name);
	if (armed->name && strcmp(armed->name, name))
		return 0;
	if (++calls > CALLS_MAX)
		say_and_stop();
	if (calls < armed->from || calls > armed->to)
		return 0;
	failed = name;
	errno = armed->error;
	return 1;
}

#define WRAP(type, failure, name, parameters, arguments)                                           \
	type __real_##name parameters;                                                             \
	type __wrap_##name parameters;                                                             \
	type __wrap_##name parameters                                                              \
	{                                                                                          \
		return fails(#name) ? (failure) : __real_##name arguments;                         \
	}

/* The library creates no file, so that there is no mode. */
WRAP(int, -1, open, (const char *path, int flags, ...), (path, flags))
WRAP(int, -1, __open_2, (const char *path, int flags), (path, flags))
WRAP(int, -1, openat, (int dir, const char *path, int flags, ...), (dir, path, flags))
WRAP(int, -1, __openat_2, (int dir, const char *path, int flags), (dir, path, flags))
WRAP(ssize_t, -1, pread, (int fd, void *buf, size_t size, off_t offset), (fd, buf, size, offset))
WRAP(ssize_t, -1, __pread_chk, (int fd, void *buf, size_t size, off_t offset, size_t room),
     (fd, buf, size, offset, room))
WRAP(int, -1, statx, (int dir, const char *path, int flags, unsigned mask, struct statx *ret),
     (dir, path, flags, mask, ret))
WRAP(int, -1, faccessat, (int dir, const char *path, int mode, int flags), (dir, path, mode, flags))
WRAP(int, -1, fstatfs, (int fd, struct statfs *ret), (fd, ret))
WRAP(ssize_t, -1, readlink, (const char *path, char *buf, size_t size), (path, buf, size))
WRAP(ssize_t, -1, __readlink_chk, (const char *path, char *buf, size_t size, size_t room),
     (path, buf, size, room))
WRAP(int, -1, kill, (pid_t pid, int signal), (pid, signal))
WRAP(int, -1, sysinfo, (struct sysinfo * ret), (ret))
WRAP(int, -1, sched_getscheduler, (pid_t pid), (pid))
WRAP(int, -1, inotify_init1, (int flags), (flags))
WRAP(int, -1, inotify_add_watch, (int fd, const char *path, uint32_t mask), (fd, path, mask))
WRAP(int, -1, epoll_create1, (int flags), (flags))
WRAP(int, -1, epoll_ctl, (int fd, int what, int other, struct epoll_event *event),
     (fd, what, other, event))
WRAP(ssize_t, -1, read, (int fd, void *buf, size_t size), (fd, buf, size))
WRAP(ssize_t, -1, __read_chk, (int fd, void *buf, size_t size, size_t room), (fd, buf, size, room))
WRAP(void *, NULL, malloc, (size_t size), (size))

/* Linux closes the descriptor whatever it then says. */
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
	int result = __real_close(fd);

	return fails("close") ? -1 : result;
}

static const char *syscall_name(long number)
{
	switch (number) {
	case SYS_openat2:
		return "openat2";
	case SYS_getdents64:
		return "getdents64";
	case SYS_sched_getaffinity:
		return "sched_getaffinity";
	default:
		return "syscall";
	}
}

long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);
long __wrap_syscall(long number, ...)
{
	long argument[4];
	va_list list;

	va_start(list, number);
	for (int i = 0; i < 4; i++)
		argument[i] = va_arg(list, long);
	va_end(list);
	if (fails(syscall_name(number)))
		return -1;
	return __real_syscall(number, argument[0], argument[1], argument[2], argument[3]);
}
