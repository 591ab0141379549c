/* SPDX-License-Identifier: MIT
 *
 * lib/reader.c: reading whole files and lines. Opening them is in test_reader.c.
 */
#include "../../lib/reader.h"
#include "faults.h"
#include "tree.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

static struct tree tree;
static struct climits_root root;

static void setup(void)
{
	faults_clear();
	tree_make(&tree);
	root = (struct climits_root){.fd = open(tree.path, O_PATH | O_DIRECTORY | O_CLOEXEC)};
	ck_assert_int_ge(root.fd, 0);
	tree_put(&tree, "/d/file", "inside\n");
}

static void teardown(void)
{
	faults_clear();
	close(root.fd);
	tree_destroy(&tree);
}

static int put_and_open(const char *text, size_t len)
{
	int fd;

	tree_put_bytes(&tree, "/text", text, len);
	fd = climits_root_open(&root, "/text", 0);
	ck_assert_int_ge(fd, 0);
	return fd;
}

#define SIZE 8

/* clang-format off */
static const struct {
	const char *text;
	size_t len;
	ssize_t all, strict, lenient;
} files[] = {
	{TEXT(""), 0, 0, 0},
	{TEXT("\n"), 1, 0, 0},
	{TEXT("max\n"), 4, 3, 3},
	{TEXT("max"), 3, -EBADMSG, 3},
	{TEXT("max \n"), 5, 4, 3},
	{TEXT("max\n\n"), 5, 4, 3},
	{TEXT("max\r\n"), 5, 4, 3},
	{TEXT("max\t "), 5, -EBADMSG, 3},
	{TEXT(" max\n"), 5, 4, 4},
	{TEXT("a\nb\n"), 4, 3, 3},
	{TEXT(" \n\t\r"), 4, -EBADMSG, 0},
	{TEXT("123456\n"), 7, 6, 6},
	{TEXT("1234567"), 7, -EBADMSG, 7},
	{TEXT("1234567\n"), -EFBIG, -EFBIG, -EFBIG},
	{TEXT("12345678"), -EFBIG, -EFBIG, -EFBIG},
	{TEXT("123456789\n"), -EFBIG, -EFBIG, -EFBIG},
	{TEXT("a\0b\n"), 4, 3, 3},
};
/* clang-format on */

/* Whatever the kernel gives at a time: all that is asked for, or a byte. */
START_TEST(whole)
{
	int row = _i / 2;
	struct guarded room = guarded_room(SIZE);
	int fd = put_and_open(files[row].text, files[row].len);

	fault_read_most = (size_t)(_i % 2);
	ck_assert_msg(climits_read_all(fd, room.at, SIZE) == files[row].all, "\"%s\"",
		      files[row].text);
	if (files[row].all > 0)
		ck_assert_mem_eq(room.at, files[row].text, (size_t)files[row].all);
	climits_close_fd(fd);
	guarded_free(&room);
}
END_TEST

START_TEST(one_line)
{
	struct guarded room = guarded_room(SIZE);
	int fd = put_and_open(files[_i].text, files[_i].len);

	ck_assert_msg(climits_read_line(fd, room.at, SIZE, 0) == files[_i].strict, "\"%s\"",
		      files[_i].text);
	ck_assert_msg(climits_read_line(fd, room.at, SIZE, 1) == files[_i].lenient, "\"%s\"",
		      files[_i].text);
	if (files[_i].lenient > 0)
		ck_assert_mem_eq(room.at, files[_i].text, (size_t)files[_i].lenient);
	climits_close_fd(fd);
	guarded_free(&room);
}
END_TEST

/* A read that ends in a newline ended the file: one system call. */
START_TEST(saves_a_call)
{
	char buf[SIZE];
	int fd = put_and_open(TEXT("max\n"));

	faults_clear();
	ck_assert_int_eq(climits_read_line(fd, buf, SIZE, 0), 3);
	ck_assert_int_eq(faults[FAULT_PREAD].calls, 1);
	climits_close_fd(fd);
}
END_TEST

/* The second of two reads fails. */
START_TEST(fails_later)
{
	char buf[SIZE];
	int fd = put_and_open(TEXT("max"));

	faults[FAULT_PREAD] = (struct fault){.after = 1, .times = 1, .error = EIO};
	ck_assert_int_eq(climits_read_all(fd, buf, SIZE), -EIO);
	faults[FAULT_PREAD] = (struct fault){.after = 1, .times = 1, .error = EIO};
	ck_assert_int_eq(climits_read_line(fd, buf, SIZE, 1), -EIO);
	climits_close_fd(fd);
}
END_TEST

/* clang-format off */
static const struct {
	const char *text;
	size_t len;
	const char *expected; /* the lines, "|" behind each, "~" instead where it was cut */
} line_files[] = {
	{TEXT(""), ""},
	{TEXT("\n"), "|"},
	{TEXT("a\n"), "a|"},
	{TEXT("a"), "a|"},
	{TEXT("a\nb\n"), "a|b|"},
	{TEXT("a\n\nb"), "a||b|"},
	{TEXT("\n\n\n"), "|||"},
	{TEXT("1234567\nb\n"), "1234567|b|"},
	{TEXT("12345678\nb\n"), "12345678~b|"},
	{TEXT("12345678"), "12345678~"},
	{TEXT("123456789\nb\n"), "12345678~b|"},
	{TEXT("a\n12345678901234567890123\nb\n"), "a|12345678~b|"},
	{TEXT("1234567890123456\nb"), "12345678~b|"},
	{TEXT("12345678901234567"), "12345678~"},
	{TEXT("12345678901\n12345678901\n\nc"), "12345678~12345678~|c|"},
	{TEXT("123\n45678\n9012\n"), "123|45678|9012|"},
};
/* clang-format on */

START_TEST(lines)
{
	int row = _i / 3;
	struct guarded room = guarded_room(SIZE);
	int fd = put_and_open(line_files[row].text, line_files[row].len);
	struct climits_lines reading;
	struct climits_span line;
	char all[128] = "";
	size_t len = 0;
	int cut = 42;
	int r;

	fault_read_most = (size_t)(_i % 3);
	climits_lines_begin(&reading, fd, room.at, SIZE);
	while ((r = climits_lines_next(&reading, &line, &cut)) > 0) {
		ck_assert_uint_lt(len + line.len + 1, sizeof(all));
		memcpy(all + len, line.at, line.len);
		len += line.len;
		all[len++] = cut ? '~' : '|';
	}
	ck_assert_int_eq(r, 0);
	ck_assert_msg(strcmp(all, line_files[row].expected) == 0, "\"%s\": %s",
		      line_files[row].text, all);
	ck_assert_int_eq(climits_lines_next(&reading, &line, &cut), 0);
	climits_close_fd(fd);
	guarded_free(&room);
}
END_TEST

START_TEST(lines_with_nul)
{
	char buf[SIZE];
	int fd = put_and_open(TEXT("a\0b\nc"));
	struct climits_lines reading;
	struct climits_span line;
	int cut;

	climits_lines_begin(&reading, fd, buf, SIZE);
	ck_assert_int_eq(climits_lines_next(&reading, &line, &cut), 1);
	ck_assert_uint_eq(line.len, 3);
	ck_assert_mem_eq(line.at, "a\0b", 3);
	ck_assert_int_eq(climits_lines_next(&reading, &line, &cut), 1);
	ck_assert_uint_eq(line.len, 1);
	climits_close_fd(fd);
}
END_TEST

START_TEST(lines_fail)
{
	char buf[SIZE];
	int fd = put_and_open(TEXT("a\nb12345678"));
	struct climits_lines reading;
	struct climits_span line;
	int cut;

	faults[FAULT_PREAD] = (struct fault){.after = 1, .times = 1, .error = EIO};
	climits_lines_begin(&reading, fd, buf, SIZE);
	ck_assert_int_eq(climits_lines_next(&reading, &line, &cut), 1);
	ck_assert_int_eq(climits_lines_next(&reading, &line, &cut), -EIO);
	climits_close_fd(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reader_text");
	TCase *tcase = tcase_create("reader_text");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, whole, 0, COUNT(files) * 2);
	tcase_add_loop_test(tcase, one_line, 0, COUNT(files));
	tcase_add_test(tcase, saves_a_call);
	tcase_add_test(tcase, fails_later);
	tcase_add_loop_test(tcase, lines, 0, COUNT(line_files) * 3);
	tcase_add_test(tcase, lines_with_nul);
	tcase_add_test(tcase, lines_fail);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
