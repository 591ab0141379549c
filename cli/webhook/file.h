/* SPDX-License-Identifier: MIT
 *
 * file.h - whole small files.
 */
#ifndef CLIMITS_WEBHOOK_FILE_H
#define CLIMITS_WEBHOOK_FILE_H

#include <gnutls/gnutls.h>

/* Certificates and keys are kilobytes; a bundle of every public CA is 220 kB. */
#define FILE_MAX (1U << 20)

/* Give this to a local gnutls_datum_t that starts as {0}. The bytes are erased: it may be a key. */
#define FILE_CLEANUP __attribute__((cleanup(file_free)))

/*
 * Reads path whole, with a NUL after the last byte. 0 or a negative errno; -EFBIG above FILE_MAX.
 */
int file_read(const char *path, gnutls_datum_t *ret_bytes);

void file_free(gnutls_datum_t *bytes);

#endif
