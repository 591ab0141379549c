/* SPDX-License-Identifier: MIT
 *
 * What the harnesses share. Each is one function that takes any bytes; it is linked with libFuzzer,
 * or with replay.c, which runs the kept inputs.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_fail(const char *file, int line, const char *condition)
{
	fprintf(stderr, "%s:%d: %s\n", file, line, condition);
	abort();
}

/* What must hold, whatever the input. */
#define MUST(condition) ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))

/* A copy that is exactly as large as it must be, so that a read beyond it is noticed. */
static inline char *fuzz_copy(const void *bytes, size_t size)
{
	char *copy = malloc(size ? size : 1);

	MUST(copy != NULL);
	if (size > 0)
		memcpy(copy, bytes, size);
	return copy;
}

/* 1 when a stretch of text lies within another. */
static inline int fuzz_within(const char *at, size_t len, const char *text, size_t size)
{
	return len == 0 || (at >= text && len <= size && (size_t)(at - text) <= size - len);
}

#endif
