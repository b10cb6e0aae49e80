// Command load starts `toolerr serve` and calls its tools in every protocol, successes, failures and panics mixed, for a
// bounded time. Every answer is checked: its status, what it says, and that it is the answer to that call. It ends with 1
// if one is wrong or missing, or if the server's memory grows.
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
	duration := flag.Duration("duration", 20*time.Second, "how long")
	rate := flag.Int("rate", 1000, "calls a second; 0: as many as the workers can")
	workers := flag.Uint64("workers", 32, "calls at once, at most")
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
		if stopped := s.stop(); stopped != nil {
			err = errors.Join(err, fmt.Errorf("the server: %w", stopped))
		}
	}()

	watching, enough := context.WithCancel(ctx)
	memory := s.watch(watching, d)
	m, faults, sent := attack(s.base, d, rate, workers)
	enough()
	most, err := memory()
	if err != nil {
		return fmt.Errorf("memory: %w", err)
	}
	fmt.Fprintf(out, "calls      %d in %s: %.0f a second\n", m.Requests, m.Duration.Round(time.Millisecond), m.Rate)
	fmt.Fprintf(out, "latency    p50 %s, p95 %s, p99 %s, max %s\n", round(m.Latencies.P50), round(m.Latencies.P95), round(m.Latencies.P99), round(m.Latencies.Max))
	for _, code := range slices.Sorted(maps.Keys(m.StatusCodes)) {
		fmt.Fprintf(out, "status     %s: %d\n", code, m.StatusCodes[code])
	}
	fmt.Fprintf(out, "memory     %d, %d, %d, %d MiB at most, by quarter\n", most[0]>>20, most[1]>>20, most[2]>>20, most[3]>>20)
	total := 0
	for _, what := range slices.Sorted(maps.Keys(faults)) {
		fmt.Fprintf(out, "wrong      %s: %d\n", what, faults[what])
		total += faults[what]
	}
	fmt.Fprintf(out, "wrong      %d of all, %d lost\n", total, sent-m.Requests)
	switch {
	case total > 0 || sent != m.Requests:
		return errors.New("there are wrong or lost answers")
	case most[3] > most[1]*5/4+(8<<20):
		return errors.New("the memory grows")
	}
	return nil
}

func round(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }

// attack sends the calls and checks the answers. It returns the figures, what was wrong and how often, and how many calls
// were sent.
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
		t.URL += "?n=" + strconv.FormatUint(n, 10) // the server does not look at it; it tells which answer is whose
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
			faults["an answer to no call"]++
		case r.Code == 0:
			faults["no answer: "+r.Error]++
		default:
			if fault := wrong(n, int(r.Code), r.Body); fault != "" {
				faults[fault]++
			}
		}
	}
	m.Close()
	return &m, faults, sent.Load()
}
