/* SPDX-License-Identifier: MIT
 *
 * fault_command [-m] CLIMITS [ARGUMENT...]: runs the command under strace once for every system
 * call that it makes and every errno, that call failing. Its output must be what it is without a
 * fault, or say "unknown"; no line for the environment may be another. It must end by itself and
 * without a signal.
 *
 * -m  leaves out what the loader calls before main()
 *
 * Not covered: execve and exit_group, whose failing is strace's own affair; brk, which has no
 * errno; what glibc's loader does before main() when a call of its own fails, which is to crash at
 * times.
 */
#include "traced.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const ERRORS[] = {"EINTR", "EACCES", "EPERM",  "ENOENT", "ENODEV",
				     "EIO",   "EMFILE", "ENOMEM", "ENOSYS"};

#define ERRORS_COUNT (sizeof(ERRORS) / sizeof(ERRORS[0]))

/* The limits, with the members of their objects that say what they are. */
static const struct {
	const char *group;
	const char *name;
	const char *members[2];
} LIMITS[] = {
	{"cpu", "quota", {"quota_us", "period_us"}}, {"cpu", "cpuset", {"count", NULL}},
	{"memory", "max", {"bytes", NULL}},          {"memory", "high", {"bytes", NULL}},
	{"memory", "swap_max", {"bytes", NULL}},     {"pids", "max", {"value", NULL}},
};

static int passed;
static int failed;

static int same_item(const cJSON *one, const cJSON *other, const char *member)
{
	const cJSON *a = cJSON_GetObjectItemCaseSensitive(one, member);
	const cJSON *b = cJSON_GetObjectItemCaseSensitive(other, member);

	return cJSON_Compare(a, b, 1);
}

static int is_unknown(const cJSON *limit)
{
	const char *status = cJSON_GetStringValue(
		cJSON_GetObjectItemCaseSensitive(limit, "status"));
	const cJSON *error = cJSON_GetObjectItemCaseSensitive(limit, "error");

	return status && strcmp(status, "unknown") == 0 && !cJSON_IsNull(error);
}

static const cJSON *find(const cJSON *json, const char *group, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(json, group),
						name);
}

/* A limit is as it should be, or unknown. */
static const char *wrong_limit(const cJSON *truth, const cJSON *json)
{
	for (size_t i = 0; i < sizeof(LIMITS) / sizeof(LIMITS[0]); i++) {
		const cJSON *real = find(truth, LIMITS[i].group, LIMITS[i].name);
		const cJSON *got = find(json, LIMITS[i].group, LIMITS[i].name);
		const char *second = LIMITS[i].members[1];

		if (!is_unknown(got) && (!same_item(real, got, "status") ||
					 !same_item(real, got, LIMITS[i].members[0]) ||
					 (second && !same_item(real, got, second))))
			return LIMITS[i].name;
	}
	return NULL;
}

/* What is to be set has the value that it should have. */
static const char *wrong_advice(const cJSON *truth, const cJSON *json)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "recommend"))
	{
		const cJSON *print = cJSON_GetObjectItemCaseSensitive(item, "print");

		if (cJSON_IsTrue(print) &&
		    !same_item(find(truth, "recommend", item->string), item, "value"))
			return item->string;
	}
	return NULL;
}

static const char *wrong_json(const char *truth, const char *output)
{
	cJSON *real = cJSON_Parse(truth);
	cJSON *got = cJSON_Parse(output);
	const char *wrong = "no JSON";

	if (real && got)
		wrong = wrong_limit(real, got);
	if (!wrong)
		wrong = wrong_advice(real, got) ? "advice" : NULL;
	cJSON_Delete(real);
	cJSON_Delete(got);
	return wrong;
}

/* Every line is one of the truth. */
static const char *wrong_lines(const char *truth, const char *output)
{
	while (*output) {
		size_t length = strcspn(output, "\n") + 1;
		const char *line = truth;

		while (*line && strncmp(line, output, length) != 0)
			line += strcspn(line, "\n") + 1;
		if (!*line)
			return "a line";
		output += length;
	}
	return NULL;
}

static const char *judge(const char *mode, const char *truth, const struct traced *run,
			 int in_loader)
{
	if (run->hung)
		return "does not end";
	if (run->status >= 128)
		return in_loader ? NULL : "dies of a signal";
	if (run->status != 0)
		return *run->output ? "fails and prints all the same" : NULL;
	return strcmp(mode, "--json") ? wrong_lines(truth, run->output)
				      : wrong_json(truth, run->output);
}

static void try_fault(char **command, const char *mode, const char *truth, const char *call,
		      int number, int in_loader)
{
	for (size_t i = 0; i < ERRORS_COUNT; i++) {
		struct traced run;
		const char *wrong;
		char inject[128];

		snprintf(inject, sizeof(inject), "inject=%s:error=%s:when=%d", call, ERRORS[i],
			 number);
		traced_run(command, mode, inject, &run);
		wrong = judge(mode, truth, &run, in_loader);
		if (wrong) {
			failed++;
			printf("FAILED: climits %s, %s: %s\n", mode, inject, wrong);
		} else {
			passed++;
		}
		traced_free(&run);
	}
}

/* The loader's calls are the same in every mode: those that come after them do for a second one. */
static void try_mode(char **command, const char *mode, int with_loader)
{
	struct traced truth;
	int calls = 0;

	traced_run(command, mode, NULL, &truth);
	if (truth.status != 0 || !*truth.output) {
		failed++;
		printf("FAILED: climits %s says nothing without a fault\n", mode);
	}
	for (int i = 0; i < truth.kinds; i++) {
		int loader = truth.kind[i].loader;
		int number = with_loader ? 0 : loader;

		for (; ++number <= truth.kind[i].count; calls++)
			try_fault(command, mode, truth.output, truth.kind[i].name, number,
				  number <= loader);
	}
	printf("climits %s: %d system calls\n", mode, calls);
	traced_free(&truth);
}

int main(int argc, char **argv)
{
	int main_only = argc > 1 && strcmp(argv[1], "-m") == 0;
	char **command = argv + 1 + main_only;

	if (!*command)
		return 2;
	try_mode(command, "--json", !main_only);
	try_mode(command, "--env", 0);
	printf("%d passed, %d failed, 0 skipped\n", passed, failed);
	return failed > 0;
}
