/* SPDX-License-Identifier: MIT
 *
 * Where a process's cgroups are: from its membership and the mounts to a chain of directories for
 * each controller, and the horizon. Does not know what the files in them say.
 */
#include "place.h"
#include "usual.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#ifndef STATX_MNT_ID /* glibc before 2.33; linux/stat.h has it from 5.8 on */
#define STATX_MNT_ID 0x1000U
#endif

/* include/linux/proc_ns.h: the number of the first cgroup namespace, PROC_CGROUP_INIT_INO. */
static const char FIRST_NAMESPACE[] = "cgroup:[4026531835]";

/*
 * The kernel has the last word on what is at a mount point: mountinfo names mounts by the same
 * number as statx(2) from Linux 5.8 on. Before, the file system's type has to do.
 */
static int is_this_mount(int fd, const struct climits_mount *mount)
{
	struct statx stx;
	struct statfs fs;

	if (statx(fd, "", AT_EMPTY_PATH, STATX_MNT_ID, &stx) == 0 && stx.stx_mask & STATX_MNT_ID)
		return stx.stx_mnt_id == mount->id;
	if (mount->hidden || fstatfs(fd, &fs) < 0)
		return 0;
	return (uint64_t)fs.f_type ==
	       (mount->version == 2 ? CGROUP2_SUPER_MAGIC : CGROUP_SUPER_MAGIC);
}

/* Opens the mount point, once. */
static int open_mount(struct climits *handle, struct climits_mount *mount)
{
	if (mount->fd != -1)
		return mount->fd >= 0 ? 0 : -mount->error;
	mount->fd = -2;
	mount->error = ENODEV;
	if (!handle->live && mount->hidden)
		return -ENODEV;
	mount->fd = climits_root_open(&handle->view[mount->view], mount->point.at,
				      O_PATH | O_DIRECTORY);
	if (mount->fd >= 0 && handle->live && !is_this_mount(mount->fd, mount)) {
		climits_close_fd(mount->fd);
		mount->fd = -ENODEV;
	}
	if (mount->fd < 0) {
		/* Under a cover the mount point need not be there. */
		mount->error = mount->hidden && mount->fd == -ENOENT ? ENODEV : -mount->fd;
		mount->fd = -2;
		return -mount->error;
	}
	return 0;
}

static int shows(const struct climits_mount *mount, const struct climits_place *place, int level)
{
	int below = place->depth - level - mount->root_depth;

	return below >= 0 && below < mount->covered;
}

int climits_place_mount(const struct climits *handle, enum climits_controller controller, int level)
{
	const struct climits_place *place = &handle->place[controller];

	for (int i = 0; i < place->mounts; i++)
		if (shows(&handle->mounts.mount[place->mount[i]], place, level))
			return place->mount[i];
	return -1;
}

struct climits_span climits_place_rest(const struct climits *handle,
				       enum climits_controller controller, int level, int mount)
{
	struct climits_span rest = {0};

	climits_path_below(handle->mounts.mount[mount].root, handle->place[controller].path, &rest);
	return climits_path_up(rest, (size_t)level);
}

/* 0 when the process's own cgroup is there, through this mount. */
static int check_leaf(const struct climits_mount *mount, const struct climits_place *place,
		      enum climits_bound bound)
{
	char path[PATH_MAX];
	struct climits_span rest;
	int fd;

	climits_path_below(mount->root, place->path, &rest);
	if (rest.len == 0)
		return 0;
	if (rest.len >= sizeof(path))
		return -ENAMETOOLONG;
	memcpy(path, rest.at, rest.len);
	path[rest.len] = '\0';
	fd = climits_open_below(mount->fd, path, O_PATH | O_DIRECTORY, bound);
	climits_close_fd(fd);
	return fd < 0 ? fd : 0;
}

/*
 * A mount that cannot be used, beside others that can: covered, hidden from us, or without our
 * cgroup.
 */
static int is_passed_over(int error)
{
	return error == -ENODEV || error == -ENOENT || error == -EACCES || error == -EPERM ||
	       error == -EXDEV || error == -ENOTDIR;
}

/*
 * On the live machine a single mount is not asked beforehand: that the process's own cgroup is not
 * in it shows when the first of its files is opened (level.c).
 */
static int must_check(const struct climits *handle, int count)
{
	return !handle->live || count > 1;
}

/*
 * Keeps the mounts that can be opened and, of those that should show the process's own cgroup, do.
 * One that does not is left out whole: what it shows above may be another hierarchy's. A fault
 * (EMFILE, EIO) fails all, for a mount that is lost to it may be the one with the tighter level.
 */
static int choose_mounts(struct climits *handle, struct climits_place *place, const int *order,
			 int count)
{
	int error = -ENODEV;
	int leaf = 0;

	for (int i = 0; i < count; i++) {
		struct climits_mount *mount = &handle->mounts.mount[order[i]];
		int r = open_mount(handle, mount);

		if (r == 0 && must_check(handle, count) && shows(mount, place, 0))
			r = check_leaf(mount, place, climits_place_bound(handle));
		leaf |= r == 0 && shows(mount, place, 0);
		if (r == 0)
			place->mount[place->mounts++] = order[i];
		else if (is_passed_over(r))
			error = r;
		else
			return r;
	}
	return leaf ? 0 : error;
}

/*
 * The highest level that can be seen, and whether it is the machine's root. Levels in between that
 * another mount covers are hidden as those above are.
 */
static void find_top(struct climits *handle, enum climits_controller controller,
		     int first_namespace)
{
	struct climits_place *place = &handle->place[controller];
	int hidden = 0;

	place->top = 0;
	for (int level = 1; level <= place->depth; level++) {
		if (climits_place_mount(handle, controller, level) >= 0)
			place->top = level;
		else
			hidden = 1;
	}
	if (hidden || (handle->live && !first_namespace))
		place->horizon = CLIMITS_HORIZON_NAMESPACE;
	else
		place->horizon = handle->live ? CLIMITS_HORIZON_ROOT : CLIMITS_HORIZON_UNKNOWN;
}

/* A removed cgroup: the path that it had does not say where the process is. */
static int gone(struct climits_span path, int error)
{
	return error == -ENOENT && climits_path_deleted(&path) ? -ENODEV : error;
}

static void resolve_controller(struct climits *handle, enum climits_controller controller,
			       int first_namespace)
{
	struct climits_place *place = &handle->place[controller];
	int order[CLIMITS_MOUNTS_MAX];
	int carried;
	int count;
	int r = 0;

	*place = (struct climits_place){
		.version = handle->member.version[controller],
		.path = handle->member.path[controller],
		.depth = (int)climits_path_depth(handle->member.path[controller]),
	};
	if (place->version == 0)
		return;
	count = climits_mounts_order(&handle->mounts, place->version, controller, order,
				     CLIMITS_PLACE_MOUNTS, &carried);
	if (handle->mounts_error)
		r = -handle->mounts_error;
	else if (count == 0 && handle->mounts.dropped)
		r = -EFBIG;
	else if (carried == 0)
		r = -ENODEV;
	else if (count == 0)
		r = -EXDEV;
	else
		r = gone(place->path, choose_mounts(handle, place, order, count));
	if (r < 0)
		place->error = -r;
	else
		find_top(handle, controller, first_namespace);
}

/*
 * Adds the mounts of one view: of ours, or of the process when it lives in another mount namespace.
 */
static int read_mounts(struct climits *handle, int view, int fd)
{
	struct climits_lines lines;
	struct climits_span text;
	int cut;
	int r;

	climits_lines_begin(&lines, fd, handle->scratch, sizeof(handle->scratch));
	while ((r = climits_lines_next(&lines, &text, &cut)) > 0) {
		struct climits_mountinfo line;

		/* A line that is none (some sandboxes cut them) hides nothing of the others. */
		if (climits_mountinfo_parse(text, cut, &line) == 0)
			climits_mounts_add(&handle->mounts, &line, view, &handle->member);
	}
	return r;
}

static int read_view(struct climits *handle, int view)
{
	const int ours = handle->live && view == 0;
	int fd = ours ? climits_root_open(&handle->view[0], "/proc/self/mountinfo", 0)
		      : climits_proc_open(handle, "mountinfo");
	int r;

	if (fd < 0)
		return fd;
	r = read_mounts(handle, view, fd);
	climits_close_fd(fd);
	return r;
}

/*
 * 1 or 0. Where it cannot be told, levels may be hidden, and the next read asks again. Linux before
 * 4.6 has no cgroup namespaces; that there is no such file is asked twice, as in level.c.
 */
static int in_first_namespace(struct climits *handle)
{
	static const char PATH[] = "/proc/self/ns/cgroup";
	char name[sizeof(FIRST_NAMESPACE)];
	ssize_t len;

	if (!handle->live)
		return 0;
	len = readlink(PATH, name, sizeof(name));
	if (len >= 0)
		return len == (ssize_t)sizeof(name) - 1 &&
		       memcmp(name, FIRST_NAMESPACE, (size_t)len) == 0;
	if (errno == ENOENT && faccessat(AT_FDCWD, PATH, F_OK, 0) < 0 && errno == ENOENT)
		return 1;
	handle->namespace_error = errno;
	return 0;
}

static void resolve_controllers(struct climits *handle, int first_namespace)
{
	for (int c = 0; c < CLIMITS_CONTROLLERS; c++)
		resolve_controller(handle, (enum climits_controller)c, first_namespace);
}

/* 1 when a controller cannot be seen through our own mounts, though the process is in it. */
static int is_missing_some(const struct climits *handle)
{
	for (int c = 0; c < CLIMITS_CONTROLLERS; c++)
		if (handle->place[c].error == ENODEV || handle->place[c].error == EXDEV)
			return 1;
	return 0;
}

/* A container that we look into from another container may show its own cgroup where we cannot. */
static void try_other_view(struct climits *handle, int first_namespace)
{
	int fd;

	if (handle->proc_fd < 0 || !is_missing_some(handle))
		return;
	if (handle->views < 2) {
		fd = openat(handle->proc_fd, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
		if (fd < 0)
			return;
		handle->view[handle->views++] = (struct climits_root){.fd = fd};
	}
	if (read_view(handle, 1) == 0)
		resolve_controllers(handle, first_namespace);
}

static void forget_mounts(struct climits *handle)
{
	for (int i = 0; i < handle->mounts.count; i++)
		climits_close_fd(handle->mounts.mount[i].fd);
	climits_mounts_clear(&handle->mounts);
}

/* The short way, where it is exact (usual.c). 1 when every controller was found. */
static int resolve_usual(struct climits *handle, int first_namespace)
{
	if (!first_namespace || handle->unusual || !climits_usual_mounts(handle))
		return 0;
	resolve_controllers(handle, first_namespace);
	for (int c = 0; c < CLIMITS_CONTROLLERS; c++)
		if (handle->place[c].error)
			return 0;
	return 1;
}

static void resolve_all(struct climits *handle, int first_namespace)
{
	forget_mounts(handle);
	handle->mounts_error = -read_view(handle, 0);
	if (handle->member_error)
		return;
	resolve_controllers(handle, first_namespace);
	try_other_view(handle, first_namespace);
}

void climits_place_resolve(struct climits *handle)
{
	int first_namespace;

	climits_place_forget(handle);
	first_namespace = in_first_namespace(handle);
	if (handle->member_error || !resolve_usual(handle, first_namespace))
		resolve_all(handle, first_namespace);
	handle->resolved = 1;
}

void climits_place_forget(struct climits *handle)
{
	climits_level_close(handle);
	forget_mounts(handle);
	memset(handle->place, 0, sizeof(handle->place));
	handle->mounts_error = 0;
	handle->namespace_error = 0;
	handle->resolved = 0;
}
