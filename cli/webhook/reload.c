/* SPDX-License-Identifier: MIT
 *
 * reload.c - files that are read again while the server runs. Everything here is done by the main
 * thread; threads that serve see the result through identity.c, client.c and settings.c.
 */
#include "reload.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <gnutls/crypto.h>

#include "client.h"
#include "file.h"
#include "identity.h"
#include "metrics.h"
#include "settings.h"
#include "watch.h"

/* Certificate and key are read one after the other, and may be swapped in between. */
#define TRIES 3
#define PAUSE_NANOSECONDS 20000000

struct digest {
	unsigned char bytes[PAIR_DIGEST_SIZE];
	int known;
};

/* What was read last of the other files; errors too, so that a bad file is told of once. */
static struct digest ca_digest;
static struct digest config_digest;
static struct digest failed_pair;

static int digest_of(const gnutls_datum_t *bytes, struct digest *ret_digest)
{
	ret_digest->known = gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes->data, bytes->size,
					     ret_digest->bytes) == 0;
	return ret_digest->known;
}

static int same_digest(const struct digest *a, const struct digest *b)
{
	return a->known && b->known && !memcmp(a->bytes, b->bytes, sizeof(a->bytes));
}

/* Says what happened to a file, and counts it. error is NULL when it went well. */
static void tell(const char *path, const char *error, unsigned line_number, enum metric good,
		 enum metric bad)
{
	struct text line = {0};

	metrics_count(error ? bad : good);
	if (!log_wants(error ? LOG_ERROR : LOG_INFO))
		return;
	log_begin(&line, error ? LOG_ERROR : LOG_INFO, error ? "cannot load" : "loaded");
	log_string(&line, "file", path);
	log_string(&line, "error", error);
	if (line_number)
		log_number(&line, "line", line_number);
	log_end(&line);
}

/* Somebody else of the container could read it. A Secret is mounted so unless its mode is set. */
static void warn_of_mode(const char *key)
{
	struct stat status;

	if (stat(key, &status) == 0 && (status.st_mode & S_IRWXO))
		log_line(LOG_WARNING, "the key's file is open to every user", "file", key);
}

/*
 * Reads both; *ret_which names the one that could not be read. A pair that does not match may be
 * two halves of two pairs.
 */
static const char *read_pair(const struct serve_options *options, struct pair *ret_pair,
			     const char **ret_which)
{
	gnutls_datum_t certificate FILE_CLEANUP = {0};
	gnutls_datum_t key FILE_CLEANUP = {0};
	int error;

	*ret_which = options->certificate;
	error = file_read(options->certificate, &certificate);
	if (error == 0) {
		*ret_which = options->key;
		error = file_read(options->key, &key);
	}
	if (error < 0)
		return strerror(-error);
	*ret_which = options->certificate;
	error = pair_parse(&certificate, &key, ret_pair);
	return error < 0 ? gnutls_strerror(error) : NULL;
}

static const char *try_pair(const struct serve_options *options, struct pair *ret_pair,
			    const char **ret_which)
{
	static const struct timespec pause = {0, PAUSE_NANOSECONDS};
	const char *error = NULL;

	for (int i = 0; i < TRIES; i++) {
		error = read_pair(options, ret_pair, ret_which);
		if (!error)
			break;
		nanosleep(&pause, NULL);
	}
	return error;
}

/* What is in the files now, whatever it is; nothing known when they cannot be read. */
static void digest_pair(const struct serve_options *options, struct digest *ret_digest)
{
	gnutls_datum_t certificate FILE_CLEANUP = {0};
	gnutls_datum_t key FILE_CLEANUP = {0};
	gnutls_hash_hd_t hash;

	*ret_digest = (struct digest){0};
	if (file_read(options->certificate, &certificate) < 0 || file_read(options->key, &key) < 0)
		return;
	if (gnutls_hash_init(&hash, GNUTLS_DIG_SHA256) < 0)
		return;
	ret_digest->known = gnutls_hash(hash, certificate.data, certificate.size) == 0 &&
			    gnutls_hash(hash, key.data, key.size) == 0;
	gnutls_hash_deinit(hash, ret_digest->bytes);
}

static int load_pair(const struct serve_options *options)
{
	struct digest now;
	struct pair pair;
	const char *which;
	const char *error;

	digest_pair(options, &now);
	if (now.known && (identity_is(now.bytes) || same_digest(&now, &failed_pair)))
		return 0;
	error = try_pair(options, &pair, &which);
	tell(error ? which : options->certificate, error, 0, METRIC_RELOAD_CERTIFICATE_OK,
	     METRIC_RELOAD_CERTIFICATE_FAILED);
	failed_pair = error ? now : (struct digest){0};
	if (error)
		return -1;
	identity_set(&pair, options->names);
	return 0;
}

static int load_ca(const struct serve_options *options)
{
	gnutls_datum_t bytes FILE_CLEANUP = {0};
	struct digest digest;
	int error = file_read(options->client_ca, &bytes);
	const char *message = error < 0 ? strerror(-error) : NULL;

	if (!message) {
		if (digest_of(&bytes, &digest) && same_digest(&digest, &ca_digest))
			return 0;
		ca_digest = digest;
		error = client_set_ca(&bytes);
		message = error < 0 ? gnutls_strerror(error) : NULL;
	}
	tell(options->client_ca, message, 0, METRIC_RELOAD_CLIENT_CA_OK,
	     METRIC_RELOAD_CLIENT_CA_FAILED);
	return message ? -1 : 0;
}

/* Without a file the command line is all there is, and that does not change. */
static int load_settings(const struct serve_options *options, int first)
{
	gnutls_datum_t bytes FILE_CLEANUP = {0};
	struct digest digest = {0};
	const char *message;
	unsigned line;

	if (!options->config && !first)
		return 0;
	if (options->config && file_read(options->config, &bytes) == 0) {
		if (digest_of(&bytes, &digest) && same_digest(&digest, &config_digest))
			return 0;
		config_digest = digest;
	}
	settings_load(options, &message, &line);
	if (options->config || message)
		tell(options->config, message, line, METRIC_RELOAD_CONFIG_OK,
		     METRIC_RELOAD_CONFIG_FAILED);
	return message ? -1 : 0;
}

int reload_first(const struct serve_options *options)
{
	if (load_settings(options, 1) < 0)
		return -1;
	if (options->client_ca && load_ca(options) < 0)
		return -1;
	if (options->self_signed)
		return 0;
	warn_of_mode(options->key);
	return load_pair(options);
}

void reload_all(const struct serve_options *options)
{
	load_settings(options, 0);
	if (options->client_ca)
		load_ca(options);
	if (!options->self_signed)
		load_pair(options);
}

void reload_watch(const struct serve_options *options, int fd)
{
	const char *const paths[] = {
		options->config,
		options->client_ca,
		options->self_signed ? NULL : options->certificate,
		options->self_signed ? NULL : options->key,
	};

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		if (paths[i])
			watch_add(fd, paths[i]);
}

void reload_finish(void)
{
	identity_clear();
	client_clear();
	settings_clear();
}
