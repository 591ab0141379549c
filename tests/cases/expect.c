/* SPDX-License-Identifier: MIT
 *
 * What is expected of a tree. The keys of the corpus have to be there; ours, which say more, are
 * optional and stand in expect.json or in the case's entry of expect-more.json.
 */
#include "cases.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The corpus' own, up to the NULL of those that have to be there, then ours. */
static const char *const keys[] = {
	"cgroup_version",    "cpu_quota_cores",  "cpuset_cpus", "online_cpus", "memory_limit_bytes",
	"memory_high_bytes", "swap_limit_bytes", "gomaxprocs",  "notes",       NULL,
	"affinity_cpus",     "status",           "errors",      "levels",      "files",
	"notes_codes",       "notes_absent",     "gomemlimit",  "horizon",     "pids_max",
};

#define KEYS (sizeof(keys) / sizeof(keys[0]))

void expect_load(struct expect *expect, const char *path, const cJSON *more)
{
	expect->text = file_text(path);
	expect->json = expect->text ? cJSON_ParseWithOpts(expect->text, NULL, 1) : NULL;
	expect->more = more;
	if (!cJSON_IsObject(expect->json)) {
		fprintf(stderr, "run_cases: %s is missing or no JSON\n", path);
		exit(2);
	}
}

void expect_free(struct expect *expect)
{
	cJSON_Delete(expect->json);
	free(expect->text);
}

/* A key of ours, NULL when it is not there. */
static const cJSON *optional(const struct expect *expect, const char *key)
{
	const cJSON *value = cJSON_GetObjectItemCaseSensitive(expect->json, key);

	return value ? value : cJSON_GetObjectItemCaseSensitive(expect->more, key);
}

static void compare_text(const char *what, const char *expected, const char *got,
			 struct verdict *verdict)
{
	if (strcmp(expected, got))
		verdict_fail(verdict, "%s: expected %s, got %s", what,
			     *expected ? expected : "null", *got ? got : "null");
}

/* null and a text that is not there are the same. */
static void compare_json_text(const char *what, const cJSON *expected, const char *got,
			      struct verdict *verdict)
{
	compare_text(what, cJSON_IsString(expected) ? expected->valuestring : "", got, verdict);
}

/* Compares with digits or null in the text of expect.json. */
static void compare_figure(const struct expect *expect, const char *key, struct figure got,
			   struct verdict *verdict)
{
	struct figure expected = {0};
	char one[24] = "null", other[24] = "null";

	if (json_raw_figure(expect->text, key, &expected) < 0) {
		verdict_fail(verdict, "%s in expect.json is no integer", key);
		return;
	}
	if (expected.known)
		snprintf(one, sizeof(one), "%" PRIu64, expected.number);
	if (got.known)
		snprintf(other, sizeof(other), "%" PRIu64, got.number);
	compare_text(key, one, other, verdict);
}

static void compare_cores(const cJSON *expected, const struct answer *answer,
			  struct verdict *verdict)
{
	struct figure quota = answer->number[ROW_QUOTA];
	double got;

	if (!cJSON_IsNumber(expected)) {
		if (quota.known)
			verdict_fail(verdict, "cpu.quota: expected null, got %" PRIu64,
				     quota.number);
		return;
	}
	if (!quota.known || !answer->period.number) {
		verdict_fail(verdict, "cpu.quota: expected %g cores, got null",
			     expected->valuedouble);
		return;
	}
	got = (double)quota.number / (double)answer->period.number;
	if (fabs(got - expected->valuedouble) > 1e-9)
		verdict_fail(verdict, "cpu.quota: expected %.9g cores, got %.9g",
			     expected->valuedouble, got);
}

static void compare_corpus(const struct expect *expect, const struct answer *answer,
			   struct verdict *verdict)
{
	static const struct figure none;
	char gomaxprocs[24] = "";
	struct figure expected = none;

	compare_json_text("cgroup_version",
			  cJSON_GetObjectItemCaseSensitive(expect->json, "cgroup_version"),
			  answer->version, verdict);
	compare_cores(cJSON_GetObjectItemCaseSensitive(expect->json, "cpu_quota_cores"), answer,
		      verdict);
	compare_figure(expect, "cpuset_cpus", answer->number[ROW_CPUSET], verdict);
	compare_figure(expect, "online_cpus", answer->online, verdict);
	compare_figure(expect, "affinity_cpus", answer->affinity, verdict);
	compare_figure(expect, "memory_limit_bytes", answer->number[ROW_MEMORY], verdict);
	compare_figure(expect, "memory_high_bytes", answer->number[ROW_HIGH], verdict);
	compare_figure(expect, "swap_limit_bytes", answer->number[ROW_SWAP], verdict);
	if (json_raw_figure(expect->text, "gomaxprocs", &expected) == 0 && expected.known)
		snprintf(gomaxprocs, sizeof(gomaxprocs), "%" PRIu64, expected.number);
	compare_text("gomaxprocs", gomaxprocs, answer->gomaxprocs, verdict);
}

/* An object of ours from names of resources to texts, held against one text of each row. */
static void compare_rows(const cJSON *object, const char *what, const char *texts, size_t stride,
			 int skip_bare, struct verdict *verdict)
{
	char label[64];
	const cJSON *item;

	cJSON_ArrayForEach(item, object)
	{
		int row = 0;

		while (row < ROWS && strcmp(limit_rows[row].name, item->string))
			row++;
		snprintf(label, sizeof(label), "%s of %s", what, item->string);
		if (row == ROWS)
			verdict_fail(verdict, "%s: there is no such resource", label);
		else if (!skip_bare || !limit_rows[row].bare)
			compare_json_text(label, item, texts + stride * (size_t)row, verdict);
	}
}

/* A code that the library does not know is never there: a slip of the pen. */
static int is_note(const char *code)
{
	int note = 0;

	while (note < CLIMITS_NOTES && strcmp(climits_note_name(note), code))
		note++;
	return note < CLIMITS_NOTES;
}

static void compare_notes(const cJSON *codes, int present, const struct answer *answer,
			  struct verdict *verdict)
{
	const cJSON *code;

	cJSON_ArrayForEach(code, codes)
	{
		if (!is_note(code->valuestring))
			verdict_fail(verdict, "there is no note %s", code->valuestring);
		else if (answer_has_note(answer, code->valuestring) != present)
			verdict_fail(verdict, "note %s is %s, notes:%s", code->valuestring,
				     present ? "missing" : "there", answer->notes);
	}
}

static void compare_more(const struct expect *expect, const struct answer *answer,
			 struct verdict *verdict)
{
	const cJSON *gomemlimit = optional(expect, "gomemlimit");
	const cJSON *horizon = optional(expect, "horizon");

	compare_rows(optional(expect, "status"), "status", answer->status[0],
		     sizeof(answer->status[0]), 0, verdict);
	compare_rows(optional(expect, "errors"), "error", answer->error[0],
		     sizeof(answer->error[0]), 1, verdict);
	compare_notes(optional(expect, "notes_codes"), 1, answer, verdict);
	compare_notes(optional(expect, "notes_absent"), 0, answer, verdict);
	if (gomemlimit)
		compare_json_text("gomemlimit", gomemlimit, answer->gomemlimit, verdict);
	if (horizon)
		compare_json_text("horizon", horizon, answer->horizon, verdict);
}

/* A bare row has no place in the JSON. */
static void compare_places(const struct expect *expect, const struct answer *answer,
			   struct verdict *verdict)
{
	int skip_bare = answer->placed != PLACED_ALL;

	compare_rows(optional(expect, "levels"), "level", answer->cgroup[0],
		     sizeof(answer->cgroup[0]), skip_bare, verdict);
	compare_rows(optional(expect, "files"), "file", answer->file[0], sizeof(answer->file[0]),
		     skip_bare, verdict);
}

/* What is written wrong is not compared, so it must not go by. */
static void check_keys(const cJSON *object, struct verdict *verdict)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, object)
	{
		size_t i = 0;

		while (i < KEYS && (!keys[i] || strcmp(keys[i], item->string)))
			i++;
		if (i == KEYS)
			verdict_fail(verdict, "nothing is known of the key %s", item->string);
	}
}

void expect_compare(const struct expect *expect, const struct answer *answer,
		    struct verdict *verdict)
{
	size_t length;

	check_keys(expect->json, verdict);
	check_keys(expect->more, verdict);
	for (size_t i = 0; keys[i]; i++)
		if (!json_raw_find(expect->text, keys[i], &length))
			verdict_fail(verdict, "expect.json lacks %s", keys[i]);
	compare_corpus(expect, answer, verdict);
	compare_more(expect, answer, verdict);
	if (answer->placed)
		compare_places(expect, answer, verdict);
	if (json_raw_find(expect->text, "pids_max", &length))
		compare_figure(expect, "pids_max", answer->number[ROW_PIDS], verdict);
}
