/* SPDX-License-Identifier: MIT
 *
 * client.c - certificates of clients, checked against a CA file that may be replaced while the
 * server runs; libmicrohttpd's own check would keep the first one for ever.
 *
 * API servers send a certificate only when an AdmissionConfiguration of theirs says so, hence the
 * mode "log": see who would be refused before refusing. What to do with a verdict is the caller's
 * business.
 */
#include "client.h"

#include <pthread.h>
#include <string.h>

#include <gnutls/x509.h>

/* Leaf and intermediates that a client may send. */
#define CHAIN_MAX 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gnutls_x509_trust_list_t trusted;
static unsigned generation;

static void replace(gnutls_x509_trust_list_t list)
{
	gnutls_x509_trust_list_t old;

	pthread_mutex_lock(&lock);
	old = trusted;
	trusted = list;
	generation++;
	pthread_mutex_unlock(&lock);
	if (old)
		gnutls_x509_trust_list_deinit(old, 1);
}

int client_set_ca(const gnutls_datum_t *ca)
{
	gnutls_x509_trust_list_t list;
	int count = gnutls_x509_trust_list_init(&list, 0);

	if (count < 0)
		return count;
	count = gnutls_x509_trust_list_add_trust_mem(list, ca, NULL, GNUTLS_X509_FMT_PEM, 0, 0);
	if (count <= 0) {
		gnutls_x509_trust_list_deinit(list, 1);
		return count < 0 ? count : GNUTLS_E_NO_CERTIFICATE_FOUND;
	}
	replace(list);
	return count;
}

void client_clear(void)
{
	replace(NULL);
}

unsigned client_generation(void)
{
	unsigned now;

	pthread_mutex_lock(&lock);
	now = generation;
	pthread_mutex_unlock(&lock);
	return now;
}

static int listed(const char *name, size_t length, const char *names)
{
	while (*names) {
		size_t next = strcspn(names, ",");

		if (next == length && !memcmp(names, name, length))
			return 1;
		names += next + (names[next] == ',');
	}
	return 0;
}

static int has_common_name(gnutls_x509_crt_t leaf, const char *names)
{
	char name[256];
	size_t length = sizeof(name);

	return gnutls_x509_crt_get_dn_by_oid(leaf, GNUTLS_OID_X520_COMMON_NAME, 0, 0, name,
					     &length) == 0 &&
	       listed(name, length, names);
}

static int has_dns_name(gnutls_x509_crt_t leaf, const char *names)
{
	char name[256];

	for (unsigned i = 0;; i++) {
		size_t length = sizeof(name);
		int type = gnutls_x509_crt_get_subject_alt_name(leaf, i, name, &length, NULL);

		if (type == GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE)
			return 0;
		if (type == GNUTLS_SAN_DNSNAME && listed(name, length, names))
			return 1;
	}
}

/* GnuTLS answers 0 also for a chain that failed: the reasons are bits of the status. */
static enum client_verdict check_chain(gnutls_x509_crt_t *chain, unsigned length, const char *names)
{
	static char purpose[] = GNUTLS_KP_TLS_WWW_CLIENT;
	gnutls_typed_vdata_st wanted = {GNUTLS_DT_KEY_PURPOSE_OID, (unsigned char *)purpose, 0};
	unsigned status = GNUTLS_CERT_INVALID;
	int error = GNUTLS_E_NO_CERTIFICATE_FOUND;

	pthread_mutex_lock(&lock);
	if (trusted)
		error = gnutls_x509_trust_list_verify_crt2(trusted, chain, length, &wanted, 1, 0,
							   &status, NULL);
	pthread_mutex_unlock(&lock);
	if (error == GNUTLS_E_MEMORY_ERROR)
		return CLIENT_ERROR;
	if (error < 0 || status)
		return CLIENT_UNTRUSTED;
	if (names && !has_common_name(chain[0], names) && !has_dns_name(chain[0], names))
		return CLIENT_WRONG_NAME;
	return CLIENT_GOOD;
}

enum client_verdict client_check(gnutls_session_t session, const char *names)
{
	gnutls_x509_crt_t chain[CHAIN_MAX];
	enum client_verdict verdict = CLIENT_ERROR;
	unsigned sent = 0;
	unsigned length = 0;
	const gnutls_datum_t *raw = gnutls_certificate_get_peers(session, &sent);

	if (!raw || !sent)
		return CLIENT_NO_CERTIFICATE;
	if (sent > CHAIN_MAX)
		return CLIENT_UNTRUSTED;
	while (length < sent && gnutls_x509_crt_init(&chain[length]) == 0) {
		int error = gnutls_x509_crt_import(chain[length], &raw[length],
						   GNUTLS_X509_FMT_DER);

		length++;
		if (error < 0)
			break;
		if (length == sent)
			verdict = check_chain(chain, length, names);
	}
	while (length)
		gnutls_x509_crt_deinit(chain[--length]);
	return verdict;
}

const char *client_verdict_text(enum client_verdict verdict)
{
	static const char *const texts[] = {
		[CLIENT_UNCHECKED] = "unchecked",
		[CLIENT_GOOD] = "good",
		[CLIENT_NO_CERTIFICATE] = "no client certificate",
		[CLIENT_UNTRUSTED] = "client certificate not trusted",
		[CLIENT_WRONG_NAME] = "client certificate for another name",
		[CLIENT_ERROR] = "client certificate not checked",
	};

	return texts[verdict];
}
