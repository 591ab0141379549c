// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"io"
	"net"
	"strings"
	"time"
)

// Writes a byte every now and then until the other side has enough. How long that took.
func drip(connection net.Conn, text string, every, limit time.Duration) time.Duration {
	start := time.Now()
	done := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, connection)
		close(done)
	}()
	for i := 0; time.Since(start) < limit; i++ {
		b := "x"
		if i < len(text) {
			b = text[i : i+1]
		}
		if _, err := io.WriteString(connection, b); err != nil {
			break
		}
		select {
		case <-done:
			return time.Since(start)
		case <-time.After(every):
		}
	}
	return time.Since(start)
}

// Asks for big answers and takes none.
func unread(address string, limit time.Duration) time.Duration {
	connection := dialTLS(address)
	defer connection.Close()
	must(connection.SetDeadline(time.Now().Add(limit)))
	if tcp, ok := connection.NetConn().(*net.TCPConn); ok {
		must(tcp.SetReadBuffer(2048))
	}
	start := time.Now()
	for {
		_, err := io.WriteString(connection, "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n")
		if err != nil {
			return time.Since(start)
		}
	}
}

func slowMain(arguments []string) {
	flags := flag.NewFlagSet("slow", flag.ExitOnError)
	address := flags.String("address", "", "server")
	ca := flags.String("ca", "", "CA file")
	request := flags.Duration("request", 2*time.Second, "the server's time for a request")
	idle := flags.Duration("idle", 4*time.Second, "the server's time for an idle connection")
	must(flags.Parse(arguments))
	margin := 1500 * time.Millisecond
	body := pod("0000", "2", "1Gi", 0)
	whole := post("/mutate", asJSON, body)
	head := whole[:strings.Index(whole, "\r\n\r\n")+4]

	plain := func() net.Conn {
		connection, err := net.Dial("tcp", *address)
		must(err)
		return connection
	}
	tell := func(name string, took, limit time.Duration) {
		check(took < limit+margin, "slow: %s is cut off after %s, limit %s", name,
			took.Round(10*time.Millisecond), limit)
	}
	type slow struct {
		name  string
		limit time.Duration
		run   func() time.Duration
	}
	cases := []slow{
		{"silence instead of a handshake", *request, func() time.Duration {
			return drip(plain(), "", time.Hour, 20*time.Second)
		}},
		{"a handshake that drips", *request, func() time.Duration {
			return drip(plain(), "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 100*time.Millisecond, 20*time.Second)
		}},
		{"a first line that drips", *request, func() time.Duration {
			return drip(dialTLS(*address), "GET /", 100*time.Millisecond, 20*time.Second)
		}},
		{"headers that drip", *request, func() time.Duration {
			return drip(dialTLS(*address), head, 100*time.Millisecond, 20*time.Second)
		}},
		{"a body that drips", *request, func() time.Duration {
			connection := dialTLS(*address)
			_, err := io.WriteString(connection, head)
			must(err)
			return drip(connection, "{", 100*time.Millisecond, 20*time.Second)
		}},
		{"answers that nobody reads", *request, func() time.Duration { return unread(*address, 20*time.Second) }},
		{"an idle connection", *idle, func() time.Duration {
			connection := dialTLS(*address)
			_, err := io.WriteString(connection, "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
			must(err)
			return drip(connection, "", time.Hour, 20*time.Second)
		}},
	}
	results := make([]chan time.Duration, len(cases))
	for i, c := range cases {
		results[i] = make(chan time.Duration, 1)
		go func(i int, c slow) { results[i] <- c.run() }(i, c)
	}
	time.Sleep(200 * time.Millisecond)
	start := time.Now()
	response, text, err := call(apiTransport(*ca, 1, fixed(*address)), body, 5*time.Second)
	problem := "no reply"
	if err == nil {
		_, problem = judge(response, text, "0000")
	}
	check(problem == "", "slow: others are answered meanwhile, in %s %s", time.Since(start), problem)
	for i, c := range cases {
		select {
		case took := <-results[i]:
			tell(c.name, took, c.limit)
		case <-time.After(25 * time.Second):
			tell(c.name, 25*time.Second, c.limit)
		}
	}
}
