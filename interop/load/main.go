// Command load starts `toolerr serve` and calls its tools in every protocol for a limited time, with a mix of successes,
// errors and panics. It checks the status and the content of every response, and that the response belongs to the request.
// The exit code is 1 if a response is wrong or missing, or if the memory of the server grows.
//
//	cd interop/load && go run . -duration 30s -rate 1000
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

func main() {
	duration := flag.Duration("duration", 20*time.Second, "duration of the load")
	rate := flag.Int("rate", 1000, "calls per second; 0: as many as possible")
	workers := flag.Uint64("workers", 32, "maximum number of concurrent calls")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *duration, *rate, *workers); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, d time.Duration, rate int, workers uint64) (err error) {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := start(ctx, dir)
	if err != nil {
		return err
	}
	defer func() {
		if stopErr := s.stop(); stopErr != nil {
			err = errors.Join(err, fmt.Errorf("stop the server: %w", stopErr))
		}
	}()

	watchCtx, stopWatch := context.WithCancel(ctx)
	memory := s.watch(watchCtx, d)
	m, faults, sent := attack(s.base, d, rate, workers)
	stopWatch()
	peak, err := memory()
	if err != nil {
		return fmt.Errorf("memory: %w", err)
	}
	fmt.Fprintf(out, "calls      %d in %s: %.0f per second\n", m.Requests, m.Duration.Round(time.Millisecond), m.Rate)
	fmt.Fprintf(out, "latency    p50 %s, p95 %s, p99 %s, max %s\n", round(m.Latencies.P50), round(m.Latencies.P95), round(m.Latencies.P99), round(m.Latencies.Max))
	for _, code := range slices.Sorted(maps.Keys(m.StatusCodes)) {
		fmt.Fprintf(out, "status     %s: %d\n", code, m.StatusCodes[code])
	}
	fmt.Fprintf(out, "memory     %d, %d, %d, %d MiB, maximum per quarter\n", peak[0]>>20, peak[1]>>20, peak[2]>>20, peak[3]>>20)
	total := 0
	for _, what := range slices.Sorted(maps.Keys(faults)) {
		fmt.Fprintf(out, "wrong      %s: %d\n", what, faults[what])
		total += faults[what]
	}
	fmt.Fprintf(out, "wrong      %d in total, %d missing\n", total, sent-m.Requests)
	switch {
	case total > 0 || sent != m.Requests:
		return errors.New("there are wrong or missing responses")
	case peak[3] > peak[1]*5/4+(8<<20):
		return errors.New("the memory grows")
	}
	return nil
}

func round(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }

// attack sends calls and checks the responses. It returns the metrics, the number of occurrences of each fault, and the
// number of calls.
func attack(base string, d time.Duration, rate int, workers uint64) (*vegeta.Metrics, map[string]int, uint64) {
	var sent atomic.Uint64
	targeter := func(t *vegeta.Target) error {
		n := sent.Add(1) - 1
		c, p := pick(n)
		t.Method, t.Header = "POST", protocols[p].header
		t.URL = base + protocols[p].path
		if protocols[p].name == "problem" {
			t.URL += c.tool
		}
		t.URL += "?n=" + strconv.FormatUint(n, 10) // the server ignores it; it identifies the call of a response
		t.Body = []byte(protocols[p].body(n, c.tool, c.input))
		return nil
	}
	attacker := vegeta.NewAttacker(vegeta.Workers(min(workers, 8)), vegeta.MaxWorkers(workers), vegeta.Connections(int(workers)), vegeta.Timeout(10*time.Second))
	var m vegeta.Metrics
	faults := map[string]int{}
	for r := range attacker.Attack(targeter, vegeta.Rate{Freq: rate, Per: time.Second}, d, "serve") {
		m.Add(r)
		u, err := url.Parse(r.URL)
		if err != nil {
			faults[err.Error()]++
			continue
		}
		n, err := strconv.ParseUint(u.Query().Get("n"), 10, 64)
		switch {
		case err != nil:
			faults["a response without a call"]++
		case r.Code == 0:
			faults["no response: "+r.Error]++
		default:
			if fault := check(n, int(r.Code), r.Body); fault != "" {
				faults[fault]++
			}
		}
	}
	m.Close()
	return &m, faults, sent.Load()
}
