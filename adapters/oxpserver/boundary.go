package oxpserver

import (
	"context"
	"net/http"

	"github.com/toolerr/toolerr/internal/language"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

var defaultBoundary = standard.Boundary()

func (s *Server) boundary() *middleware.Boundary {
	if s.Boundary != nil {
		return s.Boundary
	}
	return defaultBoundary
}

// run runs a part of the server that is not a tool within the boundary.
func (s *Server) run(r *http.Request, f func(context.Context) error) error {
	return s.boundary().Run(s.context(r.Context(), r), f)
}

// handle passes an error to the boundary.
func (s *Server) handle(r *http.Request, err error) error {
	return s.boundary().Handle(s.context(r.Context(), r), err)
}

// context returns a context with the table of the server and the languages of the client, for the boundary.
func (s *Server) context(ctx context.Context, r *http.Request) context.Context {
	return language.FromHeader(middleware.WithTable(ctx, s.Codec.Table), r.Header)
}
