/* SPDX-License-Identifier: MIT
 *
 * own_ca.c - a CA that lives for one call and signs one certificate (serve --self-signed). A CA
 * apart, and not a certificate that signed itself: what clients trust then signs nothing more. Not
 * for more than one replica, each of which would have a CA of its own.
 */
#include "own_ca.h"

#include <string.h>
#include <time.h>

#include <gnutls/abstract.h>
#include <gnutls/crypto.h>

#define DAY (24 * 60 * 60)
/* Clocks of machines differ. */
#define EARLIER (60 * 60)

#define CRT_CLEANUP __attribute__((cleanup(free_crt)))
#define KEY_CLEANUP __attribute__((cleanup(free_key)))

static void free_crt(gnutls_x509_crt_t *crt)
{
	if (*crt)
		gnutls_x509_crt_deinit(*crt);
}

static void free_key(gnutls_x509_privkey_t *key)
{
	if (*key)
		gnutls_x509_privkey_deinit(*key);
}

static int make_key(gnutls_x509_privkey_t *ret_key)
{
	int error = gnutls_x509_privkey_init(ret_key);

	if (error < 0) {
		*ret_key = NULL;
		return error;
	}
	return gnutls_x509_privkey_generate(*ret_key, GNUTLS_PK_ECDSA,
					    GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
}

static int set_serial(gnutls_x509_crt_t crt)
{
	unsigned char serial[16];
	int error = gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof(serial));

	/* A positive number that begins with no zero byte (RFC 5280, 4.1.2.2). */
	serial[0] = (unsigned char)((serial[0] & 0x7f) | 0x40);
	return error < 0 ? error : gnutls_x509_crt_set_serial(crt, serial, sizeof(serial));
}

/* What the CA's certificate and the leaf's have in common. */
static int begin(gnutls_x509_crt_t *ret_crt, gnutls_x509_privkey_t key, const char *subject,
		 unsigned usage)
{
	unsigned char id[20];
	size_t length = sizeof(id);
	time_t now = time(NULL);
	int error = gnutls_x509_crt_init(ret_crt);

	if (error < 0) {
		*ret_crt = NULL;
		return error;
	}
	if ((error = gnutls_x509_crt_set_version(*ret_crt, 3)) < 0 ||
	    (error = set_serial(*ret_crt)) < 0 ||
	    (error = gnutls_x509_crt_set_activation_time(*ret_crt, now - EARLIER)) < 0 ||
	    (error = gnutls_x509_crt_set_expiration_time(*ret_crt, now + 365 * DAY)) < 0 ||
	    (error = gnutls_x509_crt_set_dn(*ret_crt, subject, NULL)) < 0 ||
	    (error = gnutls_x509_crt_set_key(*ret_crt, key)) < 0 ||
	    (error = gnutls_x509_crt_set_key_usage(*ret_crt, usage)) < 0 ||
	    (error = gnutls_x509_crt_get_key_id(*ret_crt, 0, id, &length)) < 0)
		return error;
	return gnutls_x509_crt_set_subject_key_id(*ret_crt, id, length);
}

static int make_ca(gnutls_x509_crt_t *ret_ca, gnutls_x509_privkey_t key)
{
	int error = begin(ret_ca, key, "CN=climits-webhook trial CA",
			  GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN);

	if (error == 0)
		error = gnutls_x509_crt_set_basic_constraints(*ret_ca, 1, 0);
	if (error == 0)
		error = gnutls_x509_crt_sign2(*ret_ca, *ret_ca, key, GNUTLS_DIG_SHA256, 0);
	return error;
}

static int add_name(gnutls_x509_crt_t leaf, gnutls_x509_subject_alt_name_t type, const void *name,
		    size_t length)
{
	return gnutls_x509_crt_set_subject_alt_name(leaf, type, name, (unsigned)length,
						    GNUTLS_FSAN_APPEND);
}

static int add_names(gnutls_x509_crt_t leaf, const char *names)
{
	static const unsigned char v4[4] = {127, 0, 0, 1};
	static const unsigned char v6[16] = {[15] = 1};
	int error = add_name(leaf, GNUTLS_SAN_DNSNAME, "localhost", strlen("localhost"));

	if (error == 0)
		error = add_name(leaf, GNUTLS_SAN_IPADDRESS, v4, sizeof(v4));
	if (error == 0)
		error = add_name(leaf, GNUTLS_SAN_IPADDRESS, v6, sizeof(v6));
	while (error == 0 && names && *names) {
		size_t length = strcspn(names, ",");

		if (length)
			error = add_name(leaf, GNUTLS_SAN_DNSNAME, names, length);
		names += length + (names[length] == ',');
	}
	return error;
}

static int make_leaf(gnutls_x509_crt_t *ret_leaf, gnutls_x509_privkey_t key, const char *names,
		     gnutls_x509_crt_t ca, gnutls_x509_privkey_t ca_key)
{
	unsigned char id[20];
	size_t length = sizeof(id);
	int error = begin(ret_leaf, key, "CN=climits-webhook", GNUTLS_KEY_DIGITAL_SIGNATURE);

	if (error < 0 || (error = add_names(*ret_leaf, names)) < 0 ||
	    (error = gnutls_x509_crt_set_basic_constraints(*ret_leaf, 0, -1)) < 0 ||
	    (error = gnutls_x509_crt_set_key_purpose_oid(*ret_leaf, GNUTLS_KP_TLS_WWW_SERVER, 0)) <
		    0 ||
	    (error = gnutls_x509_crt_get_key_id(ca, 0, id, &length)) < 0 ||
	    (error = gnutls_x509_crt_set_authority_key_id(*ret_leaf, id, length)) < 0)
		return error;
	return gnutls_x509_crt_sign2(*ret_leaf, ca, ca_key, GNUTLS_DIG_SHA256, 0);
}

/* Through PEM, so that a pair of ours passes the checks of one from files. */
static int export_pair(gnutls_x509_crt_t leaf, gnutls_x509_privkey_t key, struct pair *ret_pair)
{
	gnutls_datum_t leaf_text = {0};
	gnutls_datum_t key_text = {0};
	int error = gnutls_x509_crt_export2(leaf, GNUTLS_X509_FMT_PEM, &leaf_text);

	if (error == 0)
		error = gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, &key_text);
	if (error == 0)
		error = pair_parse(&leaf_text, &key_text, ret_pair);
	if (key_text.data)
		explicit_bzero(key_text.data, key_text.size);
	gnutls_free(key_text.data);
	gnutls_free(leaf_text.data);
	return error;
}

int own_ca_make(const char *names, struct pair *ret_pair, gnutls_datum_t *ret_ca)
{
	gnutls_x509_privkey_t ca_key KEY_CLEANUP = NULL;
	gnutls_x509_privkey_t key KEY_CLEANUP = NULL;
	gnutls_x509_crt_t ca CRT_CLEANUP = NULL;
	gnutls_x509_crt_t leaf CRT_CLEANUP = NULL;
	gnutls_datum_t text = {0};
	struct pair pair = {0};
	int error;

	if ((error = make_key(&ca_key)) < 0 || (error = make_key(&key)) < 0 ||
	    (error = make_ca(&ca, ca_key)) < 0 ||
	    (error = make_leaf(&leaf, key, names, ca, ca_key)) < 0 ||
	    (error = export_pair(leaf, key, &pair)) < 0)
		return error;
	error = gnutls_x509_crt_export2(ca, GNUTLS_X509_FMT_PEM, &text);
	if (error < 0) {
		pair_free(&pair);
		return error;
	}
	*ret_pair = pair;
	*ret_ca = text;
	return 0;
}
