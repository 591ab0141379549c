/* SPDX-License-Identifier: MIT
 *
 * watch.h - when files may have been replaced.
 */
#ifndef CLIMITS_WEBHOOK_WATCH_H
#define CLIMITS_WEBHOOK_WATCH_H

#include <stddef.h>

/* A descriptor that becomes readable when something happens in a watched directory, or -errno. */
int watch_open(void);

/*
 * Watches the directory of path. Call it again from time to time: a directory that was replaced is
 * another one. 0 or a negative errno.
 */
int watch_add(int fd, const char *path);

/* Reads what has happened and forgets it. */
void watch_drain(int fd);

#endif
