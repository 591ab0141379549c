/* SPDX-License-Identifier: MIT
 *
 * Invented trees of files.
 */
#include "tree.h"

#include "../../lib/handle.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void tree_make(struct tree *tree)
{
	const char *tmp = getenv("TMPDIR");
	int len = snprintf(tree->path, sizeof(tree->path), "%s/climits-unit-XXXXXX",
			   tmp && *tmp ? tmp : "/tmp");

	ck_assert_int_lt(len, (int)sizeof(tree->path));
	ck_assert_msg(mkdtemp(tree->path) != NULL, "%s: %s", tree->path, strerror(errno));
}

const char *tree_path(const struct tree *tree, const char *path, char *buf, size_t size)
{
	int len = snprintf(buf, size, "%s%s%s", tree->path, path[0] == '/' ? "" : "/sys/fs/cgroup/",
			   path);

	ck_assert_int_lt(len, (int)size);
	return buf;
}

static void make_parents(const struct tree *tree, char *path)
{
	for (char *slash = path + strlen(tree->path) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		ck_assert_msg(mkdir(path, 0777) == 0 || errno == EEXIST, "%s: %s", path,
			      strerror(errno));
		*slash = '/';
	}
}

/* The path with the directories above it made. */
static void prepare(const struct tree *tree, const char *path, char buf[], size_t size)
{
	tree_path(tree, path, buf, size);
	make_parents(tree, buf);
}

/* An old file goes first: a link is replaced and not written through. */
void tree_put_bytes(const struct tree *tree, const char *path, const void *bytes, size_t len)
{
	char full[8192];
	int fd;

	prepare(tree, path, full, sizeof(full));
	ck_assert(unlink(full) == 0 || errno == ENOENT);
	fd = open(full, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	ck_assert_msg(fd >= 0, "%s: %s", full, strerror(errno));
	ck_assert_int_eq(write(fd, bytes, len), (ssize_t)len);
	close(fd);
}

void tree_put(const struct tree *tree, const char *path, const char *text)
{
	tree_put_bytes(tree, path, text, strlen(text));
}

void tree_put_all(const struct tree *tree, const struct tree_file *files, size_t count)
{
	for (size_t i = 0; i < count && files[i].path; i++)
		if (files[i].path[strlen(files[i].path) - 1] == '/')
			tree_mkdir(tree, files[i].path);
		else if (files[i].text)
			tree_put(tree, files[i].path, files[i].text);
		else
			tree_remove(tree, files[i].path);
}

void tree_rewrite(const struct tree *tree, const char *path, const char *text)
{
	char full[8192];
	int fd = open(tree_path(tree, path, full, sizeof(full)), O_WRONLY | O_TRUNC | O_CLOEXEC);

	ck_assert_msg(fd >= 0, "%s: %s", full, strerror(errno));
	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

void tree_mkdir(const struct tree *tree, const char *path)
{
	char full[8192];

	prepare(tree, path, full, sizeof(full));
	ck_assert_msg(mkdir(full, 0777) == 0 || errno == EEXIST, "%s: %s", full, strerror(errno));
}

void tree_link(const struct tree *tree, const char *path, const char *target)
{
	char full[8192];

	prepare(tree, path, full, sizeof(full));
	ck_assert_msg(symlink(target, full) == 0, "%s: %s", full, strerror(errno));
}

void tree_remove(const struct tree *tree, const char *path)
{
	char full[8192];

	tree_path(tree, path, full, sizeof(full));
	ck_assert_msg(remove(full) == 0, "%s: %s", full, strerror(errno));
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	return remove(path);
}

void tree_destroy(const struct tree *tree)
{
	ck_assert_int_eq(nftw(tree->path, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static const struct tree_file machine[] = {
	{"/proc/self/status", "Name:\tx\nState:\tR (running)\nCpus_allowed:\tf\n"},
	{"/proc/meminfo", "MemTotal:  8388608 kB\nMemFree: 1 kB\nSwapTotal: 2097152 kB\n"},
	{"/sys/devices/system/cpu/online", "0-3\n"},
};

static const struct tree_file unified[] = {
	{"/proc/self/cgroup", "0::/a/b\n"},
	{"/proc/self/mountinfo", "30 1 0:25 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup rw\n"},
};

static const struct tree_file version_1[] = {
	{"/proc/self/cgroup", "4:pids:/a/b\n3:memory:/a/b\n2:cpuset:/a/b\n1:cpu,cpuacct:/a/b\n"},
	{"/proc/self/mountinfo",
	 "31 30 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
	 "32 30 0:27 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
	 "33 30 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
	 "34 30 0:29 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"},
};

void tree_check(const char *name, const struct climits_limit *got,
		const struct climits_limit *expected)
{
	ck_assert_msg(got->status == expected->status, "%s: status %s, %s expected", name,
		      climits_status_name(got->status), climits_status_name(expected->status));
	ck_assert_msg(got->error == expected->error, "%s: error %s, %s expected", name,
		      strerror(got->error), strerror(expected->error));
	ck_assert_msg(got->level == expected->level, "%s: level %d", name, got->level);
	ck_assert_msg(got->value == expected->value, "%s: value %ju", name, (uintmax_t)got->value);
	ck_assert_msg(got->period == expected->period, "%s: period %ju", name,
		      (uintmax_t)got->period);
	ck_assert_msg(got->reserved == 0, "%s: reserved %d", name, got->reserved);
}

void tree_check_notes(const char *name, uint64_t got, uint64_t expected)
{
	for (int note = 0; note < 64; note++)
		ck_assert_msg((got >> note & 1) == (expected >> note & 1), "%s: note %s is%s there",
			      name, climits_note_name(note), got >> note & 1 ? "" : " not");
}

#define ALL(files) files, sizeof(files) / sizeof((files)[0])

void tree_machine(struct tree *tree)
{
	tree_make(tree);
	tree_put_all(tree, ALL(machine));
	tree_put_all(tree, ALL(unified));
	tree_mkdir(tree, "a/b");
}

void tree_machine_v1(struct tree *tree)
{
	tree_make(tree);
	tree_put_all(tree, ALL(machine));
	tree_put_all(tree, ALL(version_1));
	tree_mkdir(tree, "cpu,cpuacct/a/b");
	tree_mkdir(tree, "cpuset/a/b");
	tree_mkdir(tree, "memory/a/b");
	tree_mkdir(tree, "pids/a/b");
}

struct climits *tree_open(const struct tree *tree)
{
	struct climits_options options = {.size = sizeof(options), .root = tree->path};
	struct climits *handle = NULL;

	ck_assert_int_eq(climits_open(&options, &handle), 0);
	ck_assert_ptr_nonnull(handle);
	return handle;
}

struct climits *tree_open_live(const struct tree *tree)
{
	struct climits *handle = tree_open(tree);

	handle->live = 1;
	handle->view[0].lenient = 0;
	return handle;
}

unsigned long long tree_live_id(const struct tree *tree)
{
	struct statx stx;

	if (statx(AT_FDCWD, tree->path, 0, 0x1000 /* STATX_MNT_ID */, &stx) < 0 ||
	    !(stx.stx_mask & 0x1000))
		return 0;
	return stx.stx_mnt_id;
}

void tree_machine_live(struct tree *tree)
{
	char line[128];

	tree_machine(tree);
	snprintf(line, sizeof(line), "%llu 1 0:25 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n",
		 tree_live_id(tree));
	tree_put(tree, "/proc/self/mountinfo", line);
}

struct climits_limits tree_read(struct climits *handle)
{
	struct climits_limits limits;

	memset(&limits, 0x5a, sizeof(limits));
	limits.size = sizeof(limits);
	ck_assert_int_eq(climits_read(handle, &limits), 0);
	ck_assert_uint_eq(limits.size, sizeof(limits));
	return limits;
}

struct climits_limits tree_read_once(const struct tree *tree)
{
	struct climits_options options = {.size = sizeof(options), .root = tree->path};
	struct climits_limits limits;

	memset(&limits, 0x5a, sizeof(limits));
	limits.size = sizeof(limits);
	ck_assert_int_eq(climits_read_once(&options, &limits), 0);
	return limits;
}
