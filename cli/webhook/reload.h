/* SPDX-License-Identifier: MIT
 *
 * reload.h - files that are read again while the server runs.
 */
#ifndef CLIMITS_WEBHOOK_RELOAD_H
#define CLIMITS_WEBHOOK_RELOAD_H

#include "serve.h"

/*
 * Certificate and key, the clients' CA and the settings, for the first time. Says on stderr what is
 * wrong. 0, or -1 when the server cannot start so.
 */
int reload_first(const struct serve_options *options);

/*
 * The same again: what is good takes effect, what is not is logged and counted, and what was before
 * stays. Files with the bytes that are in use already are no reload.
 */
void reload_all(const struct serve_options *options);

/* Watches the directories of the files, with a descriptor of watch_open(). */
void reload_watch(const struct serve_options *options, int fd);

void reload_finish(void);

#endif
