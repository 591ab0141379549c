/* SPDX-License-Identifier: MIT
 *
 * Lines of /proc/PID/mountinfo. Pure functions.
 */
#ifndef CLIMITS_MOUNTINFO_H
#define CLIMITS_MOUNTINFO_H

#include "path.h"

#include <stdint.h>

struct climits_mountinfo {
	uint64_t id;
	uint64_t parent;
	struct climits_span root;  /* still escaped */
	struct climits_span point; /* still escaped */
	struct climits_span type;
	struct climits_span options; /* of the super block: a v1 mount names its controllers here */
};

/*
 * line has no newline. 0, or -EBADMSG. The result points into line. cut: the line is longer than
 * what was read of it; it is then enough that the type is there.
 */
int climits_mountinfo_parse(struct climits_span line, int cut, struct climits_mountinfo *ret);

/*
 * Writes text with its octal escapes undone to buf, which holds text.len bytes; returns the length.
 */
size_t climits_mountinfo_unescape(struct climits_span text, char *buf);

#endif
