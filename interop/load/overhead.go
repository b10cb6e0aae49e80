package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// An engine is a front, and the same program with the same settings without toolerr.
type engine struct {
	name          string
	without, with []program
}

var engines = []engine{
	{"toolerr proxy", []program{gateway}, []program{proxy}},
	{"Caddy", []program{plainCaddy}, []program{caddy}},
	{"Envoy", []program{plainEnvoy}, []program{processor, envoy}},
	{"Envoy, HTTP", []program{plainEnvoy}, []program{httpProcessor, httpEnvoy}},
}

// An overhead is how engines are compared.
type overhead struct {
	rounds         int
	slice          time.Duration // of one measurement
	workers, sizes numbers
	events         int
}

// A workload is calls that succeed, made by a number of workers, each of which waits for a
// response before it sends its next call.
type workload struct {
	name, path string
	least      int64 // bytes of a response: the text has whole lines
	workers    int
}

// workloads returns the successes of each size with the first number of workers, those of the
// first size with the other numbers, and streams of events.
func (o *overhead) workloads() (list []workload) {
	add := func(size, workers int) {
		list = append(list, workload{fmt.Sprintf("%g KB", float64(size)/1000), fmt.Sprintf("/size/%d", size),
			int64(size - size%64), workers})
	}
	for _, size := range o.sizes {
		add(size, o.workers[0])
	}
	for _, workers := range o.workers[1:] {
		add(o.sizes[0], workers)
	}
	return append(list, workload{fmt.Sprintf("%d events", o.events), fmt.Sprintf("/events/%d", o.events),
		int64(o.events), o.workers[0]})
}

// A side is an engine with or without toolerr, and what was measured.
type side struct {
	processes processes
	rates     []float64 // calls per second, in each round
	cpu       []float64 // microseconds of CPU time per call, in each round
}

// run measures an engine with each workload, and prints a row for each. The order of the
// measurements is without, with, with, without, and so on.
func (o *overhead) run(ctx context.Context, out io.Writer, e *engine) error {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	all, err := start(ctx, dir, map[string]string{"timeout": "60s"}, slices.Concat([]program{upstream}, e.without, e.with))
	if err != nil {
		return err
	}
	split := 1 + len(e.without)
	fmt.Fprintf(out, "\n%s\n\n| success | workers | without, per second | with, per second | CPU time per call, without | with | with / without |\n|---|--:|--:|--:|--:|--:|--:|\n", e.name)
	for _, w := range o.workloads() {
		without, with := side{processes: all[1:split]}, side{processes: all[split:]}
		if err = o.compare(ctx, &w, &without, &with); err != nil {
			break
		}
		ratios := make([]float64, o.rounds)
		for i := range ratios {
			ratios[i] = with.cpu[i] / without.cpu[i]
		}
		fmt.Fprintf(out, "| %s | %d | %.0f | %.0f | %.0f µs | %.0f µs | %s |\n", w.name, w.workers, at(without.rates, 0.5),
			at(with.rates, 0.5), at(without.cpu, 0.5), at(with.cpu, 0.5), spread(ratios, "%.3f"))
	}
	_, stopErr := all.stop()
	return errors.Join(err, stopErr)
}

// compare measures both sides in each round.
func (o *overhead) compare(ctx context.Context, w *workload, without, with *side) error {
	sides := []*side{without, with}
	for _, s := range sides { // what is not measured: connections, and memory that grows
		if err := s.measure(ctx, w, o.slice); err != nil {
			return err
		}
		*s = side{processes: s.processes}
	}
	for range o.rounds {
		for _, s := range sides {
			if err := s.measure(ctx, w, o.slice); err != nil {
				return err
			}
		}
		slices.Reverse(sides)
	}
	return nil
}

// measure calls a side for some time, and adds what it measures.
func (s *side) measure(ctx context.Context, w *workload, d time.Duration) error {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: w.workers, DisableCompression: true}}
	defer client.CloseIdleConnections()
	before, err := s.processes.cpu()
	if err != nil {
		return err
	}
	var calls atomic.Int64
	begin := time.Now()
	group, ctx := errgroup.WithContext(ctx)
	for range w.workers {
		group.Go(func() error {
			for time.Since(begin) < d {
				if err := w.call(ctx, client, s.processes.base()); err != nil {
					return err
				}
				calls.Add(1)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	elapsed := time.Since(begin)
	after, err := s.processes.cpu()
	s.rates = append(s.rates, float64(calls.Load())/elapsed.Seconds())
	s.cpu = append(s.cpu, float64((after-before).Microseconds())/float64(calls.Load()))
	return err
}

// call makes a call. It returns an error if the response is not a success of the expected length.
func (w *workload) call(ctx context.Context, client *http.Client, base string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, base+w.path, strings.NewReader(fmt.Sprintf(ring, 7)))
	if err != nil {
		return err
	}
	r.Header = acceptsBoth
	resp, err := client.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	n, err := io.Copy(io.Discard, resp.Body)
	if err == nil && (resp.StatusCode != http.StatusOK || n < w.least) {
		err = errors.New("not the expected success")
	}
	if err != nil {
		return fmt.Errorf("%s: status %d with %d bytes: %w", r.URL, resp.StatusCode, n, err)
	}
	return nil
}

// at returns the value below which there is a share of values.
func at(values []float64, share float64) float64 {
	values = slices.Sorted(slices.Values(values))
	i := share * float64(len(values)-1)
	below := int(i)
	above := min(below+1, len(values)-1)
	return values[below] + (values[above]-values[below])*(i-float64(below))
}

// spread returns the median of values with their quartiles.
func spread(values []float64, format string) string {
	return fmt.Sprintf(format+" ("+format+" to "+format+")", at(values, 0.5), at(values, 0.25), at(values, 0.75))
}
