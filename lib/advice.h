/* SPDX-License-Identifier: MIT
 *
 * What climits_advise() knows when it asks a row of the runtimes table for its values, and the
 * table itself. Shared by advice.c (limits to numbers), runtimes.c (numbers to variables) and
 * their tests. Does not cover how a value is written as a line of text: setting.c.
 */
#ifndef CLIMITS_ADVICE_H
#define CLIMITS_ADVICE_H

#include "containerlimits.h"

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)
#define TIB (1024 * GIB)

/*
 * The highest NR_CPUS that Linux can be built with (arch/x86/Kconfig, NR_CPUS_RANGE_END): a quota
 * beyond it, which the kernel accepts, must not become a million threads where the CPUs are not
 * known.
 */
#define ADVICE_PROCESSORS_MAX 8192

/*
 * quota, budget  CLIMITS_LIMITED: it exists; CLIMITS_UNLIMITED: the kernel sets none;
 *                CLIMITS_UNKNOWN: cannot be told (also where the record says invalid).
 * processors     P: the quota rounded as the policy says, at least 1, at most the usable CPUs.
 *                Without a quota the usable CPUs. 0 when neither is known.
 * processors_up  the same with the quota rounded up, and not held to the usable CPUs.
 * bytes          of the budget when it exists, at most INT64_MAX, else 0
 * too_small      set by a row that left out a heap limit because the budget is too small for one
 */
struct advice {
	const struct climits_limits *limits;
	int quota;
	int budget;
	uint32_t processors;
	uint32_t processors_up;
	uint64_t bytes;
	uint32_t memory_ratio;
	int too_small;
};

/*
 * One variable of a row. compute fills value, print and basis of a zeroed setting, and leaves
 * value empty when there is nothing to advise.
 */
struct variable {
	const char *name;
	void (*compute)(struct advice *advice, struct climits_setting *setting);
	char separator;
};

#define RUNTIME_VARIABLES_MAX 5

/*
 * safe       "safe" includes it: the variables do nothing where they are not known
 * in_all     "all" includes it
 * collector  its heap is traced: a collection touches pages that were swapped out
 */
struct runtime {
	const char *name;
	const char *variable_names;
	const char *help;
	int safe;
	int in_all;
	int collector;
	struct variable variables[RUNTIME_VARIABLES_MAX];
};

/* The row, or NULL past the last one. */
const struct runtime *climits_runtime_row(size_t index);

/* floor(number * numerator / denominator), exact while numerator <= denominator <= 1000. */
uint64_t climits_scale(uint64_t number, uint32_t numerator, uint32_t denominator);

/* The numbers that all rows share. */
void climits_advice_prepare(const struct climits_limits *limits,
			    const struct climits_policy *policy, struct advice *ret_advice);

#endif /* CLIMITS_ADVICE_H */
