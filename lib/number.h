/* SPDX-License-Identifier: MIT
 *
 * Decimal numbers as the kernel prints them: the one strict parser and the one formatter.
 */
#ifndef CLIMITS_NUMBER_H
#define CLIMITS_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* 2^64 - 1 has 20 digits. */
#define CLIMITS_NUMBER_DIGITS 20

/*
 * All of text must be digits, one or more. 0, or -EBADMSG: also for a number above 2^64 - 1, which
 * is refused and not saturated.
 */
int climits_number_parse(const char *text, size_t len, uint64_t *ret);

/* Writes the digits without a final NUL and returns how many. */
size_t climits_number_format(uint64_t number, char buf[CLIMITS_NUMBER_DIGITS]);

#endif
