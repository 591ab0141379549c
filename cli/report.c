/* SPDX-License-Identifier: MIT
 *
 * report.c - all that the library says of one process, held together for the outputs. Adds nothing
 * to it: no limit is computed here and no text is made.
 */
#include "report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"

typedef int string_getter(const struct climits *handle, int resource, char *buf, size_t size);

int report_open(struct report *report, const struct options *options)
{
	struct climits_options whom = {
		.size = sizeof(whom),
		.root = options->root,
		.pid = options->pid,
	};
	int error = climits_open(&whom, &report->handle);

	if (error == 0)
		return STATUS_DONE;
	if (error == -ESRCH)
		output_message("no process %d", (int)options->pid);
	else if (error == -ENOMEM)
		output_message("%s", strerror(-error));
	else if (options->root)
		output_message("%s: %s", options->root, strerror(-error));
	else if (error == -EACCES)
		output_message("process %d is hidden from us", (int)options->pid);
	else
		output_message("cannot read limits: %s", strerror(-error));
	return STATUS_FAILED;
}

/* Replaces *string by what get() says now; NULL when it says nothing. */
static int refresh(const struct report *report, string_getter *get, int resource, char **string)
{
	int length = get(report->handle, resource, NULL, 0);

	free(*string);
	*string = NULL;
	if (length < 0)
		return 0;
	*string = malloc((size_t)length + 1);
	if (!*string)
		return -ENOMEM;
	(*string)[0] = '\0';
	get(report->handle, resource, *string, (size_t)length + 1);
	return 0;
}

static int refresh_strings(struct report *report)
{
	int error = 0;

	for (int i = 0; i < CLIMITS_RESOURCES && !error; i++) {
		error = refresh(report, climits_limit_cgroup, i, &report->cgroup[i]);
		if (!error)
			error = refresh(report, climits_limit_file, i, &report->file[i]);
		if (!error)
			error = refresh(report, climits_cgroup_path, i, &report->path[i]);
		if (!error)
			error = refresh(report, climits_cpu_list, i, &report->list[i]);
	}
	return error;
}

/*
 * Limits under which every row of the runtimes table has a value: one that is missing then tells
 * what it would rest on. In a setting without a value the library leaves basis 0, and it must be
 * known whether that is for want of a limit or because the limit cannot be known.
 */
static const struct climits_limits everything_limited = {
	.size = sizeof(everything_limited),
	.cpu_quota = {.status = CLIMITS_LIMITED, .value = 100000, .period = 100000},
	.memory_max = {.status = CLIMITS_LIMITED, .value = UINT64_C(1) << 30},
	.memory_high = {.status = CLIMITS_UNLIMITED},
	.online = {.status = CLIMITS_LIMITED, .value = 64},
	.usable_cpus = 64,
};

/* The same policy gives the same variables in the same order. */
static void complete_basis(struct report *report, const struct climits_policy *policy)
{
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	int count = climits_advise(&everything_limited, policy, settings, CLIMITS_SETTINGS_MAX,
				   NULL);

	for (size_t i = 0; i < report->setting_count && (int)i < count; i++)
		report->settings[i].basis |= settings[i].basis;
}

int report_read(struct report *report, const struct climits_policy *policy)
{
	int count, error;

	report->limits.size = sizeof(report->limits);
	error = climits_read(report->handle, &report->limits);
	if (!error)
		error = refresh_strings(report);
	report->notes = 0;
	count = climits_advise(&report->limits, policy, report->settings, CLIMITS_SETTINGS_MAX,
			       &report->notes);
	if (!error && count < 0)
		error = count;
	if (error) {
		output_message("cannot read limits: %s", strerror(-error));
		return STATUS_FAILED;
	}
	report->notes |= report->limits.notes;
	report->setting_count = (size_t)count;
	if (report->setting_count > CLIMITS_SETTINGS_MAX)
		report->setting_count = CLIMITS_SETTINGS_MAX;
	complete_basis(report, policy);
	return STATUS_DONE;
}

void report_close(struct report *report)
{
	climits_close(report->handle);
	for (int i = 0; i < CLIMITS_RESOURCES; i++) {
		free(report->cgroup[i]);
		free(report->file[i]);
		free(report->list[i]);
		free(report->path[i]);
	}
}

const struct climits_limit *report_limit(const struct report *report, int resource)
{
	return climits_limit_of(&report->limits, resource);
}

int report_has_note(const struct report *report, int note)
{
	return (report->notes >> note & 1) != 0;
}

int report_memory_binds(const struct report *report)
{
	const struct climits_limits *limits = &report->limits;

	if (limits->memory_max.status == CLIMITS_LIMITED &&
	    limits->memory_max.value == limits->memory_budget)
		return CLIMITS_MEMORY_MAX;
	if (limits->memory_high.status == CLIMITS_LIMITED &&
	    limits->memory_high.value == limits->memory_budget)
		return CLIMITS_MEMORY_HIGH;
	return -1;
}
