package jsonrpc

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsoninput"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

// methodCall is the method that calls a tool.
const methodCall = "tools/call"

// A Server serves tools and methods. The zero Server is valid, and has the method tools/call and no tools. Its fields must not
// be changed after the first request; tools and methods may be added at any time.
type Server struct {
	Boundary    *middleware.Boundary // converts every failure into an *errkit.Error; nil: that of package standard, which reports to slog
	Codec       dialect.Codec        // renders errors
	MaxBody     int64                // maximum size of a message, in bytes; 0: 1 MiB
	MaxBatch    int                  // maximum number of requests in a batch; 0: 100
	Concurrency int                  // maximum number of requests of a batch or a stream that run at the same time; 0: 16

	tools   tool.Set
	mu      sync.RWMutex // guards methods
	methods map[string]jrpc2.Handler
}

// Limits, or their defaults.
func (s *Server) maxBody() int64   { return orDefault(s.MaxBody, 1<<20) }
func (s *Server) maxBatch() int    { return orDefault(s.MaxBatch, 100) }
func (s *Server) concurrency() int { return orDefault(s.Concurrency, 16) }

func orDefault[N int | int64](limit, value N) N {
	if limit <= 0 {
		return value
	}
	return limit
}

var defaultBoundary = standard.Boundary()

func (s *Server) boundary() *middleware.Boundary {
	if s.Boundary != nil {
		return s.Boundary
	}
	return defaultBoundary
}

// Add adds tools. A client calls a tool by its name or its [tool.Tool.ModelName], optionally with @ and a version, see
// [tool.Set.Find]. If there is an error, see [tool.Set.Add], no tool is added.
func (s *Server) Add(tools ...*tool.Tool) error {
	if err := s.tools.Add(tools...); err != nil {
		return fmt.Errorf("jsonrpc: %w", err)
	}
	return nil
}

// Handle adds a method, such as one of package handler of jrpc2. Its errors become errors of AAI. A *jrpc2.Error that it returns
// unwrapped keeps its code, message and data, unless the code is one of JSON-RPC. It is an error if the name is empty or taken.
func (s *Server) Handle(method string, h jrpc2.Handler) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case h == nil:
		return fmt.Errorf("jsonrpc: method %q: the handler is nil", method)
	case method == "" || method == methodCall || s.methods[method] != nil:
		return fmt.Errorf("jsonrpc: method %q: the name is empty or taken", method)
	case s.methods == nil:
		s.methods = map[string]jrpc2.Handler{}
	}
	s.methods[method] = h
	return nil
}

// Names implements [jrpc2.Namer]: it returns the methods.
func (s *Server) Names() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	names := []string{methodCall}
	for name := range s.methods {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Assign implements [jrpc2.Assigner]. It also returns a handler for an unknown method, whose error is one of AAI.
func (s *Server) Assign(_ context.Context, method string) jrpc2.Handler {
	return func(ctx context.Context, req *jrpc2.Request) (any, error) {
		out, failed := s.invoke(ctx, method, req, true)
		if failed != nil {
			return nil, failed.rpcError(s)
		}
		return out, nil
	}
}

// method returns the handler of a method.
func (s *Server) method(name string) (jrpc2.Handler, error) {
	if name == methodCall {
		return s.callTool, nil
	}
	s.mu.RLock()
	h := s.methods[name]
	s.mu.RUnlock()
	if h == nil {
		return nil, errkit.MethodNotFound
	}
	return h, nil
}

// callTool handles the method tools/call.
func (s *Server) callTool(ctx context.Context, req *jrpc2.Request) (any, error) {
	var raw json.RawMessage
	if err := req.UnmarshalParams(&raw); err != nil {
		return nil, err
	}
	params, err := jsoninput.Parse(raw)
	if err != nil || params.Kind() != jsontree.Object {
		return nil, errkit.Invalid(errkit.Field{Message: "the params must be an object", Rule: "type", Param: "object"})
	}
	name, ok := params.Member("name").Text()
	if !ok || name == "" {
		return nil, errkit.Invalid(errkit.Field{Path: "/name", Message: "must be the name of a tool", Rule: "required"})
	}
	t, err := s.tools.Find(name)
	if err != nil {
		return nil, err
	}
	return t.Call(ctx, s.boundary(), []byte(params.Member("arguments").Raw()))
}
