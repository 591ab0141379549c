/* SPDX-License-Identifier: MIT
 *
 * Files below a root: opened, read whole, read line by line. The only place that opens and reads,
 * and the only one that meets EINTR. Does not know what is in the files.
 */
#ifndef CLIMITS_READER_H
#define CLIMITS_READER_H

#include "path.h"

#include <sys/types.h>

/*
 * Where absolute paths begin.
 *
 * fd       AT_FDCWD for the live machine, or a directory: then nothing outside of it can be
 *          reached, through symbolic links neither.
 * lenient  a captured tree, which may have passed an editor: white space at the end of a file, and
 *          a missing final newline, are forgiven
 */
struct climits_root {
	int fd;
	int lenient;
};

/* Opens a path that begins with a slash. A descriptor, or a negative errno. */
int climits_root_open(const struct climits_root *root, const char *path, int flags);

/* What an open below a directory may pass. */
enum climits_bound {
	CLIMITS_WITHIN_MOUNT, /* no other mount: what covers a cgroup is not it */
	CLIMITS_WITHIN_TREE   /* anything below the directory */
};

/*
 * Opens a path relative to a directory and below it, read-only. A descriptor, or a negative errno.
 */
int climits_open_below(int dir, const char *path, int flags, enum climits_bound bound);

/* close(2) that leaves errno alone and takes a negative fd for nothing. */
void climits_close_fd(int fd);

/*
 * Reads from offset 0 to the end of file. The length, or a negative errno: -EFBIG when the file
 * fills the buffer, for then it may be longer.
 */
ssize_t climits_read_all(int fd, char *buf, size_t size);

/*
 * The same, for a file of one line: takes the final newline off. -EBADMSG when it has none and is
 * not lenient.
 */
ssize_t climits_read_line(int fd, char *buf, size_t size, int lenient);

/* Lines of a file, from its beginning. */
struct climits_lines {
	int fd;
	char *buf;
	size_t size;
	size_t start; /* first byte not yet given out */
	size_t end;   /* first byte not yet read */
	off_t offset;
	int skipping; /* inside of the rest of a line that was cut */
};

void climits_lines_begin(struct climits_lines *lines, int fd, char *buf, size_t size);

/*
 * 1 and the next line without its newline, valid until the next call; 0 at the end of file; or a
 * negative errno. A line that does not fit the buffer is given cut, with *ret_cut 1, and its rest
 * is passed over.
 */
int climits_lines_next(struct climits_lines *lines, struct climits_span *ret_line, int *ret_cut);

#endif
