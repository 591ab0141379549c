/* SPDX-License-Identifier: MIT
 *
 * lib/record.c: how one level's answer, or failure, becomes part of the record.
 */
#include "../../lib/handle.h"
#include "tree.h"
#include "unit.h"

#include <errno.h>
#include <stdlib.h>

static struct climits *handle;

static void setup(void)
{
	handle = calloc(1, sizeof(*handle));
	ck_assert_ptr_nonnull(handle);
	handle->place[CLIMITS_PIDS_CONTROLLER].version = 2;
}

static void teardown(void)
{
	free(handle);
}

/* Every resource has its own record, the one that climits_limit_of() names. */
START_TEST(records)
{
	ck_assert_ptr_eq(climits_record(handle, _i), climits_limit_of(&handle->limits, _i));
}
END_TEST

struct step {
	enum {
		END,
		FAIL,
		LIMIT
	} what;
	int error; /* of FAIL */
	uint64_t value;
};

/* clang-format off */
static const struct {
	const char *name;
	struct step steps[4]; /* the first at level 0, then 1, 2 */
	struct climits_limit expected;
	int origin; /* the level that the origin names, -1 for none */
	uint64_t notes;
} rows[] = {
	{"nothing", {{0}}, UNLIMITED, -1, 0},
	{"a limit", {{LIMIT, 0, 7}}, LIMITED(0, 7), 0, 0},
	{"the last limit that is told", {{LIMIT, 0, 7}, {LIMIT, 0, 5}}, LIMITED(1, 5), 1, 0},
	{"malformed", {{FAIL, -EBADMSG, 0}}, INVALID, 0, NOTE(VALUE_MALFORMED)},
	{"unreadable", {{FAIL, -EACCES, 0}}, UNKNOWN(EACCES), 0, NOTE(UNREADABLE)},
	{"not there is no note", {{FAIL, -ENOENT, 0}}, UNKNOWN(ENOENT), 0, 0},
	{"a limit, then a failure", {{LIMIT, 0, 7}, {FAIL, -EIO, 0}}, UNKNOWN(EIO), 1,
	 NOTE(UNREADABLE)},
	{"a failure, then a limit", {{FAIL, -EIO, 0}, {LIMIT, 0, 7}}, UNKNOWN(EIO), 0,
	 NOTE(UNREADABLE)},
	{"a malformed text, then a limit", {{FAIL, -EBADMSG, 0}, {LIMIT, 0, 7}}, INVALID, 0,
	 NOTE(VALUE_MALFORMED)},
	{"the first of two unknowns", {{FAIL, -EIO, 0}, {FAIL, -EACCES, 0}}, UNKNOWN(EIO), 0,
	 NOTE(UNREADABLE)},
	{"unknown beats malformed", {{FAIL, -EBADMSG, 0}, {FAIL, -EACCES, 0}}, UNKNOWN(EACCES), 1,
	 NOTE(UNREADABLE) | NOTE(VALUE_MALFORMED)},
	{"malformed does not beat unknown", {{FAIL, -EACCES, 0}, {FAIL, -EBADMSG, 0}},
	 UNKNOWN(EACCES), 0, NOTE(UNREADABLE) | NOTE(VALUE_MALFORMED)},
	{"the first of two malformed", {{FAIL, -EBADMSG, 0}, {FAIL, -EBADMSG, 0}}, INVALID, 0,
	 NOTE(VALUE_MALFORMED)},
	{"three", {{FAIL, -EBADMSG, 0}, {LIMIT, 0, 7}, {FAIL, -EIO, 0}}, UNKNOWN(EIO), 2,
	 NOTE(UNREADABLE) | NOTE(VALUE_MALFORMED)},
};
/* clang-format on */

START_TEST(levels)
{
	const struct climits_origin *origin = &handle->origin[CLIMITS_PIDS_MAX];

	ck_assert_int_eq(climits_record_begin(handle, CLIMITS_PIDS_MAX, CLIMITS_PIDS_CONTROLLER),
			 1);
	for (int i = 0; rows[_i].steps[i].what != END; i++) {
		const struct step *step = &rows[_i].steps[i];
		struct climits_origin at = climits_level_origin(CLIMITS_PIDS_CONTROLLER, i,
								CLIMITS_FILE_PIDS);

		if (step->what == FAIL)
			climits_record_fail(handle, CLIMITS_PIDS_MAX, step->error, at);
		else
			climits_record_limit(handle, CLIMITS_PIDS_MAX, step->value, at);
	}
	tree_check(rows[_i].name, &handle->limits.pids_max, &rows[_i].expected);
	tree_check_notes(rows[_i].name, handle->limits.notes, rows[_i].notes);
	ck_assert_msg(origin->kind ==
			      (rows[_i].origin < 0 ? CLIMITS_ORIGIN_NONE : CLIMITS_ORIGIN_LEVEL),
		      "%s", rows[_i].name);
	if (rows[_i].origin >= 0)
		ck_assert_msg(origin->level == rows[_i].origin, "%s: origin at level %d",
			      rows[_i].name, origin->level);
}
END_TEST

/* A limit that a file tells of a hidden level has no level. */
START_TEST(hidden)
{
	static const struct climits_limit expected = LIMITED(-1, 9);
	struct climits_origin origin = climits_level_origin(CLIMITS_MEMORY_CONTROLLER, 0,
							    CLIMITS_FILE_STAT);

	origin.kind = CLIMITS_ORIGIN_HIDDEN;
	climits_record_limit(handle, CLIMITS_MEMORY_MAX, 9, origin);
	tree_check("hidden", &handle->limits.memory_max, &expected);
	ck_assert_int_eq(handle->origin[CLIMITS_MEMORY_MAX].kind, CLIMITS_ORIGIN_HIDDEN);
}
END_TEST

/* clang-format off */
static const struct {
	const char *name;
	int dead, member_error, mounts_error, place_error, version;
	int begun;
	struct climits_limit expected;
	enum climits_origin_kind origin;
	uint64_t notes;
} begins[] = {
	{"fine", 0, 0, 0, 0, 2, 1, UNLIMITED, CLIMITS_ORIGIN_NONE, 0},
	{"no such controller", 0, 0, 0, 0, 0, 0, UNLIMITED, CLIMITS_ORIGIN_NONE, 0},
	{"dead", 1, 0, 0, 0, 2, 0, UNKNOWN(ESRCH), CLIMITS_ORIGIN_NONE, NOTE(PROCESS_DEAD)},
	{"dead is the reason of all", 1, EACCES, EACCES, EXDEV, 2, 0, UNKNOWN(ESRCH),
	 CLIMITS_ORIGIN_NONE, NOTE(PROCESS_DEAD)},
	{"no membership", 0, EACCES, 0, 0, 0, 0, UNKNOWN(EACCES), CLIMITS_ORIGIN_CGROUP,
	 NOTE(UNREADABLE)},
	{"malformed membership", 0, EBADMSG, 0, 0, 0, 0, UNKNOWN(EBADMSG), CLIMITS_ORIGIN_CGROUP,
	 NOTE(VALUE_MALFORMED)},
	{"no mounts", 0, 0, ENOENT, ENOENT, 2, 0, UNKNOWN(ENOENT), CLIMITS_ORIGIN_MOUNTS,
	 NOTE(UNREADABLE)},
	{"not mounted", 0, 0, 0, ENODEV, 2, 0, UNKNOWN(ENODEV), CLIMITS_ORIGIN_MOUNTS,
	 NOTE(NOT_MOUNTED)},
	{"outside", 0, 0, 0, EXDEV, 2, 0, UNKNOWN(EXDEV), CLIMITS_ORIGIN_MOUNTS,
	 NOTE(OUTSIDE_MOUNT)},
	{"directory not there", 0, 0, 0, ENOENT, 2, 0, UNKNOWN(ENOENT), CLIMITS_ORIGIN_CGROUP,
	 NOTE(UNREADABLE)},
};
/* clang-format on */

START_TEST(begin)
{
	struct climits_place *place = &handle->place[CLIMITS_PIDS_CONTROLLER];

	handle->dead = begins[_i].dead;
	handle->member_error = begins[_i].member_error;
	handle->mounts_error = begins[_i].mounts_error;
	place->error = begins[_i].place_error;
	place->version = begins[_i].version;
	handle->limits.pids_max = (struct climits_limit){1, 2, 3, 4, 5, 6};
	handle->origin[CLIMITS_PIDS_MAX].kind = CLIMITS_ORIGIN_LEVEL;
	ck_assert_msg(climits_record_begin(handle, CLIMITS_PIDS_MAX, CLIMITS_PIDS_CONTROLLER) ==
			      begins[_i].begun,
		      "%s", begins[_i].name);
	tree_check(begins[_i].name, &handle->limits.pids_max, &begins[_i].expected);
	tree_check_notes(begins[_i].name, handle->limits.notes, begins[_i].notes);
	ck_assert_msg(handle->origin[CLIMITS_PIDS_MAX].kind == begins[_i].origin, "%s",
		      begins[_i].name);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("record");
	TCase *tcase = tcase_create("record");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, records, 0, CLIMITS_RESOURCES);
	tcase_add_loop_test(tcase, levels, 0, COUNT(rows));
	tcase_add_test(tcase, hidden);
	tcase_add_loop_test(tcase, begin, 0, COUNT(begins));
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
