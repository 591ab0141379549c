/* SPDX-License-Identifier: MIT
 *
 * serve.c - the life of the server: start, reload, drain, end. The main thread does all of this and
 * answers nothing; the daemon's threads answer.
 *
 *	serving   until SIGTERM or SIGINT
 *	draining  readiness fails and answers close their connections, for --shutdown-delay: until
 *		  every API server has heard of it
 *	closing   no new connections; what has begun is finished, within --shutdown-timeout
 *
 * Another SIGTERM ends the state that it finds.
 */
#include "serve.h"

#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "../k8s/base64.h"
#include "../output.h"
#include "../text.h"
#include "connections.h"
#include "daemon.h"
#include "identity.h"
#include "listen.h"
#include "load.h"
#include "metrics.h"
#include "own_ca.h"
#include "reload.h"
#include "settings.h"
#include "watch.h"

/* Milliseconds: how often deadlines are looked at, and files though nothing was told of them. */
#define TICK 100
#define REREAD 10000
/* What bodies may take together, as a multiple of the largest one. */
#define BODIES 4

enum state {
	SERVING,
	DRAINING,
	CLOSING,
	ENDED
};

struct server {
	const struct serve_options *options;
	struct endpoint tls;
	struct endpoint plain;
	struct daemons daemons;
	int listening; /* -1 when no more is accepted */
	struct MHD_Daemon *health;
	int signals;
	int watch;
	enum state state;
	int64_t state_ends;
	int64_t reread;
};

static int complain(const char *what, int error)
{
	log_line(LOG_ERROR, what, error < 0 ? "error" : NULL, strerror(-error));
	return STATUS_FAILED;
}

/* Threads inherit the mask, so that signals come to the descriptor alone. */
static int take_signals(void)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

/* One line on stdout: the value of caBundle. */
static int print_ca(const gnutls_datum_t *ca)
{
	struct text text TEXT_CLEANUP = {0};

	base64_add(&text, (const char *)ca->data, ca->size);
	text_add(&text, "\n");
	return output_write(&text);
}

static int make_identity(const struct serve_options *options)
{
	struct pair pair;
	gnutls_datum_t ca;
	int status;
	int error = own_ca_make(options->names, &pair, &ca);

	if (error < 0) {
		log_line(LOG_ERROR, "cannot make a certificate", "error", gnutls_strerror(error));
		return STATUS_FAILED;
	}
	identity_set(&pair, options->names);
	status = print_ca(&ca);
	gnutls_free(ca.data);
	return status;
}

/*
 * Threads that come and go through large bodies must not each keep an arena full of holes, and what
 * was large is given back at once.
 */
static void tame_malloc(void)
{
	mallopt(M_ARENA_MAX, 2);
	mallopt(M_MMAP_THRESHOLD, 256 * 1024);
	mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
}

static int prepare(struct server *server)
{
	const struct serve_options *options = server->options;
	struct settings *settings;

	tame_malloc();
	log_set_level(options->log_level);
	server->signals = take_signals();
	if (server->signals < 0)
		return complain("cannot take signals", server->signals);
	if (request_prepare() < 0)
		return complain("cannot start", -ENOMEM);
	if (reload_first(options) < 0)
		return STATUS_FAILED;
	if (options->self_signed && make_identity(options) != STATUS_DONE)
		return STATUS_FAILED;
	settings = settings_acquire();
	server->tls.max_body = settings->config.max_bytes;
	settings_release(settings);
	load_set_limits((unsigned)options->max_inflight, BODIES * server->tls.max_body + (1 << 20));
	identity_request_client(options->client_mode != CLIENT_OFF);
	server->watch = watch_open();
	if (server->watch < 0)
		log_line(LOG_WARNING, "cannot watch directories: files are read every 10 s",
			 "error", strerror(-server->watch));
	return STATUS_DONE;
}

static void fill_endpoints(struct server *server)
{
	const struct serve_options *options = server->options;

	server->tls.reviews = 1;
	server->tls.request_timeout = (int64_t)options->request_timeout * 1000;
	server->tls.idle_timeout = (int64_t)options->idle_timeout * 1000;
	server->tls.client_mode = options->client_mode;
	server->tls.client_names = options->client_names;
	server->plain = server->tls;
	server->plain.reviews = 0;
	server->plain.client_mode = CLIENT_OFF;
}

/* Whatever the log's level: a free port that was taken is told nowhere else. */
static void tell_port(const char *what, int fd)
{
	struct text line = {0};

	log_begin(&line, LOG_INFO, what);
	log_number(&line, "port", listen_port(fd));
	log_end(&line);
}

static int open_ports(struct server *server)
{
	const struct serve_options *options = server->options;
	int fd = listen_open(options->address, (uint16_t)options->port);

	if (fd < 0)
		return complain("cannot listen", fd);
	server->listening = fd;
	if (daemons_start_tls(&server->daemons, options, &server->tls) < 0)
		return complain("cannot start the HTTPS server", 0);
	tell_port("listening", fd);
	if (!options->health_port)
		return STATUS_DONE;
	fd = listen_open(options->address, (uint16_t)options->health_port);
	if (fd < 0)
		return complain("cannot listen for probes", fd);
	server->health = daemon_start_plain(fd, &server->plain);
	if (!server->health)
		return complain("cannot start the server for probes", 0);
	tell_port("listening for probes", fd);
	return STATUS_DONE;
}

/* What waits is still taken: a connection that is reset is an error for its client. */
static void stop_listening(struct server *server)
{
	daemons_accept(&server->daemons, server->listening);
	close(server->listening);
	server->listening = -1;
}

static void enter(struct server *server, enum state state, int64_t now)
{
	const struct serve_options *options = server->options;

	server->state = state;
	if (state == DRAINING) {
		request_drain();
		server->state_ends = now + (int64_t)options->shutdown_delay * 1000;
		log_line(LOG_INFO, "draining", NULL, NULL);
	} else if (state == CLOSING) {
		stop_listening(server);
		server->state_ends = now + (int64_t)options->shutdown_timeout * 1000;
		log_line(LOG_INFO, "closing", NULL, NULL);
	}
}

static void read_signals(struct server *server, int64_t now)
{
	struct signalfd_siginfo signal;

	while (read(server->signals, &signal, sizeof(signal)) == (ssize_t)sizeof(signal)) {
		if (signal.ssi_signo == SIGHUP)
			server->reread = now;
		else
			enter(server, server->state + 1, now);
		if (server->state == ENDED)
			return;
	}
}

static void tick(struct server *server, int64_t now)
{
	metrics_add(METRIC_DEADLINES, connections_expire(now));
	if (now >= server->reread) {
		server->reread = now + REREAD;
		reload_all(server->options);
		if (server->watch >= 0)
			reload_watch(server->options, server->watch);
	}
	if (server->state == DRAINING && now >= server->state_ends)
		enter(server, CLOSING, now);
	if (server->state == CLOSING && (!connections_end_idle(now) || now >= server->state_ends))
		enter(server, ENDED, now);
}

static int next_tick(const struct server *server)
{
	int64_t left = server->reread - connections_now();
	int tick = server->state == CLOSING ? TICK / 10 : TICK;

	return left < 0 ? 0 : left < tick ? (int)left : tick;
}

/* A file that is being replaced is read a little later, once and not for each of the events. */
static void run(struct server *server)
{
	struct pollfd fds[] = {
		{.fd = server->signals, .events = POLLIN},
		{.fd = server->watch, .events = POLLIN},
		{.events = POLLIN},
	};

	server->reread = connections_now() + REREAD;
	if (server->watch >= 0)
		reload_watch(server->options, server->watch);
	while (server->state != ENDED) {
		int64_t now;

		fds[2].fd = daemons_have_room(&server->daemons) ? server->listening : -1;
		poll(fds, 3, next_tick(server));
		now = connections_now();
		if (fds[2].revents & POLLIN)
			daemons_accept(&server->daemons, server->listening);
		if (fds[1].revents & POLLIN) {
			watch_drain(server->watch);
			if (server->reread > now + TICK / 2)
				server->reread = now + TICK / 2;
		}
		read_signals(server, now);
		if (server->state != ENDED)
			tick(server, now);
	}
}

static void finish(struct server *server)
{
	if (load_requests())
		log_line(LOG_WARNING, "requests were cut off", NULL, NULL);
	daemons_stop(&server->daemons);
	if (server->listening >= 0)
		close(server->listening);
	if (server->health)
		daemon_stop(server->health);
	reload_finish();
	request_finish();
	if (server->watch >= 0)
		close(server->watch);
	if (server->signals >= 0)
		close(server->signals);
}

int serve_run(const struct serve_options *options)
{
	struct server server = {.options = options, .listening = -1, .signals = -1, .watch = -1};
	int status = prepare(&server);

	if (status == STATUS_DONE) {
		fill_endpoints(&server);
		status = open_ports(&server);
	}
	if (status == STATUS_DONE)
		run(&server);
	finish(&server);
	if (status == STATUS_DONE)
		log_line(LOG_INFO, "ended", NULL, NULL);
	return status;
}
