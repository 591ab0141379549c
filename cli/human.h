/* SPDX-License-Identifier: MIT
 *
 * human.h - numbers and errors as people read them.
 */
#ifndef CLIMITS_CLI_HUMAN_H
#define CLIMITS_CLI_HUMAN_H

#include <stdint.h>

#include <containerlimits.h>

struct text;

/* 512 MiB, 15.6 GiB, 100 bytes. */
void human_bytes(struct text *text, uint64_t bytes);

/* 150 ms, 2.5 ms, 1 us. */
void human_microseconds(struct text *text, uint64_t microseconds);

/* numerator / denominator with at most so many decimals, cut off, no zeros at the end. */
void human_fraction(struct text *text, uint64_t numerator, uint64_t denominator, int decimals);

/* The same with one decimal at most, rounded. */
void human_tenths(struct text *text, uint64_t numerator, uint64_t denominator);

/* 2.5 CPUs, 1 CPU: of a cpu.quota record that is CLIMITS_LIMITED. */
void human_quota(struct text *text, const struct climits_limit *quota);

/* "1 CPU", "4 CPUs". */
void human_cpus(struct text *text, uint64_t cpus);

/* quota in thousandths of a CPU, rounded down. */
uint64_t human_millicores(const struct climits_limit *quota);

/* "EACCES"; "E999" for a number without a name. */
void human_error(struct text *text, int error);

/* What the error means here: "no visible mount carries the controller". */
const char *human_error_text(int error);

/* "v1", "v2", "hybrid", "none". */
const char *human_version(int cgroup_version);

/* "root", "namespace", "unknown". */
const char *human_horizon(int horizon);

#endif
