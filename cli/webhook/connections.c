/* SPDX-License-Identifier: MIT
 *
 * connections.c - every open connection and its deadline.
 *
 * libmicrohttpd's own timeout starts anew with every byte, so a client that sends one byte a second
 * would hold a connection, and in its request a slot, for ever. Here the time from the connection
 * to the first request, from a request's first line to its answer, and of an idle connection, are
 * each bounded as a whole. A connection that is late is shut down from outside; the daemon's thread
 * then finds it closed. Its descriptor cannot be another's by then: connection_close() runs before
 * the daemon closes it, under the same lock.
 */
#include "connections.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

enum phase {
	FRESH,  /* no request yet: perhaps still in the handshake */
	ACTIVE, /* in a request */
	IDLE,
	CUT /* we have ended it; its thread does not know yet */
};

/* A client that has connected and says nothing does not keep the server from ending any longer. */
#define FRESH_MILLISECONDS 1000

struct connection {
	struct connection *next;
	struct connection **link;
	int fd;
	struct listen_peer peer;
	int64_t opened;
	int64_t deadline;
	enum phase phase;
	enum client_verdict verdict;
	unsigned generation;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct connection *first;
static unsigned count;

int64_t connections_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

struct connection *connection_open(int fd, const struct listen_peer *peer, int64_t deadline)
{
	struct connection *connection = calloc(1, sizeof(*connection));

	if (!connection)
		return NULL;
	connection->fd = fd;
	connection->peer = *peer;
	connection->deadline = deadline;
	connection->opened = connections_now();
	pthread_mutex_lock(&lock);
	connection->next = first;
	connection->link = &first;
	if (first)
		first->link = &connection->next;
	first = connection;
	count++;
	pthread_mutex_unlock(&lock);
	return connection;
}

void connection_close(struct connection *connection)
{
	pthread_mutex_lock(&lock);
	*connection->link = connection->next;
	if (connection->next)
		connection->next->link = connection->link;
	count--;
	pthread_mutex_unlock(&lock);
	free(connection);
}

static void set_phase(struct connection *connection, enum phase phase, int64_t deadline)
{
	pthread_mutex_lock(&lock);
	if (connection->phase != CUT) {
		connection->phase = phase;
		connection->deadline = deadline;
	}
	pthread_mutex_unlock(&lock);
}

void connection_begin(struct connection *connection, int64_t deadline)
{
	set_phase(connection, ACTIVE, deadline);
}

void connection_end(struct connection *connection, int64_t deadline)
{
	set_phase(connection, IDLE, deadline);
}

/* The verdict is its own thread's business alone: no lock. */
void connection_set_verdict(struct connection *connection, enum client_verdict verdict,
			    unsigned generation)
{
	connection->verdict = verdict;
	connection->generation = generation;
}

enum client_verdict connection_verdict(const struct connection *connection, unsigned generation)
{
	return connection->generation == generation ? connection->verdict : CLIENT_UNCHECKED;
}

static void cut(struct connection *connection)
{
	shutdown(connection->fd, SHUT_RDWR);
	connection->phase = CUT;
	connection->deadline = INT64_MAX;
}

unsigned connections_expire(int64_t now)
{
	unsigned late = 0;

	pthread_mutex_lock(&lock);
	for (struct connection *connection = first; connection; connection = connection->next) {
		if (connection->deadline > now)
			continue;
		cut(connection);
		late++;
	}
	pthread_mutex_unlock(&lock);
	return late;
}

/*
 * HTTP/1.1 has no way to say "no more requests" but with an answer, so a request may cross our end
 * of the connection on the wire. Looking into the socket just before leaves only that moment.
 */
static int has_request(const struct connection *connection)
{
	char byte;

	return recv(connection->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

static int keeps(struct connection *connection, int64_t now)
{
	if (connection->phase == FRESH)
		return now - connection->opened < FRESH_MILLISECONDS;
	if (connection->phase == IDLE && !has_request(connection))
		cut(connection);
	return 1;
}

unsigned connections_end_idle(int64_t now)
{
	unsigned left = 0;

	pthread_mutex_lock(&lock);
	for (struct connection *connection = first; connection; connection = connection->next)
		left += (unsigned)keeps(connection, now);
	pthread_mutex_unlock(&lock);
	return left;
}

unsigned connections_count(void)
{
	unsigned now;

	pthread_mutex_lock(&lock);
	now = count;
	pthread_mutex_unlock(&lock);
	return now;
}

unsigned connections_from(const struct listen_peer *peer)
{
	unsigned from = 0;

	pthread_mutex_lock(&lock);
	for (struct connection *connection = first; connection; connection = connection->next)
		from += (unsigned)listen_same_host(&connection->peer, peer);
	pthread_mutex_unlock(&lock);
	return from;
}
