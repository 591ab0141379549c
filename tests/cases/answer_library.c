/* SPDX-License-Identifier: MIT
 *
 * What the library says.
 */
#include "cases.h"

#include <string.h>

static const char *const versions[] = {"none", "v1", "v2", "hybrid"};
static const char *const horizons[] = {"unknown", "root", "namespace"};

typedef int string_getter(const struct climits *handle, int resource, char *buf, size_t size);

/* A string, "" when there is none. */
static void get_string(string_getter *get, const struct climits *handle, int resource, char *buf)
{
	int length = get(handle, resource, buf, PATH_ROOM);

	if (length < 0 || length >= PATH_ROOM)
		buf[0] = '\0';
}

/* A number stands for a limit when it limits, for a set of CPUs whenever there is one. */
static struct figure number_of(const struct climits_limit *limit, int resource)
{
	struct figure figure = {.number = limit->value};

	if (resource == CLIMITS_CPUSET || resource == CLIMITS_AFFINITY ||
	    resource == CLIMITS_ONLINE)
		figure.known = limit->value > 0;
	else
		figure.known = limit->status == CLIMITS_LIMITED;
	return figure;
}

static void check_record(const struct climits_limit *limit, const char *name,
			 struct verdict *verdict)
{
	int wrong = limit->status == CLIMITS_UNKNOWN || limit->status == CLIMITS_INVALID;

	if (wrong != (limit->error != 0))
		verdict_fail(verdict, "%s: status %s with error %d", name,
			     climits_status_name(limit->status), (int)limit->error);
	if (limit->status != CLIMITS_LIMITED && limit->period)
		verdict_fail(verdict, "%s: a period without a limit", name);
}

static void take_row(const struct climits *handle, const struct climits_limits *limits, int row,
		     struct answer *answer, struct verdict *verdict)
{
	int resource = limit_rows[row].resource;
	const struct climits_limit *limit = climits_limit_of(limits, resource);
	const char *status = climits_status_name(limit->status);
	const char *error = limit->error ? strerrorname_np(limit->error) : "";
	const char *name = climits_resource_name(resource);

	if (!name || strcmp(name, limit_rows[row].name))
		verdict_fail(verdict, "climits_resource_name(%d) is %s", resource,
			     name ? name : "NULL");
	check_record(limit, limit_rows[row].name, verdict);
	copy_text(answer->status[row], sizeof(answer->status[row]), status ? status : "none");
	copy_text(answer->error[row], sizeof(answer->error[row]), error ? error : "none");
	answer->number[row] = number_of(limit, resource);
	if (!handle)
		return;
	get_string(climits_limit_cgroup, handle, resource, answer->cgroup[row]);
	get_string(climits_limit_file, handle, resource, answer->file[row]);
}

static void take_advice(const struct climits_limits *limits, struct answer *answer,
			struct verdict *verdict)
{
	struct climits_setting settings[CLIMITS_SETTINGS_MAX];
	uint64_t notes = 0;
	int count = climits_advise(limits, NULL, settings, CLIMITS_SETTINGS_MAX, &notes);

	if (count < 0)
		verdict_fail(verdict, "climits_advise() returned %d", count);
	for (int i = 0; i < count; i++) {
		if (!strcmp(settings[i].name, "GOMAXPROCS"))
			copy_text(answer->gomaxprocs, sizeof(answer->gomaxprocs),
				  settings[i].value);
		if (!strcmp(settings[i].name, "GOMEMLIMIT"))
			copy_text(answer->gomemlimit, sizeof(answer->gomemlimit),
				  settings[i].value);
	}
	notes |= limits->notes;
	for (int note = 0; note < CLIMITS_NOTES; note++)
		if (notes & UINT64_C(1) << note)
			answer_add_note(answer, climits_note_name(note));
	if (notes >> CLIMITS_NOTES)
		verdict_fail(verdict, "notes beyond CLIMITS_NOTES");
}

void answer_from_limits(const struct climits *handle, const struct climits_limits *limits,
			struct answer *ret_answer, struct verdict *verdict)
{
	struct answer answer = {0};
	unsigned version = (unsigned)limits->cgroup_version, horizon = (unsigned)limits->horizon;

	copy_text(answer.version, sizeof(answer.version), version < 4 ? versions[version] : "?");
	copy_text(answer.horizon, sizeof(answer.horizon), horizon < 3 ? horizons[horizon] : "?");
	for (int row = 0; row < ROWS; row++)
		take_row(handle, limits, row, &answer, verdict);
	answer.period = (struct figure){.number = limits->cpu_quota.period,
					.known = answer.number[ROW_QUOTA].known};
	answer.affinity = number_of(&limits->affinity, CLIMITS_AFFINITY);
	answer.online = number_of(&limits->online, CLIMITS_ONLINE);
	take_advice(limits, &answer, verdict);
	*ret_answer = answer;
}
