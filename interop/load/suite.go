package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolerr/toolerr/interop/load/ways"
)

// A suite sends each way of package ways through all fronts.
type suite struct {
	upstream ways.Server
	fronts   []front
	groups   []ways.Group
	id       atomic.Int64
	mu       sync.Mutex
	only     string            // a part of the paths that are called
	faults   map[string]string // by front and path
}

// patience is how long a client waits for a response, which is longer than the timeouts of all
// fronts.
const patience = 6 * time.Second

// stopTime is how long a client waits for the rest of a response that stops.
const stopTime = 2500 * time.Millisecond

// runSuite runs the suite, prints its table and what is wrong, and writes the table into a page,
// "" for none. It returns an error if a front with toolerr has faults.
func runSuite(ctx context.Context, out io.Writer, dir, only, page string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer listener.Close()
	s := &suite{only: only, groups: ways.Groups(), faults: map[string]string{}}
	s.id.Store(1_000_000)
	go s.upstream.Serve(listener)
	fronts, all, err := startFronts(ctx, dir, listener.Addr().String())
	if err != nil {
		return err
	}
	s.fronts = fronts
	var running sync.WaitGroup
	for i := range s.fronts {
		running.Go(func() { s.run(ctx, &s.fronts[i]) })
	}
	running.Wait()
	if err := all.kill(); err != nil {
		return err
	}
	return s.print(out, page)
}

// run sends all ways through a front: one after another, but those that wait.
func (s *suite) run(ctx context.Context, f *front) {
	var waiting sync.WaitGroup
	for _, g := range s.groups {
		for i := range g.Ways {
			w, path := &g.Ways[i], g.Path(i)
			if f.url[g.Class.Name] == "" || !strings.Contains(path, s.only) {
				continue
			}
			do := func() {
				if fault := s.do(ctx, f, g.Class, w, path); fault != "" {
					s.mu.Lock()
					s.faults[f.name+" "+path] = fault
					s.mu.Unlock()
				}
			}
			if text := w.Raw("1"); strings.Contains(text, ways.Hang) || strings.Contains(text, ways.Drip) {
				waiting.Go(do)
			} else {
				do()
			}
		}
	}
	waiting.Wait()
}

// do makes a call, and returns what is wrong with the response.
func (s *suite) do(ctx context.Context, f *front, class *ways.Class, w *ways.Way, path string) string {
	id := strconv.FormatInt(s.id.Add(1), 10)
	call := s.upstream.Expect(id)
	r := send(ctx, w, f.url[class.Name]+path+"?n="+id, id, call)
	select {
	case <-call.Done: // so that the front knows that its connection was closed
	case <-time.After(patience):
	}
	late := s.upstream.Forget(id)
	want := w.Want
	if l := limitOf(f.name, path); l != nil {
		want = l.want
	}
	x := expectation{class, w, id, want}
	if fault := x.check(r); fault != "" {
		return fault
	}
	if late && w.Want == ways.Early {
		return "the first byte arrives with the last"
	}
	return ""
}

// send makes a call over a connection of its own.
func send(ctx context.Context, w *ways.Way, url, id string, call *ways.Call) *response {
	limit := patience
	if w.Want == ways.Stops {
		limit = stopTime
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	r, err := w.Request.HTTP(url, id)
	if err != nil {
		return &response{err: err}
	}
	transport := &http.Transport{DisableCompression: true, DisableKeepAlives: true, MaxResponseHeaderBytes: 1 << 20}
	resp, err := transport.RoundTrip(r.WithContext(ctx))
	if err != nil {
		return &response{err: err}
	}
	defer resp.Body.Close()
	got := &response{Response: resp}
	first := make([]byte, 1)
	n, err := io.ReadFull(resp.Body, first)
	close(call.Got)
	got.body = first[:n]
	if err == nil {
		var rest []byte
		rest, err = io.ReadAll(resp.Body)
		got.body = append(got.body, rest...)
	}
	if err != io.EOF { //nolint:errorlint // of ReadFull, for an empty body
		got.err = err
	}
	got.stopped = ctx.Err() != nil
	return got
}

// print prints a table with the number of responses that are right, by group and front, and what
// is wrong behind the fronts with toolerr.
func (s *suite) print(out io.Writer, page string) error {
	var table strings.Builder
	line := func(cells ...string) { fmt.Fprintf(&table, "| %s |\n", strings.Join(cells, " | ")) }
	names, rule := []string{"right responses"}, []string{"---"}
	for _, f := range s.fronts {
		names, rule = append(names, f.name), append(rule, "--:")
	}
	line(append(names, "of")...)
	line(append(rule, "--:")...)
	right, total := make([]int, len(s.fronts)), 0
	for i := 0; i < len(s.groups); {
		title, n := s.groups[i].Title, 0
		counts := make([]int, len(s.fronts))
		for ; i < len(s.groups) && s.groups[i].Title == title; i++ {
			g := &s.groups[i]
			for k := range g.Ways {
				if !strings.Contains(g.Path(k), s.only) {
					continue
				}
				n++
				for j, f := range s.fronts {
					if f.url[g.Class.Name] != "" && s.faults[f.name+" "+g.Path(k)] == "" {
						counts[j]++
					}
				}
			}
		}
		if n == 0 {
			continue
		}
		cells := []string{title}
		for j, count := range counts {
			if s.fronts[j].url[s.groups[i-1].Class.Name] == "" {
				cells = append(cells, "")
				continue
			}
			cells = append(cells, strconv.Itoa(count))
			right[j] += count
		}
		total += n
		line(append(cells, strconv.Itoa(n))...)
	}
	cells := []string{"all"}
	for _, count := range right {
		cells = append(cells, strconv.Itoa(count))
	}
	line(append(cells, strconv.Itoa(total))...)
	fmt.Fprint(out, table.String())
	return errors.Join(writeTable(page, table.String()), s.printFaults(out))
}

// writeTable replaces the table of a page, which is between two comments. "" is no page.
func writeTable(page, table string) error {
	if page == "" {
		return nil
	}
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	const start, end = "<!-- ways -->\n\n", "<!-- end of ways -->"
	before, rest, ok := strings.Cut(string(text), start)
	_, after, found := strings.Cut(rest, end)
	if !ok || !found {
		return fmt.Errorf("%s has no table of ways", page)
	}
	return os.WriteFile(page, []byte(before+start+table+"\n"+end+after), 0o600)
}

func (s *suite) printFaults(out io.Writer) error {
	n := 0
	for _, g := range s.groups {
		for i := range g.Ways {
			for _, f := range s.fronts {
				fault := s.faults[f.name+" "+g.Path(i)]
				if f.bare || fault == "" {
					continue
				}
				n++
				w := &g.Ways[i]
				fmt.Fprintf(out, "wrong: %s, %s: %s (%s; want %s): %s\n", f.name, g.Title, w.Name, w.Why, w.Want, fault)
			}
		}
	}
	if n > 0 {
		return fmt.Errorf("%d responses are wrong", n)
	}
	return nil
}
