/* SPDX-License-Identifier: MIT
 *
 * live_handle [-p PID]: opens a handle, and for each line on stdin reads it once and prints
 * QUOTA CPUSET MEMORY PIDS MOVED: numbers, "max", or "unknown:ERRNO"; "moved" or "-". A line
 * "count" asks for how many descriptors are open. For scripts that change something between reads.
 */
#include "containerlimits.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_limit(const struct climits_limit *limit, int with_value)
{
	if (limit->status == CLIMITS_LIMITED || (with_value && limit->value))
		printf("%" PRIu64 " ", limit->value);
	else if (limit->status == CLIMITS_UNLIMITED)
		printf("max ");
	else
		printf("%s:%d ", climits_status_name(limit->status), (int)limit->error);
}

static void print_limits(struct climits *handle)
{
	struct climits_limits limits = {.size = sizeof(limits)};
	int r = climits_read(handle, &limits);

	if (r < 0) {
		printf("error %d\n", -r);
		return;
	}
	print_limit(&limits.cpu_quota, 0);
	print_limit(&limits.cpuset, limits.cpuset.status != CLIMITS_UNKNOWN);
	print_limit(&limits.memory_max, 0);
	print_limit(&limits.pids_max, 0);
	puts(limits.notes >> CLIMITS_NOTE_CGROUP_MOVED & 1 ? "moved" : "-");
}

/* Without that of the directory itself. */
static void print_count(void)
{
	DIR *directory = opendir("/proc/self/fd");
	int count = -3;

	if (!directory)
		return;
	while (readdir(directory))
		count++;
	closedir(directory);
	printf("%d\n", count);
}

int main(int argc, char **argv)
{
	struct climits_options options = {.size = sizeof(options)};
	struct climits *handle;
	char line[16];
	int r;

	if (argc == 3 && strcmp(argv[1], "-p") == 0)
		options.pid = (int)strtol(argv[2], NULL, 10);
	r = climits_open(&options, &handle);
	if (r < 0) {
		printf("error %d\n", -r);
		return 1;
	}
	while (fgets(line, sizeof(line), stdin)) {
		if (strcmp(line, "count\n") == 0)
			print_count();
		else
			print_limits(handle);
		fflush(stdout);
	}
	climits_close(handle);
	return 0;
}
