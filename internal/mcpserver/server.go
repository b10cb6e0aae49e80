package mcpserver

import (
	"context"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/jsonschema"
	"github.com/toolerr/toolerr/middleware/standard"
)

// A Server has the options of a server or of one of its tools. The Options of an adapter document
// the fields.
type Server struct {
	Boundary           *middleware.Boundary
	Codec              dialect.Codec
	Structured         bool
	Drafts             bool
	ProtocolValidation bool
	UnknownTool        bool
	ToolError          bool
	FoldErrors         bool
	Timeout            time.Duration
	Ref                func(context.Context) string
	Format             toolerror.Format
	Tool               func(name string) *Server // nil, or its result nil: the tool has these options
}

// NewServer returns the server with the options s.
func NewServer(s *Server) *Server {
	s.Boundary = new(standard.With(s.Boundary, jsonschema.Classifier)) // Blame knows whose fault its errors are
	return s
}

// ForTool returns the server with the options of a tool.
func (s *Server) ForTool(name string) *Server {
	own := callOption(s.Tool, name)
	if own == nil {
		return s
	}
	if own.Boundary == nil {
		own.Boundary = s.Boundary
	} else {
		own = NewServer(own)
	}
	if own.Ref == nil {
		own.Ref = s.Ref
	}
	return own
}

// callOption returns the result of a function of the options. It is the zero value if the function
// is nil, or panics: it must not prevent the response.
func callOption[A, R any](f func(A) R, a A) (r R) {
	if f == nil {
		return r
	}
	defer func() { _ = recover() }()
	return f(a)
}
