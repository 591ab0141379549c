// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

const serviceName = "climits-webhook.climits.svc"

// kube-apiserver's transport for a webhook behind a Service: client-go transport/cache.go and
// apiserver pkg/util/webhook/client.go. dial says where the Service leads.
func apiTransport(ca string, idle int, dial func() string) *http.Transport {
	pool := x509.NewCertPool()
	text, err := os.ReadFile(ca)
	must(err)
	pool.AppendCertsFromPEM(text)
	dialer := &net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		TLSHandshakeTimeout: 10 * time.Second,
		TLSClientConfig: &tls.Config{RootCAs: pool, ServerName: serviceName,
			NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12},
		MaxIdleConnsPerHost: idle,
		IdleConnTimeout:     90 * time.Second,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, dial())
		},
	}
}

func fixed(address string) func() string {
	return func() string { return address }
}

// One call as rest.Request makes it: repeated after 429 or 5xx with Retry-After, within its time.
func call(transport http.RoundTripper, body []byte, timeout time.Duration) (*http.Response, []byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	url := fmt.Sprintf("https://%s:443/mutate?timeout=%ds", serviceName, int(timeout.Seconds()))
	for try := 0; ; try++ {
		request, err := http.NewRequestWithContext(ctx, "POST", url, bytes.NewReader(body))
		must(err)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, */*")
		request.Header.Set("User-Agent", "kube-apiserver-admission")
		response, err := transport.RoundTrip(request)
		if err != nil {
			return nil, nil, err
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			return nil, nil, err
		}
		seconds, bad := strconv.Atoi(response.Header.Get("Retry-After"))
		if bad != nil || try == 10 || (response.StatusCode != 429 && response.StatusCode < 500) {
			return response, text, nil
		}
		select {
		case <-time.After(time.Duration(seconds) * time.Second):
		case <-ctx.Done():
			return response, text, nil
		}
	}
}

type review struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Response   struct {
		UID       string   `json:"uid"`
		Allowed   bool     `json:"allowed"`
		PatchType string   `json:"patchType"`
		Patch     []byte   `json:"patch"`
		Warnings  []string `json:"warnings"`
	} `json:"response"`
}

// What the API server would find wrong with a reply; "" when nothing is.
func judge(response *http.Response, text []byte, uid string) (review, string) {
	var reply review
	switch err := json.Unmarshal(text, &reply); {
	case response.StatusCode != 200:
		return reply, fmt.Sprintf("status %d: %s", response.StatusCode, text)
	case err != nil:
		return reply, err.Error()
	case reply.APIVersion != "admission.k8s.io/v1" || reply.Kind != "AdmissionReview":
		return reply, "not a review"
	case reply.Response.UID != uid:
		return reply, "uid " + reply.Response.UID
	case !reply.Response.Allowed:
		return reply, "refused"
	case (len(reply.Response.Patch) > 0) != (reply.Response.PatchType == "JSONPatch"):
		return reply, "patch and patchType do not agree"
	}
	return reply, ""
}

func pod(uid, cpu, memory string, padding int) []byte {
	filler := bytes.Repeat([]byte("x"), 180)
	var labels bytes.Buffer
	for i := 0; labels.Len() < padding; i++ {
		fmt.Fprintf(&labels, `,"key-%d":"%s"`, i, filler)
	}
	return []byte(`{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"` + uid +
		`","kind":{"group":"","version":"v1","kind":"Pod"},"resource":{"group":"","version":"v1",` +
		`"resource":"pods"},"namespace":"default","operation":"CREATE","userInfo":{"username":"a"},` +
		`"object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","annotations":{"a":"b"` +
		labels.String() + `}},"spec":{"containers":[{"name":"app","image":"i","resources":{"limits":` +
		`{"cpu":"` + cpu + `","memory":"` + memory + `"}}}]}},"oldObject":null,"dryRun":false}}`)
}
