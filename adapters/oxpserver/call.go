package oxpserver

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/tool"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
)

// call answers POST /tools/call (OXP 1.0, Call Tool).
func (s *Server) call(w http.ResponseWriter, r *http.Request) {
	q := newRequest(r)
	var e *entry
	var known *Call
	var ready tool.Call
	err := s.guard(r, func(ctx context.Context) (err error) {
		body, err := s.body(w, r)
		if err != nil {
			return err
		}
		if err = q.read(r, body); err != nil {
			return err
		}
		if e, err = s.find(q.toolID); err != nil {
			return err
		}
		if known, err = q.call(e); err != nil {
			return err
		}
		if ready, err = prepare(ctx, e, q.input); err != nil {
			return err
		}
		return e.missing(ctx, known)
	})
	if err != nil {
		s.fail(w, q, err)
		return
	}
	out, ok := s.run(r, q, known, ready)
	if !ok {
		err := s.boundary().Handle(s.facts(r.Context()), r.Context().Err())
		s.say(w, q, staged(err, errkit.Execution), 0, 0)
		return
	}
	if out.err != nil {
		s.say(w, q, out.err, out.elapsed, 0)
		return
	}
	write(w, http.StatusOK, q.success(out))
}

// prepare checks the input. No input is an empty one.
func prepare(ctx context.Context, e *entry, input jsontree.Value) (tool.Call, error) {
	if absent(input) {
		input, _ = jsontree.Parse([]byte("{}"), jsontree.Limits{})
	}
	ready, err := e.fn.Prepare(ctx, input)
	if err != nil && errkit.KindOf(err) == errkit.InvalidInput {
		return nil, refused(errkit.From(err))
	}
	return ready, err
}

// refused says an invalid input in the words of OXP's examples: each message stands by itself beside its parameter, so it
// begins as a sentence does.
func refused(e *errkit.Error) *errkit.Error {
	known := *e
	if known.Message == "" {
		known.Message = "Some input parameters are invalid"
	}
	known.Fields = make([]errkit.Field, len(e.Fields))
	for i, f := range e.Fields {
		if f.Message != "" && 'a' <= f.Message[0] && f.Message[0] <= 'z' {
			f.Message = errkit.Text(f.Message[0]-'a'+'A') + f.Message[1:]
		}
		known.Fields[i] = f
	}
	return &known
}

// run runs the tool within the boundary, or joins the call that this one repeats. It is not ok if the client left.
func (s *Server) run(r *http.Request, q *request, known *Call, ready tool.Call) (outcome, bool) {
	f := func(ctx context.Context) outcome {
		ctx = context.WithValue(s.facts(ctx), callKey{}, known)
		ctx = middleware.WithInput(ctx, q.evidence)
		ctx = middleware.WithAttrs(ctx, slog.String("tool", known.Tool), slog.String("version", known.Version), slog.String("call_id", known.ID))
		var out outcome
		start := time.Now()
		err := s.boundary().Run(ctx, func(ctx context.Context) (err error) {
			out.value, err = ready(ctx)
			return err
		})
		out.elapsed = time.Since(start)
		if err != nil {
			out.err = staged(err, errkit.Execution)
		}
		return out
	}
	if !q.given {
		return f(r.Context()), true
	}
	return s.flights.run(r.Context(), q.key(r, known), f)
}

// evidence is the input of the call, for classifiers: a tool may have members of
// the type json.RawMessage, which it decodes itself. An absent input is none that
// a tool decodes.
func (q *request) evidence() (in middleware.Input) {
	if !absent(q.input) {
		in.Body = []byte(q.input.Raw())
	}
	return in
}

// key sums up all that two calls must have in common to be one.
func (q *request) key(r *http.Request, known *Call) key {
	caller := identity(r)
	d := newDigest()
	d.add(string(caller[:]), known.Tool, known.Version, known.ID, compact(q.input), compact(q.context))
	return d.sum()
}

// compact is the text of v without the spaces between its parts.
func compact(v jsontree.Value) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(v.Raw())) != nil {
		return v.Raw()
	}
	return b.String()
}

// success is the body that says a value (OXP 1.0, Call Tool Response).
func (q *request) success(out outcome) []byte {
	b := make([]byte, 0, len(out.value)+len(q.callID)+128)
	b = append(b, '{')
	if !q.flat {
		b = append(b, `"$schema":"`+spokenSchema+`","result":{`...)
	}
	b = append(append(b, `"call_id":`...), q.callID...)
	b = strconv.AppendInt(append(b, `,"duration":`...), out.elapsed.Milliseconds(), 10)
	b = append(append(b, `,"success":true,"value":`...), out.value...)
	if !q.flat {
		b = append(b, '}')
	}
	return append(b, '}')
}

// newID makes a call id: a random UUID (RFC 9562, version 4).
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
