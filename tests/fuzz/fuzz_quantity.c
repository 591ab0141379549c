/* SPDX-License-Identifier: MIT
 *
 * Fuzzes lib/quantity.c: nothing but its own errors, and the three scales agree. Rounding up at
 * 10^-9 and then at 10^-3 or 1 is rounding up once.
 */
#include <errno.h>

#include "fuzz.h"
#include <containerlimits.h>

static const uint32_t scales[] = {1, 1000, 1000000000};

#define SCALES (sizeof(scales) / sizeof(scales[0]))

static uint64_t divide_up(uint64_t number, uint64_t by)
{
	return number / by + (number % by != 0);
}

static void check_agreement(const uint64_t *values, const int *results)
{
	for (size_t i = 0; i + 1 < SCALES; i++) {
		if (results[i + 1] == 0) {
			MUST(results[i] == 0);
			MUST(values[i] == divide_up(values[i + 1], scales[i + 1] / scales[i]));
		} else if (results[i + 1] != -ERANGE) {
			MUST(results[i] == results[i + 1]);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size);
	uint64_t values[SCALES] = {0};
	int results[SCALES];

	for (size_t i = 0; i < SCALES; i++) {
		results[i] = climits_quantity_parse(text, size, scales[i], &values[i]);
		MUST(results[i] == 0 || results[i] == -EBADMSG || results[i] == -EDOM ||
		     results[i] == -ERANGE);
		MUST(results[i] == 0 ? values[i] <= INT64_MAX : values[i] == 0);
	}
	check_agreement(values, results);
	free(text);
	return 0;
}
