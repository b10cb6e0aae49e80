package oxpserver

import (
	"context"
	"net/http"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// run runs a part of the server that is not a tool within the boundary.
func (s *Server) run(r *http.Request, f func(context.Context) error) error {
	return standard.Or(s.Boundary).Run(s.context(r.Context(), r), f)
}

// serve writes the document that f returns, or its error.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, q *callRequest, status int,
	f func(context.Context) ([]byte, error)) {
	var doc []byte
	err := s.run(r, func(ctx context.Context) (err error) {
		doc, err = f(ctx)
		return err
	})
	if err != nil {
		s.writeError(w, r, q, err, status)
		return
	}
	write(w, r, okHead, doc)
}

// handle passes an error to the boundary.
func (s *Server) handle(r *http.Request, err error) error {
	return standard.Or(s.Boundary).Handle(s.context(r.Context(), r), err)
}

// context returns a context with the table of the server and the languages of the client, for the
// boundary.
func (s *Server) context(ctx context.Context, r *http.Request) context.Context {
	return header.WithLanguageOf(middleware.WithTable(ctx, s.Codec.Table), r.Header)
}

// WriteError writes a Server Error for a request that [Server.Auth] rejects.
func (s *Server) WriteError(w http.ResponseWriter, r *http.Request, err error) {
	s.writeError(w, r, newRequest(r), s.handle(r, err), 0)
}

// writeError writes an error that occurred before a tool was called. The status 0 is that of the
// form of the error.
func (s *Server) writeError(w http.ResponseWriter, r *http.Request, q *callRequest, err error, status int) {
	s.render(w, r, q, withStage(err, errkit.BeforeCall), 0, status)
}

// withStage returns err with a stage, unless its author set one.
func withStage(err error, stage errkit.Stage) *errkit.Error {
	e := errkit.From(err)
	if e.Stage != errkit.StageUnspecified {
		return e
	}
	staged := *e
	staged.Stage = stage
	return &staged
}

func (s *Server) render(w http.ResponseWriter, r *http.Request, q *callRequest, e *errkit.Error, elapsed time.Duration,
	status int) {
	d := oxp.Dialect{Flat: q.flat, HideDev: s.HideDev}
	call := dialect.Call{ID: q.callID, Tool: q.toolID, Elapsed: elapsed, Repeatable: q.repeatable}
	if e.Peer != nil {
		call.Arguments = []byte(q.input.Raw()) // which the caller knows, if the peer has it in a text
	}
	body, head := s.Codec.Append(nil, d, call, e)
	if status != 0 {
		head.Status = status
	}
	if s.Unauthorized != "" && head.Status == http.StatusBadRequest && e.Kind == errkit.Unauthenticated {
		head.Status = http.StatusUnauthorized
		header.Set(w.Header(), "Www-Authenticate", s.Unauthorized)
	}
	write(w, r, head, body)
}

// okHead is the head of a success.
var okHead = dialect.Head{Status: http.StatusOK, ContentType: "application/json"}

func write(w http.ResponseWriter, r *http.Request, head dialect.Head, body []byte) {
	header.NoStore(w.Header())
	w.Header().Set(versionHeader, version)
	_ = head.Write(w, r, body) // the client may be gone
}
