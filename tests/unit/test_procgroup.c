/* SPDX-License-Identifier: MIT
 *
 * lib/procgroup.c: a line of /proc/PID/cgroup, and names of controllers.
 */
#include "../../lib/procgroup.h"
#include "unit.h"

#include <errno.h>
#include <string.h>

#define CPU (1U << CLIMITS_CPU_CONTROLLER)
#define CPUSET (1U << CLIMITS_CPUSET_CONTROLLER)
#define MEMORY (1U << CLIMITS_MEMORY_CONTROLLER)
#define PIDS (1U << CLIMITS_PIDS_CONTROLLER)

/* clang-format off */
static const struct {
	const char *line;
	size_t len;
	const char *path; /* NULL: no line */
	int unified;
	unsigned controllers;
} lines[] = {
	{TEXT("0::/"), "/", 1, 0},
	{TEXT("0::/a/b"), "/a/b", 1, 0},
	{TEXT("0::/../../b"), "/../../b", 1, 0},
	{TEXT("0::/a:b::c"), "/a:b::c", 1, 0},
	{TEXT("0::/a b\\x2d\\040\t(deleted)"), "/a b\\x2d\\040\t(deleted)", 1, 0},
	{TEXT("0::/a (deleted)"), "/a (deleted)", 1, 0},
	{TEXT("0::/\xff\xfe"), "/\xff\xfe", 1, 0},
	{TEXT("4:memory:/a"), "/a", 0, MEMORY},
	{TEXT("12:cpu,cpuacct:/a"), "/a", 0, CPU},
	{TEXT("12:cpuacct,cpu:/a"), "/a", 0, CPU},
	{TEXT("1:cpuset,cpu,memory,pids:/"), "/", 0, CPUSET | CPU | MEMORY | PIDS},
	{TEXT("3:cpuset:/a"), "/a", 0, CPUSET},
	{TEXT("3:cpuacct:/a"), "/a", 0, 0},
	{TEXT("1:name=systemd:/a"), "/a", 0, 0},
	{TEXT("1:name=cpu:/a"), "/a", 0, 0},
	{TEXT("1:name=x,memory:/a"), "/a", 0, MEMORY},
	{TEXT("4:memory:/a:cpu:/b"), "/a:cpu:/b", 0, MEMORY},
	{TEXT("2::/a"), "/a", 0, 0},
	{TEXT("00::/a"), "/a", 0, 0},
	{TEXT(":memory:/a"), "/a", 0, MEMORY},
	{TEXT("0:cpu:/a"), "/a", 0, CPU},
	{TEXT("4:memory,:/a"), "/a", 0, MEMORY},
	{TEXT("4:Memory:/a"), "/a", 0, 0},
	{TEXT("4:memory :/a"), "/a", 0, 0},
	{TEXT("4:memoryx:/a"), "/a", 0, 0},
	{TEXT(""), NULL, 0, 0},
	{TEXT(":"), NULL, 0, 0},
	{TEXT("::"), NULL, 0, 0},
	{TEXT("0"), NULL, 0, 0},
	{TEXT("0:"), NULL, 0, 0},
	{TEXT("0::"), NULL, 0, 0},
	{TEXT("0::a"), NULL, 0, 0},
	{TEXT("0:/a"), NULL, 0, 0},
	{TEXT("4:memory:"), NULL, 0, 0},
	{TEXT("4:memory"), NULL, 0, 0},
	{TEXT("/a"), NULL, 0, 0},
	{TEXT("0::/a\0b"), NULL, 0, 0},
	{TEXT("0::/a\0"), NULL, 0, 0},
};

static const struct {
	const char *words;
	char separator;
	unsigned controllers;
} words[] = {
	{"", ',', 0},
	{"cpu", ',', CPU},
	{"cpu,cpuacct", ',', CPU},
	{"rw,cpu,cpuacct", ',', CPU},
	{"cpuset cpu io memory hugetlb pids rdma misc", ' ', CPU | CPUSET | MEMORY | PIDS},
	{"cpuset,cpu", ' ', 0},
	{"cpuset cpu", ',', 0},
	{",,pids,,", ',', PIDS},
	{"memory,memory", ',', MEMORY},
	{"cp,cpus,xcpu,pid,memor,cpusets", ',', 0},
};
/* clang-format on */

START_TEST(line)
{
	int row = _i / GUARDS;
	const char *path = lines[row].path;
	struct guarded text = guarded_copy(lines[row].line, lines[row].len,
					   (enum guard)(_i % GUARDS));
	struct climits_procgroup parsed = {0};
	int r = climits_procgroup_parse((struct climits_span){.at = text.at, .len = text.len},
					&parsed);

	ck_assert_msg(r == (path ? 0 : -EBADMSG), "\"%s\": %d", lines[row].line, r);
	if (path) {
		ck_assert_msg(parsed.unified == lines[row].unified, "\"%s\"", lines[row].line);
		ck_assert_msg(parsed.controllers == lines[row].controllers, "\"%s\": %x",
			      lines[row].line, parsed.controllers);
		ck_assert_msg(parsed.path.len == strlen(path) &&
				      memcmp(parsed.path.at, path, parsed.path.len) == 0,
			      "\"%s\": %.*s", lines[row].line, (int)parsed.path.len,
			      parsed.path.at);
	}
	guarded_free(&text);
}
END_TEST

START_TEST(list)
{
	int row = _i / GUARDS;
	struct guarded text = guarded_copy(words[row].words, strlen(words[row].words),
					   (enum guard)(_i % GUARDS));
	unsigned found = climits_controllers_in(text.at, text.len, words[row].separator);

	ck_assert_msg(found == words[row].controllers, "\"%s\": %x", words[row].words, found);
	guarded_free(&text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("procgroup");
	TCase *tcase = tcase_create("procgroup");

	tcase_add_loop_test(tcase, line, 0, COUNT(lines) * GUARDS);
	tcase_add_loop_test(tcase, list, 0, COUNT(words) * GUARDS);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
