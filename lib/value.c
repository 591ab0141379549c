/* SPDX-License-Identifier: MIT
 *
 * The grammars of the kernel's limit files. Lists of CPUs are in cpus.c; files of several lines
 * that place a process are in procgroup.c and mountinfo.c.
 */
#include "value.h"

#include "number.h"

#include <errno.h>
#include <string.h>

/*
 * Documentation/scheduler/sched-bwc.rst: the default, and the mainline kernel always writes it out.
 */
#define DEFAULT_PERIOD_US 100000

/*
 * v1 memory limits are counted in pages and stop at LONG_MAX rounded down to a page:
 * 0x7FFFFFFFFFFFF000 with 4 KiB pages, 0x7FFFFFFFFFFF0000 with 64 KiB pages, 2^64 - 1 before Linux
 * 3.19 (mm/page_counter.c).
 */
#define V1_BYTES_NONE 0x7FFFFFFFFFFF0000U

static int is_word(const char *text, size_t len, const char *word)
{
	return len == strlen(word) && memcmp(text, word, len) == 0;
}

/* Length of the text up to the first byte c, all of it when there is none. */
static size_t until(const char *text, size_t len, char c)
{
	const char *found = len ? memchr(text, c, len) : NULL;

	return found ? (size_t)(found - text) : len;
}

/*
 * cpu.max (cgroup-v2.rst, "CPU Interface Files"):
 *
 *	QUOTA PERIOD
 *
 * QUOTA is a number of microseconds or "max". Mainline always writes both; one field alone means
 * the default period, and fields that vendor kernels put behind (a burst) are not ours.
 */
int climits_value_cpu_max(const char *text, size_t len, struct climits_quota *ret)
{
	struct climits_quota quota = {.period = DEFAULT_PERIOD_US};
	size_t first = until(text, len, ' ');
	size_t at = first;
	int r = climits_value_max(text, first, &quota.quota);

	while (at < len && text[at] == ' ')
		at++;
	quota.assumed = at == len;
	if (r == 0 && at < len)
		r = climits_number_parse(text + at, until(text + at, len - at, ' '), &quota.period);
	if (r < 0)
		return r;
	if (quota.quota != CLIMITS_NO_LIMIT && (quota.quota == 0 || quota.period == 0))
		return -EBADMSG;
	*ret = quota;
	return 0;
}

/*
 * cpu.cfs_quota_us (sched-bwc.rst): a number of microseconds, -1 for no limit. The root cgroup of
 * RHEL 6 kernels shows 0, with a period of 0, which is none either: the kernel takes no quota below
 * 1000.
 */
int climits_value_cfs_quota(const char *text, size_t len, uint64_t *ret)
{
	uint64_t quota = CLIMITS_NO_LIMIT;
	int r = is_word(text, len, "-1") ? 0 : climits_number_parse(text, len, &quota);

	if (r == 0)
		*ret = quota ? quota : CLIMITS_NO_LIMIT;
	return r;
}

/* cpu.cfs_period_us: a number of microseconds. */
int climits_value_cfs_period(const char *text, size_t len, uint64_t *ret)
{
	uint64_t period;
	int r = climits_number_parse(text, len, &period);

	if (r == 0 && period == 0)
		r = -EBADMSG;
	if (r == 0)
		*ret = period;
	return r;
}

/*
 * memory.max, memory.high, memory.swap.max, pids.max, and the first field of cpu.max: a number or
 * "max".
 */
int climits_value_max(const char *text, size_t len, uint64_t *ret)
{
	uint64_t number = CLIMITS_NO_LIMIT;
	int r = 0;

	if (!is_word(text, len, "max")) {
		r = climits_number_parse(text, len, &number);
		/* No limit of v2 is that large, and it would be taken for "max". */
		if (r == 0 && number == CLIMITS_NO_LIMIT)
			r = -EBADMSG;
	}
	if (r == 0)
		*ret = number;
	return r;
}

/* memory.limit_in_bytes, memory.memsw.limit_in_bytes: a number. */
int climits_value_v1_bytes(const char *text, size_t len, uint64_t *ret)
{
	uint64_t number;
	int r = climits_number_parse(text, len, &number);

	if (r == 0)
		*ret = number >= V1_BYTES_NONE ? CLIMITS_NO_LIMIT : number;
	return r;
}

/* What follows key and separator in the line that begins with them; NULL when there is none. */
static const char *find_line(const char *text, size_t len, const char *key, char separator,
			     size_t *ret_len)
{
	size_t key_len = strlen(key);

	for (size_t at = 0; at < len;) {
		size_t line = until(text + at, len - at, '\n');

		if (line > key_len && memcmp(text + at, key, key_len) == 0 &&
		    text[at + key_len] == separator) {
			*ret_len = line - key_len - 1;
			return text + at + key_len + 1;
		}
		at += line + 1;
	}
	return NULL;
}

int climits_value_keyed(const char *text, size_t len, const char *key, uint64_t *ret)
{
	size_t rest_len;
	const char *rest = find_line(text, len, key, ' ', &rest_len);

	return rest ? climits_number_parse(rest, rest_len, ret) : -ENOENT;
}

int climits_value_status(const char *text, size_t len, const char *key, const char **ret_value,
			 size_t *ret_len)
{
	size_t rest_len;
	const char *rest = find_line(text, len, key, ':', &rest_len);

	if (!rest)
		return -ENOENT;
	while (rest_len > 0 && (rest[0] == ' ' || rest[0] == '\t')) {
		rest++;
		rest_len--;
	}
	*ret_value = rest;
	*ret_len = rest_len;
	return 0;
}

int climits_value_meminfo(const char *text, size_t len, const char *key, uint64_t *ret)
{
	const char *value;
	uint64_t kib;
	size_t value_len;
	int r = climits_value_status(text, len, key, &value, &value_len);

	if (r < 0)
		return r;
	if (value_len < 3 || memcmp(value + value_len - 3, " kB", 3) != 0)
		return -EBADMSG;
	r = climits_number_parse(value, value_len - 3, &kib);
	if (r < 0)
		return r;
	if (kib > UINT64_MAX / 1024)
		return -EBADMSG;
	*ret = kib * 1024;
	return 0;
}

/*
 * /proc/PID/stat (proc(5)): PID (COMM) STATE ..., the scheduling policy is field 41. COMM may hold
 * spaces and parentheses, so the fields are counted from the last parenthesis.
 */
int climits_value_stat(const char *text, size_t len, struct climits_stat *ret)
{
	const char *comm_end = len ? memrchr(text, ')', len) : NULL;
	const char *end = text + len;
	const char *at;
	uint64_t policy;

	if (!comm_end || end - comm_end < 3)
		return -EBADMSG;
	ret->state = comm_end[2];
	ret->scheduling = -1;
	at = comm_end + 2;
	for (int field = 3; field < 41; field++) {
		at += until(at, (size_t)(end - at), ' ');
		if (at == end)
			return 0;
		at++;
	}
	if (climits_number_parse(at, until(at, (size_t)(end - at), ' '), &policy) == 0 &&
	    policy < 16)
		ret->scheduling = (int)policy;
	return 0;
}
