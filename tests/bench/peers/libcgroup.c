/* SPDX-License-Identifier: MIT
 *
 * What a program does that asks libcgroup for its limits: init, then for cpu and memory where it
 * is and the text of the files of that one level.
 */
#include "../measure.h"

#include <libcgroup.h>
#include <unistd.h>

static char value[256];

static void read_file(const char *controller, const char *path, const char *file)
{
	char name[64];
	void *reader = NULL;

	snprintf(name, sizeof(name), "%s", file);
	if (cgroup_read_value_begin(controller, path, name, &reader, value, sizeof(value)) == 0)
		cgroup_read_value_end(&reader);
}

static void look_up(const char *controller, const char *const *file)
{
	char *path = NULL;

	if (cgroup_get_current_controller_path(getpid(), controller, &path) != 0)
		return;
	for (; *file; file++)
		read_file(controller, path, *file);
	free(path);
}

static void init_and_look_up(void)
{
	static const char *const cpu[] = {"cpu.cfs_quota_us", "cpu.cfs_period_us", NULL};
	static const char *const memory[] = {"memory.limit_in_bytes", NULL};

	if (cgroup_init() != 0)
		abort();
	look_up("cpu", cpu);
	look_up("memory", memory);
}

static struct measure_call calls[] = {
	{"libcgroup init and lookup", "quota, memory of one level", init_and_look_up, 0},
};

int main(int argc, char **argv)
{
	return measure_main(calls, 1, argc, argv);
}
