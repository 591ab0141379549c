/* SPDX-License-Identifier: MIT
 *
 * pair.c - a serving certificate and its private key, checked against each other before anyone is
 * shown them. Does no I/O, and does not ask who signed: that is the client's question.
 */
#include "pair.h"

#include <string.h>

#include <gnutls/crypto.h>

static int parse_chain(const gnutls_datum_t *certificate, struct pair *pair)
{
	int error;

	pair->chain_length = PAIR_CHAIN_MAX;
	error = gnutls_x509_crt_list_import(
		pair->chain, &pair->chain_length, certificate, GNUTLS_X509_FMT_PEM,
		GNUTLS_X509_CRT_LIST_IMPORT_FAIL_IF_EXCEED | GNUTLS_X509_CRT_LIST_FAIL_IF_UNSORTED);
	if (error < 0)
		pair->chain_length = 0;
	return error < 0 ? error : pair->chain_length ? 0 : GNUTLS_E_NO_CERTIFICATE_FOUND;
}

static int parse_key(const gnutls_datum_t *key, struct pair *pair)
{
	int error = gnutls_x509_privkey_init(&pair->key);

	if (error < 0) {
		pair->key = NULL;
		return error;
	}
	return gnutls_x509_privkey_import2(pair->key, key, GNUTLS_X509_FMT_PEM, NULL, 0);
}

/* The key id is a digest of the public key: the same for a certificate and for its private key. */
static int check_match(const struct pair *pair)
{
	unsigned char of_certificate[PAIR_DIGEST_SIZE];
	unsigned char of_key[PAIR_DIGEST_SIZE];
	size_t length = sizeof(of_certificate);
	int error;

	error = gnutls_x509_crt_get_key_id(pair->chain[0], GNUTLS_KEYID_USE_SHA256, of_certificate,
					   &length);
	if (error < 0)
		return error;
	length = sizeof(of_key);
	error = gnutls_x509_privkey_get_key_id(pair->key, GNUTLS_KEYID_USE_SHA256, of_key, &length);
	if (error < 0)
		return error;
	return memcmp(of_certificate, of_key, sizeof(of_key)) ? GNUTLS_E_CERTIFICATE_KEY_MISMATCH
							      : 0;
}

static int read_validity(struct pair *pair)
{
	pair->not_before = INT64_MIN;
	pair->not_after = INT64_MAX;
	for (unsigned i = 0; i < pair->chain_length; i++) {
		time_t from = gnutls_x509_crt_get_activation_time(pair->chain[i]);
		time_t until = gnutls_x509_crt_get_expiration_time(pair->chain[i]);

		if (from == (time_t)-1 || until == (time_t)-1)
			return GNUTLS_E_ASN1_VALUE_NOT_VALID;
		if (from > pair->not_before)
			pair->not_before = from;
		if (until < pair->not_after)
			pair->not_after = until;
	}
	return 0;
}

static int digest_texts(const gnutls_datum_t *certificate, const gnutls_datum_t *key,
			unsigned char *digest)
{
	gnutls_hash_hd_t hash;
	int error = gnutls_hash_init(&hash, GNUTLS_DIG_SHA256);

	if (error < 0)
		return error;
	error = gnutls_hash(hash, certificate->data, certificate->size);
	if (error == 0)
		error = gnutls_hash(hash, key->data, key->size);
	gnutls_hash_deinit(hash, digest);
	return error;
}

int pair_parse(const gnutls_datum_t *certificate, const gnutls_datum_t *key, struct pair *ret_pair)
{
	struct pair pair = {0};
	int error = parse_chain(certificate, &pair);

	if (error == 0)
		error = parse_key(key, &pair);
	if (error == 0)
		error = check_match(&pair);
	if (error == 0)
		error = read_validity(&pair);
	if (error == 0)
		error = digest_texts(certificate, key, pair.digest);
	if (error < 0)
		pair_free(&pair);
	else
		*ret_pair = pair;
	return error;
}

/* GnuTLS erases the numbers of a private key when it gives them back. */
void pair_free(struct pair *pair)
{
	for (unsigned i = 0; i < pair->chain_length; i++)
		gnutls_x509_crt_deinit(pair->chain[i]);
	if (pair->key)
		gnutls_x509_privkey_deinit(pair->key);
	*pair = (struct pair){0};
}
