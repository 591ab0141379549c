/* SPDX-License-Identifier: MIT
 *
 * Sets of CPUs: the kernel's list and mask formats, and what sets have in common. No I/O.
 */
#ifndef CLIMITS_CPUS_H
#define CLIMITS_CPUS_H

#include <stddef.h>
#include <stdint.h>

/* The largest NR_CPUS that mainline allows on any architecture is 8192; twice that. */
#define CLIMITS_CPUS_MAX 16384
#define CLIMITS_CPUS_WORDS (CLIMITS_CPUS_MAX / 64)

struct climits_cpus {
	uint32_t words; /* in use; those behind are not initialised */
	uint64_t bits[CLIMITS_CPUS_WORDS];
};

/* "0-3,8,10-12", may be empty. -EBADMSG for anything else, or a CPU of CLIMITS_CPUS_MAX or more. */
int climits_cpus_parse_list(const char *text, size_t len, struct climits_cpus *ret);
/* "ff,ffffffff": hexadecimal words of 32 bits, highest first. -EBADMSG as above. */
int climits_cpus_parse_mask(const char *text, size_t len, struct climits_cpus *ret);
/*
 * The list format; writes at most size bytes with the NUL, returns the length as snprintf(3) does.
 */
int climits_cpus_format(const struct climits_cpus *cpus, char *buf, size_t size);

uint32_t climits_cpus_count(const struct climits_cpus *cpus);
uint32_t climits_cpus_common(const struct climits_cpus *a, const struct climits_cpus *b);
void climits_cpus_and(const struct climits_cpus *a, const struct climits_cpus *b,
		      struct climits_cpus *ret);

#endif
