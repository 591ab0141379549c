/* SPDX-License-Identifier: MIT
 *
 * What the files that bring levels together share.
 */
#ifndef CLIMITS_LIMITS_H
#define CLIMITS_LIMITS_H

#include "handle.h"

static inline struct climits_origin climits_level_origin(enum climits_controller controller, int level,
							 enum climits_file file)
{
	return (struct climits_origin){
		.kind = CLIMITS_ORIGIN_LEVEL,
		.controller = controller,
		.file = file,
		.level = level,
	};
}

/* The smallest of all levels of a file with a number or "max" in it. 1 when any level has the file. */
int climits_limits_smallest(struct climits *handle, int resource, enum climits_controller controller,
			    enum climits_file file);

/* Notes that a controller limits nothing because it is not there; not if it is only not enabled here. */
void climits_note_missing(struct climits *handle, enum climits_controller controller);

#endif
