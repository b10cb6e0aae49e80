package oxpserver

import (
	"context"
	"net/http"

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
	return s.boundary().Run(s.context(r.Context()), f)
}

// handle passes an error to the boundary.
func (s *Server) handle(r *http.Request, err error) error {
	return s.boundary().Handle(s.context(r.Context()), err)
}

// context returns a context with the table of the server, for the report.
func (s *Server) context(ctx context.Context) context.Context {
	return middleware.WithTable(ctx, s.Codec.Table)
}
