/* SPDX-License-Identifier: MIT
 *
 * Which cgroup a process is in, for each controller: /proc/PID/cgroup as a whole.
 */
#ifndef CLIMITS_MEMBERSHIP_H
#define CLIMITS_MEMBERSHIP_H

#include "procgroup.h"

/*
 * What a text of /proc/PID/cgroup says.
 *
 * version  for each controller: 1 or 2, 0 when the process has it on neither
 * path     for each controller; len 0 without one
 * unified  the path of version 2, len 0 when there is no such line
 */
struct climits_membership {
	int version[CLIMITS_CONTROLLERS];
	struct climits_span path[CLIMITS_CONTROLLERS];
	struct climits_span unified;
};

/*
 * 0, or -EBADMSG when no line is one; odd lines among others are passed over. A controller is on v1
 * or on v2, never on both: a v1 line that names it decides, wherever it stands, else the line of
 * v2. The result points into text.
 */
int climits_membership_parse(struct climits_span text, struct climits_membership *ret);

int climits_membership_same(const struct climits_membership *a, const struct climits_membership *b);

/*
 * Room for a path per controller and that of v2: the kernel prints at most PATH_MAX and "
 * (deleted)".
 */
#define CLIMITS_MEMBERSHIP_TEXT ((CLIMITS_CONTROLLERS + 1) * (4096 + 16))

/*
 * Copies the paths into buf and lets the membership point there. 0, or -ENAMETOOLONG when they do
 * not fit.
 */
int climits_membership_keep(struct climits_membership *membership,
			    char buf[CLIMITS_MEMBERSHIP_TEXT]);

#endif
