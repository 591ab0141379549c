/* SPDX-License-Identifier: MIT
 *
 * lib/place.c: from membership and mounts to the levels of a controller.
 */
#include "../../lib/place.h"
#include "faults.h"
#include "tree.h"
#include "unit.h"

#include <stdlib.h>

#define V2(ids, root, point) ids " 0:9 " root " " point " rw - cgroup2 cgroup rw\n"
#define TMPFS(ids, point) ids " 0:7 / " point " rw - tmpfs tmpfs rw\n"
#define CGROUP "/proc/self/cgroup"
#define MOUNTINFO "/proc/self/mountinfo"

/* clang-format off */
static const struct {
	const char *name;
	struct tree_file files[7];
	int error;        /* why the levels cannot be seen */
	int top;          /* else the highest visible level, ... */
	const char *own;  /* ... and the directories of the own level and of the highest */
	const char *high;
} rows[] = {
	{"mounted at the root of the hierarchy", {{0}}, 0, 2, "/sys/fs/cgroup/a/b",
	 "/sys/fs/cgroup"},
	{"at the root of the hierarchy", {{CGROUP, "0::/\n"}}, 0, 0, "/sys/fs/cgroup", NULL},
	{"mounted elsewhere", {{MOUNTINFO, V2("30 1", "/", "/cgroup2")}, {"/cgroup2/a/b/", ""}}, 0,
	 2,
	 "/cgroup2/a/b", "/cgroup2"},
	{"mounted at /", {{MOUNTINFO, V2("30 1", "/", "/")}, {"/a/b/", ""}}, 0, 2, "/a/b", ""},
	{"mounted below a space", {{MOUNTINFO, V2("30 1", "/", "/c\\040g")}, {"/c g/a/b/", ""}}, 0,
	 2,
	 "/c g/a/b", "/c g"},
	{"the own cgroup alone", {{MOUNTINFO, V2("30 1", "/a/b", "/cg")}, {"/cg/", ""}}, 0, 0,
	 "/cg",
	 NULL},
	{"the parent and the own", {{MOUNTINFO, V2("30 1", "/a", "/cg")}, {"/cg/b/", ""}}, 0, 1,
	 "/cg/b", "/cg"},
	{"relative to a namespace, from outside", {{CGROUP, "0::/../x/y\n"},
	 {MOUNTINFO, V2("30 1", "/..", "/cg")}, {"/cg/x/y/", ""}}, 0, 2, "/cg/x/y", "/cg"},
	{"odd bytes", {{CGROUP, "0::/a b/c:d\\x2d\n"}, {"a b/c:d\\x2d/", ""}}, 0, 2,
	 "/sys/fs/cgroup/a b/c:d\\x2d", "/sys/fs/cgroup"},
	{"not mounted", {{MOUNTINFO, TMPFS("30 1", "/sys/fs/cgroup")}}, ENODEV, 0, NULL, NULL},
	{"no mount at all", {{MOUNTINFO, ""}}, ENODEV, 0, NULL, NULL},
	{"no mountinfo", {{MOUNTINFO, NULL}}, ENOENT, 0, NULL, NULL},
	{"mountinfo is a directory", {{MOUNTINFO, NULL}, {"/proc/self/mountinfo/", ""}}, EISDIR, 0,
	 NULL, NULL},
	{"outside of the mount", {{MOUNTINFO, V2("30 1", "/x", "/sys/fs/cgroup")}}, EXDEV, 0, NULL,
	 NULL},
	{"/foo does not show /foobar", {{CGROUP, "0::/ab\n"},
	 {MOUNTINFO, V2("30 1", "/a", "/sys/fs/cgroup")}}, EXDEV, 0, NULL, NULL},
	{"the rest would climb out", {{CGROUP, "0::/../b\n"}}, EXDEV, 0, NULL, NULL},
	{"the directory is not there", {{CGROUP, "0::/a/x\n"}}, ENOENT, 0, NULL, NULL},
	{"the directory is a file", {{CGROUP, "0::/a/x\n"}, {"a/x", "\n"}}, ENOTDIR, 0, NULL, NULL},
	{"removed", {{CGROUP, "0::/a/x (deleted)\n"}}, ENODEV, 0, NULL, NULL},
	{"removed, and one of the name before is there", {{CGROUP, "0::/a/b (deleted)\n"}}, ENODEV,
	 0,
	 NULL, NULL},
	{"named so", {{CGROUP, "0::/a/x (deleted)\n"}, {"a/x (deleted)/", ""}}, 0, 2,
	 "/sys/fs/cgroup/a/x (deleted)", "/sys/fs/cgroup"},
	{"the mount point is not there", {{MOUNTINFO, V2("30 1", "/", "/none")}}, ENOENT, 0, NULL,
	 NULL},
	{"the mount point is a file", {{MOUNTINFO, V2("30 1", "/", "/cg")}, {"/cg", "x"}}, ENOTDIR,
	 0,
	 NULL, NULL},
	{"hidden by a tmpfs", {{MOUNTINFO, V2("30 1", "/", "/sys/fs/cgroup")
	 TMPFS("31 2", "/sys/fs/cgroup")}}, ENODEV, 0, NULL, NULL},
	{"hidden by another subtree", {{MOUNTINFO, V2("30 1", "/", "/sys/fs/cgroup")
	 V2("31 2", "/x", "/sys/fs/cgroup")}}, ENODEV, 0, NULL, NULL},
	{"a second mount shows more", {{MOUNTINFO, V2("30 1", "/a/b", "/cg") V2("31 1", "/",
	 "/host")},
	 {"/cg/", ""}, {"/host/a/b/", ""}}, 0, 2, "/host/a/b", "/host"},
	{"a second mount that lacks us shows nothing", {{MOUNTINFO, V2("30 1", "/a/b", "/cg")
	 V2("31 1", "/", "/host")}, {"/cg/", ""}, {"/host/a/", ""}}, 0, 0, "/cg", NULL},
	{"a second mount that is hidden", {{MOUNTINFO, V2("31 1", "/", "/host") V2("30 1", "/a",
	 "/cg")
	 TMPFS("32 2", "/host")}, {"/cg/b/", ""}, {"/host/a/b/", ""}}, 0, 1, "/cg/b", "/cg"},
	{"the leaf is covered in one, not in the other", {{MOUNTINFO, V2("30 1", "/", "/host")
	 V2("31 1", "/a/b", "/cg") TMPFS("32 30", "/host/a/b")}, {"/cg/", ""}, {"/host/a/", ""}},
	 0, 2, "/cg", "/host"},
	{"the leaf is covered everywhere", {{MOUNTINFO, V2("30 1", "/", "/sys/fs/cgroup")
	 TMPFS("31 30", "/sys/fs/cgroup/a")}}, ENODEV, 0, NULL, NULL},
	{"a level between is covered", {{MOUNTINFO, V2("30 1", "/a/b", "/cg")
	 V2("31 1", "/", "/host") TMPFS("32 31", "/host/a")}, {"/cg/", ""}, {"/host/", ""}}, 0, 2,
	 "/cg", "/host"},
	{"no membership", {{CGROUP, NULL}}, ENOENT, 0, NULL, NULL},
	{"malformed membership", {{CGROUP, "x\n"}}, EBADMSG, 0, NULL, NULL},
	{"empty membership", {{CGROUP, ""}}, EBADMSG, 0, NULL, NULL},
};
/* clang-format on */

static struct tree tree;

static void setup(void)
{
	faults_clear();
	tree_machine(&tree);
}

static void teardown(void)
{
	faults_clear();
	tree_destroy(&tree);
}

/* The limit at a level is found, and climits_limit_file() says where. */
static void check_level(const char *name, int level, const char *directory)
{
	const struct climits_limit expected = LIMITED(level, 77);
	struct climits *handle = tree_open(&tree);
	char path[512];
	char file[512];
	struct climits_limits limits;

	snprintf(path, sizeof(path), "%s/memory.max", directory);
	tree_put(&tree, path, "77\n");
	limits = tree_read(handle);
	tree_check(name, &limits.memory_max, &expected);
	ck_assert_int_gt(climits_limit_file(handle, CLIMITS_MEMORY_MAX, file, sizeof(file)), 0);
	ck_assert_msg(strcmp(file, path) == 0, "%s: %s", name, file);
	tree_remove(&tree, path);
	climits_close(handle);
}

START_TEST(levels)
{
	const struct climits_limit unknown = UNKNOWN(rows[_i].error);
	struct climits_limits limits;

	tree_put_all(&tree, TREE_FILES(rows[_i]));
	if (rows[_i].error) {
		limits = tree_read_once(&tree);
		tree_check(rows[_i].name, &limits.memory_max, &unknown);
		tree_check(rows[_i].name, &limits.cpu_quota, &unknown);
		tree_check(rows[_i].name, &limits.pids_max, &unknown);
		return;
	}
	check_level(rows[_i].name, 0, rows[_i].own);
	if (rows[_i].top > 0)
		check_level(rows[_i].name, rows[_i].top, rows[_i].high);
}
END_TEST

/* Nothing beyond the highest visible level is taken for one of ours. */
START_TEST(top)
{
	struct climits *handle = tree_open(&tree);

	tree_put_all(&tree, TREE_FILES(rows[_i]));
	tree_read(handle);
	if (!rows[_i].error) {
		ck_assert_msg(handle->place[CLIMITS_MEMORY_CONTROLLER].top == rows[_i].top,
			      "%s: %d", rows[_i].name,
			      handle->place[CLIMITS_MEMORY_CONTROLLER].top);
		ck_assert_int_eq(
			climits_place_mount(handle, CLIMITS_MEMORY_CONTROLLER, rows[_i].top + 1),
			-1);
	}
	climits_close(handle);
}
END_TEST

/* A level that is covered is hidden, and the answer says so. */
START_TEST(gap)
{
	struct climits_limits limits;

	tree_put(&tree, MOUNTINFO,
		 V2("30 1", "/a/b", "/cg") V2("31 1", "/", "/host") TMPFS("32 31", "/host/a"));
	tree_put(&tree, "/cg/memory.max", "8192\n");
	tree_put(&tree, "/host/a/memory.max", "1\n");
	tree_put(&tree, "/host/cgroup.controllers", "cpu cpuset memory\n");
	limits = tree_read_once(&tree);
	ck_assert_uint_eq(limits.memory_max.value, 8192);
	ck_assert_int_eq(limits.horizon, CLIMITS_HORIZON_NAMESPACE);
	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_ANCESTORS_HIDDEN), 1);
}
END_TEST

/* Each controller is decided on its own. */
START_TEST(hybrid)
{
	static const struct tree_file files[] = {
		{CGROUP, "2:memory:/m\n1:cpu:/c\n0::/u\n"},
		{MOUNTINFO,
		 V2("30 1", "/", "/sys/fs/cgroup/unified") "31 1 0:1 / /sys/fs/cgroup/memory rw - "
							   "cgroup c rw,memory\n"
							   "32 1 0:1 /x /sys/fs/cgroup/cpu rw - "
							   "cgroup c rw,cpu\n"},
		{"unified/u/pids.max", "5\n"},
		{"memory/m/memory.limit_in_bytes", "4096\n"},
		{"cpu/c/cpu.cfs_quota_us", "1000\n"},
	};
	static const struct climits_limit outside = UNKNOWN(EXDEV);
	struct climits_limits limits;

	tree_put_all(&tree, files, 5);
	limits = tree_read_once(&tree);
	ck_assert_int_eq(limits.cgroup_version, CLIMITS_CGROUP_HYBRID);
	ck_assert_uint_eq(limits.pids_max.value, 5);
	ck_assert_uint_eq(limits.memory_max.value, 4096);
	tree_check("cpu", &limits.cpu_quota, &outside);
	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_OUTSIDE_MOUNT), 1);
	ck_assert_int_eq(tree_has_note(&limits, CLIMITS_NOTE_NOT_MOUNTED), 0);
}
END_TEST

/* A mount that is lost to a fault may be the one with the tighter level. */
START_TEST(fault)
{
	static const int errors[] = {EMFILE, ENFILE, ENOMEM, EIO};
	const struct climits_limit unknown = UNKNOWN(errors[_i]);
	struct climits_limits limits;

	tree_put(&tree, MOUNTINFO, V2("30 1", "/", "/host") V2("31 1", "/a/b", "/cg"));
	tree_put(&tree, "/host/a/b/memory.max", "4096\n");
	tree_put(&tree, "/cg/memory.max", "4096\n");
	limits = tree_read_once(&tree);
	ck_assert_uint_eq(limits.memory_max.value, 4096);
	faults[FAULT_OPENAT2] = (struct fault){.times = 1, .error = errors[_i], .name = "host"};
	faults[FAULT_OPENAT] = faults[FAULT_OPENAT2];
	faults[FAULT_OPENAT2].times = faults[FAULT_OPENAT].times = 100;
	limits = tree_read_once(&tree);
	tree_check(strerror(errors[_i]), &limits.memory_max, &unknown);
}
END_TEST

/* More cgroup mounts than there is room for, and none of the first shows us. */
START_TEST(dropped)
{
	static char lines[64 * 64];
	static const struct climits_limit unknown = UNKNOWN(EFBIG);
	struct climits_limits limits;

	for (int i = 0; i < CLIMITS_MOUNTS_MAX; i++)
		unit_append(lines, sizeof(lines), V2("30 1", "/x", "/cg"));
	unit_append(lines, sizeof(lines), V2("31 1", "/", "/sys/fs/cgroup"));
	tree_put(&tree, MOUNTINFO, lines);
	limits = tree_read_once(&tree);
	tree_check("dropped", &limits.memory_max, &unknown);
}
END_TEST

/* A cgroup path as long as the kernel's longest, and longer ones. */
START_TEST(long_path)
{
	static const struct {
		size_t len;
		int error;
	} lengths[] = {{4096, ENOENT}, {4097, ENAMETOOLONG}, {4200, ENAMETOOLONG}};
	struct climits_limits limits;
	char text[4300] = "0::";

	for (size_t i = 0; i < lengths[_i].len; i++)
		text[3 + i] = i % 100 == 0 ? '/' : 'x';
	unit_append(text, sizeof(text), "\n");
	tree_put(&tree, CGROUP, text);
	limits = tree_read_once(&tree);
	ck_assert_int_eq(limits.memory_max.status, CLIMITS_UNKNOWN);
	ck_assert_msg(limits.memory_max.error == lengths[_i].error, "%zu: %s", lengths[_i].len,
		      strerror(limits.memory_max.error));
}
END_TEST

/* On the live machine the kernel says which mount is at the mount point. */
START_TEST(other_mount)
{
	static const struct climits_limit unknown = UNKNOWN(ENODEV);
	struct climits *handle;
	struct climits_limits limits;

	if (_i == 1) /* an old kernel that has no number: this is no cgroup file system */
		faults[FAULT_STATX] = (struct fault){.times = 100, .error = ENOSYS};
	tree_put(&tree, "a/b/memory.max", "4096\n");
	handle = tree_open_live(&tree);
	limits = tree_read(handle);
	tree_check("another mount", &limits.memory_max, &unknown);
	climits_close(handle);
}
END_TEST

/*
 * A container that is looked into from another one: our own mounts do not show its cgroup, those of
 * the process do, below its root.
 */
START_TEST(other_view)
{
	struct climits *handle;
	struct climits_limits limits;
	char text[256];
	int before = unit_descriptors();

	tree_put(&tree, MOUNTINFO, "");
	snprintf(text, sizeof(text), "%llu 1 0:25 / /cg rw - cgroup2 cgroup rw\n",
		 tree_live_id(&tree));
	tree_put(&tree, "/other/mountinfo", text);
	tree_put(&tree, "/other/cgroup", "0::/x\n");
	tree_put(&tree, "/other/stat", "1 (x) S 0\n");
	if (_i)
		tree_put(&tree, "/other/root/cg/x/memory.max", "4096\n");
	handle = tree_open_live(&tree);
	handle->pid = 2147483647;
	handle->proc_fd = open(tree_path(&tree, "/other", text, sizeof(text)),
			       O_PATH | O_DIRECTORY | O_CLOEXEC);
	for (int i = 0; i < 2; i++) {
		limits = tree_read(handle);
		ck_assert_uint_eq(limits.memory_max.value, _i ? 4096 : 0);
		ck_assert_int_eq(limits.memory_max.error, _i ? 0 : ENODEV);
	}
	climits_close(handle);
	ck_assert_int_eq(unit_descriptors(), before);
}
END_TEST

/* What cannot be seen is looked for at each read. */
START_TEST(mounted_later)
{
	struct climits *handle = tree_open(&tree);
	struct climits_limits limits;

	tree_put(&tree, "a/b/memory.max", "4096\n");
	tree_put(&tree, MOUNTINFO, "");
	limits = tree_read(handle);
	ck_assert_int_eq(limits.memory_max.error, ENODEV);
	tree_put(&tree, MOUNTINFO, V2("30 1", "/", "/sys/fs/cgroup"));
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_max.value, 4096);
	climits_place_forget(handle);
	ck_assert_int_eq(handle->resolved, 0);
	ck_assert_int_eq(handle->mounts.count, 0);
	limits = tree_read(handle);
	ck_assert_uint_eq(limits.memory_max.value, 4096);
	climits_close(handle);
}
END_TEST

static int tells_mounts(void)
{
	struct statx stx;

	return statx(AT_FDCWD, "/", 0, 0x1000 /* STATX_MNT_ID */, &stx) == 0 &&
	       stx.stx_mask & 0x1000;
}

int main(void)
{
	Suite *suite = suite_create("place");
	TCase *tcase = tcase_create("place");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, levels, 0, COUNT(rows));
	tcase_add_loop_test(tcase, top, 0, COUNT(rows));
	tcase_add_test(tcase, gap);
	tcase_add_test(tcase, hybrid);
	tcase_add_loop_test(tcase, fault, 0, 4);
	tcase_add_test(tcase, dropped);
	tcase_add_loop_test(tcase, long_path, 0, 3);
	tcase_add_loop_test(tcase, other_mount, 0, 2);
	if (tells_mounts())
		tcase_add_loop_test(tcase, other_view, 0, 2);
	else
		puts("skip: the kernel does not tell the number of a mount: another view");
	tcase_add_test(tcase, mounted_later);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
