/* SPDX-License-Identifier: MIT
 *
 * The cgroup mounts among all mounts, from mountinfo alone and in one pass, so that ten thousand
 * other mounts cost no memory. What mountinfo cannot tell for sure (its order is that of creation,
 * and mounts can be moved) is asked of the kernel when a mount is opened (place.c); captured trees
 * have nothing else.
 */
#include "mounts.h"

#include "containerlimits.h"

#include <limits.h>
#include <string.h>

/*
 * Controllers that make a v1 mount count for the cgroup version. pids is on its own nearly
 * everywhere.
 */
#define VERSION_CONTROLLERS                                                                        \
	(1U << CLIMITS_CPU_CONTROLLER | 1U << CLIMITS_CPUSET_CONTROLLER |                          \
	 1U << CLIMITS_MEMORY_CONTROLLER)

#define ALL_CONTROLLERS ((1U << CLIMITS_CONTROLLERS) - 1)

void climits_mounts_clear(struct climits_mounts *mounts)
{
	mounts->count = 0;
	mounts->dropped = 0;
	mounts->text_used = 0;
}

static int is_type(struct climits_span type, const char *name)
{
	return type.len == strlen(name) && memcmp(type.at, name, type.len) == 0;
}

static int has_option(struct climits_span options, const char *name)
{
	size_t len = strlen(name);

	for (size_t at = 0; at < options.len;) {
		const char *comma = memchr(options.at + at, ',', options.len - at);
		size_t word = comma ? (size_t)(comma - options.at) - at : options.len - at;

		if (word == len && memcmp(options.at + at, name, len) == 0)
			return 1;
		at += word + 1;
	}
	return 0;
}

/* The path that must be at or below the mount's root: all controllers of one hierarchy share it. */
static struct climits_span member_path(const struct climits_mount *mount,
				       const struct climits_membership *membership)
{
	if (mount->version == 2)
		return membership->unified;
	for (unsigned c = 0; c < CLIMITS_CONTROLLERS; c++)
		if (mount->controllers & 1U << c && membership->version[c] == 1)
			return membership->path[c];
	return (struct climits_span){0};
}

/*
 * What of the cgroup's path lies below the mount's root; 0 when the mount does not show the cgroup.
 */
static int path_in_mount(const struct climits_mount *mount,
			 const struct climits_membership *membership, struct climits_span *ret_rest)
{
	struct climits_span path = member_path(mount, membership);

	return path.len > 0 && climits_path_below(mount->root, path, ret_rest) &&
	       !climits_path_escapes(*ret_rest);
}

/*
 * A later mount at the same place, or at a place above, covers this one. Not if it is a mount that
 * this one stands on: a tree of mounts that was moved, or a root that was entered late, is listed
 * so. What is mounted over "/" leaves the root of the process alone.
 */
static void note_covering(struct climits_mount *mount, const struct climits_mountinfo *line)
{
	struct climits_span rest;

	if (line->id == mount->ancestor) {
		mount->ancestor = line->parent;
		return;
	}
	if (line->point.len > 1 && climits_path_below(line->point, mount->escaped_point, &rest))
		mount->hidden = 1;
}

/* A mount below the mount point, on the way to the cgroup, shows something else from there on. */
static void note_covered_part(struct climits_mount *mount, const struct climits_mountinfo *line,
			      const struct climits_membership *membership)
{
	char part[PATH_MAX];
	struct climits_span below;
	struct climits_span on_way;
	struct climits_span beyond;
	int depth;

	if (!mount->usable || !climits_path_below(mount->escaped_point, line->point, &below) ||
	    below.len == 0 || below.len > sizeof(part))
		return;
	below = (struct climits_span){.at = part, .len = climits_mountinfo_unescape(below, part)};
	if (!path_in_mount(mount, membership, &on_way) ||
	    !climits_path_below(below, on_way, &beyond))
		return;
	depth = (int)climits_path_depth(below);
	if (depth < mount->covered)
		mount->covered = depth;
}

static struct climits_span keep_text(struct climits_mounts *mounts, struct climits_span escaped,
				     int unescape)
{
	char *at = mounts->text + mounts->text_used;
	size_t len = escaped.len;

	if (unescape)
		len = climits_mountinfo_unescape(escaped, at);
	else
		memcpy(at, escaped.at, len);
	at[len] = '\0';
	mounts->text_used += len + 1;
	return (struct climits_span){.at = at, .len = len};
}

static void keep(struct climits_mounts *mounts, const struct climits_mountinfo *line,
		 struct climits_mount *mount, const struct climits_membership *membership)
{
	struct climits_span rest;

	if (mounts->count == CLIMITS_MOUNTS_MAX ||
	    line->root.len + 2 * line->point.len + 3 > CLIMITS_MOUNTS_TEXT - mounts->text_used) {
		mounts->dropped = 1;
		return;
	}
	mount->root = keep_text(mounts, line->root, 1);
	mount->point = keep_text(mounts, line->point, 1);
	mount->escaped_point = keep_text(mounts, line->point, 0);
	mount->root_depth = (int)climits_path_depth(mount->root);
	mount->usable = path_in_mount(mount, membership, &rest);
	mounts->mount[mounts->count++] = *mount;
}

void climits_mounts_add(struct climits_mounts *mounts, const struct climits_mountinfo *line,
			int view, const struct climits_membership *membership)
{
	struct climits_mount mount = {
		.id = line->id,
		.ancestor = line->parent,
		.view = view,
		.covered = INT_MAX,
		.fd = -1,
	};

	for (int i = 0; i < mounts->count; i++) {
		if (mounts->mount[i].view != view)
			continue;
		note_covering(&mounts->mount[i], line);
		note_covered_part(&mounts->mount[i], line, membership);
	}
	if (is_type(line->type, "cgroup2")) {
		mount.version = 2;
		mount.controllers = ALL_CONTROLLERS;
	} else if (is_type(line->type, "cgroup")) {
		mount.version = 1;
		mount.controllers = climits_controllers_in(line->options.at, line->options.len,
							   ',');
		mount.noprefix = has_option(line->options, "noprefix");
	}
	if (mount.controllers)
		keep(mounts, line, &mount, membership);
}

int climits_mounts_order(const struct climits_mounts *mounts, int version, unsigned controller,
			 int *order, int max, int *ret_carried)
{
	int count = 0;

	*ret_carried = 0;
	for (int i = 0; i < mounts->count; i++) {
		const struct climits_mount *mount = &mounts->mount[i];
		int at;

		if (mount->version != version || !(mount->controllers & 1U << controller))
			continue;
		++*ret_carried;
		if (!mount->usable)
			continue;
		if (count < max)
			count++;
		else if (mounts->mount[order[max - 1]].root_depth <= mount->root_depth)
			continue;
		for (at = count - 1; at > 0; at--) {
			if (mounts->mount[order[at - 1]].root_depth <= mount->root_depth)
				break;
			order[at] = order[at - 1];
		}
		order[at] = i;
	}
	return count;
}

int climits_mounts_version(const struct climits_mounts *mounts)
{
	int version = CLIMITS_CGROUP_NONE;

	for (int i = 0; i < mounts->count; i++) {
		const struct climits_mount *mount = &mounts->mount[i];

		if (mount->hidden ||
		    (mount->version == 1 && !(mount->controllers & VERSION_CONTROLLERS)))
			continue;
		version |= mount->version == 1 ? CLIMITS_CGROUP_V1 : CLIMITS_CGROUP_V2;
	}
	return version;
}
