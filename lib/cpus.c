/* SPDX-License-Identifier: MIT
 *
 * Sets of CPUs. Does not know where a set comes from, nor what it is for. Strides ("0-31:2/4"),
 * which the kernel accepts and never writes, are refused.
 */
#include "cpus.h"

#include "number.h"
#include "text.h"

#include <errno.h>
#include <string.h>

static void add(struct climits_cpus *cpus, uint64_t first, uint64_t last)
{
	while (cpus->words <= last / 64)
		cpus->bits[cpus->words++] = 0;
	for (uint64_t cpu = first; cpu <= last; cpu++) {
		if (cpu % 64 == 0 && last - cpu >= 63) {
			cpus->bits[cpu / 64] = UINT64_MAX;
			cpu += 63;
		} else {
			cpus->bits[cpu / 64] |= UINT64_C(1) << cpu % 64;
		}
	}
}

/* One range: "N" or "N-M". */
static int add_range(struct climits_cpus *cpus, const char *text, size_t len)
{
	const char *dash = memchr(text, '-', len);
	size_t first_len = dash ? (size_t)(dash - text) : len;
	uint64_t first;
	uint64_t last;
	int r = climits_number_parse(text, first_len, &first);

	last = first;
	if (r == 0 && dash)
		r = climits_number_parse(dash + 1, len - first_len - 1, &last);
	if (r < 0)
		return r;
	if (first > last || last >= CLIMITS_CPUS_MAX)
		return -EBADMSG;
	add(cpus, first, last);
	return 0;
}

int climits_cpus_parse_list(const char *text, size_t len, struct climits_cpus *ret)
{
	ret->words = 0;
	for (size_t at = 0; at < len;) {
		const char *comma = memchr(text + at, ',', len - at);
		size_t range = comma ? (size_t)(comma - text) - at : len - at;
		int r = add_range(ret, text + at, range);

		if (r < 0)
			return r;
		at += range + 1;
		if (comma && at == len)
			return -EBADMSG;
	}
	return 0;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

int climits_cpus_parse_mask(const char *text, size_t len, struct climits_cpus *ret)
{
	uint64_t cpu = 0;

	if (len == 0)
		return -EBADMSG;
	ret->words = 0;
	for (size_t at = len; at-- > 0;) {
		int digit = hex_digit(text[at]);

		if (text[at] == ',' && cpu > 0 && cpu % 32 == 0 && at > 0 && text[at - 1] != ',')
			continue;
		if (digit < 0 || cpu >= CLIMITS_CPUS_MAX)
			return -EBADMSG;
		if (cpu % 64 == 0)
			ret->bits[ret->words++] = 0;
		ret->bits[cpu / 64] |= (uint64_t)digit << cpu % 64;
		cpu += 4;
	}
	return 0;
}

static int has(const struct climits_cpus *cpus, uint32_t cpu)
{
	return cpu / 64 < cpus->words && (cpus->bits[cpu / 64] >> cpu % 64 & 1);
}

int climits_cpus_format(const struct climits_cpus *cpus, char *buf, size_t size)
{
	struct climits_text text = {.buf = buf, .size = size};

	for (uint32_t cpu = 0; cpu < cpus->words * 64; cpu++) {
		uint32_t first = cpu;

		if (!has(cpus, cpu))
			continue;
		while (has(cpus, cpu + 1))
			cpu++;
		if (text.len > 0)
			climits_text_string(&text, ",");
		climits_text_number(&text, first);
		if (cpu > first) {
			climits_text_string(&text, "-");
			climits_text_number(&text, cpu);
		}
	}
	return climits_text_end(&text);
}

uint32_t climits_cpus_count(const struct climits_cpus *cpus)
{
	return climits_cpus_common(cpus, cpus);
}

uint32_t climits_cpus_common(const struct climits_cpus *a, const struct climits_cpus *b)
{
	uint32_t words = a->words < b->words ? a->words : b->words;
	uint32_t count = 0;

	for (uint32_t i = 0; i < words; i++)
		count += (uint32_t)__builtin_popcountll(a->bits[i] & b->bits[i]);
	return count;
}

void climits_cpus_and(const struct climits_cpus *a, const struct climits_cpus *b,
		      struct climits_cpus *ret)
{
	ret->words = a->words < b->words ? a->words : b->words;
	for (uint32_t i = 0; i < ret->words; i++)
		ret->bits[i] = a->bits[i] & b->bits[i];
}
