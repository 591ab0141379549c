/* SPDX-License-Identifier: MIT
 *
 * Mounts at the usual places. /proc/self/mountinfo costs the kernel a line for every mount, of
 * which a node with many containers has ten thousand; statmount(2), from Linux 6.8 on, answers for
 * one. Opening /sys/fs/cgroup gives the mount that is on top there, whatever lies below it, so that
 * what it says of itself needs no other mount to be believed.
 *
 * When that is all there is to know, and only then is this way taken:
 *
 * - In the machine's first cgroup namespace a mount whose root is "/" shows every level there is:
 * no
 *   other mount can show more. In another namespace one might ("/.."), and mountinfo is read.
 * - Which versions can be seen follows from the membership: a controller is on one version only,
 * and
 *   a cgroup2 mount beside v1 is looked for at its usual place. Where it is not, mountinfo is read.
 * - A part of the mount that is covered by another shows when it is opened (EXDEV): then mountinfo
 * is
 *   read to see what else shows it (level.c).
 *
 * Whatever else is unusual, an old kernel (ENOSYS) or a filter of system calls (EPERM), too.
 */
#include "usual.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of include/uapi/linux/mount.h and stat.h, which are younger than Debian 12's. */
#ifndef SYS_statmount
#define SYS_statmount 457
#endif
#define MOUNT_ID_UNIQUE 0x4000U /* STATX_MNT_ID_UNIQUE */
#define ASK_SB_BASIC 0x1U
#define ASK_MNT_BASIC 0x2U
#define ASK_MNT_ROOT 0x8U
#define ASK_MNT_POINT 0x10U
#define ASK_MNT_OPTS 0x80U /* from 6.11 on */

/* struct mnt_id_req, its first version. */
struct request {
	uint32_t size;
	uint32_t spare;
	uint64_t id;
	uint64_t ask;
};

/* struct statmount: 512 bytes of numbers, then the strings that offsets point into. */
struct answer {
	uint32_t size;
	uint32_t options;
	uint64_t told;
	uint32_t major;
	uint32_t minor;
	uint64_t magic;
	uint32_t flags;
	uint32_t type;
	uint64_t id;
	uint64_t parent;
	uint32_t old_id; /* of mountinfo, and of STATX_MNT_ID */
	uint32_t old_parent;
	uint64_t unused[5];
	uint32_t root;
	uint32_t point;
	uint64_t unused_too[50];
	char strings[512];
};

_Static_assert(offsetof(struct answer, old_id) == 56 && offsetof(struct answer, root) == 104 &&
		       offsetof(struct answer, strings) == 512,
	       "as struct statmount");

static int ask_kernel(int fd, struct answer *ret)
{
	struct request request = {
		.size = sizeof(request),
		.ask = ASK_SB_BASIC | ASK_MNT_BASIC | ASK_MNT_ROOT | ASK_MNT_POINT | ASK_MNT_OPTS,
	};
	struct statx stx;

	if (statx(fd, "", AT_EMPTY_PATH, MOUNT_ID_UNIQUE, &stx) < 0 ||
	    !(stx.stx_mask & MOUNT_ID_UNIQUE))
		return 0;
	request.id = stx.stx_mnt_id;
	return syscall(SYS_statmount, &request, ret, sizeof(*ret), 0) == 0;
}

/* A string of the answer; empty when it was not told or lies outside. */
static struct climits_span string_of(const struct answer *answer, uint64_t asked, uint32_t offset)
{
	if (!(answer->told & asked) || offset >= sizeof(answer->strings))
		return (struct climits_span){0};
	return (struct climits_span){
		.at = answer->strings + offset,
		.len = strnlen(answer->strings + offset, sizeof(answer->strings) - offset),
	};
}

/* As climits_mounts_add() would have it; version 0 when it is not what we can use. */
static struct climits_mountinfo to_line(const struct answer *answer)
{
	static const struct climits_span types[] = {{"cgroup", 6}, {"cgroup2", 7}, {"", 0}};
	int type = answer->magic == CGROUP_SUPER_MAGIC    ? 0
		   : answer->magic == CGROUP2_SUPER_MAGIC ? 1
							  : 2;

	return (struct climits_mountinfo){
		.id = answer->old_id,
		.parent = answer->old_parent,
		.root = string_of(answer, ASK_MNT_ROOT, answer->root),
		.point = string_of(answer, ASK_MNT_POINT, answer->point),
		.type = types[type],
		.options = string_of(answer, ASK_MNT_OPTS, answer->options),
	};
}

static int is_known(const struct climits_mounts *mounts, uint64_t id)
{
	for (int i = 0; i < mounts->count; i++)
		if (mounts->mount[i].id == id)
			return 1;
	return 0;
}

/*
 * A root of "/" only; a mount point with a backslash would be an escape in mountinfo, and is left
 * to it.
 */
static int is_plain(const struct climits_mountinfo *line)
{
	return line->root.len == 1 && line->root.at[0] == '/' && line->point.len > 0 &&
	       !memchr(line->point.at, '\\', line->point.len);
}

/*
 * Adds the mount that is at a place, its descriptor too. 1, or 0 when it is none that we can use.
 */
static int add_mount(struct climits *handle, const char *place)
{
	struct climits_mounts *mounts = &handle->mounts;
	int fd = climits_root_open(&handle->view[0], place, O_PATH | O_DIRECTORY);
	struct climits_mountinfo line;
	struct answer answer;
	int count = mounts->count;

	if (fd < 0)
		return 0;
	if (ask_kernel(fd, &answer)) {
		line = to_line(&answer);
		if (is_plain(&line) && is_known(mounts, line.id)) {
			climits_close_fd(fd);
			return 1;
		}
		if (is_plain(&line))
			climits_mounts_add(mounts, &line, 0, &handle->member);
	}
	if (mounts->count == count) {
		climits_close_fd(fd);
		return 0;
	}
	mounts->mount[count].fd = fd;
	return 1;
}

/* Whether one of the mounts carries the controller of that version. */
static int is_carried(const struct climits_mounts *mounts, int version, int controller)
{
	for (int i = 0; i < mounts->count; i++)
		if (mounts->mount[i].version == version &&
		    mounts->mount[i].controllers & 1U << controller)
			return 1;
	return 0;
}

/* 1 when a controller is on that version. */
static int uses(const struct climits_membership *member, int version)
{
	for (int c = 0; c < CLIMITS_CONTROLLERS; c++)
		if (member->version[c] == version)
			return 1;
	return 0;
}

static int add_all(struct climits *handle)
{
	static const char *const v1[CLIMITS_CONTROLLERS] = {
		[CLIMITS_CPU_CONTROLLER] = "/sys/fs/cgroup/cpu",
		[CLIMITS_CPUSET_CONTROLLER] = "/sys/fs/cgroup/cpuset",
		[CLIMITS_MEMORY_CONTROLLER] = "/sys/fs/cgroup/memory",
		[CLIMITS_PIDS_CONTROLLER] = "/sys/fs/cgroup/pids",
	};
	const struct climits_membership *member = &handle->member;
	int legacy = uses(member, 1);

	for (int c = 0; c < CLIMITS_CONTROLLERS; c++)
		if (member->version[c] == 1 &&
		    (!add_mount(handle, v1[c]) || !is_carried(&handle->mounts, 1, c)))
			return 0;
	if (member->unified.len > 0 || !legacy)
		return add_mount(handle, legacy ? "/sys/fs/cgroup/unified" : "/sys/fs/cgroup") &&
		       is_carried(&handle->mounts, 2, CLIMITS_CPU_CONTROLLER);
	return 1;
}

int climits_usual_mounts(struct climits *handle)
{
	if (add_all(handle))
		return 1;
	for (int i = 0; i < handle->mounts.count; i++)
		climits_close_fd(handle->mounts.mount[i].fd);
	climits_mounts_clear(&handle->mounts);
	return 0;
}
