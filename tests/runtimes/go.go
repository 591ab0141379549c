// SPDX-License-Identifier: MIT

// What Go says it will use, and whether memory that it gives back is gone at once.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

var sink []byte

// Pages that were given back with MADV_FREE still count as LazyFree.
func lazyFree() string {
	sink = make([]byte, 64<<20)
	for i := 0; i < len(sink); i += 4096 {
		sink[i] = 1
	}
	sink = nil
	debug.FreeOSMemory()
	file, err := os.Open("/proc/self/smaps_rollup")
	if err != nil {
		return "unknown"
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); fields[0] == "LazyFree:" {
			if fields[1] == "0" {
				return "gone"
			}
			return "kept"
		}
	}
	return "unknown"
}

func main() {
	if len(os.Args) > 1 {
		fmt.Println("given-back", lazyFree())
	}
	fmt.Println("GOMAXPROCS", runtime.GOMAXPROCS(0))
	fmt.Println("GOMEMLIMIT", debug.SetMemoryLimit(-1))
}
