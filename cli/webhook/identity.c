/* SPDX-License-Identifier: MIT
 *
 * identity.c - the certificate and key that new handshakes get.
 *
 * GnuTLS' callback has no argument for its user, so what is current lies in this file. Every
 * handshake gets copies that GnuTLS frees with the session (GNUTLS_CERT_RETR_DEINIT_ALL): a pair
 * may be replaced at any moment, and no generation has to be counted or kept. Does not read files:
 * reload.c does.
 */
#include "identity.h"

#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pair current;
static int current_has_names;
static int client_requested;

static int has_names(const struct pair *pair, const char *names)
{
	char name[256];

	while (names && *names) {
		size_t length = strcspn(names, ",");

		if (length >= sizeof(name))
			return 0;
		memcpy(name, names, length);
		name[length] = '\0';
		if (length && !gnutls_x509_crt_check_hostname(pair->chain[0], name))
			return 0;
		names += length + (names[length] == ',');
	}
	return 1;
}

void identity_set(struct pair *pair, const char *names)
{
	struct pair old;

	pthread_mutex_lock(&lock);
	old = current;
	current = *pair;
	current_has_names = has_names(pair, names);
	pthread_mutex_unlock(&lock);
	pair_free(&old);
	*pair = (struct pair){0};
}

void identity_clear(void)
{
	struct pair none = {0};

	identity_set(&none, NULL);
}

enum identity_state identity_state(int64_t now)
{
	enum identity_state state = IDENTITY_GOOD;

	pthread_mutex_lock(&lock);
	if (!current.key)
		state = IDENTITY_MISSING;
	else if (now > current.not_after)
		state = IDENTITY_EXPIRED;
	else if (now < current.not_before)
		state = IDENTITY_NOT_YET_VALID;
	else if (!current_has_names)
		state = IDENTITY_WRONG_NAME;
	pthread_mutex_unlock(&lock);
	return state;
}

const char *identity_state_text(enum identity_state state)
{
	switch (state) {
	case IDENTITY_GOOD:
		return "ready";
	case IDENTITY_MISSING:
		return "no certificate";
	case IDENTITY_EXPIRED:
		return "certificate expired";
	case IDENTITY_NOT_YET_VALID:
		return "certificate not yet valid";
	case IDENTITY_WRONG_NAME:
		return "certificate for another name";
	}
	return "unknown";
}

int64_t identity_not_after(void)
{
	int64_t not_after;

	pthread_mutex_lock(&lock);
	not_after = current.not_after;
	pthread_mutex_unlock(&lock);
	return not_after;
}

int identity_is(const unsigned char digest[PAIR_DIGEST_SIZE])
{
	int same;

	pthread_mutex_lock(&lock);
	same = current.key && !memcmp(current.digest, digest, PAIR_DIGEST_SIZE);
	pthread_mutex_unlock(&lock);
	return same;
}

void identity_request_client(int request)
{
	pthread_mutex_lock(&lock);
	client_requested = request;
	pthread_mutex_unlock(&lock);
}

static void free_chain(gnutls_pcert_st *chain, unsigned length)
{
	for (unsigned i = 0; i < length; i++)
		gnutls_pcert_deinit(&chain[i]);
	gnutls_free(chain);
}

static gnutls_pcert_st *copy_chain(const struct pair *pair)
{
	gnutls_pcert_st *chain = gnutls_calloc(pair->chain_length, sizeof(*chain));

	for (unsigned i = 0; chain && i < pair->chain_length; i++) {
		if (gnutls_pcert_import_x509(&chain[i], pair->chain[i], 0) < 0) {
			free_chain(chain, i);
			return NULL;
		}
	}
	return chain;
}

static gnutls_privkey_t copy_key(const struct pair *pair)
{
	gnutls_privkey_t key;

	if (gnutls_privkey_init(&key) < 0)
		return NULL;
	if (gnutls_privkey_import_x509(key, pair->key, GNUTLS_PRIVKEY_IMPORT_COPY) < 0) {
		gnutls_privkey_deinit(key);
		return NULL;
	}
	return key;
}

/*
 * The names of CAs are left out of the request for a client's certificate: they would be those from
 * the start, after the CA file was replaced. Clients then offer the certificate that they have.
 */
static void request_client(gnutls_session_t session)
{
	gnutls_certificate_send_x509_rdn_sequence(session, 1);
	gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUEST);
}

/* NOLINTNEXTLINE(readability-function-size): the parameters are GnuTLS' */
int identity_retrieve(gnutls_session_t session, const struct gnutls_cert_retr_st *info,
		      gnutls_pcert_st **certs, unsigned *certs_length, gnutls_ocsp_data_st **ocsp,
		      unsigned *ocsp_length, gnutls_privkey_t *privkey, unsigned *flags)
{
	gnutls_pcert_st *chain = NULL;
	gnutls_privkey_t key = NULL;
	unsigned length;

	(void)info;
	pthread_mutex_lock(&lock);
	length = current.chain_length;
	if (current.key)
		chain = copy_chain(&current);
	if (chain)
		key = copy_key(&current);
	if (client_requested)
		request_client(session);
	pthread_mutex_unlock(&lock);
	if (!key) {
		if (chain)
			free_chain(chain, length);
		return -1;
	}
	*certs = chain;
	*certs_length = length;
	*ocsp = NULL;
	*ocsp_length = 0;
	*privkey = key;
	*flags = GNUTLS_CERT_RETR_DEINIT_ALL;
	return 0;
}
