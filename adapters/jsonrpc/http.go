package jsonrpc

import (
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httpbody"
	"github.com/toolerr/toolerr/internal/language"
)

// ServeHTTP responds to a message in the body of a POST request. The status is 200; 400 for a message that is not valid; 204 for
// notifications, which have no response.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		s.reject(w, r, http.StatusMethodNotAllowed, errkit.MethodNotAllowed)
		return
	}
	if err := httpbody.CheckJSON(r.Header); err != nil {
		s.reject(w, r, 0, err)
		return
	}
	body, err := httpbody.Read(w, r, s.maxBody())
	if err != nil {
		s.reject(w, r, 0, err)
		return
	}
	doc, status := s.respond(language.FromHeader(r.Context(), r.Header), s.read(body), false)
	write(w, r, status, doc)
}

// reject writes the error of a request without a message. If status is 0 it is that of the error.
func (s *Server) reject(w http.ResponseWriter, r *http.Request, status int, err error) {
	doc, own := s.respond(language.FromHeader(r.Context(), r.Header), message{failed: fail(errkit.From(err))}, false)
	if status == 0 {
		status = own
	}
	write(w, r, status, doc)
}

func write(w http.ResponseWriter, r *http.Request, status int, doc []byte) {
	head := dialect.Head{Status: status}
	if doc != nil {
		head.ContentType = "application/json"
	}
	httpbody.NoStore(w.Header())
	_ = httpbody.Write(w, r, head, doc) // the client may be gone
}
