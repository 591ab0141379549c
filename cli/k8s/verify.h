/* SPDX-License-Identifier: MIT
 *
 * verify.h - the last look at a patch before it is sent.
 */
#ifndef CLIMITS_K8S_VERIFY_H
#define CLIMITS_K8S_VERIFY_H

#include <stdint.h>

#include "pod.h"

/*
 * Reads the operations as a stranger would and follows each path in the object. 0 when all of them
 * apply, touch nothing but env and our annotation, and put in nothing but strings; -1 on any doubt.
 */
int verify_patch(struct pod *pod, uint32_t object, const struct text *operations);

#endif
