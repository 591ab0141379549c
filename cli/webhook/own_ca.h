/* SPDX-License-Identifier: MIT
 *
 * own_ca.h - a certificate authority and a serving certificate, made to try the server out.
 */
#ifndef CLIMITS_WEBHOOK_OWN_CA_H
#define CLIMITS_WEBHOOK_OWN_CA_H

#include <gnutls/gnutls.h>

#include "pair.h"

/*
 * A pair for localhost, 127.0.0.1, ::1 and the comma list of DNS names (NULL for none), and the
 * certificate of the CA that signed it as PEM, which the caller gives to gnutls_free(). Both are
 * good for a year; the CA's key is gone when this returns. 0 or a negative code of GnuTLS.
 */
int own_ca_make(const char *names, struct pair *ret_pair, gnutls_datum_t *ret_ca);

#endif
