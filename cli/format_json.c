/* SPDX-License-Identifier: MIT
 *
 * format_json.c - a report as one JSON object, the only file that knows cJSON. Integers go in as
 * raw digits of our own: cJSON keeps numbers in a double, which would change large ones. Paths may
 * hold any byte, which cJSON passes through: what is not UTF-8 becomes U+FFFD first. Keys stand in
 * the order in which they are added and may be relied on.
 */
#include <inttypes.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "environment.h"
#include "format.h"
#include "human.h"
#include "text.h"
#include "utf8.h"

/*
 * The object that keys are added to, and whether memory ran out at any time: each addition fails
 * on a NULL without harm, so one look at the end is enough.
 */
struct json {
	cJSON *object;
	int *failed;
};

/* Adds the item, which may be NULL, under key; to an array without a key. */
static struct json add_item(struct json json, const char *key, cJSON *item)
{
	int added = key ? cJSON_AddItemToObject(json.object, key, item)
			: cJSON_AddItemToArray(json.object, item);

	if (!added) {
		cJSON_Delete(item);
		item = NULL;
		*json.failed = 1;
	}
	return (struct json){.object = item, .failed = json.failed};
}

static struct json add_object(struct json json, const char *key)
{
	return add_item(json, key, cJSON_CreateObject());
}

static void add_null(struct json json, const char *key)
{
	add_item(json, key, cJSON_CreateNull());
}

/* null when the number is not known. */
static void add_number(struct json json, const char *key, int known, uint64_t number)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRIu64, number);
	add_item(json, key, known ? cJSON_CreateRaw(digits) : cJSON_CreateNull());
}

/* null for NULL. */
static void add_string(struct json json, const char *key, const char *string)
{
	struct text clean TEXT_CLEANUP = {0};
	size_t length;

	if (!string) {
		add_null(json, key);
		return;
	}
	for (; *string; string += length) {
		if (utf8_next(string, &length) == UTF8_INVALID)
			text_add(&clean, "\xef\xbf\xbd");
		else
			text_add_bytes(&clean, string, length);
	}
	*json.failed |= clean.failed;
	add_item(json, key, cJSON_CreateString(text_string(&clean)));
}

static void add_text(struct json json, const char *key, const struct text *text)
{
	*json.failed |= text->failed;
	add_string(json, key, text_string(text));
}

static void add_status(struct json json, const struct climits_limit *limit)
{
	add_string(json, "status", climits_status_name(limit->status));
}

/* What ends each record: which level and file, and what was wrong with it. */
static void add_origin(struct json json, const struct report *report, int resource)
{
	int error = report_limit(report, resource)->error;
	struct text name TEXT_CLEANUP = {0};

	add_string(json, "cgroup", report->cgroup[resource]);
	add_string(json, "file", report->file[resource]);
	if (error)
		human_error(&name, error);
	if (error)
		add_text(json, "error", &name);
	else
		add_null(json, "error");
}

static void add_quota(struct json json, const struct report *report)
{
	const struct climits_limit *quota = &report->limits.cpu_quota;
	int limited = quota->status == CLIMITS_LIMITED;

	json = add_object(json, "quota");
	add_status(json, quota);
	add_number(json, "quota_us", limited, quota->value);
	add_number(json, "period_us", limited, quota->period);
	add_number(json, "millicores", limited, limited ? human_millicores(quota) : 0);
	add_number(json, "burst_us", limited, report->limits.cpu_burst);
	add_origin(json, report, CLIMITS_CPU_QUOTA);
}

static void add_set(struct json json, const struct report *report, int resource)
{
	const char *list = report->list[resource];

	add_number(json, "count", list != NULL, report_limit(report, resource)->value);
	add_string(json, "list", list);
}

static void add_bytes(struct json json, const char *key, const struct report *report, int resource)
{
	const struct climits_limit *limit = report_limit(report, resource);

	json = add_object(json, key);
	add_status(json, limit);
	add_number(json, "bytes", limit->status == CLIMITS_LIMITED, limit->value);
	add_origin(json, report, resource);
}

static void add_plain(struct json json, const char *key, const struct climits_limit *limit)
{
	json = add_object(json, key);
	add_status(json, limit);
	add_number(json, "value", limit->status == CLIMITS_LIMITED, limit->value);
}

static void add_cgroup(struct json json, const struct report *report)
{
	json = add_object(json, "cgroup");
	add_string(json, "version", human_version(report->limits.cgroup_version));
	add_string(json, "horizon", human_horizon(report->limits.horizon));
	json = add_object(json, "paths");
	add_string(json, "cpu", report->path[CLIMITS_CPU_QUOTA]);
	add_string(json, "cpuset", report->path[CLIMITS_CPUSET]);
	add_string(json, "memory", report->path[CLIMITS_MEMORY_MAX]);
}

static void add_cpu(struct json json, const struct report *report)
{
	const struct climits_limits *limits = &report->limits;
	struct json cpuset;

	json = add_object(json, "cpu");
	add_quota(json, report);
	cpuset = add_object(json, "cpuset");
	add_status(cpuset, &limits->cpuset);
	add_set(cpuset, report, CLIMITS_CPUSET);
	add_origin(cpuset, report, CLIMITS_CPUSET);
	add_set(add_object(json, "affinity"), report, CLIMITS_AFFINITY);
	add_set(add_object(json, "online"), report, CLIMITS_ONLINE);
	add_plain(json, "weight", &limits->cpu_weight);
	add_number(json, "usable", limits->usable_cpus != 0, limits->usable_cpus);
}

static void add_memory(struct json json, const struct report *report)
{
	const struct climits_limits *limits = &report->limits;

	json = add_object(json, "memory");
	add_bytes(json, "max", report, CLIMITS_MEMORY_MAX);
	add_bytes(json, "high", report, CLIMITS_MEMORY_HIGH);
	add_bytes(json, "swap_max", report, CLIMITS_SWAP_MAX);
	add_number(json, "total", limits->memory_total != 0, limits->memory_total);
	add_number(json, "budget", limits->memory_budgeted, limits->memory_budget);
}

static void add_setting(struct json json, const struct report *report,
			const struct options *options, const struct climits_setting *setting)
{
	int set = environment_judge(setting, options) == ENVIRONMENT_SET;
	struct text why TEXT_CLEANUP = {0};

	format_why(report, options, setting, 1, &why);
	json = add_object(json, setting->name);
	add_string(json, "value", *setting->value ? setting->value : NULL);
	add_item(json, "print", cJSON_CreateBool(set));
	add_text(json, "why", &why);
}

static void add_note(struct json notes, const struct report *report, int note)
{
	struct json json = add_object(notes, NULL);
	struct text text TEXT_CLEANUP = {0};

	format_note(report, note, &text);
	add_string(json, "code", climits_note_name(note));
	add_text(json, "text", &text);
}

static void add_everything(struct json json, const struct report *report,
			   const struct options *options)
{
	const struct climits_limits *limits = &report->limits;
	struct json child;

	add_number(json, "schema", 1, 1);
	add_string(json, "version", climits_version());
	add_number(json, "pid", limits->pid > 0, (uint64_t)limits->pid);
	add_cgroup(json, report);
	add_cpu(json, report);
	add_memory(json, report);
	add_plain(add_object(json, "pids"), "max", &limits->pids_max);
	child = add_object(json, "recommend");
	for (size_t i = 0; i < report->setting_count; i++)
		add_setting(child, report, options, &report->settings[i]);
	child = add_item(json, "notes", cJSON_CreateArray());
	for (int i = 0; i < CLIMITS_NOTES; i++)
		if (report_has_note(report, i))
			add_note(child, report, i);
}

static void add_changed(struct json json, const struct report *report)
{
	struct json names = add_item(json, "changed", cJSON_CreateArray());

	for (int i = 0; i < CLIMITS_RESOURCES; i++)
		if (report->limits.changed >> i & 1)
			add_string(names, NULL, climits_resource_name(i));
}

/* Adds the object to text, which fails when anything of it has. */
static void print(cJSON *object, int failed, int indented, struct text *text)
{
	char *printed = failed     ? NULL
			: indented ? cJSON_Print(object)
				   : cJSON_PrintUnformatted(object);

	if (printed) {
		text_add(text, printed);
		text_add(text, "\n");
		cJSON_free(printed);
	} else {
		text->failed = 1;
	}
	cJSON_Delete(object);
}

void format_json(const struct report *report, const struct options *options, struct text *text)
{
	int failed = 0;
	struct json json = {.object = cJSON_CreateObject(), .failed = &failed};

	add_everything(json, report, options);
	print(json.object, failed, 1, text);
}

void format_json_line(const struct report *report, const struct options *options, struct text *text)
{
	int failed = 0;
	struct json json = {.object = cJSON_CreateObject(), .failed = &failed};

	add_everything(json, report, options);
	add_changed(json, report);
	print(json.object, failed, 0, text);
}
