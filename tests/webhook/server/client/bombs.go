// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"
	"time"
)

const bombSize = 7<<20 - 100

func fill(begin, unit, end string) []byte {
	count := (bombSize - len(begin) - len(end)) / len(unit)
	return []byte(begin + strings.Repeat(unit, count) + end)
}

// Bodies of section 9: as large as a body may be, and as many values or as deep as fits.
func bombs() map[string][]byte {
	head := string(pod("0000", "2", "1Gi", 0))
	within := strings.Replace(head, `"annotations":{`, `"extra":[@],"annotations":{`, 1)
	parts := strings.SplitN(within, "@", 2)
	some := strings.Replace(head, `"name":"app",`, "", 1)
	some = some[:strings.Index(some, `"containers":[`)+14] +
		strings.Repeat(`{"resources":{"limits":{"cpu":"3"}}},`, 30000) + `{}]}},"oldObject":null}}`
	return map[string][]byte{
		"199000 values":       []byte(parts[0] + strings.Repeat("1,", 198900) + "1" + parts[1]),
		"30000 containers":    []byte(some),
		"numbers":             fill("[", "1,", "1]"),
		"objects":             fill("[", "{},", "{}]"),
		"numbers in a review": fill(parts[0], "1,", "1"+parts[1]),
		"objects in a review": fill(parts[0], "{},", "{}"+parts[1]),
		"depth":               []byte(strings.Repeat("[", 100000) + strings.Repeat("]", 100000)),
		"depth of objects":    bytes.Repeat([]byte(`{"a":`), 100000),
		"one key":             fill(`{"`, "k", `":1}`),
		"one string":          fill(parts[0]+`"`, "s", `"`+parts[1]),
		"one escaped string":  fill(parts[0]+`"`, `\u0041`, `"`+parts[1]),
		"one number":          fill(parts[0], "1", parts[1]),
		"many keys":           fill(strings.Replace(parts[0], `"extra":[`, `"extra":[{`, 1), `"k":1,`, `"k":1}`+parts[1]),
		"a key often":         fill(strings.Replace(parts[0], `"extra":[`, `"limits":[{`, 1), `"limits":1,`, `"limits":1}`+parts[1]),
		"quotes":              fill(`"`, `\"`, `"`),
		"white space":         fill("", " ", "{}"),
		"containers":          fill(head[:strings.Index(head, `"containers":[`)+14], `{"name":"a","resources":{"limits":{"cpu":"1"}}},`, `{}]}},"oldObject":null}}`),
		"zero bytes":          make([]byte, bombSize),
		"a quantity":          fill(head[:strings.Index(head, `"cpu":"`)+7], "9", `","memory":"1Gi"}}}]}},"oldObject":null}}`),
	}
}

func memoryOf(pid int, field string) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	must(err)
	var kilobytes int
	at := bytes.Index(text, []byte(field+":"))
	_, err = fmt.Sscanf(string(text[at+len(field)+1:]), "%d", &kilobytes)
	must(err)
	return kilobytes
}

func bombsMain(arguments []string) {
	flags := flag.NewFlagSet("bombs", flag.ExitOnError)
	address := flags.String("address", "", "server")
	ca := flags.String("ca", "", "CA file")
	pid := flags.Int("pid", 0, "the server's process")
	limit := flags.Duration("limit", 100*time.Millisecond, "longest answer")
	resident := flags.Int("resident", 64*1024, "kB that the server may take")
	must(flags.Parse(arguments))

	all := bombs()
	var names []string
	for name := range all {
		names = append(names, name)
	}
	sort.Strings(names)
	transport := apiTransport(*ca, 1, fixed(*address))
	for _, name := range names {
		best := time.Hour
		status := 0
		for try := 0; try < 3; try++ {
			start := time.Now()
			response, _, err := call(transport, all[name], 20*time.Second)
			if err == nil {
				status = response.StatusCode
			}
			if took := time.Since(start); took < best {
				best = took
			}
		}
		good := best < *limit && (status == 200 || status == 400 || status == 413)
		check(good, "bomb: %s: %d after %s, limit %s", name, status, best.Round(time.Millisecond), *limit)
	}
	peak := memoryOf(*pid, "VmHWM")
	check(peak < *resident, "bombs: %d kB resident at most, limit %d", peak, *resident)
	var group sync.WaitGroup
	for i := 0; i < 32; i++ {
		group.Add(1)
		go func(i int) {
			defer group.Done()
			_, _, _ = call(apiTransport(*ca, 1, fixed(*address)), all[names[i%len(names)]], 30*time.Second)
		}(i)
	}
	group.Wait()
	peak = memoryOf(*pid, "VmHWM")
	check(peak < *resident, "bombs: %d kB resident at most with 32 at a time, limit %d", peak, *resident)
}
