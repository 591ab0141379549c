/* SPDX-License-Identifier: MIT
 *
 * daemon.h - libmicrohttpd, set up for the port of the API server and for the plain one.
 */
#ifndef CLIMITS_WEBHOOK_DAEMON_H
#define CLIMITS_WEBHOOK_DAEMON_H

#include "request.h"
#include "serve.h"

#define DAEMONS_MAX 64

/* One for each thread that answers; connections are dealt out in turn. */
struct daemons {
	struct MHD_Daemon *all[DAEMONS_MAX];
	unsigned count;
	unsigned next;
	unsigned connections_max;
	unsigned per_ip_max; /* 0: no limit */
};

/* daemons starts as {0}; endpoint has to last. 0, or -1 when a thread cannot be started. */
int daemons_start_tls(struct daemons *daemons, const struct serve_options *options,
		      struct endpoint *endpoint);

/* Whether another connection may be taken. */
int daemons_have_room(const struct daemons *daemons);

/* Takes what waits at a listening descriptor, some of it if much. */
void daemons_accept(struct daemons *daemons, int listening);

/* Ends every connection and frees. */
void daemons_stop(struct daemons *daemons);

/* The plain port, which accepts by itself: fd is its own then. NULL when it cannot start. */
struct MHD_Daemon *daemon_start_plain(int fd, struct endpoint *endpoint);
void daemon_stop(struct MHD_Daemon *daemon);

#endif
