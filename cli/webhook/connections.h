/* SPDX-License-Identifier: MIT
 *
 * connections.h - every open connection and the moment at which it has taken too long.
 */
#ifndef CLIMITS_WEBHOOK_CONNECTIONS_H
#define CLIMITS_WEBHOOK_CONNECTIONS_H

#include <stdint.h>

#include "client.h"
#include "listen.h"

/* One connection; a single thread of the daemon serves it. */
struct connection;

/* Monotonic time in milliseconds. */
int64_t connections_now(void);

/* NULL when memory is out: the connection then has no deadline and must not be served. */
struct connection *connection_open(int fd, const struct listen_peer *peer, int64_t deadline);
void connection_close(struct connection *connection);

/*
 * A request begins and ends. The connection is ended when connections_now() passes the deadline,
 * whatever it is doing then.
 */
void connection_begin(struct connection *connection, int64_t deadline);
void connection_end(struct connection *connection, int64_t deadline);

/* A verdict about the client's certificate that was reached with this generation of the CAs. */
void connection_set_verdict(struct connection *connection, enum client_verdict verdict,
			    unsigned generation);
enum client_verdict connection_verdict(const struct connection *connection, unsigned generation);

/* Cuts off those past their deadlines; returns how many. */
unsigned connections_expire(int64_t now);

/*
 * Ends those that wait for their next request, if none is on its way as far as we can see. Returns
 * how many have to be waited for: in a request, on the way to the first one, or just ended.
 */
unsigned connections_end_idle(int64_t now);

unsigned connections_count(void);

/* How many are open from the same address. */
unsigned connections_from(const struct listen_peer *peer);

#endif
