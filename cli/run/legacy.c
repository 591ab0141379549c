/* SPDX-License-Identifier: MIT
 *
 * legacy.c - groups of cgroup v1, made with libcgroup: the only file that knows it.
 *
 * Not for v2: libcgroup 2.0.2 (Debian 12) enables controllers from the mount's top down, in groups
 * that may be another's, does not know that a group with processes can have no children with
 * controllers, cannot tell the path of any group, and gives up on the whole machine when one
 * cgroup2 mount cannot be read or has no controllers. unified.c does it with plain files.
 *
 * libcgroup logs to stdout unless it is given a logger, so it is given a silent one first. Its
 * getters and setters of numbers take "0-1" for 0 and success: strings alone are used.
 */
#include "legacy.h"

#include <errno.h>
#include <libcgroup.h>
#include <stdlib.h>
#include <string.h>

static void be_silent(void *context, int level, const char *format, va_list arguments)
{
	(void)context;
	(void)level;
	(void)format;
	(void)arguments;
}

/* Several of libcgroup's errors only say where another error number is kept. */
static int to_errno(int error)
{
	switch (error) {
	case 0:
		return 0;
	case ECGROUPVALUENOTEXIST:
		return -ENOENT;
	case ECGROUPNOTOWNER:
	case ECGROUPNOTALLOWED:
		return -EACCES;
	case ECGFAIL:
	case ECGOTHER:
		return cgroup_get_last_errno() ? -cgroup_get_last_errno() : -EIO;
	default:
		return -EINVAL;
	}
}

static const char *first_controller(const struct group *group)
{
	for (int i = 0; i < CONTROLLERS; i++)
		if (group->controllers >> i & 1)
			return controller_name((enum controller)i);
	return "";
}

/* libcgroup looks at one mount of each hierarchy, and always from its top: it must be ours. */
static int is_known(const struct group *group)
{
	char *mount = NULL;
	int same;

	if (cgroup_get_subsys_mount_point(first_controller(group), &mount) != 0)
		return 0;
	same = !strcmp(mount, group->mount);
	free(mount);
	return same;
}

int legacy_know(struct group *group)
{
	const char *name = group->path + strlen(group->mount);

	cgroup_set_logger(be_silent, CGROUP_LOG_ERROR, NULL);
	if (cgroup_init() != 0 || !is_known(group))
		return 0;
	group->cgroup = cgroup_new_cgroup(name + strspn(name, "/"));
	if (!group->cgroup || !cgroup_add_controller(group->cgroup, first_controller(group)))
		return -ENOMEM;
	return 0;
}

/* A directory that is there already is no error to libcgroup: the caller has looked. */
int legacy_make(const struct group *group)
{
	return to_errno(cgroup_create_cgroup(group->cgroup, 1));
}

/* One value at a time, so that an error is that of the value. */
int legacy_set(const struct group *group, const char *controller, const char *file,
	       const char *text)
{
	const char *name = group->path + strlen(group->mount);
	struct cgroup *cgroup = cgroup_new_cgroup(name + strspn(name, "/"));
	struct cgroup_controller *values;
	int r = -ENOMEM;

	values = cgroup ? cgroup_add_controller(cgroup, controller) : NULL;
	if (values && cgroup_add_value_string(values, file, text) == 0)
		r = to_errno(cgroup_modify_cgroup(cgroup));
	cgroup_free(&cgroup);
	return r;
}

int legacy_attach(const struct group *group, pid_t pid)
{
	return to_errno(cgroup_attach_task_pid(group->cgroup, pid));
}

int legacy_remove(const struct group *group)
{
	return to_errno(cgroup_delete_cgroup_ext(group->cgroup, CGFLAG_DELETE_RECURSIVE));
}

void legacy_forget(struct group *group)
{
	if (group->cgroup)
		cgroup_free(&group->cgroup);
}
