/* SPDX-License-Identifier: MIT
 *
 * request.c - one request of HTTP: which path, method and type are answered how, how much of a body
 * is kept, and for how long a client may take. What a review says is answer.c's business.
 *
 * A request that is refused is still read to its end, without keeping it: closing a connection that
 * has unread bytes makes the kernel reset it, and the client would lose the answer.
 */
#include "request.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../argument.h"
#include "answer.h"
#include "connections.h"
#include "load.h"
#include "log.h"
#include "metrics.h"

/* A body that is refused for its size is read up to so many times that size. */
#define DISCARD_TIMES 4
#define MIME_JSON "application/json"

enum route {
	ROUTE_NONE,
	ROUTE_MUTATE,
	ROUTE_LIVE,
	ROUTE_READY,
	ROUTE_METRICS
};

/* status is 0 while nothing speaks against the request; reason goes with another one. */
struct request {
	struct connection *connection;
	int seen; /* the headers were looked at */
	enum route route;
	unsigned status;
	const char *reason;
	int entered; /* it has a place of load.c */
	size_t bytes;
	struct text body;
	uint64_t received;
	int64_t started;
};

static struct MHD_Response *out_of_memory;
static atomic_int draining;

int request_prepare(void)
{
	static char text[] = "out of memory\n";

	out_of_memory = MHD_create_response_from_buffer(sizeof(text) - 1, text,
							MHD_RESPMEM_PERSISTENT);
	return out_of_memory ? 0 : -ENOMEM;
}

void request_finish(void)
{
	MHD_destroy_response(out_of_memory);
}

void request_drain(void)
{
	atomic_store(&draining, 1);
}

static int64_t now_nanoseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static struct connection *connection_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
		connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info ? info->socket_context : NULL;
}

static const char *header_of(struct MHD_Connection *connection, const char *name)
{
	return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static void drop_body(struct request *request)
{
	if (request->bytes)
		load_give_bytes(request->bytes);
	request->bytes = 0;
	text_free(&request->body);
}

/* The first reason counts. */
static void refuse(struct request *request, unsigned status, const char *reason, enum metric metric)
{
	if (request->status)
		return;
	request->status = status;
	request->reason = reason;
	drop_body(request);
	metrics_count(metric);
}

/* Servers have to take the absolute form too (RFC 9112, 3.2.2); the authority does not matter. */
static const char *path_of(const char *url)
{
	const char *slashes = strstr(url, "://");
	const char *path;

	if (*url == '/' || !slashes)
		return url;
	path = strchr(slashes + 3, '/');
	return path ? path : "/";
}

static enum route find_route(const struct endpoint *endpoint, const char *url)
{
	static const struct {
		const char *url;
		enum route route;
	} routes[] = {
		{"/healthz", ROUTE_LIVE},    {"/livez", ROUTE_LIVE},    {"/readyz", ROUTE_READY},
		{"/metrics", ROUTE_METRICS}, {"/mutate", ROUTE_MUTATE},
	};

	for (size_t i = 0; i < sizeof(routes) / sizeof(routes[0]); i++)
		if (!strcmp(url, routes[i].url))
			return routes[i].route != ROUTE_MUTATE || endpoint->reviews
				       ? routes[i].route
				       : ROUTE_NONE;
	return ROUTE_NONE;
}

static int is_json(const char *type)
{
	size_t length = type ? strcspn(type, "; \t") : 0;

	return length == strlen(MIME_JSON) && !strncasecmp(type, MIME_JSON, length);
}

/* The connection keeps the verdict: checking a chain costs more than a review. */
static enum client_verdict verdict_of(const struct endpoint *endpoint,
				      struct MHD_Connection *connection, struct request *request)
{
	const union MHD_ConnectionInfo *info;
	unsigned generation = client_generation();
	enum client_verdict verdict = connection_verdict(request->connection, generation);

	if (verdict != CLIENT_UNCHECKED)
		return verdict;
	info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
	verdict = info ? client_check(info->tls_session, endpoint->client_names) : CLIENT_ERROR;
	if (verdict != CLIENT_ERROR)
		connection_set_verdict(request->connection, verdict, generation);
	return verdict;
}

static void check_client(const struct endpoint *endpoint, struct MHD_Connection *connection,
			 struct request *request)
{
	enum client_verdict verdict;

	if (endpoint->client_mode == CLIENT_OFF)
		return;
	verdict = verdict_of(endpoint, connection, request);
	if (verdict == CLIENT_GOOD)
		return;
	log_line(LOG_WARNING, "client certificate", "reason", client_verdict_text(verdict));
	if (endpoint->client_mode == CLIENT_LOG)
		metrics_count(METRIC_CLIENT_LOGGED);
	else
		refuse(request,
		       verdict == CLIENT_ERROR ? MHD_HTTP_INTERNAL_SERVER_ERROR
					       : MHD_HTTP_FORBIDDEN,
		       client_verdict_text(verdict), METRIC_REFUSED_CLIENT);
}

static void check_mutate(const struct endpoint *endpoint, struct MHD_Connection *connection,
			 struct request *request, const char *method)
{
	if (strcmp(method, MHD_HTTP_METHOD_POST))
		refuse(request, MHD_HTTP_METHOD_NOT_ALLOWED, "use POST", METRIC_REFUSED_HTTP);
	else if (!is_json(header_of(connection, MHD_HTTP_HEADER_CONTENT_TYPE)))
		refuse(request, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
		       "the content type has to be application/json", METRIC_REFUSED_HTTP);
	else
		check_client(endpoint, connection, request);
	if (request->status)
		return;
	request->entered = load_enter();
	if (!request->entered)
		refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "busy", METRIC_REFUSED_BUSY);
}

static void check_head(const struct endpoint *endpoint, struct MHD_Connection *connection,
		       struct request *request, const char *method)
{
	if (request->route == ROUTE_NONE)
		refuse(request, MHD_HTTP_NOT_FOUND, "no such page", METRIC_REFUSED_HTTP);
	else if (request->route == ROUTE_MUTATE)
		check_mutate(endpoint, connection, request, method);
	else if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
		refuse(request, MHD_HTTP_METHOD_NOT_ALLOWED, "use GET", METRIC_REFUSED_HTTP);
}

/* Length that the client announces; 0 without one. More than 64 bits hold is more than we take. */
static uint64_t announced(struct MHD_Connection *connection)
{
	const char *text = header_of(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
	uint64_t length = 0;

	if (text && argument_number(text, UINT64_MAX, &length) < 0)
		return UINT64_MAX;
	return length;
}

static void check_length(const struct endpoint *endpoint, struct request *request, uint64_t length)
{
	if (length > endpoint->max_body)
		refuse(request, MHD_HTTP_CONTENT_TOO_LARGE, "the body is too large",
		       METRIC_REFUSED_SIZE);
}

/* Room for more bytes of the body, within what all bodies together may take. */
static void keep(struct request *request, const char *data, size_t size)
{
	size_t before = request->body.capacity;

	if (!text_reserve(&request->body, size)) {
		refuse(request, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory",
		       METRIC_REVIEW_ERROR);
		return;
	}
	if (request->body.capacity > before) {
		if (!load_take_bytes(request->body.capacity - before)) {
			refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "busy", METRIC_REFUSED_BUSY);
			return;
		}
		request->bytes += request->body.capacity - before;
	}
	text_add_bytes(&request->body, data, size);
}

static enum MHD_Result receive(const struct endpoint *endpoint, struct request *request,
			       const char *data, size_t size)
{
	request->received += size;
	if (request->received / DISCARD_TIMES > endpoint->max_body)
		return MHD_NO;
	check_length(endpoint, request, request->received);
	if (!request->status && request->route == ROUTE_MUTATE)
		keep(request, data, size);
	return MHD_YES;
}

static void make_answer(struct request *request, struct answer *answer)
{
	answer->status = request->status;
	if (request->status)
		text_addf(&answer->text, "%s\n", request->reason);
	else if (request->route == ROUTE_MUTATE)
		answer_review(text_string(&request->body), request->body.length,
			      request->started / 1000000, answer);
	else if (request->route == ROUTE_READY)
		answer_ready(atomic_load(&draining), answer);
	else if (request->route == ROUTE_METRICS)
		metrics_add_text(&answer->text);
	else
		text_add(&answer->text, "ok\n");
	if (!answer->status)
		answer->status = MHD_HTTP_OK;
}

static const char *type_of(const struct request *request, const struct answer *answer)
{
	if (answer->status == MHD_HTTP_OK && request->route == ROUTE_MUTATE)
		return MIME_JSON;
	if (answer->status == MHD_HTTP_OK && request->route == ROUTE_METRICS)
		return "text/plain; version=0.0.4; charset=utf-8";
	return "text/plain; charset=utf-8";
}

/* After a body that was hostile or cut short, the next request starts on a new connection. */
static int closes(const struct answer *answer)
{
	return atomic_load(&draining) || answer->status == MHD_HTTP_CONTENT_TOO_LARGE ||
	       answer->status == MHD_HTTP_BAD_REQUEST;
}

static int add_headers(struct MHD_Response *response, const struct request *request,
		       const struct answer *answer)
{
	const char *methods = request->route == ROUTE_MUTATE ? "POST" : "GET, HEAD";
	const struct {
		int wanted;
		const char *name;
		const char *value;
	} headers[] = {
		{1, MHD_HTTP_HEADER_CONTENT_TYPE, type_of(request, answer)},
		{answer->status == MHD_HTTP_METHOD_NOT_ALLOWED, MHD_HTTP_HEADER_ALLOW, methods},
		{answer->status == MHD_HTTP_SERVICE_UNAVAILABLE && request->route == ROUTE_MUTATE,
		 MHD_HTTP_HEADER_RETRY_AFTER, "1"},
		{closes(answer), MHD_HTTP_HEADER_CONNECTION, "close"},
	};

	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		if (headers[i].wanted &&
		    MHD_add_response_header(response, headers[i].name, headers[i].value) != MHD_YES)
			return 0;
	return 1;
}

/* NULL when memory is out. The answer's text is taken over or freed. */
static struct MHD_Response *make_response(const struct request *request, struct answer *answer)
{
	struct MHD_Response *response = NULL;

	if (!answer->text.failed)
		response = MHD_create_response_from_buffer(answer->text.length, answer->text.data,
							   MHD_RESPMEM_MUST_FREE);
	if (!response) {
		text_free(&answer->text);
		return NULL;
	}
	if (!add_headers(response, request, answer)) {
		MHD_destroy_response(response);
		return NULL;
	}
	return response;
}

static enum MHD_Result queue(struct MHD_Connection *connection, struct request *request)
{
	struct answer answer = {0};
	struct MHD_Response *response;
	enum MHD_Result result;

	make_answer(request, &answer);
	response = make_response(request, &answer);
	if (!response)
		return MHD_queue_response(connection, MHD_HTTP_INTERNAL_SERVER_ERROR,
					  out_of_memory);
	result = MHD_queue_response(connection, answer.status, response);
	MHD_destroy_response(response);
	return result;
}

/*
 * A client that waits for "100 Continue" has sent no body yet: the refusal comes in its place. So
 * it does when the body would be too long even to be thrown away.
 */
static enum MHD_Result start(const struct endpoint *endpoint, struct MHD_Connection *connection,
			     struct request *request, const char *method)
{
	uint64_t length = announced(connection);

	check_head(endpoint, connection, request, method);
	check_length(endpoint, request, length);
	if (request->status && (header_of(connection, MHD_HTTP_HEADER_EXPECT) ||
				length / DISCARD_TIMES > endpoint->max_body))
		return queue(connection, request);
	return MHD_YES;
}

/* NOLINTNEXTLINE(readability-function-size): the parameters are libmicrohttpd's */
enum MHD_Result request_handle(void *endpoint, struct MHD_Connection *connection, const char *url,
			       const char *method, const char *version, const char *data,
			       size_t *data_size, void **context)
{
	struct request *request = *context;
	size_t size = *data_size;

	(void)version;
	if (!request)
		return MHD_NO;
	if (!request->seen) {
		request->seen = 1;
		request->route = find_route(endpoint, path_of(url));
		return start(endpoint, connection, request, method);
	}
	if (size) {
		*data_size = 0;
		return receive(endpoint, request, data, size);
	}
	return queue(connection, request);
}

/* At the request's first line. Without memory the connection ends, in request_handle(). */
void *request_begin(void *endpoint, const char *uri, struct MHD_Connection *connection)
{
	const struct endpoint *at = endpoint;
	struct request *request = calloc(1, sizeof(*request));

	(void)uri;
	if (!request)
		return NULL;
	request->connection = connection_of(connection);
	if (!request->connection) {
		free(request);
		return NULL;
	}
	request->started = now_nanoseconds();
	connection_begin(request->connection, connections_now() + at->request_timeout);
	return request;
}

void request_end(void *endpoint, struct MHD_Connection *connection, void **context,
		 enum MHD_RequestTerminationCode code)
{
	const struct endpoint *at = endpoint;
	struct request *request = *context;

	(void)connection;
	(void)code;
	if (!request)
		return;
	*context = NULL;
	if (request->route == ROUTE_MUTATE)
		metrics_duration(now_nanoseconds() - request->started);
	connection_end(request->connection, connections_now() + at->idle_timeout);
	if (request->entered)
		load_leave();
	drop_body(request);
	free(request);
}

static struct connection *open_connection(const struct endpoint *endpoint,
					  struct MHD_Connection *connection)
{
	struct listen_peer peer = {.length = sizeof(peer.address)};
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
		connection, MHD_CONNECTION_INFO_CONNECTION_FD);

	if (!info)
		return NULL;
	getpeername(info->connect_fd, &peer.address.any, &peer.length);
	return connection_open(info->connect_fd, &peer,
			       connections_now() + endpoint->request_timeout);
}

/* The first request has to come within the time of one, handshake included. */
void request_connection(void *endpoint, struct MHD_Connection *connection, void **context,
			enum MHD_ConnectionNotificationCode code)
{
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		*context = open_connection(endpoint, connection);
	} else {
		if (*context)
			connection_close(*context);
		*context = NULL;
	}
}
