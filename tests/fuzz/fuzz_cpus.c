/* SPDX-License-Identifier: MIT
 *
 * Fuzzes lib/cpus.c: a list and a mask, written again, read back, and met with each other. The text
 * up to the first newline is the first set.
 */
#include "../../lib/cpus.h"
#include "fuzz.h"

/* Written and read back it is the same set; a short buffer is not overrun. */
static void check_set(const struct climits_cpus *cpus)
{
	struct climits_cpus back;
	int len = climits_cpus_format(cpus, NULL, 0);
	char *text = malloc((size_t)len + 1);
	char *part = malloc((size_t)len / 2 + 1);

	MUST(len >= 0 && text && part);
	MUST(cpus->words <= CLIMITS_CPUS_WORDS);
	MUST(climits_cpus_format(cpus, text, (size_t)len + 1) == len);
	MUST(strlen(text) == (size_t)len);
	MUST(climits_cpus_format(cpus, part, (size_t)len / 2 + 1) == len);
	MUST(strlen(part) == (size_t)len / 2 && memcmp(part, text, (size_t)len / 2) == 0);
	MUST(climits_cpus_parse_list(text, (size_t)len, &back) == 0);
	MUST(climits_cpus_count(&back) == climits_cpus_count(cpus));
	MUST(climits_cpus_common(&back, cpus) == climits_cpus_count(cpus));
	free(text);
	free(part);
}

static int parse(const char *text, size_t size, struct climits_cpus *ret)
{
	if (climits_cpus_parse_mask(text, size, ret) == 0)
		check_set(ret);
	if (climits_cpus_parse_list(text, size, ret) < 0)
		return 0;
	check_set(ret);
	return 1;
}

static void check_pair(const struct climits_cpus *a, const struct climits_cpus *b)
{
	uint32_t common = climits_cpus_common(a, b);
	struct climits_cpus both;

	MUST(common == climits_cpus_common(b, a));
	MUST(common <= climits_cpus_count(a) && common <= climits_cpus_count(b));
	climits_cpus_and(a, b, &both);
	check_set(&both);
	MUST(climits_cpus_count(&both) == common);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *newline = size ? memchr(data, '\n', size) : NULL;
	size_t first = newline ? (size_t)(newline - data) : size;
	size_t second = newline ? first + 1 : size;
	char *a_text = fuzz_copy(data, first);
	char *b_text = fuzz_copy(data + second, size - second);
	struct climits_cpus a;
	struct climits_cpus b;
	int both = parse(a_text, first, &a);

	both &= parse(b_text, size - second, &b);
	if (both)
		check_pair(&a, &b);
	free(a_text);
	free(b_text);
	return 0;
}
