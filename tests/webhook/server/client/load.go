// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"fmt"
	"net/http"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The addresses behind a Service: those whose readiness probe succeeds.
type service struct {
	addresses []string
	ready     []int32
	next      uint32
}

func (s *service) probe(transports []*http.Transport, i int) {
	request, err := http.NewRequest("GET", "https://"+serviceName+"/readyz", nil)
	must(err)
	response, err := transports[i].RoundTrip(request)
	good := int32(0)
	if err == nil {
		response.Body.Close()
		if response.StatusCode == 200 {
			good = 1
		}
	}
	atomic.StoreInt32(&s.ready[i], good)
}

func (s *service) watch(ca string, stop chan struct{}) {
	transports := []*http.Transport{}
	for _, address := range s.addresses {
		transports = append(transports, apiTransport(ca, 1, fixed(address)))
	}
	for {
		for i := range s.addresses {
			s.probe(transports, i)
		}
		select {
		case <-stop:
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (s *service) choose() string {
	for range s.addresses {
		i := atomic.AddUint32(&s.next, 1) % uint32(len(s.addresses))
		if atomic.LoadInt32(&s.ready[i]) == 1 {
			return s.addresses[i]
		}
	}
	return s.addresses[0]
}

type result struct {
	durations []time.Duration
	failed    []string
}

func loadOne(transport http.RoundTripper, number int, size int, end time.Time) (r result) {
	uid := fmt.Sprintf("00000000-0000-4000-8000-%012d", number)
	cpu := number%7 + 1
	body := pod(uid, fmt.Sprint(cpu), "1Gi", size-600)
	want := fmt.Sprintf(`{"name":"GOMAXPROCS","value":"%d"}`, cpu)
	for time.Now().Before(end) {
		start := time.Now()
		response, text, err := call(transport, body, 10*time.Second)
		r.durations = append(r.durations, time.Since(start))
		if err != nil {
			r.failed = append(r.failed, err.Error())
			continue
		}
		reply, problem := judge(response, text, uid)
		if problem == "" && !strings.Contains(string(reply.Response.Patch), want) {
			problem = "patch of another: " + string(reply.Response.Patch)
		}
		if problem != "" {
			r.failed = append(r.failed, problem)
		}
	}
	return r
}

func loadMain(arguments []string) {
	flags := flag.NewFlagSet("load", flag.ExitOnError)
	addresses := flags.String("address", "", "comma list of servers")
	ca := flags.String("ca", "", "CA file")
	clients := flags.Int("clients", 64, "how many at a time")
	idle := flags.Int("idle", 64, "connections kept")
	size := flags.Int("size", 2000, "bytes of a body")
	seconds := flags.Int("seconds", 10, "how long")
	must(flags.Parse(arguments))

	list := strings.Split(*addresses, ",")
	behind := &service{addresses: list, ready: make([]int32, len(list))}
	for i := range behind.ready {
		behind.ready[i] = 1
	}
	stop := make(chan struct{})
	if len(list) > 1 {
		go behind.watch(*ca, stop)
	}
	transport := apiTransport(*ca, *idle, behind.choose)
	start := time.Now()
	end := start.Add(time.Duration(*seconds) * time.Second)
	results := make([]result, *clients)
	var group sync.WaitGroup
	for i := range results {
		group.Add(1)
		go func(i int) {
			defer group.Done()
			results[i] = loadOne(transport, i, *size, end)
		}(i)
	}
	group.Wait()
	close(stop)
	report(results, time.Since(start))
}

func report(results []result, took time.Duration) {
	var all []time.Duration
	kinds := map[string]int{}
	failed := 0
	for _, r := range results {
		all = append(all, r.durations...)
		failed += len(r.failed)
		for _, text := range r.failed {
			kinds[text]++
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	at := func(permille int) time.Duration {
		if len(all) == 0 {
			return 0
		}
		return all[(len(all)-1)*permille/1000]
	}
	for text, count := range kinds {
		fmt.Printf("    %d times: %.300s\n", count, text)
	}
	check(failed == 0 && len(all) > 0, "%d requests, %d failed; %d a second, p50 %s, p99 %s, slowest %s",
		len(all), failed, int64(float64(len(all))/took.Seconds()), at(500), at(990), at(1000))
}
