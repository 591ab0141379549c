/* SPDX-License-Identifier: MIT
 *
 * format_get.c - single values for scripts, one a line: a number or a word, never empty. `max` is
 * no limit, `none` is nothing there, `unknown` and `invalid` are what the library says. A new value
 * is one row of the table.
 */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "display.h"
#include "format.h"
#include "human.h"
#include "strict.h"
#include "text.h"

struct get_name {
	const char *name;
	/* What it is, for `get help`. */
	const char *help;
	/* Adds the value; returns 1 when it, or what it was computed from, is not known. */
	int (*show)(const struct report *report, int resource, struct text *text);
	int resource;
	/* Whom to name when it is not known: bits of RESOURCE_BIT(). */
	uint32_t needs;
};

/* What is said of a record without a number: none is the word for no limit. */
static int show_status(const struct climits_limit *limit, const char *none, struct text *text)
{
	if (limit->status == CLIMITS_UNLIMITED) {
		text_add(text, none);
		return 0;
	}
	text_add(text, limit->status == CLIMITS_INVALID ? "invalid" : "unknown");
	return 1;
}

static int show_known(int known, uint64_t number, struct text *text)
{
	if (known)
		text_addf(text, "%" PRIu64, number);
	else
		text_add(text, "unknown");
	return !known;
}

static int show_limit(const struct report *report, int resource, struct text *text)
{
	const struct climits_limit *limit = report_limit(report, resource);

	if (limit->status != CLIMITS_LIMITED)
		return show_status(limit, "max", text);
	return show_known(1, limit->value, text);
}

static int show_weight(const struct report *report, int resource, struct text *text)
{
	const struct climits_limit *limit = report_limit(report, resource);

	if (limit->status != CLIMITS_LIMITED)
		return show_status(limit, "none", text);
	return show_known(1, limit->value, text);
}

static int show_period(const struct report *report, int resource, struct text *text)
{
	const struct climits_limit *limit = report_limit(report, resource);

	if (limit->status != CLIMITS_LIMITED)
		return show_status(limit, "none", text);
	return show_known(1, limit->period, text);
}

static int show_millicores(const struct report *report, int resource, struct text *text)
{
	const struct climits_limit *limit = report_limit(report, resource);

	if (limit->status != CLIMITS_LIMITED)
		return show_status(limit, "max", text);
	return show_known(1, human_millicores(limit), text);
}

static int show_burst(const struct report *report, int resource, struct text *text)
{
	const struct climits_limit *limit = report_limit(report, resource);

	if (limit->status != CLIMITS_LIMITED)
		return show_status(limit, "none", text);
	return show_known(1, report->limits.cpu_burst, text);
}

static int show_list(const struct report *report, int resource, struct text *text)
{
	if (!report->list[resource])
		return show_status(report_limit(report, resource), "none", text);
	text_add(text, *report->list[resource] ? report->list[resource] : "none");
	return 0;
}

static int show_count(const struct report *report, int resource, struct text *text)
{
	const struct climits_limit *limit = report_limit(report, resource);

	if (!report->list[resource])
		return show_status(limit, "none", text);
	return show_known(1, limit->value, text);
}

static int show_usable(const struct report *report, int resource, struct text *text)
{
	(void)resource;
	return show_known(report->limits.usable_cpus != 0, report->limits.usable_cpus, text);
}

static int show_total(const struct report *report, int resource, struct text *text)
{
	(void)resource;
	return show_known(report->limits.memory_total != 0, report->limits.memory_total, text);
}

static int show_budget(const struct report *report, int resource, struct text *text)
{
	const struct climits_limits *limits = &report->limits;

	(void)resource;
	if (limits->memory_budgeted)
		return show_known(1, limits->memory_budget, text);
	if (limits->memory_max.status != CLIMITS_UNLIMITED)
		return show_status(&limits->memory_max, "max", text);
	return show_status(&limits->memory_high, "max", text);
}

static int show_version(const struct report *report, int resource, struct text *text)
{
	(void)resource;
	text_add(text, human_version(report->limits.cgroup_version));
	return 0;
}

static int show_horizon(const struct report *report, int resource, struct text *text)
{
	(void)resource;
	text_add(text, human_horizon(report->limits.horizon));
	return report->limits.horizon == CLIMITS_HORIZON_UNKNOWN;
}

static int show_path(const struct report *report, int resource, struct text *text)
{
	text_add(text, report->path[resource] ? report->path[resource] : "none");
	return 0;
}

/* Go's own variables are known in lower case too: `get gomaxprocs`. */
static int is_variable(const char *variable, const char *name)
{
	if (!strncmp(variable, "GO", 2))
		return !strcasecmp(variable, name);
	return !strcmp(variable, name);
}

static const struct climits_setting *find_setting(const struct report *report, const char *name)
{
	for (size_t i = 0; i < report->setting_count; i++)
		if (is_variable(report->settings[i].name, name))
			return &report->settings[i];
	return NULL;
}

/* Replaces nproc in scripts, which cannot use a word: never anything but a number. */
static int show_cpus(const struct report *report, int resource, struct text *text)
{
	const struct climits_setting *setting = find_setting(report, "GOMAXPROCS");
	int status = report_limit(report, resource)->status;
	int known = setting && *setting->value;

	text_add(text, known ? setting->value : "1");
	return !known || (status != CLIMITS_LIMITED && status != CLIMITS_UNLIMITED);
}

/* A value that rests on an unknown limit is not known, even where there is one. */
static int show_setting(const struct report *report, const struct climits_setting *setting,
			uint32_t needs, struct text *text)
{
	const struct climits_limit *limit = NULL;

	for (int i = 0; i < CLIMITS_RESOURCES && !limit; i++)
		if (needs & RESOURCE_BIT(i) && !strict_is_known(report, i))
			limit = report_limit(report, i);
	if (*setting->value)
		text_add(text, setting->value);
	else if (limit)
		show_status(limit, "none", text);
	else
		text_add(text, "none");
	return limit != NULL;
}

#define QUOTA RESOURCE_BIT(CLIMITS_CPU_QUOTA)
#define WEIGHT RESOURCE_BIT(CLIMITS_CPU_WEIGHT)
#define CPUSET RESOURCE_BIT(CLIMITS_CPUSET)
#define AFFINITY RESOURCE_BIT(CLIMITS_AFFINITY)
#define ONLINE RESOURCE_BIT(CLIMITS_ONLINE)
#define MAX RESOURCE_BIT(CLIMITS_MEMORY_MAX)
#define HIGH RESOURCE_BIT(CLIMITS_MEMORY_HIGH)
#define SWAP RESOURCE_BIT(CLIMITS_SWAP_MAX)
#define PIDS RESOURCE_BIT(CLIMITS_PIDS_MAX)

/* clang-format off */
static const struct get_name names[] = {
	{"cpus", "threads to start: a number, in place of nproc",
	 show_cpus, CLIMITS_CPU_QUOTA, QUOTA},
	{"cpu.quota", "microseconds of CPU time each period",
	 show_limit, CLIMITS_CPU_QUOTA, QUOTA},
	{"cpu.period", "microseconds of a period",
	 show_period, CLIMITS_CPU_QUOTA, QUOTA},
	{"cpu.millicores", "quota / period in thousandths of a CPU",
	 show_millicores, CLIMITS_CPU_QUOTA, QUOTA},
	{"cpu.burst", "microseconds that may be saved up",
	 show_burst, CLIMITS_CPU_QUOTA, QUOTA},
	{"cpu.weight", "share among neighbours, no limit",
	 show_weight, CLIMITS_CPU_WEIGHT, WEIGHT},
	{"cpu.usable", "CPUs that the process may run on",
	 show_usable, -1, CPUSET | AFFINITY | ONLINE},
	{"cpuset", "list of the cpuset's CPUs", show_list, CLIMITS_CPUSET, CPUSET},
	{"cpuset.count", "number of these", show_count, CLIMITS_CPUSET, CPUSET},
	{"affinity", "list of the affinity mask's CPUs", show_list, CLIMITS_AFFINITY, AFFINITY},
	{"affinity.count", "number of these", show_count, CLIMITS_AFFINITY, AFFINITY},
	{"online", "list of the CPUs that are online", show_list, CLIMITS_ONLINE, ONLINE},
	{"online.count", "number of these", show_count, CLIMITS_ONLINE, ONLINE},
	{"memory.max", "bytes; above it the kernel kills", show_limit, CLIMITS_MEMORY_MAX, MAX},
	{"memory.high", "bytes; above it the kernel slows down",
	 show_limit, CLIMITS_MEMORY_HIGH, HIGH},
	{"memory.swap.max", "bytes of swap alone", show_limit, CLIMITS_SWAP_MAX, SWAP},
	{"memory.total", "bytes of RAM of the machine", show_total, -1, 0},
	{"memory.budget", "bytes: the least of max, high and total when limited",
	 show_budget, -1, MAX | HIGH},
	{"pids.max", "processes and threads", show_limit, CLIMITS_PIDS_MAX, PIDS},
	{"cgroup.version", "v1, v2, hybrid or none", show_version, -1, 0},
	{"cgroup.horizon", "root, namespace or unknown", show_horizon, -1, 0},
	{"cgroup.path.cpu", "cgroup of the cpu controller", show_path, CLIMITS_CPU_QUOTA, 0},
	{"cgroup.path.cpuset", "cgroup of the cpuset controller", show_path, CLIMITS_CPUSET, 0},
	{"cgroup.path.memory", "cgroup of the memory controller",
	 show_path, CLIMITS_MEMORY_MAX, 0},
};
/* clang-format on */

#define NAMES (sizeof(names) / sizeof(names[0]))

static const struct get_name *find_name(const char *name)
{
	for (size_t i = 0; i < NAMES; i++)
		if (!strcmp(names[i].name, name))
			return &names[i];
	return NULL;
}

int format_get_knows(const struct report *report, const char *name)
{
	return find_name(name) || find_setting(report, name);
}

int format_get(const struct report *report, const char *name, struct text *text,
	       uint32_t *ret_needs)
{
	const struct get_name *row = find_name(name);
	const struct climits_setting *setting = row ? NULL : find_setting(report, name);
	int unknown;

	if (!row && !setting)
		return 0;
	*ret_needs = row ? row->needs : strict_basis(report, setting->basis);
	if (row)
		unknown = row->show(report, row->resource, text);
	else
		unknown = show_setting(report, setting, *ret_needs, text);
	text_add(text, "\n");
	return unknown;
}

/* Names of all variables, each after a blank. */
static void add_variables(struct text *text)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	struct climits_policy policy = {.size = sizeof(policy)};
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	struct text runtimes TEXT_CLEANUP = {0};
	int count;

	format_get_runtimes(&runtimes);
	policy.runtimes = text_string(&runtimes);
	count = climits_advise(&limits, &policy, settings, CLIMITS_SETTINGS_MAX, NULL);
	for (int i = 0; i < count && i < CLIMITS_SETTINGS_MAX; i++)
		text_addf(text, " %s", settings[i].name);
}

void format_get_help(struct text *text)
{
	struct text variables TEXT_CLEANUP = {0};

	for (size_t i = 0; i < NAMES; i++)
		text_addf(text, "%-20s%s\n", names[i].name, names[i].help);
	text_add(&variables, "or a variable, for what is advised (gomaxprocs and gomemlimit may be "
			     "in lower case):");
	add_variables(&variables);
	text_add(text, "\n");
	display_wrap(text, text_string(&variables), 0, 0);
	text->failed |= variables.failed;
}

void format_get_runtimes(struct text *text)
{
	struct climits_runtime row = {.size = sizeof(row)};

	for (size_t i = 0; climits_runtime_at(i, &row) == 0; i++)
		text_addf(text, "%s%s", i ? "," : "", row.name);
}

void format_get_why(const struct report *report, const struct options *options, const char *name,
		    struct text *text)
{
	const struct get_name *row = find_name(name);
	const struct climits_setting *setting = find_setting(report, row ? "GOMAXPROCS" : name);

	if (row && row->show != show_cpus && row->resource >= 0)
		format_where(report, row->resource, text);
	else if (setting && (!row || row->show == show_cpus))
		format_cause(report, options, setting, text);
}
