// SPDX-License-Identifier: MIT

// client asks a running climits-webhook in the ways that API servers, and hostile programs, do. Only
// the standard library: what it speaks is what kube-apiserver's own client is made of.
//
//	client issue -ca DIR -out DIR [-names LIST] [-client] [-expired] [-secret]
//	client rotate -ca DIR -out DIR -every DURATION -time DURATION
//	client body [-size N]
//	client api|raw|slow|bombs|fault|load FLAGS
//
// Each check is a line "ok: NAME" or "FAILED: NAME"; the last command's exit status tells whether
// there was one that failed.
package main

import (
	"fmt"
	"os"
)

var failures int

func check(good bool, format string, arguments ...interface{}) bool {
	word := "ok"
	if !good {
		word = "FAILED"
		failures++
	}
	fmt.Printf("%s: %s\n", word, fmt.Sprintf(format, arguments...))
	return good
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "client:", err)
		os.Exit(2)
	}
}

func main() {
	commands := map[string]func([]string){
		"issue": issueMain, "rotate": rotateMain, "api": apiMain, "raw": rawMain,
		"slow": slowMain, "fault": faultMain, "body": bodyMain, "bombs": bombsMain, "load": loadMain,
	}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "client: which command?")
		os.Exit(2)
	}
	commands[os.Args[1]](os.Args[2:])
	if failures > 0 {
		os.Exit(1)
	}
}
