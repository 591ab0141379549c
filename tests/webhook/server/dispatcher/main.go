// SPDX-License-Identifier: MIT

// dispatcher calls a running climits-webhook through the code of kube-apiserver: the mutating webhook
// plugin of k8s.io/apiserver with its own transport, conversion, CEL conditions, patch library and
// re-invocation. What is registered is what `climits-webhook manifests` prints.
//
//	dispatcher -webhook PROGRAM -dir DIR
//
// DIR has ca/ca.pem and the pairs good, another, expired, client and stranger, made by client issue.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"k8s.io/klog/v2"
)

var (
	failures int
	program  string
	dir      string
)

func check(good bool, format string, arguments ...interface{}) {
	word := "ok"
	if !good {
		word = "FAILED"
		failures++
	}
	fmt.Printf("%s: dispatcher: %s\n", word, fmt.Sprintf(format, arguments...))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "dispatcher:", err)
		os.Exit(2)
	}
}

// A climits-webhook that listens on a free port of loopback.
type server struct {
	process *exec.Cmd
	url     url.URL
}

var portLine = regexp.MustCompile(`"listening","port":(\d+)`)

func start(pair string, arguments ...string) *server {
	secret := filepath.Join(dir, pair)
	arguments = append([]string{"serve", "--address", "127.0.0.1", "--port", "0", "--shutdown-delay", "0",
		"--cert", filepath.Join(secret, "tls.crt"), "--key", filepath.Join(secret, "tls.key")}, arguments...)
	process := exec.Command(program, arguments...)
	stderr, err := process.StderrPipe()
	must(err)
	must(process.Start())
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if found := portLine.FindStringSubmatch(lines.Text()); found != nil {
			go func() {
				for lines.Scan() {
				}
			}()
			return &server{process, url.URL{Scheme: "https", Host: "127.0.0.1:" + found[1]}}
		}
	}
	must(fmt.Errorf("the server does not start: %s", lines.Text()))
	return nil
}

func (s *server) signal(signal syscall.Signal) {
	must(s.process.Process.Signal(signal))
}

func (s *server) stop() {
	s.signal(syscall.SIGTERM)
	must(s.process.Wait())
}

// What `climits-webhook manifests` prints, one document each.
func manifests(arguments ...string) []string {
	arguments = append([]string{"manifests", "--ca-bundle", filepath.Join(dir, "ca", "ca.pem")}, arguments...)
	out, err := exec.Command(program, arguments...).Output()
	must(err)
	return strings.Split(string(bytes.TrimSpace(out)), "\n---\n")
}

func main() {
	flag.StringVar(&program, "webhook", "", "climits-webhook")
	flag.StringVar(&dir, "dir", "", "certificates")
	flag.Parse()
	klog.SetOutput(new(bytes.Buffer))
	klog.LogToStderr(false)

	podCases()
	selectionCases()
	failureCases()
	reinvocationCases()
	transportCases()
	if failures > 0 {
		os.Exit(1)
	}
}
