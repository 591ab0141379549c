/* SPDX-License-Identifier: MIT
 *
 * shim.c - preloaded into the server: makes the Nth allocation fail, of every library in it. What
 * to do is in a file that a test shares with it ($FAULT_FILE), so that a single request of a
 * running server can be hit.
 *
 * Failing functions return NULL with ENOMEM, as malloc(3) does. Built with -shared -fPIC. A crash
 * tells on stderr where it was: some libraries do not look at what malloc() gave them.
 */
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* left: allocations until one fails; 0 when none shall. sticky: all that follow fail as well. */
struct orders {
	atomic_int_fast64_t left;
	atomic_int_fast64_t sticky;
	atomic_int_fast64_t failed;
};

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static struct orders *orders;

static void tell_crash(int number)
{
	void *frames[6];

	backtrace_symbols_fd(frames, backtrace(frames, 6), STDERR_FILENO);
	signal(number, SIG_DFL);
	raise(number);
}

/* The first call of backtrace() allocates. */
__attribute__((constructor)) static void open_orders(void)
{
	void *frame;
	const char *path = getenv("FAULT_FILE");
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *map;

	if (fd < 0)
		return;
	map = mmap(NULL, sizeof(*orders), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	backtrace(&frame, 1);
	signal(SIGSEGV, tell_crash);
	if (map != MAP_FAILED)
		orders = map;
}

static int fails(void)
{
	int_fast64_t left;

	if (!orders || atomic_load(&orders->left) == 0)
		return 0;
	left = atomic_load(&orders->left);
	do {
		if (left == 0)
			return 0;
		if (left == 1 && atomic_load(&orders->sticky))
			break;
	} while (!atomic_compare_exchange_weak(&orders->left, &left, left - 1));
	if (left != 1)
		return 0;
	atomic_fetch_add(&orders->failed, 1);
	errno = ENOMEM;
	return 1;
}

__attribute__((visibility("default"))) void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

__attribute__((visibility("default"))) void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

__attribute__((visibility("default"))) void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}
