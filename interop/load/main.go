// Command load starts servers and calls them for a limited time: `toolerr serve`, in every
// protocol, with a mix of successes, errors, panics and hostile inputs; the server in folder
// leak, whose handlers leave goroutines behind that write to the response; and toolerr proxy,
// Caddy, and Envoy with ext_proc before the server in folder upstream, which fails in the ways of
// package ways. It
// checks the status and the content of every response, and that the response belongs to the
// request. The exit code is 1 if a response is wrong or missing, or if the memory of a server
// grows.
//
//	cd interop/load && go run . -duration 30s -rate 200
//
// With -ways it sends each way through the fronts once, beside the same engines without toolerr,
// then kills upstreams and replaces configurations while clients call. With -overhead it measures
// the fronts with successes, beside the same engines without toolerr.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// A target is a server, and how it is called.
type target struct {
	name     string
	before   []program // that the server needs
	programs []program // of the server
	http2    bool
	request  func(n uint64) (path string, header http.Header, body string)
	check    func(n uint64, r *vegeta.Result) string // returns what is wrong with the response to call n, or ""
}

var targets = []target{
	{"serve", nil, []program{serve}, false, serveRequest, serveCheck},
	{"leak by HTTP/1.1", nil, []program{leak}, false, leakRequest, leakCheck},
	{"leak by HTTP/2", nil, []program{leak}, true, leakRequest, leakCheck},
	{"toolerr proxy", []program{upstream}, []program{proxy}, false, frontRequest, frontCheck("toolerr proxy")},
	{"Caddy", []program{upstream}, []program{caddy}, false, frontRequest, frontCheck("Caddy")},
	{"Envoy", []program{upstream}, []program{processor, envoy}, false, frontRequest, frontCheck("Envoy")},
}

// A load is how many calls are sent, and for how long.
type load struct {
	duration time.Duration
	rate     int    // calls per second; 0: as many as possible
	workers  uint64 // maximum number of concurrent calls
}

func main() {
	var l load
	var o overhead
	var workers numbers
	compare := flag.Bool("overhead", false,
		"measure the fronts with successes, beside the same engines without toolerr")
	through := flag.Bool("ways", false, "send all ways to fail through the fronts once")
	page := flag.String("update", "", "with -ways: the `FILE` whose table is written")
	only := flag.String("only", "", "use the servers whose names contain a `TEXT`")
	flag.Var(&workers, "workers", "maximum `NUMBER` of concurrent calls (default 32); with -overhead a list (default 8,1,64,256)")
	flag.DurationVar(&l.duration, "duration", 20*time.Second, "duration of the load on each server")
	flag.IntVar(&l.rate, "rate", 200, "calls per second; 0: as many as possible")
	flag.Var(&o.sizes, "size", "with -overhead: `SIZES` of a success in bytes (default 1000,64000,1000000,16000000)")
	flag.IntVar(&o.events, "events", 1000, "with -overhead: number of events in a stream")
	flag.IntVar(&o.rounds, "rounds", 10, "with -overhead: number of measurements")
	flag.DurationVar(&o.slice, "slice", 500*time.Millisecond, "with -overhead: duration of a measurement")
	flag.Parse()
	l.workers = uint64(workers.or(32)[0])
	o.workers, o.sizes = workers.or(8, 1, 64, 256), o.sizes.or(1_000, 64_000, 1_000_000, 16_000_000)

	failed := false
	report := func(name string, err error) {
		if err != nil {
			fmt.Fprintf(os.Stderr, "load: %s: %v\n", name, err)
			failed = true
		}
	}
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		report("", err)
	}
	defer os.RemoveAll(dir)
	if d := os.Getenv("DIR"); d != "" { // with programs that were built before
		dir = d
	}
	if *through {
		report("ways", runSuite(context.Background(), os.Stdout, dir, *only, *page))
		report("ways", runSurvivals(context.Background(), os.Stdout, dir, *only))
	}
	found := *through // there, the text may also be that of a way
	for i := range engines {
		if *compare && strings.Contains(engines[i].name, *only) {
			found = true
			report(engines[i].name, o.run(context.Background(), os.Stdout, &engines[i]))
		}
	}
	for i := range targets {
		if !*compare && !*through && strings.Contains(targets[i].name, *only) {
			found = true
			report(targets[i].name, run(context.Background(), os.Stdout, &targets[i], l))
		}
	}
	if !found {
		report("-only", fmt.Errorf("no server has %q in its name", *only))
	}
	if failed {
		os.Exit(1)
	}
}

// run starts a server, calls it, stops it, and prints the results.
func run(ctx context.Context, out io.Writer, t *target, l load) error {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	all, err := start(ctx, dir, map[string]string{"timeout": slowTimeout.String()}, slices.Concat(t.before, t.programs))
	if err != nil {
		return err
	}
	server := all[len(t.before):]
	watchCtx, stopWatch := context.WithCancel(ctx)
	memory := server.watch(watchCtx, l.duration)
	r := attack(all.base(), t, l)
	stopWatch()
	peak, err := memory()
	if err != nil {
		err = fmt.Errorf("memory: %w", err)
	}
	cpu, cpuErr := server.cpu()
	last, stopErr := all.stop()
	if stopErr != nil {
		err = errors.Join(err, fmt.Errorf("stop the server: %w", stopErr))
	}
	err = errors.Join(err, cpuErr)

	m := &r.metrics
	fmt.Fprintf(out, "%s\n", t.name)
	fmt.Fprintf(out, "calls      %d in %s: %.0f per second\n", m.Requests, m.Duration.Round(time.Millisecond), m.Rate)
	fmt.Fprintf(out, "latency    p50 %s, p95 %s, p99 %s, max %s\n", round(m.Latencies.P50), round(m.Latencies.P95),
		round(m.Latencies.P99), round(m.Latencies.Max))
	for _, code := range slices.Sorted(maps.Keys(m.StatusCodes)) {
		fmt.Fprintf(out, "status     %s: %d\n", code, m.StatusCodes[code])
	}
	fmt.Fprintf(out, "body       %d bytes at most\n", r.largest)
	fmt.Fprintf(out, "memory     %d, %d, %d, %d MiB, maximum per quarter\n", peak[0]>>20, peak[1]>>20, peak[2]>>20,
		peak[3]>>20)
	fmt.Fprintf(out, "cpu        %s per call, of the server\n", round(cpu/time.Duration(max(m.Requests, 1))))
	if last != "" {
		fmt.Fprintf(out, "server     %s\n", last)
	}
	total := 0
	for _, what := range slices.Sorted(maps.Keys(r.faults)) {
		fmt.Fprintf(out, "wrong      %s: %d\n", what, r.faults[what])
		total += r.faults[what]
	}
	fmt.Fprintf(out, "wrong      %d in total, %d missing\n", total, r.sent-m.Requests)
	if total > 0 || r.sent != m.Requests {
		err = errors.Join(err, errors.New("there are wrong or missing responses"))
	}
	if peak[3] > peak[1]*5/4+(8<<20) {
		err = errors.Join(err, errors.New("the memory grows"))
	}
	return err
}

func round(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }

// A result describes the responses to a load.
type result struct {
	metrics vegeta.Metrics
	faults  map[string]int // what is wrong with responses, and with how many
	sent    uint64         // number of calls
	largest int            // bytes of the largest body
}

// attack sends calls and checks the responses.
func attack(base string, t *target, l load) result {
	var sent atomic.Uint64
	targeter := func(v *vegeta.Target) error {
		n := sent.Add(1) - 1
		path, header, body := t.request(n)
		v.Method, v.Header, v.Body = "POST", header, []byte(body)
		v.URL = base + path + "?n=" + strconv.FormatUint(n, 10) // it identifies the call of a response
		return nil
	}
	attacker := vegeta.NewAttacker(vegeta.Workers(min(l.workers, 8)), vegeta.MaxWorkers(l.workers),
		vegeta.Client(client(t, l)))
	res := result{faults: map[string]int{}}
	for r := range attacker.Attack(targeter, vegeta.Rate{Freq: l.rate, Per: time.Second}, l.duration, t.name) {
		res.metrics.Add(r)
		res.largest = max(res.largest, len(r.Body))
		u, err := url.Parse(r.URL)
		if err != nil {
			res.faults[err.Error()]++
			continue
		}
		n, err := strconv.ParseUint(u.Query().Get("n"), 10, 64)
		switch {
		case err != nil:
			res.faults["a response without a call"]++
		default:
			if fault := t.check(n, r); fault != "" {
				res.faults[fault]++
			}
		}
	}
	res.metrics.Close()
	res.sent = sent.Load()
	return res
}

// client returns a client that keeps its connections. HTTP/2 is without TLS.
func client(t *target, l load) *http.Client {
	transport := &http.Transport{MaxIdleConnsPerHost: int(l.workers), MaxConnsPerHost: int(l.workers),
		Protocols: new(http.Protocols)}
	transport.Protocols.SetHTTP1(!t.http2)
	transport.Protocols.SetUnencryptedHTTP2(t.http2)
	return &http.Client{Transport: transport, Timeout: 10 * time.Second}
}

// noResponse returns what is wrong with a call without a response, or with a part of one.
func noResponse(r *vegeta.Result) string {
	_, reason, _ := strings.Cut(r.Error, `": `) // without the URL
	return "no response: " + reason
}
