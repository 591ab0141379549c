/* SPDX-License-Identifier: MIT
 *
 * utf8.h - one code point out of bytes that may be anything.
 */
#ifndef CLIMITS_CLI_UTF8_H
#define CLIMITS_CLI_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* What utf8_next() returns for a byte that begins no valid sequence. */
#define UTF8_INVALID UINT32_MAX

/*
 * The code point at the start of string, which is not empty; *ret_length gets its bytes. Of an
 * invalid sequence: UTF8_INVALID and one byte.
 */
uint32_t utf8_next(const char *string, size_t *ret_length);

#endif
