/* SPDX-License-Identifier: MIT
 *
 * format_table.c - a report on one screen of 80 columns for people, who also want to know where a
 * limit comes from and what to make of it. Not for programs: wording and layout may change, --json
 * and get do not. Everything that a file or a name brings along is escaped.
 */
#include <inttypes.h>

#include "display.h"
#include "environment.h"
#include "format.h"
#include "human.h"
#include "text.h"

/* "memory.swap.max" is the longest name. */
#define VALUE_COLUMN 17
/* An assignment longer than that has a line of its own. */
#define ASSIGNMENT_COLUMNS 26

struct table {
	const struct report *report;
	const struct options *options;
	struct text *text;
	int colour;
	/* Where files stand, and what is said of settings. */
	size_t file_column;
	size_t why_column;
};

static void add_coloured(const struct table *table, const char *colour, const char *string)
{
	if (table->colour)
		text_add(table->text, colour);
	text_add(table->text, string);
	if (table->colour)
		text_add(table->text, "\033[0m");
}

/* Fills up with blanks; at least one. */
static void add_until(struct text *text, size_t column, size_t target)
{
	text_add_spaces(text, column < target ? target - column : 1);
}

static void value_set(const struct report *report, int resource, struct text *text)
{
	struct text list TEXT_CLEANUP = {0};

	human_cpus(text, report_limit(report, resource)->value);
	if (!report->list[resource] || !*report->list[resource])
		return;
	display_escape(&list, report->list[resource]);
	text_add(text, ": ");
	display_shorten(text, text_string(&list), 20);
}

static void value_limited(const struct report *report, int resource, struct text *text)
{
	const struct climits_limit *limit = report_limit(report, resource);

	switch (resource) {
	case CLIMITS_CPU_QUOTA:
		human_quota(text, limit);
		text_add(text, " (");
		human_microseconds(text, limit->value);
		text_add(text, " each ");
		human_microseconds(text, limit->period);
		text_add(text, ")");
		break;
	case CLIMITS_MEMORY_MAX:
	case CLIMITS_MEMORY_HIGH:
	case CLIMITS_SWAP_MAX:
		human_bytes(text, limit->value);
		break;
	default:
		text_addf(text, "%" PRIu64, limit->value);
		break;
	}
}

static void value_of(const struct report *report, int resource, struct text *text)
{
	const struct climits_limit *limit = report_limit(report, resource);

	if (report->list[resource]) {
		value_set(report, resource, text);
	} else if (limit->status == CLIMITS_LIMITED) {
		value_limited(report, resource, text);
	} else if (limit->status == CLIMITS_UNLIMITED) {
		text_add(text, report->limits.horizon == CLIMITS_HORIZON_ROOT ? "no limit"
									      : "no limit seen");
	} else {
		text_addf(text, "%s (", climits_status_name(limit->status));
		human_error(text, limit->error);
		text_add(text, ")");
	}
}

/* "2 up: /sys/fs/cgroup/kubepods/cpu.max", escaped. */
static void file_of(const struct report *report, int resource, struct text *text)
{
	int level = report_limit(report, resource)->level;

	if (!report->file[resource] || report_limit(report, resource)->status == CLIMITS_UNLIMITED)
		return;
	if (level > 0)
		text_addf(text, "%d up: ", level);
	display_escape(text, report->file[resource]);
}

static const int rows[] = {
	CLIMITS_CPU_QUOTA,  CLIMITS_CPUSET,      CLIMITS_AFFINITY, CLIMITS_ONLINE,
	CLIMITS_MEMORY_MAX, CLIMITS_MEMORY_HIGH, CLIMITS_SWAP_MAX, CLIMITS_PIDS_MAX,
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

/* The column behind the longest value that has a file. */
static size_t choose_file_column(const struct report *report)
{
	size_t column = 0;

	for (size_t i = 0; i < ROWS; i++) {
		struct text value TEXT_CLEANUP = {0};
		struct text file TEXT_CLEANUP = {0};
		size_t width;

		value_of(report, rows[i], &value);
		file_of(report, rows[i], &file);
		width = VALUE_COLUMN + display_width(text_string(&value)) + 2;
		if (file.length && width > column)
			column = width;
	}
	return column;
}

static const char *colour_of(const struct climits_limit *limit)
{
	switch (limit->status) {
	case CLIMITS_LIMITED:
		return "\033[1m";
	case CLIMITS_UNLIMITED:
		return "";
	default:
		return "\033[33m";
	}
}

static void add_row(const struct table *table, int resource)
{
	struct text value TEXT_CLEANUP = {0};
	struct text file TEXT_CLEANUP = {0};
	const char *name = climits_resource_name(resource);
	size_t column = VALUE_COLUMN;

	value_of(table->report, resource, &value);
	file_of(table->report, resource, &file);
	text_add(table->text, name);
	add_until(table->text, display_width(name), column);
	add_coloured(table, colour_of(report_limit(table->report, resource)), text_string(&value));
	if (file.length) {
		column += display_width(text_string(&value));
		add_until(table->text, column, table->file_column);
		display_shorten(table->text, text_string(&file),
				DISPLAY_COLUMNS - table->file_column);
	}
	text_add(table->text, "\n");
	table->text->failed |= value.failed | file.failed;
}

static void add_header(const struct table *table)
{
	static const char *const horizons[] = {
		[CLIMITS_HORIZON_UNKNOWN] = "levels above may be hidden",
		[CLIMITS_HORIZON_ROOT] = "all levels are visible",
		[CLIMITS_HORIZON_NAMESPACE] = "levels above are hidden",
	};
	const struct climits_limits *limits = &table->report->limits;

	if (limits->pid)
		text_addf(table->text, "process %d, ", (int)limits->pid);
	if (limits->cgroup_version == CLIMITS_CGROUP_NONE)
		text_add(table->text, "no cgroup mount is visible\n");
	else
		text_addf(table->text, "cgroup %s, %s\n", human_version(limits->cgroup_version),
			  horizons[limits->horizon]);
}

static void add_sums(const struct table *table)
{
	const struct climits_limits *limits = &table->report->limits;

	text_add(table->text, "memory.total     ");
	if (limits->memory_total)
		human_bytes(table->text, limits->memory_total);
	else
		text_add(table->text, "unknown");
	text_add(table->text, "\nusable           ");
	if (limits->usable_cpus)
		human_cpus(table->text, limits->usable_cpus);
	else
		text_add(table->text, "unknown CPUs");
	if (limits->memory_budgeted) {
		text_add(table->text, ", ");
		human_bytes(table->text, limits->memory_budget);
	}
	text_add(table->text, "\n\n");
}

/* The words are ours but for the value, which is made of plain characters. */
static void add_assignment(const struct table *table, const struct climits_setting *setting,
			   struct text *why)
{
	struct text line TEXT_CLEANUP = {0};
	int set = environment_judge(setting, table->options) == ENVIRONMENT_SET;
	size_t column = table->why_column;

	if (*setting->value)
		text_addf(&line, set ? "%s=%s" : "(%s=%s)", setting->name, setting->value);
	else
		text_addf(&line, "(%s)", setting->name);
	if (line.length > DISPLAY_COLUMNS)
		display_wrap(table->text, text_string(&line), 0, 2);
	else
		add_coloured(table, set ? "\033[1;32m" : "", text_string(&line));
	if (line.length + 2 <= column) {
		add_until(table->text, line.length, column);
	} else {
		text_add(table->text, line.length > DISPLAY_COLUMNS ? "" : "\n");
		column = 4;
		text_add_spaces(table->text, column);
	}
	display_wrap(table->text, text_string(why), column, column);
	table->text->failed |= line.failed;
}

/* What is set stands as an assignment, what is not in parentheses. */
static void add_setting(const struct table *table, const struct climits_setting *setting)
{
	struct text why TEXT_CLEANUP = {0};

	format_why(table->report, table->options, setting, 0, &why);
	add_assignment(table, setting, &why);
	table->text->failed |= why.failed;
}

/* Two columns behind the longest assignment that is not too long. */
static size_t choose_why_column(const struct report *report)
{
	size_t column = 0;

	for (size_t i = 0; i < report->setting_count; i++) {
		struct text line TEXT_CLEANUP = {0};

		text_addf(&line, "(%s=%s)  ", report->settings[i].name, report->settings[i].value);
		if (line.length > column && line.length <= ASSIGNMENT_COLUMNS)
			column = line.length;
	}
	return column;
}

static void add_notes(const struct table *table)
{
	for (int i = 0; i < CLIMITS_NOTES; i++) {
		struct text note TEXT_CLEANUP = {0};

		if (!report_has_note(table->report, i))
			continue;
		format_note(table->report, i, &note);
		text_add(table->text, "- ");
		display_wrap(table->text, text_string(&note), 2, 2);
		table->text->failed |= note.failed;
	}
}

void format_table(const struct report *report, const struct options *options, int colour,
		  struct text *text)
{
	struct table table = {
		.report = report,
		.options = options,
		.text = text,
		.colour = colour,
		.file_column = choose_file_column(report),
		.why_column = choose_why_column(report),
	};

	add_header(&table);
	for (size_t i = 0; i < ROWS; i++)
		add_row(&table, rows[i]);
	add_sums(&table);
	for (size_t i = 0; i < report->setting_count; i++)
		add_setting(&table, &report->settings[i]);
	if (report->notes)
		text_add(text, "\n");
	add_notes(&table);
}
