// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"crypto/tls"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

func dialTLS(address string) *tls.Conn {
	connection, err := tls.DialWithDialer(&net.Dialer{Timeout: 5 * time.Second}, "tcp", address,
		&tls.Config{InsecureSkipVerify: true})
	must(err)
	must(connection.SetDeadline(time.Now().Add(15 * time.Second)))
	return connection
}

// Sends bytes in pieces, reads answers until as many have come or the connection ends. Their status
// codes with a "+" when the connection is still open afterwards.
func exchange(address, text string, piece, count int) string {
	connection := dialTLS(address)
	defer connection.Close()
	go func() {
		for len(text) > 0 {
			n := piece
			if n > len(text) {
				n = len(text)
			}
			if _, err := io.WriteString(connection, text[:n]); err != nil {
				return
			}
			text = text[n:]
		}
	}()
	reader := bufio.NewReader(connection)
	var codes []string
	closing := false
	for len(codes) < count {
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			return strings.Join(append(codes, "end"), " ")
		}
		if response.StatusCode == 100 {
			continue
		}
		_, err = io.Copy(io.Discard, response.Body)
		must(err)
		codes = append(codes, fmt.Sprint(response.StatusCode))
		closing = response.Close
	}
	if !closing {
		codes = append(codes, "+")
	}
	return strings.Join(codes, " ")
}

func post(path, headers string, body []byte) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: h\r\n%sContent-Length: %d\r\n\r\n%s",
		path, headers, len(body), body)
}

func chunked(body []byte, size int) string {
	var text strings.Builder
	for len(body) > 0 {
		n := size
		if n > len(body) {
			n = len(body)
		}
		fmt.Fprintf(&text, "%x\r\n%s\r\n", n, body[:n])
		body = body[n:]
	}
	return text.String() + "0\r\n\r\n"
}

const asJSON = "Content-Type: application/json\r\n"

func rawMain(arguments []string) {
	flags := flag.NewFlagSet("raw", flag.ExitOnError)
	address := flags.String("address", "", "server")
	must(flags.Parse(arguments))

	body := pod("0000", "2", "1Gi", 0)
	good := post("/mutate?timeout=3s", asJSON, body)
	big := strings.Repeat("x", 100000)
	head := "POST /mutate HTTP/1.1\r\nHost: h\r\n" + asJSON
	cases := []struct {
		name, text string
		piece      int
		count      int
		want       string
	}{
		{"a review", good, 1 << 20, 1, "200 +"},
		{"one byte at a time", good, 1, 1, "200 +"},
		{"two, pipelined", good + good, 1 << 20, 2, "200 200 +"},
		{"chunked", head + "Transfer-Encoding: chunked\r\n\r\n" + chunked(body, 100), 1 << 20, 1, "200 +"},
		{"chunks of one byte", head + "Transfer-Encoding: chunked\r\n\r\n" + chunked(body, 1), 1 << 20, 1, "200 +"},
		{"HTTP/1.0", strings.Replace(good, "HTTP/1.1", "HTTP/1.0", 1), 1 << 20, 1, "200"},
		{"Expect", post("/mutate", asJSON+"Expect: 100-continue\r\n", body), 1 << 20, 1, "200 +"},
		{"parameters of the type", post("/mutate", "Content-Type: Application/JSON; charset=utf-8\r\n", body), 1 << 20, 1, "200 +"},
		{"another type", post("/mutate", "Content-Type: application/jsonx\r\n", body), 1 << 20, 1, "415 +"},
		{"no type", post("/mutate", "", body), 1 << 20, 1, "415 +"},
		{"GET of reviews", "GET /mutate HTTP/1.1\r\nHost: h\r\n\r\n", 1 << 20, 1, "405 +"},
		{"PUT of reviews", strings.Replace(good, "POST", "PUT", 1), 1 << 20, 1, "405 +"},
		{"another path", post("/mutate/", asJSON, body), 1 << 20, 1, "404 +"},
		{"probe", "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n", 1 << 20, 1, "200 +"},
		{"liveness", "GET /livez HTTP/1.1\r\nHost: h\r\n\r\n", 1 << 20, 1, "200 +"},
		{"readiness, with a query", "GET /readyz?verbose HTTP/1.1\r\nHost: h\r\n\r\n", 1 << 20, 1, "200 +"},
		{"metrics", "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n", 1 << 20, 1, "200 +"},
		{"POST to a probe", post("/healthz", "", nil), 1 << 20, 1, "405 +"},
		{"no host", strings.Replace(good, "Host: h\r\n", "", 1), 1 << 20, 1, "400"},
		{"header of 100 kB", post("/mutate", "X: "+big+"\r\n", nil), 1 << 20, 1, "431"},
		{"line of 100 kB", post("/"+big, "", nil), 1 << 20, 1, "414"},
		{"length that is no number", strings.Replace(good, "Content-Length: ", "Content-Length: z", 1), 1 << 20, 1, "400"},
		{"length below zero", strings.Replace(good, "Content-Length: ", "Content-Length: -", 1), 1 << 20, 1, "400"},
		{"no HTTP at all", "\x00\x01\x02 hello\r\n\r\n", 1 << 20, 1, "end"},
		{"chunk length that is no number", head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 1 << 20, 1, "400"},
		{"no JSON", post("/mutate", asJSON, []byte("hello")), 1 << 20, 1, "400"},
		{"no body", post("/mutate", asJSON, nil), 1 << 20, 1, "400"},
		{"JSON, but no review", post("/mutate", asJSON, []byte(`{"kind":"Pod"}`)), 1 << 20, 1, "400"},
		{"bytes behind the review", post("/mutate", asJSON, append(append([]byte{}, body...), "{}"...)), 1 << 20, 1, "400"},
		{"9 MB", post("/mutate", asJSON, make([]byte, 9000000)), 1 << 20, 1, "413"},
		{"9 MB in chunks", head + "Transfer-Encoding: chunked\r\n\r\n" + chunked(make([]byte, 9000000), 100000), 1 << 20, 1, "413"},
		{"9 MB, asked first", "POST /mutate HTTP/1.1\r\nHost: h\r\n" + asJSON + "Expect: 100-continue\r\nContent-Length: 9000000\r\n\r\n", 1 << 20, 1, "413"},
		{"a petabyte, announced", "POST /mutate HTTP/1.1\r\nHost: h\r\n" + asJSON + "Content-Length: 1000000000000000\r\n\r\n", 1 << 20, 1, "413"},
		{"absolute URI", strings.Replace(good, "/mutate?timeout=3s", "https://h/mutate", 1), 1 << 20, 1, "200 +"},
	}
	for _, c := range cases {
		got := exchange(*address, c.text, c.piece, c.count)
		check(got == c.want, "HTTP: %s: %s, expected %s", c.name, got, c.want)
	}
}
