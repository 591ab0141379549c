/* SPDX-License-Identifier: MIT
 *
 * System calls that fail on demand. Included by one file of a test program, which then has the
 * library's calls of pread(2), openat(2), openat2(2), faccessat(2) and statx(2) go through here.
 * Each passes to the kernel unless a fault is armed for it.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum fault_call {
	FAULT_PREAD,
	FAULT_OPENAT,
	FAULT_OPENAT2,
	FAULT_FACCESSAT,
	FAULT_STATX,
	FAULT_CALLS
};

/*
 * after  calls that pass before the first that fails
 * times  calls that fail then
 * error  with which errno
 * name   only calls for a path that ends so, pread(2) for a file that is named so; NULL for any
 * calls  how many were made, those that failed too
 */
static struct fault {
	int after;
	int times;
	int error;
	const char *name;
	int calls;
} faults[FAULT_CALLS];

/* Of a call that succeeds, the longest read; 0 for as much as is asked for. */
static size_t fault_read_most;

static inline void faults_clear(void)
{
	memset(faults, 0, sizeof(faults));
	fault_read_most = 0;
}

static int ends_with(const char *path, const char *name)
{
	size_t path_len = strlen(path);
	size_t name_len = strlen(name);

	return path_len >= name_len && strcmp(path + path_len - name_len, name) == 0;
}

static int fault_strikes(enum fault_call call, const char *path)
{
	struct fault *fault = &faults[call];

	if (fault->name && !ends_with(path, fault->name))
		return 0;
	fault->calls++;
	if (fault->calls <= fault->after || fault->calls > fault->after + fault->times)
		return 0;
	errno = fault->error;
	return 1;
}

/* The kernel's calls, past the functions that are replaced here. */
static long pass(long number, long a, long b, long c, long d, long e)
{
	static long (*real)(long number, ...);

	if (!real)
		*(void **)(void *)&real = dlsym(RTLD_NEXT, "syscall");
	return real(number, a, b, c, d, e);
}

static const char *name_of(int fd, char *buf, size_t size)
{
	char link[64];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, buf, size - 1);
	buf[len < 0 ? 0 : len] = '\0';
	return buf;
}

/* Defined under names of their own: the C library's headers may have bodies for the real ones. */
ssize_t fault_pread(int fd, void *buf, size_t size, off_t offset) __asm__("pread");
int fault_openat(int dir, const char *path, int flags, ...) __asm__("openat");
int fault_openat_2(int dir, const char *path, int flags) __asm__("__openat_2");
int fault_faccessat(int dir, const char *path, int mode, int flags) __asm__("faccessat");
int fault_statx(int dir, const char *path, int flags, unsigned mask,
		struct statx *buf) __asm__("statx");
long fault_syscall(long number, ...) __asm__("syscall");

ssize_t fault_pread(int fd, void *buf, size_t size, off_t offset)
{
	char name[512];

	if (fault_strikes(FAULT_PREAD,
			  faults[FAULT_PREAD].name ? name_of(fd, name, sizeof(name)) : ""))
		return -1;
	if (fault_read_most > 0 && size > fault_read_most)
		size = fault_read_most;
	return pass(SYS_pread64, fd, (long)buf, (long)size, offset, 0);
}

int fault_openat(int dir, const char *path, int flags, ...)
{
	if (fault_strikes(FAULT_OPENAT, path))
		return -1;
	return (int)pass(SYS_openat, dir, (long)path, flags, 0, 0);
}

/* What openat() becomes with _FORTIFY_SOURCE where the flags are not constant. */
int fault_openat_2(int dir, const char *path, int flags)
{
	return fault_openat(dir, path, flags);
}

int fault_faccessat(int dir, const char *path, int mode, int flags)
{
	(void)flags;
	if (fault_strikes(FAULT_FACCESSAT, path))
		return -1;
	return (int)pass(SYS_faccessat, dir, (long)path, mode, 0, 0);
}

int fault_statx(int dir, const char *path, int flags, unsigned mask, struct statx *buf)
{
	if (fault_strikes(FAULT_STATX, path))
		return -1;
	return (int)pass(SYS_statx, dir, (long)path, flags, mask, (long)buf);
}

long fault_syscall(long number, ...)
{
	va_list list;
	long argument[5];

	va_start(list, number);
	for (int i = 0; i < 5; i++)
		argument[i] = va_arg(list, long);
	va_end(list);
	if (number == SYS_openat2 &&
	    fault_strikes(FAULT_OPENAT2, (const char *)argument[1])) /* NOLINT */
		return -1;
	return pass(number, argument[0], argument[1], argument[2], argument[3], argument[4]);
}

#endif
