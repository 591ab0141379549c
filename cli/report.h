/* SPDX-License-Identifier: MIT
 *
 * report.h - all that the library says of one process, held together for the outputs.
 */
#ifndef CLIMITS_CLI_REPORT_H
#define CLIMITS_CLI_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include <containerlimits.h>

#include "options.h"

/*
 * Strings are NULL where the library has none. cgroup and file say what binds a resource, path is
 * the process's own cgroup for its controller; all as raw bytes, to be escaped by who prints them.
 */
struct report {
	struct climits *handle;
	struct climits_limits limits;
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	size_t setting_count;
	uint64_t notes;
	char *cgroup[CLIMITS_RESOURCES];
	char *file[CLIMITS_RESOURCES];
	char *list[CLIMITS_RESOURCES];
	char *path[CLIMITS_RESOURCES];
};

/* Give this to a local struct report that starts as {0}. */
#define REPORT_CLEANUP __attribute__((cleanup(report_close)))

/*
 * Opens the process that the options name, then reads its limits and takes advice under policy.
 * report_read() may be called again for newer numbers. Exit status; the message is out when it is
 * not 0.
 */
int report_open(struct report *report, const struct options *options);
int report_read(struct report *report, const struct climits_policy *policy);
void report_close(struct report *report);

/* The record of a resource. */
const struct climits_limit *report_limit(const struct report *report, int resource);

/* 1 when the note is to be told. */
int report_has_note(const struct report *report, int note);

/*
 * The resource that sets the memory budget: memory.max, memory.high, or -1 when RAM does.
 */
int report_memory_binds(const struct report *report);

#endif
