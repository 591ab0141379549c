/* SPDX-License-Identifier: MIT
 *
 * file.c - whole small files, into memory that is erased when it is given back. Does not know what
 * is in them.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int read_all(int fd, gnutls_datum_t *bytes)
{
	while (bytes->size <= FILE_MAX) {
		ssize_t got = read(fd, bytes->data + bytes->size, FILE_MAX + 1 - bytes->size);

		if (got == 0) {
			bytes->data[bytes->size] = '\0';
			return 0;
		}
		if (got < 0 && errno != EINTR)
			return -errno;
		if (got > 0)
			bytes->size += (unsigned)got;
	}
	return -EFBIG;
}

/* O_NONBLOCK: a FIFO in the place of a file must not stop the server. */
int file_read(const char *path, gnutls_datum_t *ret_bytes)
{
	gnutls_datum_t bytes FILE_CLEANUP = {0};
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int error;

	if (fd < 0)
		return -errno;
	bytes.data = malloc(FILE_MAX + 2);
	error = bytes.data ? read_all(fd, &bytes) : -ENOMEM;
	close(fd);
	if (error < 0)
		return error;
	*ret_bytes = bytes;
	bytes.data = NULL;
	return 0;
}

void file_free(gnutls_datum_t *bytes)
{
	if (bytes->data)
		explicit_bzero(bytes->data, bytes->size);
	free(bytes->data);
	*bytes = (gnutls_datum_t){0};
}
