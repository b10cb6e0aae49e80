package jsonrpc

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

// methodCall is the method that calls a tool.
const methodCall = "tools/call"

// A Server serves tools and methods. The zero Server is valid, and has the method tools/call and
// no tools. Each tool is a method, too, whose params are the arguments; [Server.OpenRPC] describes
// them, which is the result of rpc.discover if there are tools. Its fields must not be changed
// after the first request; tools and methods may be added at any time.
type Server struct {
	// converts every failure into an *errkit.Error; nil: that of package standard, which reports
	// to slog
	Boundary *middleware.Boundary
	Codec    dialect.Codec // renders errors
	// dialect of JSON-RPC of the errors of a request, by its method, "" if that is not known; nil,
	// or one that is not of JSON-RPC ([dialect.IsRPC]): [aai.Dialect]. It is that of ServeHTTP
	Dialect  func(method string) dialect.Dialect
	MaxBody  int64 // maximum size of a message, in bytes; 0: 1 MiB
	MaxBatch int   // maximum number of requests in a batch; 0: 100
	// maximum number of requests of a batch that run at the same time; 0: 16
	Concurrency int
	// member of _meta in the params of tools/call that has the idempotency key of a call, such as
	// "com.example/idempotency-key"; "": calls have no keys
	Key string
	// decide what a call with the key of an earlier one does; nil: it waits for the answer of one
	// that is running. The caller is [idempotency.WithPrincipal], or known by the credentials of
	// the request
	Keys *idempotency.Keys

	keys    idempotency.Keys // if Keys is nil
	tools   tool.Set
	mu      sync.RWMutex // guards methods
	methods map[string]jrpc2.Handler
}

// Limits, or their defaults.
func (s *Server) maxBody() int64   { return cmp.Or(max(s.MaxBody, 0), 1<<20) }
func (s *Server) concurrency() int { return cmp.Or(max(s.Concurrency, 0), 16) }

func (s *Server) dialect(method string) dialect.Dialect {
	if s.Dialect != nil {
		d := s.Dialect(method)
		if envelope, _ := dialect.IsRPC(d); envelope {
			return d
		}
	}
	return aai.Dialect{}
}

func (s *Server) boundary() *middleware.Boundary { return standard.Or(s.Boundary) }

// Add adds tools. A client calls a tool by its name or its [tool.Tool.ModelName], optionally with
// @ and a version, see [tool.Set.Find]. If there is an error, see [tool.Set.Add], no tool is
// added.
func (s *Server) Add(tools ...*tool.Tool) error {
	if err := s.tools.Add(tools...); err != nil {
		return fmt.Errorf("jsonrpc: %w", err)
	}
	return nil
}

// Handle adds a method, such as one of package handler of jrpc2. Its errors become errors of AAI.
// A *jrpc2.Error that it returns unwrapped keeps its code, message and data, unless the code is
// one of JSON-RPC. It is an error if the name is empty or taken. The method hides a tool with its
// name, which tools/call still has.
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
	names := []string{methodCall}
	for t := range s.tools.Latest() {
		names = append(names, t.Name, methodDiscover)
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	names = slices.AppendSeq(names, maps.Keys(s.methods))
	slices.Sort(names)
	return slices.Compact(names)
}

// Assign implements [jrpc2.Assigner]. It also returns a handler for an unknown method, whose
// error is one of AAI.
func (s *Server) Assign(_ context.Context, method string) jrpc2.Handler {
	return func(ctx context.Context, req *jrpc2.Request) (any, error) {
		out, failed := s.invoke(ctx, method, req, true)
		if e, ok := failed.(*errkit.Error); ok {
			code, message, data := aai.Dialect{}.Parts(&s.Codec, dialect.Call{Repeatable: s.repeatable(req, e)}, e)
			return nil, &jrpc2.Error{Code: jrpc2.Code(code), Message: message, Data: data}
		}
		return out, failed
	}
}

// method returns the handler of a method.
func (s *Server) method(name string) (jrpc2.Handler, error) {
	_, err := s.tools.Find(name)
	switch h := s.handler(name); {
	case h != nil:
		return h, nil
	case err == nil || name == methodCall:
		return s.callTool, nil
	case name == methodDiscover && len(slices.Collect(s.tools.All())) > 0:
		return func(context.Context, *jrpc2.Request) (any, error) { return s.OpenRPC(), nil }, nil
	}
	return nil, errkit.MethodNotFound
}

// handler returns what [Server.Handle] has added, nil without it.
func (s *Server) handler(name string) jrpc2.Handler {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.methods[name]
}

// callTool handles the method tools/call, and those of the tools.
func (s *Server) callTool(ctx context.Context, req *jrpc2.Request) (any, error) {
	t, params, err := s.find(req)
	if err != nil {
		return nil, err
	}
	if s.Key != "" {
		var c idempotency.Call
		c.Key, _ = params.Member("_meta").Member(s.Key).Text()
		if r, ok := ctx.Value(requestKey{}).(*http.Request); ok {
			c.Header, c.TLS = r.Header, r.TLS
		}
		ctx = cmp.Or(s.Keys, &s.keys).With(ctx, c)
	}
	return t.Call(ctx, s.boundary(), []byte(params.Member("arguments").Raw()))
}

// requestKey is the key in a context of the *http.Request that has the message.
type requestKey struct{}

// find returns the tool that a request calls, and the params of tools/call.
func (s *Server) find(req *jrpc2.Request) (t *tool.Tool, params jsontree.Value, err error) {
	var raw json.RawMessage
	if err := req.UnmarshalParams(&raw); err != nil {
		return nil, params, err
	}
	if req.Method() != methodCall { // that of a tool
		raw = fmt.Appendf(nil, `{"name":%q,"arguments":%s}`, req.Method(), cmp.Or(string(raw), "{}"))
	}
	params, err = request.Parse(raw)
	if err != nil || params.Kind() != jsontree.Object {
		return nil, params, errkit.Invalid(errkit.Field{Message: "the params must be an object", Rule: "type",
			Param: "object"})
	}
	name, ok := params.Member("name").Text()
	if !ok || name == "" {
		return nil, params, errkit.Invalid(errkit.Field{Path: "/name", Message: "must be the name of a tool",
			Rule: "required"})
	}
	t, err = s.tools.Find(name)
	return t, params, err
}

// repeatable returns what the annotations of the tool that a request calls state; req may be nil.
// It looks only if a failure depends on it: a batch may have many.
func (s *Server) repeatable(req *jrpc2.Request, failed error) errkit.Repeatable {
	e, ok := failed.(*errkit.Error)
	if !ok || !mapping.MayHaveEffect(e.Effect) || req == nil || s.handler(req.Method()) != nil {
		return errkit.RepeatableUnstated
	}
	t, _, err := s.find(req)
	if err != nil {
		return errkit.RepeatableUnstated
	}
	return t.Annotations.Repeatable()
}

// ServeHTTP responds to a message in the body of a POST request. The status is 200; 400 for a
// message that is not valid; 204 for notifications, which have no response.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		s.reject(w, r, http.StatusMethodNotAllowed, errkit.MethodNotAllowed)
		return
	}
	if err := request.CheckJSON(r.Header); err != nil {
		s.reject(w, r, 0, err)
		return
	}
	body, err := request.ReadBody(w, r, s.maxBody())
	if err != nil {
		s.reject(w, r, 0, err)
		return
	}
	ctx := context.WithValue(header.WithLanguageOf(r.Context(), r.Header), requestKey{}, r)
	doc, status := s.respond(ctx, s.read(body))
	write(w, r, status, doc)
}

// reject writes the error of a request without a message. If status is 0 it is that of the error.
func (s *Server) reject(w http.ResponseWriter, r *http.Request, status int, err error) {
	doc, own := s.respond(header.WithLanguageOf(r.Context(), r.Header), message{failed: err})
	write(w, r, cmp.Or(status, own), doc)
}

func write(w http.ResponseWriter, r *http.Request, status int, doc []byte) {
	head := dialect.Head{Status: status}
	if doc != nil {
		head.ContentType = "application/json"
	}
	header.NoStore(w.Header())
	_ = head.Write(w, r, doc) // the client may be gone
}
