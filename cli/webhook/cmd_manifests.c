/* SPDX-License-Identifier: MIT
 *
 * cmd_manifests.c - the command line of `climits-webhook manifests`. Every value is checked to be
 * what its place in the YAML takes, so that none can be anything else there.
 */
#include "cmd.h"

#include <string.h>

#include <gnutls/x509.h>

#include "../k8s/base64.h"
#include "../k8s/config.h"
#include "../k8s/words.h"
#include "../output.h"
#include "../text.h"
#include "args.h"
#include "file.h"
#include "manifests.h"

struct command_line {
	struct manifests manifests;
	int cert_manager;
	int openshift;
	const char *ca_file;
	int failure_policy;
};

static const char *const policies[] = {"Ignore", "Fail", NULL};

#define OPTION(name) offsetof(struct command_line, manifests.name)
#define LOCAL(name) offsetof(struct command_line, name)

static const struct arg_rule rules[] = {
	{"cert-manager", ARG_FLAG, NULL, LOCAL(cert_manager), 0, NULL},
	{"openshift", ARG_FLAG, NULL, LOCAL(openshift), 0, NULL},
	{"ca-bundle", ARG_STRING, "a file", LOCAL(ca_file), 0, NULL},
	{"name", ARG_STRING, "a name", OPTION(name), 0, NULL},
	{"namespace", ARG_STRING, "a name", OPTION(namespace_name), 0, NULL},
	{"image", ARG_STRING, "an image", OPTION(image), 0, NULL},
	{"annotation-prefix", ARG_STRING, "a DNS name", OPTION(prefix), 0, NULL},
	{"failure-policy", ARG_CHOICE, "one of Ignore, Fail", LOCAL(failure_policy), 0, policies},
	{"replicas", ARG_NUMBER, "a number", OPTION(replicas), 100, NULL},
	{"port", ARG_NUMBER, "a port", OPTION(port), 65535, NULL},
	{"health-port", ARG_NUMBER, "a port", OPTION(health_port), 65535, NULL},
	{"timeout", ARG_NUMBER, "a number of seconds up to 30", OPTION(timeout), 30, NULL},
};

/* Letters and digits of a reference to an image, with what may be between them. */
static int is_image(const char *image)
{
	static const char inside[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "0123456789./:@_-";
	size_t length = strspn(image, inside);

	return length && !image[length] && *image != '-' && *image != '@' && *image != ':' &&
	       image[length - 1] != ':';
}

/* A Service's name begins with a letter; -tls and the like come behind it (RFC 1035, 63 bytes). */
static int is_name(const char *name)
{
	return is_dns_label(name) && strlen(name) < 56 && (*name < '0' || *name > '9');
}

static const char *problem_of(const struct command_line *line)
{
	const struct manifests *manifests = &line->manifests;
	const struct k8s_option *prefix = k8s_option_find("annotation-prefix", 17);
	struct k8s_config scratch;

	k8s_config_init(&scratch);
	if (line->cert_manager + line->openshift + (line->ca_file != NULL) > 1)
		return "--cert-manager, --openshift and --ca-bundle exclude each other";
	if (!is_name(manifests->name))
		return "--name: not the name of a Service";
	if (!is_dns_label(manifests->namespace_name))
		return "--namespace: not the name of a namespace";
	if (!is_image(manifests->image))
		return "--image: not the name of an image";
	if (k8s_option_apply(prefix, &scratch, manifests->prefix) < 0)
		return "--annotation-prefix: not a DNS name";
	if (manifests->port < 1024 || manifests->health_port < 1024)
		return "ports below 1024 are not for programs without capabilities";
	if (manifests->port == manifests->health_port)
		return "--port and --health-port have to differ";
	if (!manifests->replicas || !manifests->timeout)
		return "--replicas and --timeout have to be at least 1";
	return NULL;
}

/* The API server refuses a caBundle without a certificate, and later than here. */
static int has_certificate(const gnutls_datum_t *bytes)
{
	gnutls_x509_crt_t *list = NULL;
	unsigned count = 0;

	if (gnutls_x509_crt_list_import2(&list, &count, bytes, GNUTLS_X509_FMT_PEM, 0) < 0)
		return 0;
	for (unsigned i = 0; i < count; i++)
		gnutls_x509_crt_deinit(list[i]);
	gnutls_free(list);
	return count > 0;
}

static int read_bundle(const char *path, struct text *bundle)
{
	gnutls_datum_t bytes FILE_CLEANUP = {0};
	int error = file_read(path, &bytes);

	if (error < 0) {
		args_complain("%s: %s", path, strerror(-error));
		return -1;
	}
	if (!has_certificate(&bytes)) {
		args_complain("%s: no certificate as PEM", path);
		return -1;
	}
	base64_add(bundle, (const char *)bytes.data, bytes.size);
	return bundle->failed ? -1 : 0;
}

int cmd_manifests(char **argv)
{
	struct command_line line = {
		.manifests =
			{
				.name = "climits-webhook",
				.namespace_name = "climits",
				.image = "climits-webhook:latest",
				.prefix = "climits",
				.replicas = 2,
				.port = 8443,
				.health_port = 8080,
				.timeout = 3,
			},
	};
	struct text bundle TEXT_CLEANUP = {0};
	struct text text TEXT_CLEANUP = {0};
	const char *problem;

	if (args_parse(argv, rules, sizeof(rules) / sizeof(rules[0]), &line, NULL) < 0)
		return STATUS_USAGE;
	problem = problem_of(&line);
	if (problem) {
		args_complain("%s", problem);
		return STATUS_USAGE;
	}
	if (line.ca_file && read_bundle(line.ca_file, &bundle) < 0)
		return STATUS_FAILED;
	line.manifests.trust = line.cert_manager ? TRUST_CERT_MANAGER
			       : line.openshift  ? TRUST_OPENSHIFT
						 : TRUST_MANUAL;
	line.manifests.ca_bundle = line.ca_file ? text_string(&bundle) : NULL;
	line.manifests.failure_policy = policies[line.failure_policy];
	manifests_add(&text, &line.manifests);
	return output_write(&text);
}
