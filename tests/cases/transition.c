/* SPDX-License-Identifier: MIT
 *
 * Limits change, and processes move, under an open handle: root.before becomes root in place, and
 * the next read has the new answer. What a kernel does at the same time (a cgroup that is removed
 * while it is read) is for the live tests.
 */
#include "cases.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* One read compared with an expectation. */
static void read_compare(struct climits *handle, const struct expect *expect,
			 struct answer *ret_answer, struct verdict *verdict)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	int r = climits_read(handle, &limits);

	if (r < 0) {
		verdict_fail(verdict, "climits_read() returned %d", r);
		return;
	}
	answer_from_limits(handle, &limits, ret_answer, verdict);
	ret_answer->placed = PLACED_ALL;
	expect_compare(expect, ret_answer, verdict);
}

/* 1 when the process is in other cgroups before and after. */
static int moves(const char *before, const char *after)
{
	char path[PATH_ROOM];
	char *one, *other;
	int moved;

	path_join(path, before, "proc/self/cgroup");
	one = file_text(path);
	path_join(path, after, "proc/self/cgroup");
	other = file_text(path);
	moved = !one || !other || strcmp(one, other);
	free(one);
	free(other);
	return moved;
}

/* The move is told once. */
static void check_moved(const struct answer *answer, int moved, struct verdict *verdict)
{
	if (answer_has_note(answer, "cgroup-moved") != moved)
		verdict_fail(verdict, "note cgroup-moved is %s", moved ? "missing" : "there");
}

void transition_check(const char *directory, const struct expect *before,
		      const struct expect *after, struct verdict *verdict)
{
	char from[PATH_ROOM], to[PATH_ROOM], root[PATH_ROOM];
	struct answer *answer = calloc(1, sizeof(*answer));
	struct climits *handle = NULL;
	int r;

	if (!answer)
		abort();
	path_join(from, directory, "root.before");
	path_join(to, directory, "root");
	tree_temporary(root);
	tree_copy(from, root);
	r = climits_open(
		&(struct climits_options){.size = sizeof(struct climits_options), .root = root},
		&handle);
	if (r < 0) {
		verdict_fail(verdict, "climits_open() returned %d", r);
	} else {
		read_compare(handle, before, answer, verdict);
		check_moved(answer, 0, verdict);
		tree_copy(to, root);
		read_compare(handle, after, answer, verdict);
		check_moved(answer, moves(from, to), verdict);
		read_compare(handle, after, answer, verdict);
		check_moved(answer, 0, verdict);
		tree_copy(from, root);
		read_compare(handle, before, answer, verdict);
		climits_close(handle);
	}
	tree_remove(root);
	free(answer);
}
