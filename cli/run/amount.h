/* SPDX-License-Identifier: MIT
 *
 * amount.h - numbers of CPUs and sizes, as people write them.
 */
#ifndef CLIMITS_CLI_RUN_AMOUNT_H
#define CLIMITS_CLI_RUN_AMOUNT_H

#include <stdint.h>

/*
 * CPUs with up to six decimals, in millionths: "1.5" is 1500000. Above 0, at most a million CPUs.
 * 0, or -EINVAL with *ret_millionths untouched.
 */
int amount_cpus(const char *text, uint64_t *ret_millionths);

/*
 * Bytes: "4096", "512M", "1.5Gi". K, M, G, T, P are powers of 1024, with or without an i, as docker
 * and systemd have them; a B may follow an i. What is less than a byte is cut off. At most
 * 2^63 - 1.
 * 0, or -EINVAL with *ret_bytes untouched.
 */
int amount_size(const char *text, uint64_t *ret_bytes);

#endif
