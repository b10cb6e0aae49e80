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
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// A Call identifies a call. What it brings besides its input is in [tool.CallerFrom].
type Call struct {
	ID      string // of the client, otherwise a random one
	TraceID string // of the trace that the call belongs to; "": none
	Tool    string // Toolkit.Tool
	Version string // x.y.z
}

type callKey struct{}

// CallFrom returns the call of a tool. It is false in another protocol.
func CallFrom(ctx context.Context) (Call, bool) {
	c, ok := ctx.Value(callKey{}).(Call)
	return c, ok
}

// call serves POST /tools/call (OXP 1.0, Call Tool).
func (s *Server) call(w http.ResponseWriter, r *http.Request) {
	q := newRequest(r)
	var t *tool.Tool
	err := s.run(r, func(context.Context) error {
		body, err := s.readBody(w, r)
		if err != nil {
			return err
		}
		if err := q.read(r, body); err != nil {
			return err
		}
		t, err = s.find(q.toolID)
		return err
	})
	if err != nil {
		s.writeError(w, r, q, err, 0)
		return
	}
	q.repeatable = t.Annotations.Repeatable()
	res, ok := s.callTool(r, q, t)
	switch {
	case !ok: // the client has disconnected
		s.render(w, r, q, withStage(s.handle(r, r.Context().Err()), errkit.Execution), 0, 0)
	case res.err != nil:
		s.render(w, r, q, res.err, res.elapsed, 0)
	default:
		write(w, r, okHead, q.appendResult(nil, res))
	}
}

// find returns the tool with an id (OXP 1.0, Tool Version Resolution).
func (s *Server) find(id string) (*tool.Tool, error) {
	if name, version, at := strings.Cut(id, "@"); !toolName.MatchString(name) || at && version == "" {
		return nil, invalid("The tool_id is not valid: want Toolkit.Tool, Toolkit.Tool@1 or Toolkit.Tool@1.2.3.")
	}
	return s.tools.Find(id)
}

// callTool calls a tool, or waits for the result of the call that this one repeats. ok is false
// if the client disconnected before there was one.
func (s *Server) callTool(r *http.Request, q *callRequest, t *tool.Tool) (res result, ok bool) {
	c := Call{TraceID: q.traceID, Tool: t.Name, Version: t.Version}
	_ = json.Unmarshal(q.callID, &c.ID) // it is a valid JSON string
	f := func(ctx context.Context) result {
		ctx = context.WithValue(s.context(ctx, r), callKey{}, c)
		ctx = tool.WithCaller(ctx, q.caller)
		ctx = middleware.WithAttrs(ctx, slog.String("call_id", c.ID))
		start := time.Now()
		output, err := t.Call(ctx, s.Boundary, []byte(q.input.Raw()))
		res := result{output: output, elapsed: time.Since(start)}
		if err != nil {
			res.err = withStage(err, errkit.Execution)
		}
		return res
	}
	if !q.hasCallID {
		return f(r.Context()), true
	}
	return s.calls.do(r.Context(), keyOf(r, q, c), f)
}

type identityKey struct{}

// WithIdentity returns a context that identifies the caller, for [Server.Auth]. Calls of
// different callers never share a result.
func WithIdentity(ctx context.Context, caller string) context.Context {
	return context.WithValue(ctx, identityKey{}, caller)
}

// credentials are the headers that identify a caller without WithIdentity.
var credentials = []string{"Authorization", "Oxp-Api-Key", "X-Api-Key", "Proxy-Authorization", "Cookie"}

// identity returns a hash of the caller: of WithIdentity, otherwise of the credentials of the
// request.
func identity(r *http.Request) callHash {
	if caller, ok := r.Context().Value(identityKey{}).(string); ok {
		return hashOf("caller", caller)
	}
	var all []string
	for _, name := range credentials {
		for _, v := range r.Header[name] {
			all = append(all, name, v)
		}
	}
	if r.TLS != nil && len(r.TLS.PeerCertificates) > 0 {
		all = append(all, "certificate", string(r.TLS.PeerCertificates[0].Raw))
	}
	return hashOf(all...)
}

// keyOf returns the key under which equal calls are one.
func keyOf(r *http.Request, q *callRequest, c Call) callHash {
	caller := identity(r)
	return hashOf(string(caller[:]), c.Tool, c.Version, c.ID, compact(q.input), compact(q.context))
}

// compact returns the JSON of v without spaces.
func compact(v jsontree.Value) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(v.Raw())) != nil { // absent
		return ""
	}
	return b.String()
}

// appendResult appends the response for a successful call (OXP 1.0, Call Tool Response).
func (q *callRequest) appendResult(b []byte, res result) []byte {
	b = append(b, '{')
	if !q.flat {
		b = append(b, `"$schema":"`+schemaName+`","result":{`...)
	}
	b = append(append(b, `"call_id":`...), q.callID...)
	b = strconv.AppendInt(append(b, `,"duration":`...), res.elapsed.Milliseconds(), 10)
	b = append(append(b, `,"success":true,"value":`...), res.output...)
	if !q.flat {
		b = append(b, '}')
	}
	return append(b, '}')
}

// newCallID returns a random UUID (RFC 9562, version 4).
func newCallID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
