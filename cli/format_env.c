/* SPDX-License-Identifier: MIT
 *
 * format_env.c - settings as lines for a shell or for an environment file. Quoting is the
 * library's.
 */
#include <string.h>

#include "environment.h"
#include "format.h"
#include "output.h"
#include "text.h"

int format_env(const struct report *report, const struct options *options, int format,
	       struct text *text)
{
	int status = STATUS_DONE;

	for (size_t i = 0; i < report->setting_count && status == STATUS_DONE; i++) {
		const struct climits_setting *setting = &report->settings[i];

		if (environment_judge(setting, options) == ENVIRONMENT_SET)
			status = environment_format(setting, options, format, text);
	}
	return status;
}

/* "no CPU quota", or "" when there is one. */
static const char *missing_quota(const struct report *report)
{
	switch (report->limits.cpu_quota.status) {
	case CLIMITS_LIMITED:
		return "";
	case CLIMITS_UNLIMITED:
		return "no CPU quota";
	default:
		return "no known CPU quota";
	}
}

static const char *missing_budget(const struct report *report)
{
	if (report->limits.memory_budgeted)
		return "";
	if (report->limits.memory_max.status == CLIMITS_UNLIMITED &&
	    report->limits.memory_high.status == CLIMITS_UNLIMITED)
		return "no memory limit";
	return "no known memory limit";
}

/* Names of the settings whose variables are set already, separated by commas. */
static void add_present(const struct report *report, const struct options *options,
			struct text *text)
{
	for (size_t i = 0; i < report->setting_count; i++) {
		const struct climits_setting *setting = &report->settings[i];

		if (environment_judge(setting, options) == ENVIRONMENT_PRESENT)
			text_addf(text, "%s%s", text->length ? ", " : "", setting->name);
	}
}

void format_env_reason(const struct report *report, const struct options *options,
		       struct text *text)
{
	struct text present TEXT_CLEANUP = {0};
	const char *quota = "", *budget = "";
	int basis = 0;

	add_present(report, options, &present);
	for (size_t i = 0; i < report->setting_count; i++)
		basis |= report->settings[i].basis;
	if (basis & CLIMITS_BASIS_CPU)
		quota = missing_quota(report);
	if (basis & CLIMITS_BASIS_MEMORY)
		budget = missing_budget(report);
	text_addf(text, "%s%s%s", quota, *quota && *budget ? " and " : "", budget);
	if (present.length)
		text_addf(text, "%s%s already set", *quota || *budget ? ", " : "",
			  text_string(&present));
	text_add(text, text->length ? ": nothing to set" : "nothing to set");
}
