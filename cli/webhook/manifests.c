/* SPDX-License-Identifier: MIT
 *
 * manifests.c - what a cluster needs to call the server. The order is that of a roll-out: what
 * serves first, what calls it last (Kubernetes documentation, "Admission Webhook Good Practices").
 *
 * The templates are YAML with @words@ in them. A value that stands alone is quoted: "on" is a name
 * and "1" too.
 */
#include "manifests.h"

#include <string.h>

#include "../text.h"

static const char intro[] =
	"# climits-webhook: sets GOMAXPROCS and GOMEMLIMIT of pods from their limits.\n"
	"#\n"
	"# It sees pods of namespaces with the label @prefix@/injection=enabled, at their "
	"creation:\n"
	"#   kubectl label namespace NAME @prefix@/injection=enabled\n"
	"# Go 1.25 and later follow a CPU limit by themselves, also when it changes, until "
	"GOMAXPROCS\n"
	"# is set: for such images annotate pods with @prefix@/vars: GOMEMLIMIT.\n";

static const char manual[] = "#\n"
			     "# The Secret @name@-tls (type kubernetes.io/tls) has to be made in "
			     "the namespace @namespace@,\n"
			     "# with a certificate for @name@.@namespace@.svc.\n";

static const char no_bundle[] = "# Its CA has to be put into webhooks[0].clientConfig.caBundle "
				"(--ca-bundle FILE does so).\n";

static const char namespace_account[] = "---\n"
					"apiVersion: v1\n"
					"kind: Namespace\n"
					"metadata:\n"
					"  name: \"@namespace@\"\n"
					"  labels:\n"
					"    app.kubernetes.io/name: \"@name@\"\n"
					"    pod-security.kubernetes.io/enforce: restricted\n"
					"---\n"
					"apiVersion: v1\n"
					"kind: ServiceAccount\n"
					"metadata:\n"
					"  name: \"@name@\"\n"
					"  namespace: \"@namespace@\"\n"
					"  labels:\n"
					"    app.kubernetes.io/name: \"@name@\"\n"
					"automountServiceAccountToken: false\n";

/* A CA of its own, so that a new serving certificate needs no new caBundle. */
static const char cert_manager[] = "---\n"
				   "apiVersion: cert-manager.io/v1\n"
				   "kind: Issuer\n"
				   "metadata:\n"
				   "  name: @name@-self\n"
				   "  namespace: \"@namespace@\"\n"
				   "spec:\n"
				   "  selfSigned: {}\n"
				   "---\n"
				   "apiVersion: cert-manager.io/v1\n"
				   "kind: Certificate\n"
				   "metadata:\n"
				   "  name: @name@-ca\n"
				   "  namespace: \"@namespace@\"\n"
				   "spec:\n"
				   "  isCA: true\n"
				   "  commonName: @name@-ca\n"
				   "  secretName: @name@-ca\n"
				   "  duration: 87600h\n"
				   "  privateKey:\n"
				   "    algorithm: ECDSA\n"
				   "    size: 256\n"
				   "  issuerRef:\n"
				   "    name: @name@-self\n"
				   "---\n"
				   "apiVersion: cert-manager.io/v1\n"
				   "kind: Issuer\n"
				   "metadata:\n"
				   "  name: \"@name@\"\n"
				   "  namespace: \"@namespace@\"\n"
				   "spec:\n"
				   "  ca:\n"
				   "    secretName: @name@-ca\n"
				   "---\n"
				   "apiVersion: cert-manager.io/v1\n"
				   "kind: Certificate\n"
				   "metadata:\n"
				   "  name: \"@name@\"\n"
				   "  namespace: \"@namespace@\"\n"
				   "spec:\n"
				   "  secretName: @name@-tls\n"
				   "  duration: 2160h\n"
				   "  privateKey:\n"
				   "    algorithm: ECDSA\n"
				   "    size: 256\n"
				   "    rotationPolicy: Always\n"
				   "  usages:\n"
				   "  - digital signature\n"
				   "  - server auth\n"
				   "  dnsNames:\n"
				   "  - @name@.@namespace@.svc\n"
				   "  - @name@.@namespace@.svc.cluster.local\n"
				   "  issuerRef:\n"
				   "    name: \"@name@\"\n";

/*
 * The grace period is longer than --shutdown-delay and --shutdown-timeout together. Probes come to
 * the plain port, so that required client certificates do not break them.
 */
static const char deployment[] = "---\n"
				 "apiVersion: apps/v1\n"
				 "kind: Deployment\n"
				 "metadata:\n"
				 "  name: \"@name@\"\n"
				 "  namespace: \"@namespace@\"\n"
				 "  labels:\n"
				 "    app.kubernetes.io/name: \"@name@\"\n"
				 "spec:\n"
				 "  replicas: @replicas@\n"
				 "  strategy:\n"
				 "    type: RollingUpdate\n"
				 "    rollingUpdate:\n"
				 "      maxUnavailable: 0\n"
				 "      maxSurge: 1\n"
				 "  selector:\n"
				 "    matchLabels:\n"
				 "      app.kubernetes.io/name: \"@name@\"\n"
				 "  template:\n"
				 "    metadata:\n"
				 "      labels:\n"
				 "        app.kubernetes.io/name: \"@name@\"\n"
				 "    spec:\n"
				 "      serviceAccountName: \"@name@\"\n"
				 "      automountServiceAccountToken: false\n"
				 "      terminationGracePeriodSeconds: 30\n"
				 "      securityContext:\n"
				 "        runAsNonRoot: true\n"
				 "        runAsUser: 65532\n"
				 "        runAsGroup: 65532\n"
				 "        fsGroup: 65532\n"
				 "        seccompProfile:\n"
				 "          type: RuntimeDefault\n"
				 "      topologySpreadConstraints:\n"
				 "      - maxSkew: 1\n"
				 "        topologyKey: kubernetes.io/hostname\n"
				 "        whenUnsatisfiable: ScheduleAnyway\n"
				 "        labelSelector:\n"
				 "          matchLabels:\n"
				 "            app.kubernetes.io/name: \"@name@\"\n"
				 "      containers:\n"
				 "      - name: webhook\n"
				 "        image: \"@image@\"\n"
				 "        args:\n"
				 "        - serve\n"
				 "        - --port=@port@\n"
				 "        - --health-port=@health@\n"
				 "        - --cert=/run/secrets/climits-webhook/tls.crt\n"
				 "        - --key=/run/secrets/climits-webhook/tls.key\n"
				 "        - --dns-name=@name@.@namespace@.svc\n"
				 "        - --annotation-prefix=@prefix@\n"
				 "        ports:\n"
				 "        - name: https\n"
				 "          containerPort: @port@\n"
				 "        - name: health\n"
				 "          containerPort: @health@\n"
				 "        livenessProbe:\n"
				 "          httpGet:\n"
				 "            path: /livez\n"
				 "            port: health\n"
				 "        readinessProbe:\n"
				 "          httpGet:\n"
				 "            path: /readyz\n"
				 "            port: health\n"
				 "          periodSeconds: 2\n"
				 "        resources:\n"
				 "          requests:\n"
				 "            cpu: 10m\n"
				 "            memory: 16Mi\n"
				 "          limits:\n"
				 "            cpu: 200m\n"
				 "            memory: 128Mi\n"
				 "        securityContext:\n"
				 "          allowPrivilegeEscalation: false\n"
				 "          readOnlyRootFilesystem: true\n"
				 "          capabilities:\n"
				 "            drop:\n"
				 "            - ALL\n"
				 "        volumeMounts:\n"
				 "        - name: tls\n"
				 "          mountPath: /run/secrets/climits-webhook\n"
				 "          readOnly: true\n"
				 "      volumes:\n"
				 "      - name: tls\n"
				 "        secret:\n"
				 "          secretName: @name@-tls\n"
				 "          defaultMode: 0440\n";

static const char service_head[] = "---\n"
				   "apiVersion: v1\n"
				   "kind: Service\n"
				   "metadata:\n"
				   "  name: \"@name@\"\n"
				   "  namespace: \"@namespace@\"\n"
				   "  labels:\n"
				   "    app.kubernetes.io/name: \"@name@\"\n";

static const char service_openshift[] =
	"  annotations:\n"
	"    service.beta.openshift.io/serving-cert-secret-name: @name@-tls\n";

/* Nothing goes out, not even DNS; API servers, kubelets and Prometheus come from anywhere. */
static const char service_rest[] = "spec:\n"
				   "  selector:\n"
				   "    app.kubernetes.io/name: \"@name@\"\n"
				   "  ports:\n"
				   "  - name: https\n"
				   "    port: 443\n"
				   "    targetPort: https\n"
				   "---\n"
				   "apiVersion: policy/v1\n"
				   "kind: PodDisruptionBudget\n"
				   "metadata:\n"
				   "  name: \"@name@\"\n"
				   "  namespace: \"@namespace@\"\n"
				   "spec:\n"
				   "  minAvailable: 1\n"
				   "  selector:\n"
				   "    matchLabels:\n"
				   "      app.kubernetes.io/name: \"@name@\"\n"
				   "---\n"
				   "apiVersion: networking.k8s.io/v1\n"
				   "kind: NetworkPolicy\n"
				   "metadata:\n"
				   "  name: \"@name@\"\n"
				   "  namespace: \"@namespace@\"\n"
				   "spec:\n"
				   "  podSelector:\n"
				   "    matchLabels:\n"
				   "      app.kubernetes.io/name: \"@name@\"\n"
				   "  policyTypes:\n"
				   "  - Ingress\n"
				   "  - Egress\n"
				   "  ingress:\n"
				   "  - ports:\n"
				   "    - port: https\n"
				   "    - port: health\n"
				   "  egress: []\n";

static const char webhook_head[] = "---\n"
				   "apiVersion: admissionregistration.k8s.io/v1\n"
				   "kind: MutatingWebhookConfiguration\n"
				   "metadata:\n"
				   "  name: \"@name@\"\n"
				   "  labels:\n"
				   "    app.kubernetes.io/name: \"@name@\"\n";

static const char webhook_cert_manager[] =
	"  annotations:\n"
	"    cert-manager.io/inject-ca-from: @namespace@/@name@\n";

static const char webhook_openshift[] = "  annotations:\n"
					"    service.beta.openshift.io/inject-cabundle: \"true\"\n";

static const char webhook_client[] = "webhooks:\n"
				     "- name: pods.@name@.climits.dev\n"
				     "  admissionReviewVersions:\n"
				     "  - v1\n"
				     "  clientConfig:\n"
				     "    service:\n"
				     "      name: \"@name@\"\n"
				     "      namespace: \"@namespace@\"\n"
				     "      path: /mutate\n"
				     "      port: 443\n";

static const char webhook_bundle[] = "    caBundle: @bundle@\n";

/*
 * IfNeeded: limits that a later webhook or LimitRange adds are seen in a second call. The
 * conditions save the call for pods of the kubelet and for those without any limit; a condition
 * that fails counts as failurePolicy has it.
 */
static const char webhook_rest[] =
	"  rules:\n"
	"  - apiGroups:\n"
	"    - \"\"\n"
	"    apiVersions:\n"
	"    - v1\n"
	"    operations:\n"
	"    - CREATE\n"
	"    resources:\n"
	"    - pods\n"
	"    scope: Namespaced\n"
	"  sideEffects: None\n"
	"  failurePolicy: @failure@\n"
	"  timeoutSeconds: @timeout@\n"
	"  reinvocationPolicy: IfNeeded\n"
	"  matchPolicy: Equivalent\n"
	"  namespaceSelector:\n"
	"    matchExpressions:\n"
	"    - key: @prefix@/injection\n"
	"      operator: In\n"
	"      values:\n"
	"      - enabled\n"
	"    - key: kubernetes.io/metadata.name\n"
	"      operator: NotIn\n"
	"      values:\n"
	"      - kube-system\n"
	"      - \"@namespace@\"\n"
	"  objectSelector:\n"
	"    matchExpressions:\n"
	"    - key: @prefix@/inject\n"
	"      operator: NotIn\n"
	"      values:\n"
	"      - \"false\"\n"
	"      - disabled\n"
	"  matchConditions:\n"
	"  - name: not-a-mirror-pod\n"
	"    expression: >-\n"
	"      !has(object.metadata.annotations) ||\n"
	"      !('kubernetes.io/config.mirror' in object.metadata.annotations)\n"
	"  - name: has-limits\n"
	"    expression: >-\n"
	"      (has(object.spec.resources) && has(object.spec.resources.limits)) ||\n"
	"      object.spec.containers.exists(c,\n"
	"      has(c.resources) && has(c.resources.limits)) ||\n"
	"      (has(object.spec.initContainers) && object.spec.initContainers.exists(c,\n"
	"      has(c.resources) && has(c.resources.limits)))\n";

static int is_word(const char *word, const char *at, size_t length)
{
	return strlen(word) == length && !strncmp(word, at, length);
}

static void add_word(struct text *text, const struct manifests *m, const char *at, size_t length)
{
	const struct {
		const char *word;
		const char *string; /* NULL: number */
		uint64_t number;
	} words[] = {
		{"name", m->name, 0},
		{"namespace", m->namespace_name, 0},
		{"image", m->image, 0},
		{"prefix", m->prefix, 0},
		{"failure", m->failure_policy, 0},
		{"bundle", m->ca_bundle, 0},
		{"replicas", NULL, m->replicas},
		{"port", NULL, m->port},
		{"health", NULL, m->health_port},
		{"timeout", NULL, m->timeout},
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!is_word(words[i].word, at, length))
			continue;
		if (words[i].string)
			text_add(text, words[i].string);
		else
			text_addf(text, "%llu", (unsigned long long)words[i].number);
	}
}

static void fill(struct text *text, const struct manifests *manifests, const char *form)
{
	for (;;) {
		size_t length = strcspn(form, "@");

		text_add_bytes(text, form, length);
		form += length;
		if (!*form)
			return;
		length = strcspn(form + 1, "@");
		add_word(text, manifests, form + 1, length);
		form += length + 2;
	}
}

void manifests_add(struct text *text, const struct manifests *manifests)
{
	enum manifests_trust trust = manifests->trust;
	const char *const parts[] = {
		intro,
		trust == TRUST_MANUAL ? manual : "",
		trust == TRUST_MANUAL && !manifests->ca_bundle ? no_bundle : "",
		namespace_account,
		trust == TRUST_CERT_MANAGER ? cert_manager : "",
		deployment,
		service_head,
		trust == TRUST_OPENSHIFT ? service_openshift : "",
		service_rest,
		webhook_head,
		trust == TRUST_CERT_MANAGER ? webhook_cert_manager : "",
		trust == TRUST_OPENSHIFT ? webhook_openshift : "",
		webhook_client,
		manifests->ca_bundle ? webhook_bundle : "",
		webhook_rest,
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		fill(text, manifests, parts[i]);
}
