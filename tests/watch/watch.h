/* SPDX-License-Identifier: MIT
 *
 * watch.h - what the tests of `climits watch` share: cgroups of our own, a process in them, and a
 * watch that is read record by record.
 */
#ifndef CLIMITS_TEST_WATCH_H
#define CLIMITS_TEST_WATCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Counts a check and says when it failed. Returns ok. */
int check(int ok, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Version 1 hierarchies that the tests use; where one cannot be used, why not. */
#define HIERARCHIES 2
const char *groups_open(void);
void groups_close(void);

/* "a", "a/b" below our own name, in both hierarchies. */
void group_make(const char *name);
/* Writes a file of a group: file is "cpu.cfs_quota_us", "memory.limit_in_bytes", ... */
void group_write(const char *name, const char *file, int64_t value);
void group_move(pid_t pid, const char *name);

/* A process that does nothing until the tests end. */
pid_t sleeper_start(void);

struct watch {
	pid_t pid;
	int fd;
	char buffer[65536];
	size_t length;
	char line[65536]; /* the last record */
};

/* Runs $CLIMITS watch with these arguments, NULL at the end. */
void watch_start(struct watch *watch, const char *const *arguments);
/* 1 and the next record; 0 when none comes within the time, -1 when the watch has ended. */
int watch_next(struct watch *watch, int milliseconds);
/* The records that come until none comes for so long; how many. */
int watch_drain(struct watch *watch, int milliseconds);
/* Waits for its end, at most five seconds. Exit status, -1 when it did not end, 128 + a signal. */
int watch_end(struct watch *watch);

/* The number behind "key": in a record, from the first place where "after" stands. -1 for none. */
int64_t record_number(const char *record, const char *after, const char *key);

double now_ms(void);

#endif
