/* SPDX-License-Identifier: MIT
 *
 * unified.c - where a group of cgroup v2 can be made. Admin-guide/cgroup-v2.rst, "No Internal
 * Process Constraint": only the machine's root may have processes of its own and children with
 * controllers. The caller is a process of its own cgroup, so the group goes beside it, below the
 * nearest cgroup above that has none.
 */
#include "unified.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "file.h"

/* cgroup.controllers: the names of all controllers there are or will be, a few words each. */
#define CONTROLLERS_TEXT 1024

static int is_any(pid_t pid, void *context)
{
	(void)pid;
	(void)context;
	return 1;
}

/* The machine's root is the only cgroup without a type. */
static int may_have_children(const struct group *group)
{
	int r;

	if (!file_exists(group->parent, "cgroup.type"))
		return 0;
	r = file_each_process(group->parent, is_any, NULL);
	return r == 1 ? -EBUSY : r;
}

/* The controllers of the group that the file of parent does not list, as bits. */
static int missing_in(const struct group *group, const char *file, unsigned *ret_missing)
{
	char text[CONTROLLERS_TEXT];
	int r = file_read(group->parent, file, text, sizeof(text));

	if (r < 0)
		return r;
	*ret_missing = group->controllers;
	for (int i = 0; i < CONTROLLERS; i++)
		if (file_has_word(text, controller_name((enum controller)i)))
			*ret_missing &= ~(1U << i);
	return 0;
}

/* Writes "+cpu +memory", or "-cpu -memory". */
static int switch_controllers(const struct group *group, unsigned controllers, char sign)
{
	char text[CONTROLLERS_TEXT] = "";
	size_t length = 0;

	for (int i = 0; i < CONTROLLERS; i++)
		if (controllers >> i & 1)
			length += (size_t)snprintf(text + length, sizeof(text) - length, "%c%s ",
						   sign, controller_name((enum controller)i));
	return length ? file_write(group->parent, "cgroup.subtree_control", text) : 0;
}

/*
 * Every `climits run` below parent holds a shared lock on it while its group is there. Without one
 * (someone else holds the lock) nothing is taken back at the end.
 */
static void lock(struct group *group)
{
	group->lock = open(group->parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (group->lock >= 0 && flock(group->lock, LOCK_SH | LOCK_NB) < 0) {
		close(group->lock);
		group->lock = -1;
	}
}

static int is_child(const char *path, void *context)
{
	(void)path;
	(void)context;
	return 1;
}

/* Another group below parent would lose the limits that it has with the controller. */
void unified_restore(struct group *group)
{
	if (group->lock < 0)
		return;
	if (group->enabled && flock(group->lock, LOCK_EX | LOCK_NB) == 0 &&
	    file_each_directory(group->parent, is_child, NULL) == 0)
		switch_controllers(group, group->enabled, '-');
	group->enabled = 0;
	close(group->lock);
	group->lock = -1;
}

static int make_in_parent(struct group *group, int (*make)(struct group *group))
{
	unsigned missing;
	int r = missing_in(group, "cgroup.controllers", &missing);

	if (r == 0 && missing)
		r = -ENOENT;
	if (r == 0 && faccessat(AT_FDCWD, group->parent, W_OK, AT_EACCESS) < 0)
		r = -errno;
	if (r == 0)
		r = may_have_children(group);
	if (r < 0)
		return r;
	lock(group);
	r = missing_in(group, "cgroup.subtree_control", &missing);
	if (r == 0)
		r = switch_controllers(group, missing, '+');
	if (r == 0) {
		group->enabled = missing;
		r = make(group);
	}
	if (r < 0)
		unified_restore(group);
	return r;
}

int unified_make(struct group *group, int (*make)(struct group *group))
{
	for (;;) {
		int r = make_in_parent(group, make);

		if (r == 0 || strlen(group->parent) <= strlen(group->mount))
			return r;
		*strrchr(group->parent, '/') = '\0';
		group->climbed++;
	}
}
