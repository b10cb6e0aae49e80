package oxpserver

import (
	"net/http"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httpbody"
	"github.com/toolerr/toolerr/internal/httphead"
)

// WriteError writes a Server Error for a request that [Server.Auth] rejects.
func (s *Server) WriteError(w http.ResponseWriter, r *http.Request, err error) {
	s.writeError(w, r, newRequest(r), s.handle(r, err))
}

// writeError writes an error that occurred before a tool was called.
func (s *Server) writeError(w http.ResponseWriter, r *http.Request, q *request, err error) {
	s.writeErrorStatus(w, r, q, err, 0)
}

// writeErrorStatus is writeError with another status than that of the form; 0 is that of the form.
func (s *Server) writeErrorStatus(w http.ResponseWriter, r *http.Request, q *request, err error, status int) {
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

func (s *Server) render(w http.ResponseWriter, r *http.Request, q *request, e *errkit.Error, elapsed time.Duration, status int) {
	d := oxp.Dialect{Flat: q.flat, HideDev: s.HideDev}
	body, head := s.Codec.Append(nil, d, dialect.Call{ID: q.callID, Tool: q.toolID, Elapsed: elapsed}, e)
	if status != 0 {
		head.Status = status
	}
	if s.Unauthorized != "" && head.Status == http.StatusBadRequest && e.Kind == errkit.Unauthenticated {
		head.Status = http.StatusUnauthorized
		httphead.Set(w.Header(), "Www-Authenticate", s.Unauthorized)
	}
	write(w, r, head, body)
}

// okHead is the head of a success.
var okHead = dialect.Head{Status: http.StatusOK, ContentType: "application/json"}

func write(w http.ResponseWriter, r *http.Request, head dialect.Head, body []byte) {
	httpbody.NoStore(w.Header())
	w.Header().Set(versionHeader, version)
	_ = httpbody.Write(w, r, head, body) // the client may be gone
}
