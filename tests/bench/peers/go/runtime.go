// SPDX-License-Identifier: MIT

//go:build go1.26

package main

import (
	"runtime"
	"strings"
	_ "unsafe" // for linkname
)

// internal/runtime/cgroup.CPU
type cpu struct {
	version, quota, period int
}

//go:linkname openCPU internal/runtime/cgroup.OpenCPU
func openCPU(scratch []byte) (cpu, error)

//go:linkname readCPULimit internal/runtime/cgroup.ReadCPULimit
func readCPULimit(c cpu) (float64, bool, error)

//go:linkname closeCPU internal/runtime/cgroup.CPU.Close
func closeCPU(c cpu)

// internal/runtime/cgroup.ScratchSize
var scratch [4096 + 4*4*4096]byte

// What the runtime does before main, but for the affinity mask, which costs no file.
func startUp() {
	if c, err := openCPU(scratch[:]); err == nil {
		_, _, _ = readCPULimit(c)
		closeCPU(c)
	}
}

var runtimeCalls = func() []*call {
	name := "Go " + strings.TrimPrefix(strings.Fields(runtime.Version())[0], "go")
	return []*call{
		{name: name + " start-up lookup", tells: "quota of one level", run: startUp},
		{name: name + " SetDefaultGOMAXPROCS", tells: "quota of one level, read again",
			run: runtime.SetDefaultGOMAXPROCS},
	}
}()
