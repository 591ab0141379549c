/* SPDX-License-Identifier: MIT
 *
 * manifests.h - what a cluster needs to call the server, as YAML.
 */
#ifndef CLIMITS_WEBHOOK_MANIFESTS_H
#define CLIMITS_WEBHOOK_MANIFESTS_H

#include <stdint.h>

struct text;

/* Where the serving certificate and the API server's trust in it come from. */
enum manifests_trust {
	TRUST_MANUAL,       /* a Secret that somebody makes; ca_bundle if it is known */
	TRUST_CERT_MANAGER, /* its Certificate, and its injector */
	TRUST_OPENSHIFT     /* the service CA */
};

/*
 * No string has a quote, a backslash or a blank: the command line was checked. ca_bundle is base64,
 * NULL when it is not known.
 */
struct manifests {
	enum manifests_trust trust;
	const char *ca_bundle;
	const char *name;
	const char *namespace_name;
	const char *image;
	const char *prefix;
	const char *failure_policy;
	uint64_t replicas;
	uint64_t port;
	uint64_t health_port;
	uint64_t timeout;
};

void manifests_add(struct text *text, const struct manifests *manifests);

#endif
