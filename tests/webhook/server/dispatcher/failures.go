// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	admissionv1 "k8s.io/api/admission/v1"
	registration "k8s.io/api/admissionregistration/v1"
	core "k8s.io/api/core/v1"
)

// A call that fails: Ignore lets the pod in as it is, Fail does not.
func unreachable(name string, s *server, least, most time.Duration) {
	pod := simple(limits("2", "1Gi"))
	got := newCluster(s, "Ignore").create(pod, "apps")
	check(got.err == nil && environments(got.pod) == "" && strings.Contains(got.audit, "failed-open"),
		"%s, Ignore: let in unchanged %v", name, got.err)
	got = newCluster(s, "Fail").create(pod, "apps")
	check(got.err != nil && strings.Contains(got.err.Error(), "failed calling webhook"), "%s, Fail: refused: %v", name, got.err)
	check(got.took >= least && got.took < most, "%s: after %s", name, got.took.Round(time.Millisecond))
}

func failureCases() {
	s := start("another")
	unreachable("certificate for another name", s, 0, time.Second)
	s.stop()
	unreachable("nobody listens", s, 0, 3*time.Second)
	s = start("expired")
	unreachable("expired certificate", s, 0, time.Second)
	s.stop()
	s = start("foreign")
	unreachable("certificate of another CA", s, 0, time.Second)
	s.stop()

	s = start("good")
	s.signal(syscall.SIGSTOP)
	unreachable("a server that hangs", s, 1900*time.Millisecond, 3*time.Second)
	s.signal(syscall.SIGCONT)
	got := newCluster(s, "Fail").create(simple(limits("2", "1Gi")), "apps")
	check(got.err == nil && environments(got.pod) == both, "a server that hung: goes on %v", got.err)
	s.stop()
	busy()
}

// Every place is taken, and free again after a moment: the API server comes back in its time.
func busy() {
	s := start("good", "--max-inflight", "1")
	defer s.stop()
	connection, err := tls.Dial("tcp", s.url.Host, &tls.Config{InsecureSkipVerify: true})
	must(err)
	_, err = fmt.Fprint(connection, "POST /mutate HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	must(err)
	time.Sleep(200 * time.Millisecond)
	time.AfterFunc(500*time.Millisecond, func() { connection.Close() })
	got := newCluster(s, "Fail").create(simple(limits("2", "1Gi")), "apps")
	check(got.err == nil && environments(got.pod) == both && got.took > 900*time.Millisecond,
		"a busy server: again after Retry-After, %s %v", got.took.Round(time.Millisecond), got.err)
}

// Another webhook, which sets what it is told to.
func other(patch string) *httptest.Server {
	handler := func(w http.ResponseWriter, r *http.Request) {
		var review admissionv1.AdmissionReview
		must(json.NewDecoder(r.Body).Decode(&review))
		kind := admissionv1.PatchTypeJSONPatch
		review.Response = &admissionv1.AdmissionResponse{UID: review.Request.UID, Allowed: true,
			Patch: []byte(patch), PatchType: &kind}
		review.Request = nil
		w.Header().Set("Content-Type", "application/json")
		must(json.NewEncoder(w).Encode(review))
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(handler))
	certificate, err := tls.LoadX509KeyPair(filepath.Join(dir, "good", "tls.crt"), filepath.Join(dir, "good", "tls.key"))
	must(err)
	s.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
	s.StartTLS()
	return s
}

func (c *cluster) add(name string, s *httptest.Server) {
	configuration := c.configurations[0].DeepCopy()
	configuration.Name = name
	hook := &configuration.Webhooks[0]
	hook.Name = "pods." + name + ".example"
	never := registration.NeverReinvocationPolicy
	hook.ReinvocationPolicy = &never
	hook.MatchConditions = nil
	hook.ClientConfig.Service = nil
	at, err := url.Parse(s.URL)
	must(err)
	text := "https://localhost:" + at.Port() + "/"
	hook.ClientConfig.URL = &text
	c.configurations = append(c.configurations, configuration)
}

// Limits that a webhook sets after us are seen in the second round.
func reinvocationCases() {
	s := start("good")
	defer s.stop()
	raise := other(`[{"op":"replace","path":"/spec/containers/0/resources/limits/cpu","value":"3"}]`)
	defer raise.Close()
	sidecar := other(`[{"op":"add","path":"/spec/containers/-","value":{"name":"late","image":"i","resources":{"limits":{"cpu":"5"}}}}]`)
	defer sidecar.Close()
	meddle := other(`[{"op":"replace","path":"/spec/containers/0/env/0/value","value":"77"}]`)
	defer meddle.Close()

	run := func(name string, behind *httptest.Server, want string) {
		for _, policy := range []string{"Ignore", "Fail"} {
			c := newCluster(s, policy)
			c.add("vpa-webhook-config", behind)
			got := c.create(simple(limits("2", "1Gi")), "apps")
			check(got.err == nil && environments(got.pod) == want, "re-invocation, %s, %s: %q %v",
				policy, name, environments(got.pod), got.err)
		}
	}
	run("a limit is raised behind us", raise, "GOMAXPROCS=3 GOMEMLIMIT=921MiB")
	run("a sidecar is added behind us", sidecar, both+" | GOMAXPROCS=5")
	run("our value is changed behind us", meddle, "GOMAXPROCS=77 GOMEMLIMIT=921MiB")
}

// AdmissionConfiguration with a kubeconfig: the only way an API server shows a client certificate.
func adminConfig(pair string) *bytes.Reader {
	read := func(file string) string {
		text, err := os.ReadFile(filepath.Join(dir, pair, file))
		must(err)
		return base64.StdEncoding.EncodeToString(text)
	}
	kubeconfig := fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","users":[{"name":"climits-webhook.climits.svc",`+
		`"user":{"client-certificate-data":"%s","client-key-data":"%s"}}]}`, read("tls.crt"), read("tls.key"))
	path := filepath.Join(dir, "kubeconfig-"+pair)
	must(os.WriteFile(path, []byte(kubeconfig), 0o600))
	return bytes.NewReader([]byte(`{"apiVersion":"apiserver.config.k8s.io/v1","kind":"WebhookAdmissionConfiguration",` +
		`"kubeConfigFile":"` + path + `"}`))
}

func transportCases() {
	pod := simple(limits("2", "1Gi"))
	s := start("good", "--client-ca", filepath.Join(dir, "ca", "ca.pem"), "--client-name", "api")
	unreachable("no client certificate", s, 0, time.Second)
	for _, k := range []struct {
		pair string
		good bool
	}{{"client", true}, {"stranger", false}} {
		c := newCluster(s, "Fail")
		c.adminConfig = adminConfig(k.pair)
		got := c.create(pod, "apps")
		check((got.err == nil) == k.good, "client certificate of %s: %v", k.pair, got.err)
	}
	s.stop()

	// At a loopback URL API servers offer h2, and fall back.
	s = start("good")
	defer s.stop()
	c := newCluster(s, "Fail")
	text := "https://localhost:" + s.url.Port() + "/mutate"
	c.configurations[0].Webhooks[0].ClientConfig.Service = nil
	c.configurations[0].Webhooks[0].ClientConfig.URL = &text
	got := c.create(pod, "apps")
	check(got.err == nil && environments(got.pod) == both, "at a loopback URL: %v", got.err)

	// One connection after the other, while the server is replaced behind the Service.
	c = newCluster(s, "Fail")
	var pods []*core.Pod
	for i := 0; i < 50; i++ {
		got := c.create(pod, "apps")
		if got.err == nil && environments(got.pod) == both {
			pods = append(pods, got.pod)
		}
	}
	check(len(pods) == 50, "50 pods in a row: %d", len(pods))
}
