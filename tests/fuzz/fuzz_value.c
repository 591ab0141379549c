/* SPDX-License-Identifier: MIT
 *
 * Fuzzes lib/value.c and lib/number.c: every parser on the same text.
 */
#include "../../lib/number.h"
#include "../../lib/value.h"
#include "fuzz.h"

static void check_number(const char *text, size_t size)
{
	char digits[CLIMITS_NUMBER_DIGITS];
	uint64_t number;
	uint64_t back;
	size_t len;

	if (climits_number_parse(text, size, &number) < 0)
		return;
	len = climits_number_format(number, digits);
	MUST(len >= 1 && len <= CLIMITS_NUMBER_DIGITS && len <= size);
	MUST(climits_number_parse(digits, len, &back) == 0 && back == number);
	MUST(memcmp(text + size - len, digits, len) == 0);
}

static void check_quotas(const char *text, size_t size)
{
	struct climits_quota quota;
	uint64_t number;

	if (climits_value_cpu_max(text, size, &quota) == 0) {
		MUST(quota.quota > 0);
		MUST(quota.quota == CLIMITS_NO_LIMIT || quota.period > 0);
		MUST(!quota.assumed || quota.period == 100000);
	}
	if (climits_value_cfs_quota(text, size, &number) == 0)
		MUST(number > 0);
	if (climits_value_cfs_period(text, size, &number) == 0)
		MUST(number > 0);
}

static void check_lines(const char *text, size_t size)
{
	static const char *const keys[] = {"hierarchical_memory_limit", "MemTotal", "State",
					   "Cpus_allowed", ""};
	const char *value;
	uint64_t number;
	size_t len;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		(void)climits_value_keyed(text, size, keys[i], &number);
		if (climits_value_meminfo(text, size, keys[i], &number) == 0)
			MUST(number % 1024 == 0);
		if (climits_value_status(text, size, keys[i], &value, &len) == 0) {
			MUST(fuzz_within(value, len, text, size));
			MUST(len == 0 || !memchr(value, '\n', len));
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size);
	struct climits_stat stat;
	uint64_t number;

	check_number(text, size);
	check_quotas(text, size);
	check_lines(text, size);
	if (climits_value_max(text, size, &number) == 0)
		MUST((number == CLIMITS_NO_LIMIT) == (size == 3 && memcmp(text, "max", 3) == 0));
	if (climits_value_v1_bytes(text, size, &number) == 0)
		MUST(number == CLIMITS_NO_LIMIT || number < UINT64_C(0x7FFFFFFFFFFF0000));
	if (climits_value_stat(text, size, &stat) == 0)
		MUST(stat.scheduling >= -1 && stat.scheduling < 16);
	free(text);
	return 0;
}
