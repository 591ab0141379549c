/* SPDX-License-Identifier: MIT
 *
 * request.h - one request of HTTP, from its first line to its answer.
 */
#ifndef CLIMITS_WEBHOOK_REQUEST_H
#define CLIMITS_WEBHOOK_REQUEST_H

#include <stdint.h>

#include <microhttpd.h>

#include "client.h"

/* What a daemon answers; the pointer that its callbacks get. */
struct endpoint {
	int reviews; /* 0: the plain port, health and metrics only */
	size_t max_body;
	int64_t request_timeout; /* milliseconds */
	int64_t idle_timeout;
	enum client_mode client_mode;
	const char *client_names;
};

/* Answers that need no memory when they are given. 0, or -ENOMEM. Call before a daemon starts. */
int request_prepare(void);
void request_finish(void);

/* From now on every answer closes its connection, and readiness fails. */
void request_drain(void);

/* Callbacks of libmicrohttpd. */
enum MHD_Result request_handle(void *endpoint, struct MHD_Connection *connection, const char *url,
			       const char *method, const char *version, const char *data,
			       size_t *data_size, void **context);
void *request_begin(void *endpoint, const char *uri, struct MHD_Connection *connection);
void request_end(void *endpoint, struct MHD_Connection *connection, void **context,
		 enum MHD_RequestTerminationCode code);
void request_connection(void *endpoint, struct MHD_Connection *connection, void **context,
			enum MHD_ConnectionNotificationCode code);

#endif
