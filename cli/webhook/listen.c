/* SPDX-License-Identifier: MIT
 *
 * listen.c - sockets that wait for connections. Names are not resolved: where to listen must not
 * depend on a DNS server.
 */
#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Connections that wait while all threads are busy; the kernel bounds it by net.core.somaxconn. */
#define BACKLOG 1024

static int open_socket(const union listen_address *address, socklen_t length)
{
	int one = 1;
	int error;
	int fd = socket(address->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd < 0)
		return -errno;
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) == 0 &&
	    bind(fd, &address->any, length) == 0 && listen(fd, BACKLOG) == 0)
		return fd;
	error = -errno;
	close(fd);
	return error;
}

static int open_v4(const char *text, uint16_t port)
{
	union listen_address address = {.v4 = {.sin_family = AF_INET, .sin_port = htons(port)}};

	if (text && inet_pton(AF_INET, text, &address.v4.sin_addr) != 1)
		return -EINVAL;
	return open_socket(&address, sizeof(address.v4));
}

static int open_v6(const char *text, uint16_t port)
{
	union listen_address address = {.v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)}};

	if (text && inet_pton(AF_INET6, text, &address.v6.sin6_addr) != 1)
		return -EINVAL;
	return open_socket(&address, sizeof(address.v6));
}

/* An IPv6 socket takes IPv4 too (net.ipv6.bindv6only is 0); a machine may have no IPv6 at all. */
int listen_open(const char *address, uint16_t port)
{
	int fd = address && !strchr(address, ':') ? open_v4(address, port) : open_v6(address, port);

	if (fd < 0 && !address)
		fd = open_v4(NULL, port);
	return fd;
}

int listen_accept(int fd, struct listen_peer *ret_peer)
{
	struct listen_peer peer = {.length = sizeof(peer.address)};
	int connection;

	do {
		connection = accept4(fd, &peer.address.any, &peer.length,
				     SOCK_CLOEXEC | SOCK_NONBLOCK);
	} while (connection < 0 && (errno == EINTR || errno == ECONNABORTED));
	if (connection < 0)
		return -errno;
	*ret_peer = peer;
	return connection;
}

int listen_same_host(const struct listen_peer *a, const struct listen_peer *b)
{
	if (a->address.any.sa_family != b->address.any.sa_family)
		return 0;
	if (a->address.any.sa_family == AF_INET6)
		return !memcmp(&a->address.v6.sin6_addr, &b->address.v6.sin6_addr,
			       sizeof(a->address.v6.sin6_addr));
	return a->address.v4.sin_addr.s_addr == b->address.v4.sin_addr.s_addr;
}

uint16_t listen_port(int fd)
{
	union listen_address address = {0};
	socklen_t length = sizeof(address);

	if (getsockname(fd, &address.any, &length) < 0)
		return 0;
	return ntohs(address.any.sa_family == AF_INET6 ? address.v6.sin6_port
						       : address.v4.sin_port);
}
