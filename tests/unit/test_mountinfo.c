/* SPDX-License-Identifier: MIT
 *
 * lib/mountinfo.c: a line of /proc/PID/mountinfo.
 */
#include "../../lib/mountinfo.h"
#include "unit.h"

#include <errno.h>
#include <string.h>

#define BAD                                                                                        \
	{                                                                                          \
		NULL, NULL, NULL, NULL                                                             \
	}

/* clang-format off */
static const struct {
	const char *name;
	const char *line;
	size_t len;
	int cut;
	uint64_t id, parent;
	struct {
		const char *root, *point, *type, *options; /* root NULL: no line */
	} expected;
} lines[] = {
	{"cgroup2",
	 TEXT("30 24 0:26 / /sys/fs/cgroup ro,nosuid shared:9 - cgroup2 cgroup rw,nsdelegate"),
	 0, 30, 24, {"/", "/sys/fs/cgroup", "cgroup2", "rw,nsdelegate"}},
	{"cgroup",
	 TEXT("31 30 0:27 /a /cgroup/cpu,cpuacct rw master:1 - cgroup cgroup rw,cpu,cpuacct"),
	 0, 31, 30, {"/a", "/cgroup/cpu,cpuacct", "cgroup", "rw,cpu,cpuacct"}},
	{"no optional field", TEXT("1 0 0:1 / / rw - ext4 /dev/root rw"),
	 0, 1, 0, {"/", "/", "ext4", "rw"}},
	{"many optional fields",
	 TEXT("1 0 0:1 / /a rw shared:1 master:2 propagate_from:3 unbindable x - tmpfs t rw"),
	 0, 1, 0, {"/", "/a", "tmpfs", "rw"}},
	{"empty source", TEXT("1 0 0:1 / /a rw - tmpfs  rw,size=1"),
	 0, 1, 0, {"/", "/a", "tmpfs", "rw,size=1"}},
	{"spaces in super options",
	 TEXT("1 0 0:1 / /a rw - 9p C:\\134 rw,path=C:\\Program Files;a - b"),
	 0, 1, 0, {"/", "/a", "9p", "rw,path=C:\\Program Files;a - b"}},
	{"root and mount point have dashes", TEXT("1 0 0:1 /- /- rw - cgroup2 - rw"),
	 0, 1, 0, {"/-", "/-", "cgroup2", "rw"}},
	{"a root that is a dash", TEXT("1 0 0:1 - /a rw - nsfs nsfs rw"),
	 0, 1, 0, {"-", "/a", "nsfs", "rw"}},
	{"a root that is no path", TEXT("1 0 0:1 net:[4026531840] /run/netns/x rw - nsfs nsfs rw"),
	 0, 1, 0, {"net:[4026531840]", "/run/netns/x", "nsfs", "rw"}},
	{"escapes stay", TEXT("1 0 0:1 /a\\040b /c\\134d rw - cgroup2 x rw"),
	 0, 1, 0, {"/a\\040b", "/c\\134d", "cgroup2", "rw"}},
	{"root outside of the namespace", TEXT("1 0 0:1 /../.. /a rw - cgroup2 x rw"),
	 0, 1, 0, {"/../..", "/a", "cgroup2", "rw"}},
	{"empty super options", TEXT("1 0 0:1 / /a rw - cgroup2 x "),
	 0, 1, 0, {"/", "/a", "cgroup2", ""}},
	{"one super option", TEXT("1 0 0:1 / /a rw - cgroup2 x y"),
	 0, 1, 0, {"/", "/a", "cgroup2", "y"}},
	{"large ids", TEXT("18446744073709551615 2147483648 0:1 / /a rw - cgroup2 x rw"),
	 0, UINT64_MAX, UINT64_C(2147483648), {"/", "/a", "cgroup2", "rw"}},
	{"id too large", TEXT("18446744073709551616 1 0:1 / /a rw - cgroup2 x rw"), 0, 0, 0, BAD},
	{"cut in the super options", TEXT("1 0 0:1 / /a rw - overlay overlay rw,lowerdir=/x"),
	 1, 1, 0, {"/", "/a", "overlay", "rw,lowerdir=/x"}},
	{"cut in the source", TEXT("1 0 0:1 / /a rw - overlay ove"),
	 1, 1, 0, {"/", "/a", "overlay", ""}},
	{"cut behind the type", TEXT("1 0 0:1 / /a rw - overlay"),
	 1, 1, 0, {"/", "/a", "overlay", ""}},
	{"cut behind the separator", TEXT("1 0 0:1 / /a rw - "), 1, 0, 0, BAD},
	{"cut before the separator", TEXT("1 0 0:1 / /a rw shared:1"), 1, 0, 0, BAD},
	{"no separator", TEXT("1 0 0:1 / /a rw cgroup2 cgroup rw"), 0, 0, 0, BAD},
	{"separator is part of a word", TEXT("1 0 0:1 / /a rw -- cgroup2 cgroup rw"), 0, 0, 0, BAD},
	{"ends behind the separator", TEXT("1 0 0:1 / /a rw -"), 0, 0, 0, BAD},
	{"ends behind the type", TEXT("1 0 0:1 / /a rw - cgroup2"), 0, 0, 0, BAD},
	{"empty type", TEXT("1 0 0:1 / /a rw -  cgroup rw"), 0, 0, 0, BAD},
	{"empty", TEXT(""), 0, 0, 0, BAD},
	{"a space", TEXT(" "), 0, 0, 0, BAD},
	{"two fields", TEXT("1 0"), 0, 0, 0, BAD},
	{"id is no number", TEXT("x 0 0:1 / /a rw - cgroup2 x rw"), 0, 0, 0, BAD},
	{"parent is no number", TEXT("1 -1 0:1 / /a rw - cgroup2 x rw"), 0, 0, 0, BAD},
	{"a space in front", TEXT(" 1 0 0:1 / /a rw - cgroup2 x rw"), 0, 0, 0, BAD},
	{"mount point is no path", TEXT("1 0 0:1 / a rw - cgroup2 x rw"), 0, 0, 0, BAD},
	{"empty mount point", TEXT("1 0 0:1 /  rw - cgroup2 x rw"), 0, 0, 0, BAD},
	{"empty root", TEXT("1 0 0:1  /a rw - cgroup2 x rw"), 0, 0, 0, BAD},
	{"NUL in the root", TEXT("1 0 0:1 /\0a /a rw - cgroup2 x rw"), 0, 0, 0, BAD},
	{"NUL in the mount point", TEXT("1 0 0:1 / /a\0 rw - cgroup2 x rw"), 0, 0, 0, BAD},
	{"NUL in the super options", TEXT("1 0 0:1 / /a rw - cgroup2 x rw\0"),
	 0, 1, 0, {"/", "/a", "cgroup2", NULL}},
	{"NUL bytes", TEXT("\0\0\0"), 0, 0, 0, BAD},
};

static const struct {
	const char *text;
	size_t len;
	const char *plain;
	size_t plain_len;
} escapes[] = {
	{TEXT(""), TEXT("")},
	{TEXT("/a"), TEXT("/a")},
	{TEXT("/a\\040b"), TEXT("/a b")},
	{TEXT("\\011\\012\\134\\040"), TEXT("\t\n\\ ")},
	{TEXT("\\134040"), TEXT("\\040")},
	{TEXT("\\134\\134"), TEXT("\\\\")},
	{TEXT("\\043"), TEXT("#")},
	{TEXT("\\303\\274"), TEXT("\xc3\xbc")},
	{TEXT("\\377"), TEXT("\xff")},
	{TEXT("\\000"), TEXT("\\000")}, /* no path holds a NUL */
	{TEXT("\\001"), TEXT("\1")},
	{TEXT("\\400"), TEXT("\\400")},
	{TEXT("\\777"), TEXT("\\777")},
	{TEXT("\\04"), TEXT("\\04")},
	{TEXT("\\0"), TEXT("\\0")},
	{TEXT("\\"), TEXT("\\")},
	{TEXT("a\\"), TEXT("a\\")},
	{TEXT("\\08 "), TEXT("\\08 ")},
	{TEXT("\\x20"), TEXT("\\x20")},
	{TEXT("\\049"), TEXT("\\049")},
	{TEXT("\\\\040"), TEXT("\\ ")},
	{TEXT("ü"), TEXT("ü")},
};
/* clang-format on */

static void check_span(const char *name, const char *field, struct climits_span span,
		       const char *expected)
{
	ck_assert_msg(span.len == strlen(expected) &&
			      (span.len == 0 || memcmp(span.at, expected, span.len) == 0),
		      "%s: %s is \"%.*s\"", name, field, (int)span.len, span.len ? span.at : "");
}

START_TEST(line)
{
	int row = _i / GUARDS;
	const char *name = lines[row].name;
	struct guarded text = guarded_copy(lines[row].line, lines[row].len,
					   (enum guard)(_i % GUARDS));
	struct climits_mountinfo parsed;
	int r = climits_mountinfo_parse((struct climits_span){.at = text.at, .len = text.len},
					lines[row].cut, &parsed);

	ck_assert_msg(r == (lines[row].expected.root ? 0 : -EBADMSG), "%s: %d", name, r);
	if (r == 0) {
		ck_assert_msg(parsed.id == lines[row].id, "%s", name);
		ck_assert_msg(parsed.parent == lines[row].parent, "%s", name);
		check_span(name, "root", parsed.root, lines[row].expected.root);
		check_span(name, "point", parsed.point, lines[row].expected.point);
		check_span(name, "type", parsed.type, lines[row].expected.type);
		if (lines[row].expected.options)
			check_span(name, "options", parsed.options, lines[row].expected.options);
	}
	guarded_free(&text);
}
END_TEST

/* The buffer is as long as the text, which is what the header asks for. */
START_TEST(unescape)
{
	int row = _i / GUARDS;
	struct guarded text = guarded_copy(escapes[row].text, escapes[row].len,
					   (enum guard)(_i % GUARDS));
	struct guarded room = guarded_room(text.len);
	size_t len = climits_mountinfo_unescape(
		(struct climits_span){.at = text.at, .len = text.len}, room.at);

	ck_assert_msg(len == escapes[row].plain_len &&
			      (len == 0 || memcmp(room.at, escapes[row].plain, len) == 0),
		      "\"%s\": \"%.*s\"", escapes[row].text, (int)len, room.at);
	guarded_free(&text);
	guarded_free(&room);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("mountinfo");
	TCase *tcase = tcase_create("mountinfo");

	tcase_add_loop_test(tcase, line, 0, COUNT(lines) * GUARDS);
	tcase_add_loop_test(tcase, unescape, 0, COUNT(escapes) * GUARDS);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
