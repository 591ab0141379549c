/* SPDX-License-Identifier: MIT
 *
 * How far up can be seen.
 */
#ifndef CLIMITS_HORIZON_H
#define CLIMITS_HORIZON_H

#include "handle.h"

/* Sets limits.horizon, and the note that levels are hidden. After the limits. */
void climits_horizon(struct climits *handle);

#endif
