/* SPDX-License-Identifier: MIT
 *
 * listen.h - sockets that wait for connections.
 */
#ifndef CLIMITS_WEBHOOK_LISTEN_H
#define CLIMITS_WEBHOOK_LISTEN_H

#include <netinet/in.h>
#include <stdint.h>
#include <sys/socket.h>

union listen_address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

/* Who is at the other end of a connection. */
struct listen_peer {
	union listen_address address;
	socklen_t length;
};

/*
 * Address is numeric, IPv4 or IPv6; NULL for every address of the machine. Port 0 takes a free one.
 * A non-blocking descriptor, or a negative errno.
 */
int listen_open(const char *address, uint16_t port);

/* A connection that waits, non-blocking, and who it is from; a negative errno when none does. */
int listen_accept(int fd, struct listen_peer *ret_peer);

/* 1 when both have one IP address. */
int listen_same_host(const struct listen_peer *a, const struct listen_peer *b);

/* The port it got, 0 when that cannot be told. */
uint16_t listen_port(int fd);

#endif
