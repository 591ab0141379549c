// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"crypto/tls"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

// Shared with shim.c in the server.
type orders struct {
	left, sticky, failed int64
}

func openOrders(path string) *orders {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	must(err)
	must(file.Truncate(4096))
	memory, err := syscall.Mmap(int(file.Fd()), 0, 4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	must(err)
	return (*orders)(unsafe.Pointer(&memory[0]))
}

// What an allocation that failed made of a request.
type outcomes struct {
	same, none, refused, broken, wrong, died int
}

func (o *outcomes) add(response *http.Response, text []byte, err error, want []byte) {
	if err != nil {
		o.broken++
		return
	}
	if response.StatusCode >= 400 {
		o.refused++
		return
	}
	reply, problem := judge(response, text, "0000")
	switch {
	case problem == "" && len(reply.Response.Patch) == 0:
		o.none++
	case problem == "" && bytes.Equal(reply.Response.Patch, want):
		o.same++
	default:
		fmt.Printf("    %s %s\n", problem, reply.Response.Patch)
		o.wrong++
	}
}

// The crash's own frame is the third: handler and the kernel's return come first.
var libraries = regexp.MustCompile(`GNU MP: Cannot allocate memory|(?m)^.*shim.*\n.*libc.*\n.*/libtasn1\.so`)

// A server with shim.c in it.
type victim struct {
	command []string
	shim    string
	file    string
	address string
	process *exec.Cmd
	stderr  bytes.Buffer
	ended   chan struct{}
}

func (v *victim) start() {
	v.stderr.Reset()
	v.process = exec.Command(v.command[0], v.command[1:]...)
	v.process.Env = append(os.Environ(), "LD_PRELOAD="+v.shim, "FAULT_FILE="+v.file)
	v.process.Stderr = &v.stderr
	must(v.process.Start())
	v.ended = make(chan struct{})
	go func() { _ = v.process.Wait(); close(v.ended) }()
	for i := 0; i < 250; i++ {
		connection, err := net.Dial("tcp", v.address)
		if err == nil {
			connection.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	must(fmt.Errorf("no server: %s", v.stderr.String()))
}

// Whether it has ended, and then whether by a library that handshakes need and that cannot do without
// memory: GMP calls abort(3), and libtasn1 4.19 uses what malloc() did not give. A server that
// answered has not ended; else one that can be asked has not.
func (v *victim) died(answered bool) (bool, bool) {
	for !answered {
		select {
		case <-v.ended:
			status, _ := v.process.ProcessState.Sys().(syscall.WaitStatus)
			fmt.Fprintf(&v.stderr, "(%s)", status.Signal())
			return true, status.Signal() == syscall.SIGABRT || libraries.MatchString(v.stderr.String())
		case <-time.After(5 * time.Millisecond):
			connection, err := tls.Dial("tcp", v.address, &tls.Config{InsecureSkipVerify: true})
			if err == nil {
				connection.Close()
				return false, false
			}
		}
	}
	return false, false
}

// One request of which allocation n fails. False when there were not so many.
func (v *victim) hit(shared *orders, ca string, n int64, handshake bool, body, want []byte, seen *outcomes) bool {
	transport := apiTransport(ca, 1, fixed(v.address))
	defer transport.CloseIdleConnections()
	if !handshake {
		_, _, err := call(transport, body, 5*time.Second)
		must(err)
	}
	atomic.StoreInt64(&shared.failed, 0)
	atomic.StoreInt64(&shared.left, n)
	response, text, err := call(transport, body, 5*time.Second)
	atomic.StoreInt64(&shared.left, 0)
	if dead, byLibrary := v.died(err == nil); dead {
		seen.died++
		if !byLibrary || !handshake {
			fmt.Printf("    died: %.500s\n", v.stderr.String())
			seen.wrong++
		}
		v.start()
		return true
	}
	if atomic.LoadInt64(&shared.failed) == 0 {
		return false
	}
	seen.add(response, text, err, want)
	return true
}

// client fault -file F -shim SO -address A -ca F SERVER...
func faultMain(arguments []string) {
	flags := flag.NewFlagSet("fault", flag.ExitOnError)
	address := flags.String("address", "", "where the server listens")
	ca := flags.String("ca", "", "CA file")
	file := flags.String("file", "", "what shim.c reads")
	shim := flags.String("shim", "", "shim.c, built")
	must(flags.Parse(arguments))
	shared := openOrders(*file)
	server := &victim{command: flags.Args(), shim: *shim, file: *file, address: *address}
	server.start()
	body := pod("0000", "3", "1Gi", 0)
	response, text, err := call(apiTransport(*ca, 1, fixed(*address)), body, 5*time.Second)
	must(err)
	want, problem := judge(response, text, "0000")
	check(problem == "" && len(want.Response.Patch) > 0, "fault: without one there is a patch %s", problem)

	for mode := 0; mode < 4; mode++ {
		handshake := mode >= 2
		atomic.StoreInt64(&shared.sticky, int64(mode%2))
		var seen outcomes
		n := int64(1)
		for n < 5000 && server.hit(shared, *ca, n, handshake, body, want.Response.Patch, &seen) {
			n++
		}
		check(seen.wrong == 0 && n > 10, "fault: %d allocations, all after it %t, handshake %t: %d the same "+
			"patch, %d none, %d refused, %d broken off, %d times GMP or libtasn1 ended it, %d wrong", n-1, mode%2 == 1,
			handshake, seen.same, seen.none, seen.refused, seen.broken, seen.died, seen.wrong)
	}
	must(server.process.Process.Kill())
}
