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
	"github.com/toolerr/toolerr/internal/tool"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// callMethod is the method that calls a tool.
const callMethod = "tools/call"

// A Server answers requests. The zero Server works, and knows tools/call and no tool. Its fields must not change once it
// serves; tools and methods may be added at any time.
type Server struct {
	Boundary   *middleware.Boundary // what goes wrong passes it; nil: that of package standard, which reports to slog
	Codec      dialect.Codec        // renders errors
	MaxBody    int                  // bytes of a message; 0: 1 MiB
	MaxBatch   int                  // requests of a batch; 0: 100
	Concurrent int                  // requests of a batch, or of a stream, that run at once; 0: 16
	Validate   func(any) error      // checks decoded input; nil: go-playground/validator, by validate tags. Set it before tools are added

	mu      sync.RWMutex
	tools   map[string]*tool.Func
	methods map[string]jrpc2.Handler
}

var defaultBoundary = standard.Boundary()

func (s *Server) boundary() *middleware.Boundary {
	if s.Boundary != nil {
		return s.Boundary
	}
	return defaultBoundary
}

// A Tool is what AddTool does not find in the types of the function.
type Tool struct {
	Name         string
	InputSchema  json.RawMessage // JSON Schema without $ref; nil: that of the type, see package derive
	OutputSchema json.RawMessage // as InputSchema; null: there is none
}

// AddTool adds a tool to a server. The input is checked by the schema and the validate tags of In before f is called. It
// is an error if there is a tool of the name, or if a type has no JSON Schema.
func AddTool[In, Out any](s *Server, t Tool, f func(context.Context, In) (Out, error)) error {
	fn, err := tool.New(tool.Options{Input: t.InputSchema, Output: t.OutputSchema, Validate: s.Validate}, f)
	if err != nil {
		return fmt.Errorf("jsonrpc: tool %q: %w", t.Name, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.Name == "" || s.tools[t.Name] != nil {
		return fmt.Errorf("jsonrpc: tool %q: the name is empty or taken", t.Name)
	}
	if s.tools == nil {
		s.tools = map[string]*tool.Func{}
	}
	s.tools[t.Name] = fn
	return nil
}

// Handle adds a method, such as one of package handler of jrpc2. Its errors become AAI's; a *jrpc2.Error that it returns as
// it is keeps code, message and data, unless the code is one of JSON-RPC itself. It is an error if there is a method of the
// name.
func (s *Server) Handle(method string, h jrpc2.Handler) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case h == nil:
		return fmt.Errorf("jsonrpc: method %q: the handler is nil", method)
	case method == "" || method == callMethod || s.methods[method] != nil:
		return fmt.Errorf("jsonrpc: method %q: the name is empty or taken", method)
	case s.methods == nil:
		s.methods = map[string]jrpc2.Handler{}
	}
	s.methods[method] = h
	return nil
}

// Names returns the methods. // jrpc2.Namer
func (s *Server) Names() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	names := []string{callMethod}
	for name := range s.methods {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Assign returns the handler of a method, for a jrpc2.Server; of a method that is not there too, for that is an error of
// AAI as any other. // jrpc2.Assigner
func (s *Server) Assign(_ context.Context, method string) jrpc2.Handler {
	return func(ctx context.Context, req *jrpc2.Request) (any, error) {
		out, fault := s.invoke(ctx, method, req, true)
		if fault != nil {
			return nil, fault.wire(s, json.RawMessage(req.ID()))
		}
		return out, nil
	}
}

// method returns what a method does.
func (s *Server) method(name string) (jrpc2.Handler, error) {
	if name == callMethod {
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

// callTool is the method tools/call.
func (s *Server) callTool(ctx context.Context, req *jrpc2.Request) (any, error) {
	var raw json.RawMessage
	if err := req.UnmarshalParams(&raw); err != nil {
		return nil, err
	}
	params, err := jsontree.Parse(raw, jsontree.Limits{Bytes: max(len(raw), 1)})
	if err != nil || params.Kind() != jsontree.Object {
		return nil, errkit.Invalid(errkit.Field{Message: "the params must be an object", Rule: "type", Param: "object"})
	}
	name, ok := params.Member("name").Text()
	if !ok || name == "" {
		return nil, errkit.Invalid(errkit.Field{Path: "/name", Message: "must be the name of a tool", Rule: "required"})
	}
	s.mu.RLock()
	fn := s.tools[name]
	s.mu.RUnlock()
	if fn == nil {
		return nil, errkit.ToolNotFound
	}
	input := params.Member("arguments")
	if k := input.Kind(); k == jsontree.Absent || k == jsontree.Null {
		input, _ = jsontree.Parse([]byte("{}"), jsontree.Limits{})
	}
	call, err := fn.Prepare(ctx, input)
	if err != nil {
		return nil, err
	}
	return call(ctx)
}
