/* SPDX-License-Identifier: MIT
 *
 * Where a limit comes from, as text: built when it is asked for, not at each read.
 */
#include "handle.h"

#include "text.h"

#include <errno.h>

static int is_resource(int resource)
{
	return resource >= 0 && resource < CLIMITS_RESOURCES;
}

static int put_cgroup(struct climits_span path, char *buf, size_t size)
{
	struct climits_text text = {.buf = buf, .size = size};

	if (path.len > 0)
		climits_text_bytes(&text, path.at, path.len);
	else
		climits_text_string(&text, "/");
	return climits_text_end(&text);
}

int climits_limit_cgroup(const struct climits *handle, int resource, char *buf, size_t size)
{
	const struct climits_origin *origin;

	if (!is_resource(resource))
		return -EINVAL;
	origin = &handle->origin[resource];
	if (origin->kind != CLIMITS_ORIGIN_LEVEL)
		return -ENODATA;
	return put_cgroup(
		climits_path_up(handle->place[origin->controller].path, (size_t)origin->level), buf,
		size);
}

/* The file of a level: mount point, what of the cgroup's path is below it, and the name. */
static int put_level_file(const struct climits *handle, const struct climits_origin *origin,
			  char *buf, size_t size)
{
	struct climits_text text = {.buf = buf, .size = size};
	int mount = climits_place_mount(handle, origin->controller, origin->level);
	struct climits_span point;
	struct climits_span rest;

	if (mount < 0)
		return -ENODATA;
	point = handle->mounts.mount[mount].point;
	rest = climits_place_rest(handle, origin->controller, origin->level, mount);
	point = climits_path_up(point, 0);
	climits_text_bytes(&text, point.at, point.len);
	if (rest.len > 0)
		climits_text_string(&text, "/");
	climits_text_bytes(&text, rest.at, rest.len);
	climits_text_string(&text, "/");
	climits_text_string(&text,
			    climits_file_name(handle, origin->controller, mount, origin->file));
	return climits_text_end(&text);
}

int climits_limit_file(const struct climits *handle, int resource, char *buf, size_t size)
{
	const struct climits_origin *origin;

	if (!is_resource(resource))
		return -EINVAL;
	origin = &handle->origin[resource];
	switch (origin->kind) {
	case CLIMITS_ORIGIN_LEVEL:
	case CLIMITS_ORIGIN_HIDDEN:
		return put_level_file(handle, origin, buf, size);
	case CLIMITS_ORIGIN_CGROUP:
		return climits_proc_path(handle, "cgroup", buf, size);
	case CLIMITS_ORIGIN_MOUNTS:
		return climits_proc_path(handle, "mountinfo", buf, size);
	case CLIMITS_ORIGIN_NONE:
		break;
	}
	return -ENODATA;
}

int climits_cgroup_path(const struct climits *handle, int resource, char *buf, size_t size)
{
	static const enum climits_controller controllers[CLIMITS_RESOURCES] = {
		[CLIMITS_CPU_QUOTA] = CLIMITS_CPU_CONTROLLER,
		[CLIMITS_CPUSET] = CLIMITS_CPUSET_CONTROLLER,
		[CLIMITS_CPU_WEIGHT] = CLIMITS_CPU_CONTROLLER,
		[CLIMITS_MEMORY_MAX] = CLIMITS_MEMORY_CONTROLLER,
		[CLIMITS_MEMORY_HIGH] = CLIMITS_MEMORY_CONTROLLER,
		[CLIMITS_SWAP_MAX] = CLIMITS_MEMORY_CONTROLLER,
		[CLIMITS_PIDS_MAX] = CLIMITS_PIDS_CONTROLLER,
		[CLIMITS_AFFINITY] = CLIMITS_CONTROLLERS,
		[CLIMITS_ONLINE] = CLIMITS_CONTROLLERS,
	};
	enum climits_controller controller;

	if (!is_resource(resource))
		return -EINVAL;
	controller = controllers[resource];
	if (controller == CLIMITS_CONTROLLERS || handle->member_error ||
	    handle->member.version[controller] == 0)
		return -ENODATA;
	return put_cgroup(handle->member.path[controller], buf, size);
}

int climits_cpu_list(const struct climits *handle, int resource, char *buf, size_t size)
{
	const struct climits_cpus *cpus = resource == CLIMITS_CPUSET     ? &handle->cpuset
					  : resource == CLIMITS_AFFINITY ? &handle->affinity
									 : &handle->online;
	const struct climits_limit *record;

	if (resource != CLIMITS_CPUSET && resource != CLIMITS_AFFINITY &&
	    resource != CLIMITS_ONLINE)
		return -EINVAL;
	record = climits_limit_of(&handle->limits, resource);
	return record->value > 0 ? climits_cpus_format(cpus, buf, size) : -ENODATA;
}
