/* SPDX-License-Identifier: MIT
 *
 * Noticing changes.
 */
#ifndef CLIMITS_WATCH_H
#define CLIMITS_WATCH_H

#include "handle.h"

/* Takes off what has happened. 1 when anything has. */
int climits_watch_drain(struct climits *handle);
/* Watches all levels of all controllers, beside what is watched already. */
void climits_watch_arm(struct climits *handle);
/* Stops watching what was watched: it belongs to other cgroups than before. */
void climits_watch_reset(struct climits *handle);
void climits_watch_close(struct climits *handle);

#endif
