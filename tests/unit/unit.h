/* SPDX-License-Identifier: MIT
 *
 * What the unit tests share: running a suite, and texts that end where the next byte cannot be
 * touched.
 */
#ifndef UNIT_H
#define UNIT_H

#include <check.h>
#include <stddef.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* A string constant and its length, which counts NUL bytes within. */
#define TEXT(string) string, sizeof(string) - 1

/* Runs the suite and gives main() its result. */
int unit_run(Suite *suite);

/*
 * Memory between two pages that must not be touched, so that a read or write beyond either end ends
 * the test.
 */
struct guarded {
	char *map;
	size_t map_size;
	char *at;
	size_t len;
};

/* Where the text lies in its pages: which end is exact. */
enum guard {
	GUARD_BEHIND,
	GUARD_BEFORE,
	GUARDS
};

struct guarded guarded_copy(const char *text, size_t len, enum guard guard);
/* len bytes to write to, each 0x5a, with nothing behind them. */
struct guarded guarded_room(size_t len);
void guarded_free(struct guarded *guarded);

/* Puts text behind what a string of room for size bytes has. */
void unit_append(char *string, size_t size, const char *text);

/* How many descriptors this process has open. */
int unit_descriptors(void);

#endif
