// SPDX-License-Identifier: MIT

// What Go programs call to learn their limits. Arguments as in ../../measure.h; "once" does what a
// program with automaxprocs does at its start, and ends.
package main

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"go.uber.org/automaxprocs/maxprocs"
)

const turnUS = 500

type call struct {
	name, tells string
	run         func()
	best        float64
}

func automaxprocs() {
	if _, err := maxprocs.Set(); err != nil {
		panic(err)
	}
}

// No limit is an error of its.
func automemlimit() {
	_, _ = memlimit.FromCgroup()
}

func version(path string) string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == path {
			return strings.TrimPrefix(module.Version, "v")
		}
	}
	return "?"
}

func (c *call) turn() {
	n := 1
	if !math.IsInf(c.best, 1) {
		n += int(turnUS / c.best)
	}
	c.run() // another call may have set GOMAXPROCS otherwise
	start := time.Now()
	for range n {
		c.run()
	}
	c.best = min(c.best, time.Since(start).Seconds()*1e6/float64(n))
}

func main() {
	calls := append([]*call{
		{
			name:  "automaxprocs " + version("go.uber.org/automaxprocs"),
			tells: "quota of one level",
			run:   automaxprocs,
		},
		{
			name:  "automemlimit " + version("github.com/KimMachineGun/automemlimit"),
			tells: "memory, all levels",
			run:   automemlimit,
		},
	}, runtimeCalls...)

	if os.Args[1] == "once" {
		automaxprocs()
		return
	}
	number, _ := strconv.Atoi(os.Args[2])
	if os.Args[1] == "loop" {
		which, _ := strconv.Atoi(os.Args[3])
		for range number {
			calls[which].run()
		}
		return
	}
	for _, c := range calls {
		c.best = math.Inf(1)
	}
	end := time.Now().Add(time.Duration(number*len(calls)) * time.Millisecond)
	for time.Now().Before(end) {
		for _, c := range calls {
			c.turn()
		}
	}
	for _, c := range calls {
		fmt.Printf("%s\t%s\t%.3f\n", c.name, c.tells, c.best)
	}
}
