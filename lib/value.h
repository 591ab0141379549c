/* SPDX-License-Identifier: MIT
 *
 * One kernel file's text to one value. Pure functions: no I/O, no allocation; text needs no final
 * NUL. Each returns 0, or -EBADMSG when the text is not what the kernel writes. The reader has
 * taken off the final newline of one-line files (reader.h).
 */
#ifndef CLIMITS_VALUE_H
#define CLIMITS_VALUE_H

#include <stddef.h>
#include <stdint.h>

/* "max", -1, or a v1 number so large that it means none. */
#define CLIMITS_NO_LIMIT UINT64_MAX

struct climits_quota {
	uint64_t quota;  /* microseconds a period, CLIMITS_NO_LIMIT for none */
	uint64_t period; /* microseconds, not 0 beside a quota */
	int assumed;     /* the text had no period: 100000 taken */
};

int climits_value_cpu_max(const char *text, size_t len, struct climits_quota *ret);
int climits_value_cfs_quota(const char *text, size_t len, uint64_t *ret);
int climits_value_cfs_period(const char *text, size_t len, uint64_t *ret);
int climits_value_max(const char *text, size_t len, uint64_t *ret);
int climits_value_v1_bytes(const char *text, size_t len, uint64_t *ret);

/*
 * Finds the line "key NUMBER" in a text of lines, as in memory.stat. -ENOENT when no line has the
 * key.
 */
int climits_value_keyed(const char *text, size_t len, const char *key, uint64_t *ret);
/* Finds the line "key: NUMBER kB" and gives bytes, as in /proc/meminfo. -ENOENT as above. */
int climits_value_meminfo(const char *text, size_t len, const char *key, uint64_t *ret);
/*
 * Finds the line "key:<white space>VALUE" and gives VALUE, as in /proc/PID/status. -ENOENT as
 * above.
 */
int climits_value_status(const char *text, size_t len, const char *key, const char **ret_value,
			 size_t *ret_len);

struct climits_stat {
	char state;     /* 'R', 'S', 'Z', ... */
	int scheduling; /* SCHED_OTHER, ...; -1 when the text ends before it */
};
int climits_value_stat(const char *text, size_t len, struct climits_stat *ret);

#endif
