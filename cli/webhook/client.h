/* SPDX-License-Identifier: MIT
 *
 * client.h - who may ask for reviews: certificates of clients.
 */
#ifndef CLIMITS_WEBHOOK_CLIENT_H
#define CLIMITS_WEBHOOK_CLIENT_H

#include <gnutls/gnutls.h>

enum client_mode {
	CLIENT_OFF,    /* not asked for a certificate */
	CLIENT_LOG,    /* asked; a missing or bad one is logged and counted */
	CLIENT_REQUIRE /* asked; without a good one no review */
};

enum client_verdict {
	CLIENT_UNCHECKED,
	CLIENT_GOOD,
	CLIENT_NO_CERTIFICATE,
	CLIENT_UNTRUSTED, /* not of our CA, expired, or not for clients */
	CLIENT_WRONG_NAME,
	CLIENT_ERROR /* could not be checked: out of memory */
};

/*
 * The CAs, as PEM, in place of those before. The number of certificates in it, or a negative code
 * of GnuTLS; then nothing has changed.
 */
int client_set_ca(const gnutls_datum_t *ca);
void client_clear(void);

/*
 * Of the session's peer. names is a comma list of which the certificate must have one, as common
 * name or DNS name; NULL for any.
 */
enum client_verdict client_check(gnutls_session_t session, const char *names);
const char *client_verdict_text(enum client_verdict verdict);

/* Counts calls of client_set_ca(): a verdict holds for as long as this does not change. */
unsigned client_generation(void);

#endif
