/* SPDX-License-Identifier: MIT
 *
 * The two ways to the mounts, mountinfo and statmount(2), held against each other on the machine
 * that a test runs on.
 */
#ifndef BOTH_WAYS_H
#define BOTH_WAYS_H

#include "../../lib/handle.h"

#include <string.h>

/* What a handle says that was told to read all mounts, or not. 0 or a negative errno. */
static inline int one_way(int32_t pid, int unusual, struct climits **ret,
			  struct climits_limits *limits)
{
	struct climits_options options = {.size = sizeof(options), .pid = pid};
	int r = climits_open(&options, ret);

	if (r < 0)
		return r;
	(*ret)->unusual = unusual;
	return climits_read(*ret, limits);
}

static inline int same_origin(const struct climits *a, const struct climits *b, int resource)
{
	char texts[4][4096] = {{0}};

	return climits_limit_file(a, resource, texts[0], sizeof(texts[0])) ==
		       climits_limit_file(b, resource, texts[1], sizeof(texts[1])) &&
	       climits_limit_cgroup(a, resource, texts[2], sizeof(texts[2])) ==
		       climits_limit_cgroup(b, resource, texts[3], sizeof(texts[3])) &&
	       strcmp(texts[0], texts[1]) == 0 && strcmp(texts[2], texts[3]) == 0;
}

/* 1 when both ways give the same limits from the same files. The process must stay as it is. */
static inline int both_ways_agree(int32_t pid)
{
	struct climits_limits limits[2] = {{.size = sizeof(limits[0])},
					   {.size = sizeof(limits[0])}};
	struct climits *handles[2] = {NULL, NULL};
	int same = one_way(pid, 0, &handles[0], &limits[0]) ==
			   one_way(pid, 1, &handles[1], &limits[1]) &&
		   memcmp(&limits[0], &limits[1], sizeof(limits[0])) == 0;

	for (int i = 0; same && handles[0] && i < CLIMITS_RESOURCES; i++)
		same = same_origin(handles[0], handles[1], i);
	climits_close(handles[0]);
	climits_close(handles[1]);
	return same;
}

#endif
