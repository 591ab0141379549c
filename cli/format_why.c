/* SPDX-License-Identifier: MIT
 *
 * format_why.c - where the value of a setting comes from, in one sentence with the numbers and the
 * file that binds. Text is raw: whoever prints it escapes it. The formula of each runtime stands in
 * the library's table of runtimes and is not told again here, but for Go's two.
 */
#include <inttypes.h>
#include <string.h>

#include "environment.h"
#include "format.h"
#include "human.h"
#include "strict.h"
#include "text.h"

void format_where(const struct report *report, int resource, struct text *text)
{
	int level = report_limit(report, resource)->level;

	if (!report->file[resource])
		return;
	text_add(text, report->file[resource]);
	if (level > 0)
		text_addf(text, ", %d level%s up", level, level == 1 ? "" : "s");
}

/* What every part of the sentence needs. */
struct why {
	const struct report *report;
	const struct options *options;
	const struct climits_setting *setting;
	int files;
	struct text *text;
};

/* " (FILE, 2 levels up)" */
static void add_where(const struct why *why, int resource)
{
	struct text where TEXT_CLEANUP = {0};

	format_where(why->report, resource, &where);
	if (why->files && where.length)
		text_addf(why->text, " (%s)", text_string(&where));
	why->text->failed |= where.failed;
}

/* "cpu.quota is unknown (FILE: EACCES)" */
static void add_unknown(const struct why *why, int resource)
{
	const struct climits_limit *limit = report_limit(why->report, resource);
	const char *file = why->files ? why->report->file[resource] : NULL;

	text_addf(why->text, "%s is %s (%s%s", climits_resource_name(resource),
		  climits_status_name(limit->status), file ? file : "", file ? ": " : "");
	human_error(why->text, limit->error);
	text_add(why->text, ")");
}

static void add_usable(const struct why *why)
{
	const struct climits_limits *limits = &why->report->limits;
	uint32_t usable = limits->usable_cpus;

	if (!usable) {
		text_add(why->text, "how many CPUs are usable is unknown");
		return;
	}
	text_addf(why->text, "%" PRIu32 " usable CPU%s", usable, usable == 1 ? "" : "s");
	if (limits->cpuset.status == CLIMITS_LIMITED && limits->cpuset.value == usable)
		add_where(why, CLIMITS_CPUSET);
	else if (limits->affinity.value == usable && limits->online.value > usable)
		text_add(why->text, " (affinity mask)");
}

static const char *rounding_words(int rounding)
{
	switch (rounding) {
	case CLIMITS_ROUND_CEIL:
		return ", rounded up";
	case CLIMITS_ROUND_NEAREST:
		return ", rounded to the nearest";
	default:
		return ", rounded down";
	}
}

/* Only GOMAXPROCS is sure to follow --round; rows like make have a rounding of their own. */
static void add_rounding(const struct why *why)
{
	const struct climits_limit *quota = &why->report->limits.cpu_quota;

	if (strcmp(why->setting->name, "GOMAXPROCS"))
		return;
	if (quota->value < quota->period)
		text_add(why->text, ", and one thread is the least");
	else if (quota->value % quota->period)
		text_add(why->text, rounding_words(why->options->policy.rounding));
}

static void add_quota(const struct why *why)
{
	const struct climits_limit *quota = &why->report->limits.cpu_quota;
	uint32_t usable = why->report->limits.usable_cpus;
	int capped = usable && quota->value / quota->period >= usable;

	text_add(why->text, "a quota of ");
	human_quota(why->text, quota);
	if (!capped)
		add_rounding(why);
	add_where(why, CLIMITS_CPU_QUOTA);
	if (capped) {
		text_add(why->text, " and ");
		add_usable(why);
	}
}

static void add_cpu(const struct why *why)
{
	switch (why->report->limits.cpu_quota.status) {
	case CLIMITS_LIMITED:
		add_quota(why);
		return;
	case CLIMITS_UNLIMITED:
		text_add(why->text, "no CPU quota: ");
		break;
	default:
		add_unknown(why, CLIMITS_CPU_QUOTA);
		text_add(why->text, ": ");
		break;
	}
	add_usable(why);
}

static void add_budget(const struct why *why)
{
	int binds = report_memory_binds(why->report);

	if (*why->setting->value && !strcmp(why->setting->name, "GOMEMLIMIT")) {
		human_fraction(why->text, why->options->policy.memory_ratio, 10, 1);
		text_add(why->text, " % of ");
	} else if (!*why->setting->value) {
		text_add(why->text, "nothing to advise for ");
	}
	text_add(why->text, "the memory budget of ");
	human_bytes(why->text, why->report->limits.memory_budget);
	text_addf(why->text, ", which %s sets", binds < 0 ? "RAM" : climits_resource_name(binds));
	if (binds >= 0)
		add_where(why, binds);
}

static void add_memory(const struct why *why)
{
	if (!strict_is_known(why->report, CLIMITS_MEMORY_MAX))
		add_unknown(why, CLIMITS_MEMORY_MAX);
	else if (!strict_is_known(why->report, CLIMITS_MEMORY_HIGH))
		add_unknown(why, CLIMITS_MEMORY_HIGH);
	else if (!why->report->limits.memory_budgeted)
		text_add(why->text, "no memory limit");
	else
		add_budget(why);
}

static void add_verdict(const struct why *why)
{
	switch (environment_judge(why->setting, why->options)) {
	case ENVIRONMENT_NEEDLESS:
		text_add(why->text, "; set only with --always");
		break;
	case ENVIRONMENT_PRESENT:
		text_addf(why->text, "; left alone because %s is set", why->setting->name);
		break;
	case ENVIRONMENT_EMPTY:
	case ENVIRONMENT_SET:
		break;
	}
}

static void add_cause(const struct why *why)
{
	int basis = why->setting->basis;

	if (basis & CLIMITS_BASIS_CPU)
		add_cpu(why);
	if (basis & CLIMITS_BASIS_CPU && basis & CLIMITS_BASIS_MEMORY)
		text_add(why->text, "; ");
	if (basis & CLIMITS_BASIS_MEMORY)
		add_memory(why);
}

void format_cause(const struct report *report, const struct options *options,
		  const struct climits_setting *setting, struct text *text)
{
	add_cause(&(struct why){report, options, setting, 1, text});
}

void format_why(const struct report *report, const struct options *options,
		const struct climits_setting *setting, int files, struct text *text)
{
	struct why why = {report, options, setting, files, text};

	add_cause(&why);
	add_verdict(&why);
}
