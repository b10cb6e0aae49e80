package oxpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
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
	res := s.callTool(w, r, q, t)
	if res.err != nil {
		s.render(w, r, q, res.err, res.elapsed, 0)
		return
	}
	write(w, r, okHead, q.appendResult(nil, res))
}

// find returns the tool with an id (OXP 1.0, Tool Version Resolution).
func (s *Server) find(id string) (*tool.Tool, error) {
	if name, version, at := strings.Cut(id, "@"); !toolName.MatchString(name) || at && version == "" {
		return nil, invalid("The tool_id is not valid: want Toolkit.Tool, Toolkit.Tool@1 or Toolkit.Tool@1.2.3.")
	}
	return s.tools.Find(id)
}

// result is the result of a call.
type result struct {
	output  json.RawMessage
	err     *errkit.Error
	elapsed time.Duration
}

// callTool calls a tool, or gets the answer of the call that this one repeats.
func (s *Server) callTool(w http.ResponseWriter, r *http.Request, q *callRequest, t *tool.Tool) (res result) {
	c := Call{TraceID: q.traceID, Tool: t.Name, Version: t.Version}
	_ = json.Unmarshal(q.callID, &c.ID) // it is a valid JSON string
	ctx := context.WithValue(s.context(r), callKey{}, c)
	ctx = tool.WithCaller(ctx, q.caller)
	ctx = middleware.WithAttrs(ctx, slog.String("call_id", c.ID))
	if q.hasCallID {
		key := idempotency.Call{Key: c.ID, Header: r.Header, TLS: r.TLS, Reuse: true} // as examples of OXP have it
		ctx = cmp.Or(s.Keys, &s.keys).With(ctx, key)
	}
	start := time.Now()
	output, err := t.Call(ctx, s.Boundary, []byte(q.input.Raw()))
	request.MarkReplayed(ctx, w.Header())
	res = result{output: output, elapsed: time.Since(start)}
	if err != nil {
		res.err = withStage(err, errkit.Execution)
	}
	return res
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
