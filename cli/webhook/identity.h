/* SPDX-License-Identifier: MIT
 *
 * identity.h - who the server is: the certificate and key that new handshakes get, which change
 * while it runs.
 */
#ifndef CLIMITS_WEBHOOK_IDENTITY_H
#define CLIMITS_WEBHOOK_IDENTITY_H

#include <stdint.h>

#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>

#include "pair.h"

/* Why the server is not ready to be called; IDENTITY_GOOD when it is. */
enum identity_state {
	IDENTITY_GOOD,
	IDENTITY_MISSING,
	IDENTITY_EXPIRED,
	IDENTITY_NOT_YET_VALID,
	IDENTITY_WRONG_NAME
};

/*
 * Takes the pair over and shows it from the next handshake on. Handshakes that have begun go on
 * with what they have: each has a copy of its own. names is a comma list of DNS names that the
 * certificate has to be for, NULL for any.
 */
void identity_set(struct pair *pair, const char *names);

/* Erases the key. No handshake may follow. */
void identity_clear(void);

/* now in seconds since 1970. */
enum identity_state identity_state(int64_t now);
const char *identity_state_text(enum identity_state state);

/* Seconds since 1970, 0 without a certificate. */
int64_t identity_not_after(void);

/* 1 when the digest is that of the pair in use. */
int identity_is(const unsigned char digest[PAIR_DIGEST_SIZE]);

/* Whether handshakes ask the client for a certificate. */
void identity_request_client(int request);

/* For MHD_OPTION_HTTPS_CERT_CALLBACK2. */
gnutls_certificate_retrieve_function3 identity_retrieve;

#endif
