package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// A Result is what the agents did with one server.
type Result struct {
	Server   *Server
	Repairs  []Repaired // of the cases, in their order; those that HTTP does not have are zero
	Careful  []Failed   // the ways of place_order, each with the orders that were placed
	Eager    []Failed
	Hopeless []Failed
	Waiting  []Failed
	Audits   []Failed
}

// A Failed is what an agent did with a call that fails in a way.
type Failed struct {
	Repeated
	Orders int
	Leaks  []string // the private words that it read
}

// Measure runs all tasks with a server, which it starts, and starts again after a crash. It
// returns an error if the server does not have the tools of the table: if it refuses a right call.
func Measure(ctx context.Context, server *Server, table *Table, b *Backend) (*Result, error) {
	m := &measurement{ctx: ctx, server: server, table: table, backend: b}
	defer m.stop()
	r := &Result{Server: server}
	for _, tool := range table.Tools {
		for _, in := range tool.Inputs {
			if err := m.accept(tool.Name, in.Right); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", server.ID, tool.Name, err)
			}
		}
	}
	for _, c := range table.Cases() {
		if !c.applies(server) {
			r.Repairs = append(r.Repairs, Repaired{})
			continue
		}
		if err := m.start(); err != nil {
			return nil, err
		}
		repaired, err := Repair(ctx, m.running, &c)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", server.ID, &c, err)
		}
		r.Repairs = append(r.Repairs, repaired)
	}
	var err error
	fail := func(temper Temper, tool int, ways []Way) (all []Failed) {
		for _, w := range ways {
			if err != nil {
				return nil
			}
			var f Failed
			f, err = m.fail(temper, table.Others[tool], w)
			all = append(all, f)
		}
		return all
	}
	r.Careful = fail(Careful, 0, table.Orders)
	r.Eager = fail(Eager, 0, table.Orders)
	r.Hopeless = fail(Eager, 1, table.Hopeless)
	r.Waiting = fail(Eager, 1, table.Waiting)
	r.Audits = fail(Careful, 2, table.Audits)
	return r, err
}

// applies reports whether a server can have the case: a tool with another name is a path of HTTP,
// and no agent finds the right path in a 404.
func (c *Case) applies(s *Server) bool { return !s.HTTP || c.Called == c.Tool }

type measurement struct {
	ctx     context.Context
	server  *Server
	table   *Table
	backend *Backend
	running *running
}

func (m *measurement) start() (err error) {
	if m.running == nil {
		m.running, err = m.server.start(m.ctx, m.backend)
	}
	return err
}

func (m *measurement) stop() {
	if m.running != nil {
		m.running.stop()
		m.running = nil
	}
}

// accept makes a right call.
func (m *measurement) accept(tool string, right json.RawMessage) error {
	if err := m.start(); err != nil {
		return err
	}
	a, err := m.running.Call(m.ctx, tool, right)
	if err == nil && !(a.OK && isRight(a.Text, right)) {
		err = fmt.Errorf("a right call is refused or changed: %s", a.Text)
	}
	return err
}

// fail lets an agent call a tool that fails in a way, in a new month.
func (m *measurement) fail(temper Temper, tool Other, w Way) (Failed, error) {
	if err := m.start(); err != nil {
		return Failed{}, err
	}
	m.backend.Reset()
	input := map[string]string{tool.Member: w.Value()}
	repeated, err := Repeat(m.ctx, m.running, temper, tool.Name, input, m.backend.Wait)
	if err != nil {
		return Failed{}, fmt.Errorf("%s: %s: %w", m.server.ID, w.Title, err)
	}
	if repeated.Ended {
		m.stop()
	}
	f := Failed{Repeated: repeated, Orders: m.backend.Orders()}
	for _, word := range m.table.Private {
		if strings.Contains(strings.Join(repeated.Texts, "\n"), word) {
			f.Leaks = append(f.Leaks, word)
		}
	}
	return f, nil
}

// A Summary has the numbers of a result that are compared.
type Summary struct {
	Cases    int     // wrong calls
	Accepted int     // of them, in the end
	Right    int     // of them, with the input that the user wants
	Calls    float64 // until a call was accepted, on average
	Words    float64 // read until then, in tokens

	Careful, Eager int // orders placed, in all ways
	Hopeless       float64
	Failures       int // whose text an agent read
	Leaks          int // of them, with a private word
}

// Summary returns the numbers of a result.
func (r *Result) Summary() Summary {
	var s Summary
	for _, c := range r.Repairs {
		if c.Calls == 0 {
			continue
		}
		s.Cases++
		if !c.Accepted {
			continue
		}
		s.Accepted++
		s.Calls += float64(c.Calls)
		s.Words += float64(c.Words)
		if c.Right {
			s.Right++
		}
	}
	s.Calls /= float64(max(1, s.Accepted))
	s.Words /= float64(max(1, s.Accepted))
	for i := range r.Careful {
		s.Careful += r.Careful[i].Orders
		s.Eager += r.Eager[i].Orders
	}
	for _, f := range r.Hopeless {
		s.Hopeless += float64(f.Calls) / float64(len(r.Hopeless))
	}
	for _, all := range [][]Failed{r.Careful, r.Hopeless, r.Waiting, r.Audits} {
		for _, f := range all {
			s.Failures++
			if len(f.Leaks) > 0 {
				s.Leaks++
			}
		}
	}
	return s
}
