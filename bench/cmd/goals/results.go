package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// results holds the measurements of all rounds. Tasks and implementations are in the order of the benchmarks.
type results struct {
	rounds int
	tasks  []*task
}

type task struct {
	name  string // such as Render/dialect=oxp/size=tiny
	impls []*impl
}

type impl struct {
	name   string
	ns     []float64 // per round
	allocs float64   // the maximum of all rounds
}

// line matches a result line of a benchmark. The name has the number of processors as a suffix if it is not 1.
var line = regexp.MustCompile(`^Benchmark(\S+)/impl=(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op.*?\s(\d+) allocs/op`)

// add adds the output of a round.
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
		i := r.implOf(m[1], m[2])
		i.ns = append(i.ns, ns)
		i.allocs = max(i.allocs, allocs)
	}
	for _, t := range r.tasks {
		for _, i := range t.impls {
			if len(i.ns) != r.rounds {
				return fmt.Errorf("%s by %s has %d results, want %d", t.name, i.name, len(i.ns), r.rounds)
			}
		}
	}
	if len(r.tasks) == 0 {
		return fmt.Errorf("no benchmark ran")
	}
	return nil
}

// implOf returns an implementation of a task, which it adds if necessary.
func (r *results) implOf(taskName, name string) *impl {
	t := r.task(taskName)
	if t == nil {
		t = &task{name: taskName}
		r.tasks = append(r.tasks, t)
	}
	if i := t.impl(name); i != nil {
		return i
	}
	i := &impl{name: name}
	t.impls = append(t.impls, i)
	return i
}

// task returns the task with a name, or nil.
func (r *results) task(name string) *task {
	for _, t := range r.tasks {
		if t.name == name {
			return t
		}
	}
	return nil
}

// impl returns the implementation with a name, or nil.
func (t *task) impl(name string) *impl {
	for _, i := range t.impls {
		if i.name == name {
			return i
		}
	}
	return nil
}

// ratio returns the median of the ratios of i to peer in all rounds.
func ratio(i, peer *impl) float64 {
	ratios := make([]float64, len(i.ns))
	for n := range ratios {
		ratios[n] = i.ns[n] / peer.ns[n]
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
