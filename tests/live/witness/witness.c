/* SPDX-License-Identifier: MIT
 *
 * witness NAME - libcgroup's directory of our own cgroup beside the library's, for each controller,
 * and which of them is right: the one whose list of processes has us. A line for each controller;
 * fails when the library is wrong. Knows cgroup v1 only: libcgroup 2.0.2 has no paths of v2.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <containerlimits.h>
#include <libcgroup.h>

static const struct {
	const char *name;
	int resource;
} controllers[] = {
	{"cpu", CLIMITS_CPU_QUOTA},
	{"cpuset", CLIMITS_CPUSET},
	{"memory", CLIMITS_MEMORY_MAX},
	{"pids", CLIMITS_PIDS_MAX},
};

/* Its own logger writes to stdout. */
static void be_silent(void *context, int level, const char *format, va_list arguments)
{
	(void)context;
	(void)level;
	(void)format;
	(void)arguments;
}

static int lists_us(const char *dir)
{
	char path[PATH_MAX + 16];
	char line[32];
	char us[32];
	FILE *file;
	int found = 0;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	snprintf(us, sizeof(us), "%d\n", (int)getpid());
	file = fopen(path, "re");
	while (file && !found && fgets(line, sizeof(line), file))
		found = !strcmp(line, us);
	if (file)
		fclose(file);
	return found;
}

static void ask_libcgroup(const char *controller, char dir[PATH_MAX])
{
	char *mount = NULL;
	char *path = NULL;

	snprintf(dir, PATH_MAX, "nothing");
	if (cgroup_get_subsys_mount_point(controller, &mount) == 0 &&
	    cgroup_get_current_controller_path(getpid(), controller, &path) == 0)
		snprintf(dir, PATH_MAX, "%s%s", mount, strcmp(path, "/") ? path : "");
	free(mount);
	free(path);
}

/* The level whose file binds is our own: the test has set all limits there. */
static void ask_library(const struct climits *handle, const struct climits_limits *limits,
			int resource, char dir[PATH_MAX])
{
	char *slash;

	if (climits_limit_of(limits, resource)->status == CLIMITS_UNKNOWN ||
	    climits_limit_file(handle, resource, dir, PATH_MAX) < 0) {
		snprintf(dir, PATH_MAX, "nothing");
		return;
	}
	slash = strrchr(dir, '/');
	if (slash)
		*slash = '\0';
}

/* 1 when the library is wrong: it names another's cgroup, or none where libcgroup names ours. */
static int judge(const char *name, const char *controller, const char *theirs, const char *ours)
{
	int they = lists_us(theirs);
	int we = lists_us(ours);
	int wrong = we ? 0 : they || strcmp(ours, "nothing") != 0;

	printf("%s: %s: %s: ", wrong ? "FAILED" : "ok", name, controller);
	if (!strcmp(theirs, ours))
		printf("both say %s\n", ours);
	else
		printf("libcgroup says %s, %s; we say %s, %s\n", theirs, they ? "right" : "wrong",
		       ours,
		       we      ? "right"
		       : wrong ? "wrong"
			       : "as it cannot be told");
	return wrong;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "here";
	struct climits_limits limits = {.size = sizeof(limits)};
	struct climits *handle;
	char theirs[PATH_MAX];
	char ours[PATH_MAX];
	int wrong = 0;

	cgroup_set_logger(be_silent, CGROUP_LOG_ERROR, NULL);
	if (cgroup_init() != 0 || climits_open(NULL, &handle) < 0)
		return 2;
	if (climits_read(handle, &limits) < 0)
		return 2;
	for (size_t i = 0; i < sizeof(controllers) / sizeof(controllers[0]); i++) {
		ask_libcgroup(controllers[i].name, theirs);
		ask_library(handle, &limits, controllers[i].resource, ours);
		wrong += judge(name, controllers[i].name, theirs, ours);
	}
	climits_close(handle);
	return wrong > 0;
}
