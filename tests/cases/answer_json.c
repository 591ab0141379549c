/* SPDX-License-Identifier: MIT
 *
 * What `climits --json` says. Strings come from cJSON, numbers from the text itself (json_raw.c).
 */
#include "cases.h"

#include <stdio.h>
#include <string.h>

/* The value at keys joined by '/', NULL when there is none. */
static const cJSON *find(const cJSON *json, const char *path)
{
	while (json && *path) {
		size_t length = strcspn(path, "/");
		char key[64];

		if (length >= sizeof(key))
			return NULL;
		memcpy(key, path, length);
		key[length] = '\0';
		json = cJSON_GetObjectItemCaseSensitive(json, key);
		path += length + (path[length] == '/');
	}
	return json;
}

static void take_text(const cJSON *json, const char *path, char *to, size_t size,
		      struct verdict *verdict)
{
	const cJSON *value = find(json, path);

	if (cJSON_IsString(value))
		copy_text(to, size, value->valuestring);
	else if (!cJSON_IsNull(value))
		verdict_fail(verdict, "%s is neither a string nor null", path);
}

static struct figure take_figure(const char *text, const char *path, struct verdict *verdict)
{
	struct figure figure = {0};
	size_t length = 0;

	if (!json_raw_find(text, path, &length))
		verdict_fail(verdict, "%s is missing", path);
	else if (json_raw_figure(text, path, &figure) < 0)
		verdict_fail(verdict, "%s is no exact integer", path);
	return figure;
}

static void take_row(const cJSON *json, const char *text, int row, struct answer *answer,
		     struct verdict *verdict)
{
	const struct limit_row *names = &limit_rows[row];
	char path[64];

	snprintf(path, sizeof(path), "%s/status", names->json);
	take_text(json, path, answer->status[row], sizeof(answer->status[row]), verdict);
	snprintf(path, sizeof(path), "%s/%s", names->json, names->number);
	answer->number[row] = take_figure(text, path, verdict);
	if (names->bare)
		return;
	snprintf(path, sizeof(path), "%s/error", names->json);
	take_text(json, path, answer->error[row], sizeof(answer->error[row]), verdict);
	snprintf(path, sizeof(path), "%s/cgroup", names->json);
	take_text(json, path, answer->cgroup[row], PATH_ROOM, verdict);
	snprintf(path, sizeof(path), "%s/file", names->json);
	take_text(json, path, answer->file[row], PATH_ROOM, verdict);
}

static void take_notes(const cJSON *json, struct answer *answer, struct verdict *verdict)
{
	const cJSON *note;

	cJSON_ArrayForEach(note, cJSON_GetObjectItemCaseSensitive(json, "notes"))
	{
		const cJSON *code = cJSON_GetObjectItemCaseSensitive(note, "code");
		const cJSON *words = cJSON_GetObjectItemCaseSensitive(note, "text");

		if (!cJSON_IsString(code) || !cJSON_IsString(words) || !*words->valuestring)
			verdict_fail(verdict, "a note without code or text");
		else if (answer_has_note(answer, code->valuestring))
			verdict_fail(verdict, "note %s twice", code->valuestring);
		else
			answer_add_note(answer, code->valuestring);
	}
}

void answer_from_json(const char *text, struct answer *ret_answer, struct verdict *verdict)
{
	struct answer answer = {0};
	const char *end = NULL;
	cJSON *json = cJSON_ParseWithOpts(text, &end, 1);

	if (!json) {
		verdict_fail(verdict, "not JSON at: %.40s", end ? end : "");
		*ret_answer = answer;
		return;
	}
	take_text(json, "cgroup/version", answer.version, sizeof(answer.version), verdict);
	take_text(json, "cgroup/horizon", answer.horizon, sizeof(answer.horizon), verdict);
	for (int row = 0; row < ROWS; row++)
		take_row(json, text, row, &answer, verdict);
	answer.period = take_figure(text, "cpu/quota/period_us", verdict);
	answer.affinity = take_figure(text, "cpu/affinity/count", verdict);
	answer.online = take_figure(text, "cpu/online/count", verdict);
	take_text(json, "recommend/GOMAXPROCS/value", answer.gomaxprocs, sizeof(answer.gomaxprocs),
		  verdict);
	take_text(json, "recommend/GOMEMLIMIT/value", answer.gomemlimit, sizeof(answer.gomemlimit),
		  verdict);
	take_notes(json, &answer, verdict);
	cJSON_Delete(json);
	*ret_answer = answer;
}
