/* SPDX-License-Identifier: MIT
 *
 * lib/path.c: paths, component by component.
 */
#include "../../lib/path.h"
#include "unit.h"

#include <string.h>

/* clang-format off */
static const struct {
	const char *path;
	size_t depth;
	const char *up[4]; /* without its last 0, 1, 2, 3 components */
	int escapes;
} paths[] = {
	{"/", 0, {"", "", "", ""}, 0},
	{"", 0, {"", "", "", ""}, 0},
	{"///", 0, {"", "", "", ""}, 0},
	{"/a", 1, {"/a", "", "", ""}, 0},
	{"/a/b", 2, {"/a/b", "/a", "", ""}, 0},
	{"/a/b/", 2, {"/a/b", "/a", "", ""}, 0},
	{"//a//b//", 2, {"//a//b", "//a", "", ""}, 0},
	{"a/b/c", 3, {"a/b/c", "a/b", "a", ""}, 0},
	{"/..", 1, {"/..", "", "", ""}, 1},
	{"/../a", 2, {"/../a", "/..", "", ""}, 1},
	{"/a/../b", 3, {"/a/../b", "/a/..", "/a", ""}, 1},
	{"..", 1, {"..", "", "", ""}, 1},
	{"/..a", 1, {"/..a", "", "", ""}, 0},
	{"/a../b", 2, {"/a../b", "/a..", "", ""}, 0},
	{"/...", 1, {"/...", "", "", ""}, 0},
	{"/.", 1, {"/.", "", "", ""}, 0},
	{"/a b:c\\d", 1, {"/a b:c\\d", "", "", ""}, 0},
};

static const struct {
	const char *top, *path;
	const char *rest; /* NULL: not below */
} belows[] = {
	{"/", "/", ""},
	{"/", "/a/b", "a/b"},
	{"/a", "/a", ""},
	{"/a", "/a/", ""},
	{"/a/", "/a", ""},
	{"/a", "/a/b", "b"},
	{"/a", "/a//b/c", "b/c"},
	{"//a", "/a/b", "b"},
	{"", "/a", "a"},
	{"/foo", "/foobar", NULL},
	{"/foobar", "/foo", NULL},
	{"/foo", "/fo", NULL},
	{"/a/b", "/a", NULL},
	{"/a/b", "/a/c", NULL},
	{"/a", "/", NULL},
	{"/a", "", NULL},
	{"/..", "/../a", "a"},
	{"/../a", "/../b", NULL},
	{"/..", "/..a", NULL},
	{"/a", "/a/../b", "../b"},
};

static const struct {
	const char *path;
	const char *before; /* NULL: is not marked */
} deleteds[] = {
	{"/a (deleted)", "/a"},
	{"/a/b (deleted)", "/a/b"},
	{"/ (deleted)", "/"},
	{"/a (deleted) (deleted)", "/a (deleted)"},
	{" (deleted)", ""},
	{"(deleted)", NULL},
	{"/a(deleted)", NULL},
	{"/a (deleted)/b", NULL},
	{"/a (deleted) ", NULL},
	{"/a (Deleted)", NULL},
	{"/a", NULL},
	{"", NULL},
};
/* clang-format on */

static int is(struct climits_span span, const char *text)
{
	return span.len == strlen(text) && memcmp(span.at, text, span.len) == 0;
}

static struct climits_span span_of(const struct guarded *guarded)
{
	return (struct climits_span){.at = guarded->at, .len = guarded->len};
}

START_TEST(one_path)
{
	const char *path = paths[_i / GUARDS].path;
	struct guarded text = guarded_copy(path, strlen(path), (enum guard)(_i % GUARDS));
	struct climits_span span = span_of(&text);

	ck_assert_msg(climits_path_depth(span) == paths[_i / GUARDS].depth, "%s", path);
	ck_assert_msg(climits_path_escapes(span) == paths[_i / GUARDS].escapes, "%s", path);
	for (size_t up = 0; up < 4; up++)
		ck_assert_msg(is(climits_path_up(span, up), paths[_i / GUARDS].up[up]),
			      "%s without %zu", path, up);
	guarded_free(&text);
}
END_TEST

START_TEST(below)
{
	const char *expected = belows[_i / GUARDS].rest;
	enum guard guard = (enum guard)(_i % GUARDS);
	const char *top_name = belows[_i / GUARDS].top;
	const char *path_name = belows[_i / GUARDS].path;
	struct guarded top = guarded_copy(top_name, strlen(top_name), guard);
	struct guarded path = guarded_copy(path_name, strlen(path_name), guard);
	struct climits_span rest = {0};
	int r = climits_path_below(span_of(&top), span_of(&path), &rest);

	ck_assert_msg(r == (expected != NULL), "%s below %s: %d", path_name, top_name, r);
	if (expected)
		ck_assert_msg(is(rest, expected), "%s below %s: %.*s", path_name, top_name,
			      (int)rest.len, rest.at);
	guarded_free(&top);
	guarded_free(&path);
}
END_TEST

START_TEST(deleted)
{
	const char *path = deleteds[_i / GUARDS].path;
	const char *before = deleteds[_i / GUARDS].before;
	struct guarded text = guarded_copy(path, strlen(path), (enum guard)(_i % GUARDS));
	struct climits_span span = span_of(&text);

	ck_assert_msg(climits_path_deleted(&span) == (before != NULL), "%s", path);
	ck_assert_msg(is(span, before ? before : path), "%s: %.*s", path, (int)span.len, span.at);
	guarded_free(&text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("path");
	TCase *tcase = tcase_create("path");

	tcase_add_loop_test(tcase, one_path, 0, COUNT(paths) * GUARDS);
	tcase_add_loop_test(tcase, below, 0, COUNT(belows) * GUARDS);
	tcase_add_loop_test(tcase, deleted, 0, COUNT(deleteds) * GUARDS);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
