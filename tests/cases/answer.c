/* SPDX-License-Identifier: MIT
 *
 * What an answer consists of, and whether two of them are the same. The rows are the contract's
 * names of resources (interface: --json).
 */
#include "cases.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct limit_row limit_rows[ROWS] = {
	[ROW_QUOTA] = {"cpu.quota", CLIMITS_CPU_QUOTA, "cpu/quota", "quota_us", 0},
	[ROW_CPUSET] = {"cpuset", CLIMITS_CPUSET, "cpu/cpuset", "count", 0},
	[ROW_MEMORY] = {"memory.max", CLIMITS_MEMORY_MAX, "memory/max", "bytes", 0},
	[ROW_HIGH] = {"memory.high", CLIMITS_MEMORY_HIGH, "memory/high", "bytes", 0},
	[ROW_SWAP] = {"memory.swap.max", CLIMITS_SWAP_MAX, "memory/swap_max", "bytes", 0},
	[ROW_PIDS] = {"pids.max", CLIMITS_PIDS_MAX, "pids/max", "value", 1},
};

void verdict_fail(struct verdict *verdict, const char *format, ...)
{
	va_list arguments;

	verdict->failures++;
	printf("FAIL %s: %s: ", verdict->name, verdict->channel);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
}

void answer_add_note(struct answer *answer, const char *code)
{
	size_t length = strlen(answer->notes);

	snprintf(answer->notes + length, NOTES_ROOM - length, "%s%s ", length ? "" : " ", code);
}

int answer_has_note(const struct answer *answer, const char *code)
{
	char word[64];

	snprintf(word, sizeof(word), " %s ", code);
	return strstr(answer->notes, word) != NULL;
}

static void same_text(const char *what, const char *row, const char *one, const char *other,
		      struct verdict *verdict)
{
	if (strcmp(one, other))
		verdict_fail(verdict, "%s%s%s: library \"%s\", here \"%s\"", row, *row ? " " : "",
			     what, one, other);
}

static void same_figure(const char *what, struct figure one, struct figure other,
			struct verdict *verdict)
{
	if (one.known != other.known || (one.known && one.number != other.number))
		verdict_fail(verdict, "%s: library %s%" PRIu64 ", here %s%" PRIu64, what,
			     one.known ? "" : "null ", one.number, other.known ? "" : "null ",
			     other.number);
}

static void same_row(const struct answer *one, const struct answer *other, int row, int bare,
		     struct verdict *verdict)
{
	const char *name = limit_rows[row].name;

	same_figure(name, one->number[row], other->number[row], verdict);
	same_text("status", name, one->status[row], other->status[row], verdict);
	if (bare)
		return;
	same_text("error", name, one->error[row], other->error[row], verdict);
	same_text("cgroup", name, one->cgroup[row], other->cgroup[row], verdict);
	same_text("file", name, one->file[row], other->file[row], verdict);
}

void answer_compare(const struct answer *one, const struct answer *other, struct verdict *verdict)
{
	for (int row = 0; row < ROWS; row++)
		same_row(one, other, row, limit_rows[row].bare, verdict);
	same_figure("period", one->period, other->period, verdict);
	same_figure("affinity", one->affinity, other->affinity, verdict);
	same_figure("online", one->online, other->online, verdict);
	same_text("version", "", one->version, other->version, verdict);
	same_text("horizon", "", one->horizon, other->horizon, verdict);
	same_text("GOMAXPROCS", "", one->gomaxprocs, other->gomaxprocs, verdict);
	same_text("GOMEMLIMIT", "", one->gomemlimit, other->gomemlimit, verdict);
	for (int note = 0; note < CLIMITS_NOTES; note++) {
		const char *code = climits_note_name(note);

		if (answer_has_note(one, code) != answer_has_note(other, code))
			verdict_fail(verdict, "note %s: library %s it, here the other way", code,
				     answer_has_note(one, code) ? "has" : "lacks");
	}
}
