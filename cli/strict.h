/* SPDX-License-Identifier: MIT
 *
 * strict.h - what of the requested output rests on limits that are not known.
 */
#ifndef CLIMITS_CLI_STRICT_H
#define CLIMITS_CLI_STRICT_H

#include <stdint.h>

#include "options.h"
#include "report.h"

/* Sets of resources: bit n is enum climits_resource n. */
#define RESOURCE_BIT(resource) (UINT32_C(1) << (resource))

/* 1 when it is known whether and what the kernel enforces. */
int strict_is_known(const struct report *report, int resource);

/* All that a person or a program is shown, but cpu.weight: a share limits nothing. */
uint32_t strict_everything(const struct report *report, const struct options *options);

/* What a value with these CLIMITS_BASIS_* bits was computed from. */
uint32_t strict_basis(const struct report *report, int basis);

/* What the settings of the chosen runtimes were computed from. */
uint32_t strict_settings(const struct report *report);

/*
 * Says on stderr, a line each, which of the resources are unknown or invalid, and where: always
 * under --strict, else unless -q. Exit status: STATUS_STRICT under --strict when there is one.
 */
int strict_check(const struct report *report, const struct options *options, uint32_t resources);

#endif
