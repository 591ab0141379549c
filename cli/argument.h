/* SPDX-License-Identifier: MIT
 *
 * argument.h - numbers of the command line.
 */
#ifndef CLIMITS_CLI_ARGUMENT_H
#define CLIMITS_CLI_ARGUMENT_H

#include <stdint.h>

/* Decimal digits and nothing else, at most max. 0, or -EINVAL with *ret_number untouched. */
int argument_number(const char *text, uint64_t max, uint64_t *ret_number);

/*
 * A ratio above 0 and at most 1, with up to three decimals, as thousandths: "0.9" is 900. 0, or
 * -EINVAL with *ret_thousandths untouched.
 */
int argument_ratio(const char *text, uint32_t *ret_thousandths);

#endif
