package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// results are what the rounds measured: the works in the order of the
// benchmarks, each with its implementations in theirs.
type results struct {
	rounds int
	works  []*work
}

type work struct {
	name  string // such as Render/dialect=oxp/size=tiny
	impls []*impl
}

type impl struct {
	name   string
	ns     []float64 // one for each round
	allocs float64   // the most in a round
}

// line is one of a benchmark's results; the name ends in the number of
// processors, if there are several.
var line = regexp.MustCompile(`^Benchmark(\S+)/impl=(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op.*?\s(\d+) allocs/op`)

// add adds a round.
func (r *results) add(out string) error {
	r.rounds++
	for text := range strings.Lines(out) {
		m := line.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		ns, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return err
		}
		allocs, err := strconv.ParseFloat(m[4], 64)
		if err != nil {
			return err
		}
		i := r.impl(m[1], m[2])
		i.ns = append(i.ns, ns)
		i.allocs = max(i.allocs, allocs)
	}
	for _, w := range r.works {
		for _, i := range w.impls {
			if len(i.ns) != r.rounds {
				return fmt.Errorf("%s by %s has %d results", w.name, i.name, len(i.ns))
			}
		}
	}
	if len(r.works) == 0 {
		return fmt.Errorf("no benchmark ran")
	}
	return nil
}

func (r *results) impl(name, by string) *impl {
	w := r.work(name)
	if w == nil {
		w = &work{name: name}
		r.works = append(r.works, w)
	}
	if i := w.by(by); i != nil {
		return i
	}
	i := &impl{name: by}
	w.impls = append(w.impls, i)
	return i
}

// work returns the work of a name, nil if there is none.
func (r *results) work(name string) *work {
	for _, w := range r.works {
		if w.name == name {
			return w
		}
	}
	return nil
}

// by returns the implementation of a name, nil if there is none.
func (w *work) by(name string) *impl {
	for _, i := range w.impls {
		if i.name == name {
			return i
		}
	}
	return nil
}

// ratio is the median of the ratios of the rounds.
func ratio(ours, theirs *impl) float64 {
	ratios := make([]float64, len(ours.ns))
	for i := range ratios {
		ratios[i] = ours.ns[i] / theirs.ns[i]
	}
	return median(ratios)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	return (sorted[n/2-1] + sorted[n/2]) / 2
}
