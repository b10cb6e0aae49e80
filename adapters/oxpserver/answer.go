package oxpserver

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httpbody"
	"github.com/toolerr/toolerr/middleware"
)

// guard runs f, which is no tool, within the boundary.
func (s *Server) guard(r *http.Request, f func(context.Context) error) error {
	return s.boundary().Run(s.facts(r.Context()), f)
}

// facts returns a context that has what a report needs to know of a call.
func (s *Server) facts(ctx context.Context) context.Context {
	return middleware.WithTable(ctx, s.Codec.Table)
}

// WriteError answers a request that never came to be a call with a Server Error: for the middleware in front of a Server.
func (s *Server) WriteError(w http.ResponseWriter, r *http.Request, err error) {
	s.fail(w, newRequest(r), s.boundary().Handle(s.facts(r.Context()), err))
}

// fail says an error that occurred before a tool was called.
func (s *Server) fail(w http.ResponseWriter, q *request, err error) { s.failAs(w, q, err, 0) }

// failAs is fail with another status than that of the form; 0 is the form's.
func (s *Server) failAs(w http.ResponseWriter, q *request, err error, status int) {
	s.say(w, q, staged(err, errkit.BeforeCall), 0, status)
}

// staged returns err as an error of a stage, unless its author chose another one.
func staged(err error, stage errkit.Stage) *errkit.Error {
	e := errkit.From(err)
	if e.Stage != errkit.StageUnspecified {
		return e
	}
	known := *e
	known.Stage = stage
	return &known
}

func (s *Server) say(w http.ResponseWriter, q *request, e *errkit.Error, elapsed time.Duration, status int) {
	form := oxp.Dialect{Flat: q.flat, HideDev: s.HideDev}
	body, head := s.Codec.Append(nil, form, dialect.Call{ID: q.callID, Tool: q.toolID, Elapsed: elapsed}, e)
	if status == 0 {
		status = head.Status
	}
	if s.Unauthorized != "" && status == http.StatusBadRequest && e.Kind == errkit.Unauthenticated {
		status = http.StatusUnauthorized
		w.Header().Set("WWW-Authenticate", s.Unauthorized)
	}
	if seconds := head.RetryAfterSeconds(); seconds != "" {
		w.Header().Set("Retry-After", seconds)
	}
	write(w, status, body)
}

func write(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set(versionHeader, spoken)
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that is gone needs no answer
}

// body reads the body of a request, as far as it may go.
func (s *Server) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	limit := s.MaxBody
	if limit <= 0 {
		limit = 1 << 20
	}
	return httpbody.Read(w, r, limit)
}
