// SPDX-License-Identifier: MIT

package main

import (
	"crypto/tls"
	"flag"
	"net/http"
	"strings"
	"time"
)

// Connections that a transport opened, through its own dial function.
func apiMain(arguments []string) {
	flags := flag.NewFlagSet("api", flag.ExitOnError)
	address := flags.String("address", "", "server")
	ca := flags.String("ca", "", "CA file")
	must(flags.Parse(arguments))

	opened := 0
	transport := apiTransport(*ca, 25, func() string {
		opened++
		return *address
	})
	body := pod("0000", "1500m", "512Mi", 0)
	var patch string
	problems := ""
	var response *http.Response
	for i := 0; i < 50; i++ {
		answer, text, err := call(transport, body, 3*time.Second)
		must(err)
		reply, problem := judge(answer, text, "0000")
		problems += problem
		if i > 0 && patch != string(reply.Response.Patch) {
			problems += " another patch"
		}
		patch, response = string(reply.Response.Patch), answer
	}
	check(problems == "", "api: 50 reviews are answered alike %s", problems)
	check(opened == 1, "api: over one connection (%d)", opened)
	check(strings.Contains(patch, `"value":"1"`) && strings.Contains(patch, `"value":"460MiB"`),
		"api: with the values of the advice: %s", patch)
	check(response.Header.Get("Content-Type") == "application/json" && response.ContentLength > 0,
		"api: type %s, length %d", response.Header.Get("Content-Type"), response.ContentLength)
	check(response.TLS.Version == tls.VersionTLS13, "api: TLS 1.3")

	// What API servers use for webhooks at a loopback URL since 1.30: offers h2 and falls back.
	both := apiTransport(*ca, 25, fixed(*address))
	both.TLSClientConfig.NextProtos = []string{"h2", "http/1.1"}
	both.ForceAttemptHTTP2 = true
	answer, text, err := call(both, body, 3*time.Second)
	must(err)
	_, problem := judge(answer, text, "0000")
	check(problem == "" && answer.ProtoMajor == 1, "api: a client that offers h2 falls back to %s %s", answer.Proto, problem)

	wrong := apiTransport(*ca, 25, fixed(*address))
	wrong.TLSClientConfig.ServerName = "another.climits.svc"
	_, _, err = call(wrong, body, 3*time.Second)
	check(err != nil && strings.Contains(err.Error(), "not another.climits.svc"), "api: another name is refused: %v", err)
}
