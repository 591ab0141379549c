/* SPDX-License-Identifier: MIT
 *
 * Files below a root. Kernel files only: nothing here waits, so a FIFO or a device in a captured
 * tree cannot hang us (O_NONBLOCK), and nothing is read that is longer than the caller's buffer.
 */
#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* openat2(2) refuses flags that mean nothing for an O_PATH descriptor. */
static int open_flags(int flags)
{
	return flags & O_PATH ? flags | O_CLOEXEC
			      : flags | O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
}

/*
 * A signal handler that fires again and again is waited out; a tracer that only ever says EINTR is
 * not.
 */
#define EINTR_TRIES 100

/* A rename in the tree while "..", or a symbolic link, is resolved gives EAGAIN (openat2(2)). */
#define EAGAIN_TRIES 8

static int open_plain(int dir, const char *path, int flags)
{
	for (int i = 0; i < EINTR_TRIES; i++) {
		int fd = openat(dir, path, flags);

		if (fd >= 0)
			return fd;
		if (errno != EINTR)
			return -errno;
	}
	return -EINTR;
}

/*
 * openat2(2), from Linux 5.6 on, keeps the kernel's own walk inside of dir. Older kernels say
 * ENOSYS and old seccomp filters EPERM: then the path is opened without the guard. What is lost is
 * the protection of a captured tree against its own symbolic links, and of a live one against a
 * mount over a part of a cgroup mount.
 */
static int open_resolved(int dir, const char *path, int flags, unsigned resolve)
{
	struct open_how how = {.flags = (unsigned)flags, .resolve = resolve};
	int eagain = 0;

	for (int i = 0; i < EINTR_TRIES; i++) {
		long fd = syscall(SYS_openat2, dir, path, &how, sizeof(how));

		if (fd >= 0)
			return (int)fd;
		if (errno == ENOSYS || errno == EPERM)
			return open_plain(dir, path, flags);
		if (errno == EAGAIN ? ++eagain > EAGAIN_TRIES : errno != EINTR)
			return -errno;
	}
	return -EINTR;
}

/* "" names the directory itself. */
static const char *relative(const char *path)
{
	while (*path == '/')
		path++;
	return *path ? path : ".";
}

int climits_root_open(const struct climits_root *root, const char *path, int flags)
{
	if (root->fd == AT_FDCWD)
		return open_plain(AT_FDCWD, path, open_flags(flags));
	return open_resolved(root->fd, relative(path), open_flags(flags), RESOLVE_IN_ROOT);
}

int climits_open_below(int dir, const char *path, int flags, enum climits_bound bound)
{
	unsigned resolve = bound == CLIMITS_WITHIN_MOUNT ? RESOLVE_NO_XDEV | RESOLVE_BENEATH
							 : RESOLVE_BENEATH;

	return open_resolved(dir, relative(path), open_flags(flags), resolve);
}

void climits_close_fd(int fd)
{
	int saved = errno;

	if (fd >= 0)
		close(fd);
	errno = saved;
}

/*
 * A file that cannot be positioned (a FIFO in a captured tree) gives ESPIPE: it is no kernel file.
 */
static ssize_t read_some(int fd, char *buf, size_t size, off_t offset)
{
	for (int i = 0; i < EINTR_TRIES; i++) {
		ssize_t n = pread(fd, buf, size, offset);

		if (n >= 0)
			return n;
		if (errno != EINTR)
			return -errno;
	}
	return -EINTR;
}

ssize_t climits_read_all(int fd, char *buf, size_t size)
{
	size_t len = 0;

	while (len < size) {
		ssize_t n = read_some(fd, buf + len, size - len, (off_t)len);

		if (n < 0)
			return n;
		if (n == 0)
			return (ssize_t)len;
		len += (size_t)n;
	}
	return -EFBIG;
}

static ssize_t trimmed(const char *buf, ssize_t len)
{
	while (len > 0 && memchr(" \t\r\n", buf[len - 1], 4))
		len--;
	return len;
}

/*
 * kernfs gives the whole text of a file to the first read that has room for it, so that a read
 * which ends in a newline ended the file: the read that would say 0 is saved.
 */
ssize_t climits_read_line(int fd, char *buf, size_t size, int lenient)
{
	ssize_t len = read_some(fd, buf, size, 0);

	if (len > 0 && ((size_t)len == size || buf[len - 1] != '\n'))
		len = climits_read_all(fd, buf, size);
	if (len <= 0 || lenient)
		return len < 0 ? len : trimmed(buf, len);
	return buf[len - 1] == '\n' ? len - 1 : -EBADMSG;
}

void climits_lines_begin(struct climits_lines *lines, int fd, char *buf, size_t size)
{
	*lines = (struct climits_lines){.fd = fd, .buf = buf, .size = size};
}

/*
 * Moves what is not given out to the front and reads behind it. 1, 0 at the end of file, or an
 * errno.
 */
static int refill(struct climits_lines *lines)
{
	ssize_t n;

	memmove(lines->buf, lines->buf + lines->start, lines->end - lines->start);
	lines->end -= lines->start;
	lines->start = 0;
	n = read_some(lines->fd, lines->buf + lines->end, lines->size - lines->end, lines->offset);
	if (n <= 0)
		return (int)n;
	lines->end += (size_t)n;
	lines->offset += n;
	return 1;
}

/* Gives out len bytes, and passes over the newline behind them. */
static void give(struct climits_lines *lines, size_t len, size_t newline, struct climits_span *ret)
{
	*ret = (struct climits_span){.at = lines->buf + lines->start, .len = len};
	lines->start += len + newline;
}

int climits_lines_next(struct climits_lines *lines, struct climits_span *ret_line, int *ret_cut)
{
	for (;;) {
		size_t len = lines->end - lines->start;
		const char *newline = len ? memchr(lines->buf + lines->start, '\n', len) : NULL;
		int skipping = lines->skipping;
		int more;

		if (newline || len == lines->size) {
			*ret_cut = !newline;
			lines->skipping = !newline;
			give(lines, newline ? (size_t)(newline - lines->buf) - lines->start : len,
			     newline ? 1 : 0, ret_line);
			if (!skipping)
				return 1;
			continue;
		}
		more = refill(lines);
		if (more < 0)
			return more;
		if (more == 0) {
			*ret_cut = 0;
			give(lines, len, 0, ret_line);
			return len > 0 && !skipping;
		}
	}
}
