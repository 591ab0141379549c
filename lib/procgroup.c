/* SPDX-License-Identifier: MIT
 *
 * Lines of /proc/PID/cgroup. Which of them counts for a controller is decided in membership.c.
 */
#include "procgroup.h"

#include <errno.h>
#include <string.h>

static const char *const NAMES[CLIMITS_CONTROLLERS] = {
	[CLIMITS_CPU_CONTROLLER] = "cpu",
	[CLIMITS_CPUSET_CONTROLLER] = "cpuset",
	[CLIMITS_MEMORY_CONTROLLER] = "memory",
	[CLIMITS_PIDS_CONTROLLER] = "pids",
};

static unsigned controller_bit(const char *name, size_t len)
{
	for (unsigned i = 0; i < CLIMITS_CONTROLLERS; i++)
		if (len == strlen(NAMES[i]) && memcmp(name, NAMES[i], len) == 0)
			return 1U << i;
	return 0;
}

/* Whole words only: "cpu" is neither "cpuacct" nor "cpuset". */
unsigned climits_controllers_in(const char *text, size_t len, char separator)
{
	unsigned found = 0;

	for (size_t at = 0; at < len;) {
		const char *end = memchr(text + at, separator, len - at);
		size_t word = end ? (size_t)(end - text) - at : len - at;

		found |= controller_bit(text + at, word);
		at += word + 1;
	}
	return found;
}

/*
 * cgroups(7), "/proc files":
 *
 *	HIERARCHY-ID:CONTROLLER[,CONTROLLER...]:PATH
 *
 * Version 2 is "0::PATH". Only the first two colons separate: a path may hold colons, spaces,
 * backslashes and every other byte but NUL and newline, and nothing in it is escaped.
 */
int climits_procgroup_parse(struct climits_span line, struct climits_procgroup *ret)
{
	const char *end = line.at + line.len;
	const char *first = line.len ? memchr(line.at, ':', line.len) : NULL;
	const char *second = first ? memchr(first + 1, ':', (size_t)(end - first - 1)) : NULL;

	if (!second || second + 1 == end || second[1] != '/' ||
	    memchr(second, '\0', (size_t)(end - second)))
		return -EBADMSG;
	ret->unified = first == line.at + 1 && line.at[0] == '0' && second == first + 1;
	ret->controllers = climits_controllers_in(first + 1, (size_t)(second - first - 1), ',');
	ret->path = (struct climits_span){.at = second + 1, .len = (size_t)(end - second - 1)};
	return 0;
}
