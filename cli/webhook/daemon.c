/* SPDX-License-Identifier: MIT
 *
 * daemon.c - libmicrohttpd, set up. It speaks HTTP/1.1 only, which is what API servers speak to
 * webhooks (kubernetes PR #82090); a client that offers h2 falls back.
 *
 * The library's own thread pool is not used, nor does it accept: to stop accepting,
 * MHD_quiesce_daemon() takes the socket out of the threads' epoll sets, which the threads do too,
 * and who comes second calls abort() (0.9.75, "Failed to remove listen FD from epoll set"). Here
 * the main thread accepts, and stops when it likes.
 */
#include "daemon.h"

#include <sched.h>
#include <stdarg.h>
#include <unistd.h>

#include "connections.h"
#include "identity.h"
#include "listen.h"

/* Headers of one request, and the buffers of its connection. */
#define CONNECTION_MEMORY (64U * 1024)
/* Connections of the plain port: kubelet and Prometheus. */
#define PLAIN_CONNECTIONS 32U
/* More threads than that wait for each other's memory, not for the CPU. */
#define THREADS_MAX 4U
/* Connections that are accepted before anything else is looked at. */
#define ACCEPT_MAX 16

/*
 * Forward secrecy and authenticated encryption only: what Go, OpenSSL and GnuTLS of the last ten
 * years offer first.
 */
static char priority_12[] = "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-DHE-RSA:"
			    "-AES-128-CBC:-AES-256-CBC:-AES-128-CCM:-AES-256-CCM:-SHA1:"
			    "%SERVER_PRECEDENCE";
static char priority_13[] = "SECURE128:-VERS-ALL:+VERS-TLS1.3:-AES-128-CCM:"
			    "%SERVER_PRECEDENCE";

/* The library tells of every connection that breaks off. Whoever looks for that has the metrics. */
__attribute__((format(printf, 2, 0))) static void ignore_log(void *unused, const char *format,
							     va_list arguments)
{
	(void)unused;
	(void)format;
	(void)arguments;
}

static unsigned choose_threads(const struct serve_options *options)
{
	cpu_set_t set;
	unsigned count = 1;

	if (options->threads)
		return (unsigned)options->threads;
	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		count = (unsigned)CPU_COUNT(&set);
	return count > THREADS_MAX ? THREADS_MAX : count;
}

/*
 * All options as one table: MHD_start_daemon() takes them as variable arguments, of which a wrong
 * type is found by nobody. The timeout is a second line behind that of connections.c.
 */
static struct MHD_Daemon *start(unsigned flags, unsigned connections,
				const struct MHD_OptionItem *more, struct endpoint *endpoint)
{
	struct MHD_OptionItem options[] = {
		{MHD_OPTION_CONNECTION_LIMIT, connections, NULL},
		{MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY, NULL},
		{MHD_OPTION_CONNECTION_TIMEOUT, endpoint->idle_timeout / 1000 + 2, NULL},
		{MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL},
		{MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)request_begin, endpoint},
		{MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)request_end, endpoint},
		{MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)request_connection, endpoint},
		{MHD_OPTION_END, 0, NULL},
	};

	/* The logger comes first: what is wrong with later options goes to it. */
	return MHD_start_daemon(
		flags | MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_ERROR_LOG, 0, NULL,
		NULL, request_handle, endpoint, MHD_OPTION_EXTERNAL_LOGGER, ignore_log, NULL,
		MHD_OPTION_ARRAY, options, MHD_OPTION_ARRAY, more, MHD_OPTION_END);
}

int daemons_start_tls(struct daemons *daemons, const struct serve_options *options,
		      struct endpoint *endpoint)
{
	char *priority = options->tls13_only ? priority_13 : priority_12;
	struct MHD_OptionItem more[] = {
		{MHD_OPTION_HTTPS_CERT_CALLBACK2, 0, (void *)(intptr_t)identity_retrieve},
		{MHD_OPTION_HTTPS_PRIORITIES, 0, priority},
		{MHD_OPTION_END, 0, NULL},
	};
	unsigned threads = choose_threads(options);

	daemons->connections_max = (unsigned)options->max_connections;
	daemons->per_ip_max = (unsigned)options->max_connections_per_ip;
	while (daemons->count < threads) {
		struct MHD_Daemon *daemon = start(MHD_USE_TLS | MHD_USE_NO_LISTEN_SOCKET,
						  daemons->connections_max, more, endpoint);

		if (!daemon)
			return -1;
		daemons->all[daemons->count++] = daemon;
	}
	return 0;
}

int daemons_have_room(const struct daemons *daemons)
{
	return connections_count() < daemons->connections_max;
}

/* The daemon closes a connection that it cannot take. */
static void deal(struct daemons *daemons, int fd, const struct listen_peer *peer)
{
	struct MHD_Daemon *daemon = daemons->all[daemons->next++ % daemons->count];

	if (daemons->per_ip_max && connections_from(peer) >= daemons->per_ip_max)
		close(fd);
	else
		MHD_add_connection(daemon, fd, &peer->address.any, peer->length);
}

/*
 * A few at a time: their threads count them, and the limits are to be felt. What has gone away
 * meanwhile, or a lack of descriptors, is seen again at the next call.
 */
void daemons_accept(struct daemons *daemons, int listening)
{
	struct listen_peer peer;

	for (int i = 0; i < ACCEPT_MAX && daemons_have_room(daemons); i++) {
		int fd = listen_accept(listening, &peer);

		if (fd < 0)
			return;
		deal(daemons, fd, &peer);
	}
}

void daemons_stop(struct daemons *daemons)
{
	while (daemons->count)
		MHD_stop_daemon(daemons->all[--daemons->count]);
}

struct MHD_Daemon *daemon_start_plain(int fd, struct endpoint *endpoint)
{
	struct MHD_OptionItem more[] = {
		{MHD_OPTION_LISTEN_SOCKET, fd, NULL},
		{MHD_OPTION_END, 0, NULL},
	};

	return start(MHD_NO_FLAG, PLAIN_CONNECTIONS, more, endpoint);
}

void daemon_stop(struct MHD_Daemon *daemon)
{
	MHD_stop_daemon(daemon);
}
