/* SPDX-License-Identifier: MIT
 *
 * One tree, one answer: `get`, `--env` and `--dotenv` say what `--json` says. Which words stand for
 * "no number" is the command's business, but they are words and tell the cases apart.
 */
#include "cases.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The command's words for a record without a number. */
static const char *word_of(const char *status)
{
	return !strcmp(status, "unlimited") ? "max" : status;
}

static void add_line(FILE *to, struct figure figure, const char *otherwise)
{
	if (figure.known)
		fprintf(to, "%" PRIu64 "\n", figure.number);
	else
		fprintf(to, "%s\n", otherwise);
}

/* What `get` prints for the names in check_get(), in their order. */
static char *expected_get(const struct answer *answer)
{
	static const int rows[] = {ROW_QUOTA, ROW_MEMORY, ROW_HIGH, ROW_SWAP, ROW_PIDS};
	char *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);

	if (!to)
		return NULL;
	/* In place of nproc: a number, whatever happens. */
	fprintf(to, "%s\n", *answer->gomaxprocs ? answer->gomaxprocs : "1");
	fprintf(to, "%s\n", answer->version);
	fprintf(to, "%s\n", answer->horizon);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		add_line(to, answer->number[rows[i]], word_of(answer->status[rows[i]]));
	if (*answer->gomaxprocs)
		fprintf(to, "%s\n", answer->gomaxprocs);
	if (*answer->gomemlimit)
		fprintf(to, "%s\n", answer->gomemlimit);
	fclose(to);
	return text;
}

static void check_output(const char *const argv[], const char *expected, struct verdict *verdict)
{
	int status = -1;
	char *text = command_output(argv, &status);

	if (status != 0)
		verdict_fail(verdict, "%s %s: exit status %d", argv[3], argv[4] ? argv[4] : "",
			     status);
	else if (!expected || strcmp(text, expected))
		verdict_fail(verdict, "%s: expected \"%s\", got \"%s\"", argv[3],
			     expected ? expected : "", text);
	free(text);
}

static void check_get(const char *const head[3], const struct answer *answer,
		      struct verdict *verdict)
{
	const char *names[] = {
		"get",        "cpus",        "cgroup.version",  "cgroup.horizon", "cpu.quota",
		"memory.max", "memory.high", "memory.swap.max", "pids.max",       NULL,
		NULL,         NULL};
	const char *argv[3 + sizeof(names) / sizeof(names[0])];
	char *expected = expected_get(answer);
	size_t end = 9;

	if (*answer->gomaxprocs)
		names[end++] = "gomaxprocs";
	if (*answer->gomemlimit)
		names[end] = "gomemlimit";
	memcpy(argv, head, 3 * sizeof(argv[0]));
	memcpy(argv + 3, names, sizeof(names));
	check_output(argv, expected, verdict);
	free(expected);
}

/* Appends the line of a variable that JSON says is to be printed. */
static void add_variable(const cJSON *recommend, const char *name, const char *prefix, char *text,
			 size_t size)
{
	const cJSON *setting = cJSON_GetObjectItemCaseSensitive(recommend, name);
	const cJSON *value = cJSON_GetObjectItemCaseSensitive(setting, "value");
	size_t length = strlen(text);

	if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(setting, "print")) &&
	    cJSON_IsString(value))
		snprintf(text + length, size - length, "%s%s=%s\n", prefix, name,
			 value->valuestring);
}

static void check_lines(const char *const head[3], const cJSON *recommend, const char *option,
			const char *prefix, struct verdict *verdict)
{
	const char *argv[] = {head[0], head[1], head[2], option, NULL};
	char expected[512] = "";

	add_variable(recommend, "GOMAXPROCS", prefix, expected, sizeof(expected));
	add_variable(recommend, "GOMEMLIMIT", prefix, expected, sizeof(expected));
	check_output(argv, expected, verdict);
}

/* Without a limit of the kernel no line is printed. */
static void check_print(const cJSON *recommend, const char *name, int limited,
			struct verdict *verdict)
{
	const cJSON *setting = cJSON_GetObjectItemCaseSensitive(recommend, name);
	const cJSON *print = cJSON_GetObjectItemCaseSensitive(setting, "print");

	if (cJSON_IsTrue(print) != limited)
		verdict_fail(verdict, "%s is %sprinted", name, limited ? "not " : "");
}

void agree_check(const char *climits, const char *root, const char *json,
		 const struct answer *answer, struct verdict *verdict)
{
	const char *const head[3] = {climits, "--root", root};
	cJSON *object = cJSON_Parse(json);
	const cJSON *recommend = cJSON_GetObjectItemCaseSensitive(object, "recommend");

	check_get(head, answer, verdict);
	check_lines(head, recommend, "--env", "export ", verdict);
	check_lines(head, recommend, "--dotenv", "", verdict);
	check_print(recommend, "GOMAXPROCS", answer->number[ROW_QUOTA].known, verdict);
	check_print(recommend, "GOMEMLIMIT", *answer->gomemlimit != '\0', verdict);
	cJSON_Delete(object);
}
