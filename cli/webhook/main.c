/* SPDX-License-Identifier: MIT
 *
 * climits-webhook - advises pods when they are created: a mutating admission webhook of Kubernetes.
 *
 * Dispatches and nothing else.
 */
#include <string.h>

#include <containerlimits.h>

#include "../output.h"
#include "../text.h"
#include "args.h"
#include "cmd.h"

static const char usage[] =
	"Usage: climits-webhook serve [OPTION...]      answer reviews over HTTPS\n"
	"       climits-webhook manifests [OPTION...]  what kubectl apply needs\n"
	"Serve:\n"
	"      --self-signed          make a certificate, print its CA: to try it out\n"
	"      --cert F, --key F      PEM files, read again when they change\n"
	"      --dns-name LIST        names that the certificate has to be for\n"
	"      --tls-min 1.2|1.3      oldest TLS (1.2)\n"
	"      --client-ca F, --client-auth off|log|require, --client-name LIST\n"
	"      --address A, --port N  where to listen (every address, 8443)\n"
	"      --health-port N        probes and metrics without TLS too\n"
	"      --config F             review options, one a line, read again\n"
	"      --max-inflight N, --max-connections N, --max-body BYTES, --threads N\n"
	"      --shutdown-delay S, --shutdown-timeout S, --log-level L\n"
	"      and the options of climits review\n"
	"Manifests:\n"
	"      --cert-manager | --openshift | --ca-bundle F\n"
	"      --namespace N, --name N, --image I, --replicas N, --port N, --timeout S\n"
	"      --failure-policy Ignore|Fail, --annotation-prefix P\n"
	"      --help, --version; the manual is climits-webhook(8)\n"
	"\n"
	"Exit status: 0 done, 1 failed, 2 usage.\n";

static int print(const char *string)
{
	struct text text TEXT_CLEANUP = {0};

	text_add(&text, string);
	return output_write(&text);
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";

	if (output_guard_descriptors() < 0)
		return STATUS_FAILED;
	if (!strcmp(word, "serve"))
		return cmd_serve(argv + 2);
	if (!strcmp(word, "manifests"))
		return cmd_manifests(argv + 2);
	if (!strcmp(word, "--help") || !strcmp(word, "-h"))
		return print(usage);
	if (!strcmp(word, "--version"))
		return print("climits-webhook " CLIMITS_VERSION "\n");
	args_complain(*word ? "unknown command '%s' (climits-webhook --help lists them)"
			    : "a command is missing (climits-webhook --help lists them)%s",
		      word);
	return STATUS_USAGE;
}
