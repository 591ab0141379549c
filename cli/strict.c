/* SPDX-License-Identifier: MIT
 *
 * strict.c - what of the requested output rests on limits that are not known. Decides which limits
 * matter; whether they are known was decided by the library.
 */
#include "strict.h"

#include <errno.h>

#include "human.h"
#include "output.h"
#include "text.h"

int strict_is_known(const struct report *report, int resource)
{
	int status = report_limit(report, resource)->status;

	return status == CLIMITS_LIMITED || status == CLIMITS_UNLIMITED;
}

/* The CPU sets matter to a number of threads only when none of them could be read. */
static uint32_t cpu_sets(const struct report *report)
{
	if (report->limits.usable_cpus)
		return 0;
	return RESOURCE_BIT(CLIMITS_CPUSET) | RESOURCE_BIT(CLIMITS_AFFINITY) |
	       RESOURCE_BIT(CLIMITS_ONLINE);
}

/*
 * A captured tree need not hold a process's mask: then none applies, as if the process might run
 * everywhere. On the live machine every process has one.
 */
uint32_t strict_everything(const struct report *report, const struct options *options)
{
	uint32_t resources = RESOURCE_BIT(CLIMITS_RESOURCES) - 1;

	resources &= ~RESOURCE_BIT(CLIMITS_CPU_WEIGHT);
	if (options->root && report->limits.affinity.error == ENOENT)
		resources &= ~RESOURCE_BIT(CLIMITS_AFFINITY);
	return resources;
}

uint32_t strict_basis(const struct report *report, int basis)
{
	uint32_t resources = 0;

	if (basis & CLIMITS_BASIS_CPU)
		resources |= RESOURCE_BIT(CLIMITS_CPU_QUOTA) | cpu_sets(report);
	if (basis & CLIMITS_BASIS_MEMORY)
		resources |= RESOURCE_BIT(CLIMITS_MEMORY_MAX) | RESOURCE_BIT(CLIMITS_MEMORY_HIGH);
	return resources;
}

uint32_t strict_settings(const struct report *report)
{
	int basis = 0;

	for (size_t i = 0; i < report->setting_count; i++)
		basis |= report->settings[i].basis;
	return strict_basis(report, basis);
}

static void tell(const struct report *report, int resource)
{
	const struct climits_limit *limit = report_limit(report, resource);
	const char *file = report->file[resource];
	struct text error TEXT_CLEANUP = {0};

	human_error(&error, limit->error);
	output_message("%s is %s: %s%s%s (%s)", climits_resource_name(resource),
		       climits_status_name(limit->status), file ? file : "", file ? ": " : "",
		       text_string(&error), human_error_text(limit->error));
}

int strict_check(const struct report *report, const struct options *options, uint32_t resources)
{
	int status = STATUS_DONE;

	for (int i = 0; i < CLIMITS_RESOURCES; i++) {
		if (!(resources & RESOURCE_BIT(i)) || strict_is_known(report, i))
			continue;
		if (options->strict || !options->quiet)
			tell(report, i);
		if (options->strict)
			status = STATUS_STRICT;
	}
	return status;
}
