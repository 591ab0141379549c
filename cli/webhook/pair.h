/* SPDX-License-Identifier: MIT
 *
 * pair.h - a serving certificate with its chain, and its private key.
 */
#ifndef CLIMITS_WEBHOOK_PAIR_H
#define CLIMITS_WEBHOOK_PAIR_H

#include <stdint.h>

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

/* Leaf and intermediates. Longer chains exist in no cluster and cost every handshake. */
#define PAIR_CHAIN_MAX 8
#define PAIR_DIGEST_SIZE 32

struct pair {
	gnutls_x509_crt_t chain[PAIR_CHAIN_MAX];
	unsigned chain_length;
	gnutls_x509_privkey_t key;
	/* When every certificate of the chain is valid: seconds since 1970. */
	int64_t not_before;
	int64_t not_after;
	/* SHA-256 over both texts: tells whether files that were written again are others. */
	unsigned char digest[PAIR_DIGEST_SIZE];
};

/*
 * Both as PEM. 0, or the negative code of GnuTLS; GNUTLS_E_CERTIFICATE_KEY_MISMATCH when the key is
 * another's. *ret_pair is written on success and belongs to the caller: pair_free().
 */
int pair_parse(const gnutls_datum_t *certificate, const gnutls_datum_t *key, struct pair *ret_pair);

void pair_free(struct pair *pair);

#endif
