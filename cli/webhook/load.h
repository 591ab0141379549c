/* SPDX-License-Identifier: MIT
 *
 * load.h - how much the server takes on at one time.
 */
#ifndef CLIMITS_WEBHOOK_LOAD_H
#define CLIMITS_WEBHOOK_LOAD_H

#include <stddef.h>

/* Set before there are threads. */
void load_set_limits(unsigned requests, size_t bytes);

/* A place for one request. 1, or 0 when all are taken. */
int load_enter(void);
void load_leave(void);
unsigned load_requests(void);

/* Memory for bodies, of all requests together. 1, or 0 when it would be more than allowed. */
int load_take_bytes(size_t bytes);
void load_give_bytes(size_t bytes);

/* Only one at a time is between these: what needs much memory while it is worked on. */
void load_begin_large(void);
void load_end_large(void);

#endif
