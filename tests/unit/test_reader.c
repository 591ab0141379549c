/* SPDX-License-Identifier: MIT
 *
 * lib/reader.c: opening below a root, and what interrupts that. Reading is in test_reader_text.c.
 */
#include "../../lib/reader.h"
#include "faults.h"
#include "tree.h"
#include "unit.h"

#include <linux/openat2.h>
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

/* Opens, reads what is there, closes. The text, or "" and the errno in *ret_error. */
static const char *text_of(int fd, int *ret_error)
{
	static char text[64];
	ssize_t len;

	text[0] = '\0';
	*ret_error = fd < 0 ? -fd : 0;
	if (fd < 0)
		return text;
	ck_assert_int_eq(fcntl(fd, F_GETFD), FD_CLOEXEC);
	len = climits_read_all(fd, text, sizeof(text) - 1);
	climits_close_fd(fd);
	if (len < 0)
		*ret_error = (int)-len;
	text[len < 0 ? 0 : len] = '\0';
	return text;
}

/* Not on old kernels, nor below a filter or a tool that does not know it. */
static int has_openat2(void)
{
	struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT};
	long fd = syscall(SYS_openat2, AT_FDCWD, "/", &how, sizeof(how));

	if (fd >= 0)
		close((int)fd);
	return fd >= 0;
}

struct open_row {
	const char *link; /* what /l points to; NULL for none */
	const char *path;
	const char *text;
	int error;
};

/* clang-format off */
static const struct open_row opens[] = {
	{NULL, "/d/file", "inside\n", 0},
	{NULL, "//d//file", "inside\n", 0},
	{NULL, "/d/../d/file", "inside\n", 0},
	{NULL, "/d/none", "", ENOENT},
	{NULL, "/d/file/x", "", ENOTDIR},
	{NULL, "/", "", EISDIR},
	{NULL, "", "", EISDIR},
	{NULL, "/d", "", EISDIR},
	{"d/file", "/l", "inside\n", 0},
	{"l", "/l", "", ELOOP},
}, guarded_opens[] = {
	{NULL, "/../../d/file", "inside\n", 0},
	{"/d/file", "/l", "inside\n", 0},
	{"/d", "/l/file", "inside\n", 0},
	{"../../../../d/file", "/l", "inside\n", 0},
	{"/proc/self/stat", "/l", "", ENOENT},
	{"/etc/passwd", "/l", "", ENOENT},
	{"../../../../../../etc/passwd", "/l", "", ENOENT},
};
/* clang-format on */

static void check_open(const struct open_row *row)
{
	const char *text;
	int error;

	if (row->link)
		tree_link(&tree, "/l", row->link);
	text = text_of(climits_root_open(&root, row->path, 0), &error);
	ck_assert_msg(error == row->error, "%s -> %s: %s", row->path, row->link ? row->link : "",
		      strerror(error));
	ck_assert_msg(strcmp(text, row->text) == 0, "%s: %s", row->path, text);
}

START_TEST(in_root)
{
	check_open(&opens[_i]);
}
END_TEST

START_TEST(in_root_guarded)
{
	check_open(&guarded_opens[_i]);
}
END_TEST

/* The live machine's root is the process's own. */
START_TEST(in_live_root)
{
	const struct climits_root live = {.fd = AT_FDCWD};
	char path[512];
	int error;

	snprintf(path, sizeof(path), "%s/d/file", tree.path);
	ck_assert_str_eq(text_of(climits_root_open(&live, path, 0), &error), "inside\n");
	ck_assert_int_eq(error, 0);
	snprintf(path, sizeof(path), "%s/d/none", tree.path);
	text_of(climits_root_open(&live, path, 0), &error);
	ck_assert_int_eq(error, ENOENT);
}
END_TEST

/* clang-format off */
static const struct open_row belows[] = {
	{NULL, "file", "inside\n", 0},
	{NULL, "/file", "inside\n", 0},
	{NULL, "none", "", ENOENT},
	{"file", "l", "inside\n", 0},
}, guarded_belows[] = {
	{"/d/file", "l", "", EXDEV},
	{"/etc/passwd", "l", "", EXDEV},
	{"../d/file", "l", "", EXDEV},
	{NULL, "../d/file", "", EXDEV},
};
/* clang-format on */

static void check_below(const struct open_row *row, int bound)
{
	int dir = climits_root_open(&root, "/d", O_PATH | O_DIRECTORY);
	const char *text;
	int error;

	ck_assert_int_ge(dir, 0);
	ck_assert_int_eq(fcntl(dir, F_GETFD), FD_CLOEXEC);
	if (row->link)
		tree_link(&tree, "/d/l", row->link);
	text = text_of(climits_open_below(dir, row->path, 0,
					  bound ? CLIMITS_WITHIN_MOUNT : CLIMITS_WITHIN_TREE),
		       &error);
	ck_assert_msg(error == row->error, "%s -> %s: %s", row->path, row->link ? row->link : "",
		      strerror(error));
	ck_assert_msg(strcmp(text, row->text) == 0, "%s: %s", row->path, text);
	close(dir);
}

START_TEST(below)
{
	check_below(&belows[_i / 2], _i % 2);
}
END_TEST

START_TEST(below_guarded)
{
	check_below(&guarded_belows[_i / 2], _i % 2);
}
END_TEST

/* /proc is a mount of its own on every machine that runs this. */
START_TEST(other_mount)
{
	int dir = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	int error;

	ck_assert_int_ge(dir, 0);
	text_of(climits_open_below(dir, "proc/version", O_PATH, CLIMITS_WITHIN_TREE), &error);
	ck_assert_int_eq(error, EBADF); /* of reading: it was opened, and not for reading */
	text_of(climits_open_below(dir, "proc/version", O_PATH, CLIMITS_WITHIN_MOUNT), &error);
	ck_assert_int_eq(error, EXDEV);
	close(dir);
}
END_TEST

/* Old kernels and old filters: the file is found all the same, without the guard. */
START_TEST(without_openat2)
{
	static const int errors[] = {ENOSYS, EPERM};
	int error;

	faults[FAULT_OPENAT2] = (struct fault){.times = 1000, .error = errors[_i]};
	ck_assert_str_eq(text_of(climits_root_open(&root, "/d/file", 0), &error), "inside\n");
	ck_assert_int_eq(faults[FAULT_OPENAT2].calls, 1);
	ck_assert_int_eq(faults[FAULT_OPENAT].calls, 1);
	ck_assert_str_eq(
		text_of(climits_open_below(root.fd, "d/file", 0, CLIMITS_WITHIN_TREE), &error),
		"inside\n");
	text_of(climits_root_open(&root, "/d/none", 0), &error);
	ck_assert_int_eq(error, ENOENT);
}
END_TEST

/* clang-format off */
static const struct {
	enum fault_call call;
	int error, times;
	int expected;
} interrupts[] = {
	{FAULT_OPENAT2, EINTR, 1, 0},
	{FAULT_OPENAT2, EINTR, 99, 0},
	{FAULT_OPENAT2, EINTR, 1 << 20, EINTR},
	{FAULT_OPENAT2, EAGAIN, 1, 0},
	{FAULT_OPENAT2, EAGAIN, 8, 0},
	{FAULT_OPENAT2, EAGAIN, 9, EAGAIN},
	{FAULT_OPENAT2, EMFILE, 1, EMFILE},
	{FAULT_OPENAT2, EACCES, 1, EACCES},
	{FAULT_PREAD, EINTR, 1, 0},
	{FAULT_PREAD, EINTR, 99, 0},
	{FAULT_PREAD, EINTR, 1 << 20, EINTR},
	{FAULT_PREAD, EIO, 1, EIO},
	{FAULT_PREAD, ENODEV, 1, ENODEV},
};
/* clang-format on */

START_TEST(interrupted)
{
	int error;
	const char *text;

	faults[interrupts[_i].call] = (struct fault){.times = interrupts[_i].times,
						     .error = interrupts[_i].error};
	text = text_of(climits_root_open(&root, "/d/file", 0), &error);
	ck_assert_msg(error == interrupts[_i].expected, "%s %d times: %s",
		      strerror(interrupts[_i].error), interrupts[_i].times, strerror(error));
	ck_assert_str_eq(text, error ? "" : "inside\n");
}
END_TEST

/* openat(2), which the live root takes. */
START_TEST(interrupted_plain)
{
	const struct climits_root live = {.fd = AT_FDCWD};
	int error;

	faults[FAULT_OPENAT] = (struct fault){.times = 99, .error = EINTR};
	text_of(climits_root_open(&live, "/proc/version", O_PATH), &error);
	ck_assert_int_eq(error, EBADF);
	ck_assert_int_eq(faults[FAULT_OPENAT].calls, 100);
	faults[FAULT_OPENAT] = (struct fault){.times = 1 << 20, .error = EINTR};
	text_of(climits_root_open(&live, "/proc/version", 0), &error);
	ck_assert_int_eq(error, EINTR);
}
END_TEST

/* A FIFO without a writer must not hang us, and is no file that can be positioned. */
START_TEST(fifo)
{
	char path[512];
	int error;

	ck_assert_int_eq(mkfifo(tree_path(&tree, "/fifo", path, sizeof(path)), 0600), 0);
	text_of(climits_root_open(&root, "/fifo", 0), &error);
	ck_assert_int_eq(error, ESPIPE);
}
END_TEST

START_TEST(closing)
{
	int fd = dup(root.fd);

	errno = ENODATA;
	climits_close_fd(-1);
	climits_close_fd(-2);
	climits_close_fd(fd);
	ck_assert_int_eq(errno, ENODATA);
	ck_assert_int_eq(fcntl(fd, F_GETFD), -1);
	errno = ENODATA;
	climits_close_fd(fd);
	ck_assert_int_eq(errno, ENODATA);
}
END_TEST

static void add_openings(TCase *tcase)
{
	tcase_add_loop_test(tcase, in_root, 0, COUNT(opens));
	tcase_add_test(tcase, in_live_root);
	tcase_add_loop_test(tcase, below, 0, COUNT(belows) * 2);
	tcase_add_loop_test(tcase, without_openat2, 0, 2);
	tcase_add_test(tcase, interrupted_plain);
	tcase_add_test(tcase, fifo);
	tcase_add_test(tcase, closing);
	if (!has_openat2()) {
		puts("skip: no openat2(2) here: what it guards against");
		return;
	}
	tcase_add_loop_test(tcase, in_root_guarded, 0, COUNT(guarded_opens));
	tcase_add_loop_test(tcase, below_guarded, 0, COUNT(guarded_belows) * 2);
	tcase_add_test(tcase, other_mount);
	tcase_add_loop_test(tcase, interrupted, 0, COUNT(interrupts));
}

int main(void)
{
	Suite *suite = suite_create("reader");
	TCase *tcase = tcase_create("reader");

	tcase_add_checked_fixture(tcase, setup, teardown);
	add_openings(tcase);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
