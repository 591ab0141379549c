/* SPDX-License-Identifier: MIT
 *
 * Mounts at the usual places, without reading all mounts.
 */
#ifndef CLIMITS_USUAL_H
#define CLIMITS_USUAL_H

#include "handle.h"

/*
 * Fills the mounts of the handle as reading mountinfo would, as far as they can matter. 1, or 0
 * when that cannot be told without reading all: then the mounts are as they were.
 */
int climits_usual_mounts(struct climits *handle);

#endif
