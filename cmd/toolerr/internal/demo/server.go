// Package demo implements the server of `toolerr serve`, which serves the same tools in every
// protocol.
//
// The tools are Go functions that do not depend on a protocol. server.go registers each of them in
// all protocols.
package demo

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/samber/lo"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptool"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

// maxBody is the maximum size of a request body, in bytes.
const maxBody = 1 << 20

// server has the servers of all protocols, with the same tools.
type server struct {
	oxp   oxpserver.Server
	aai   jsonrpc.Server
	mcp   *mcp.Server
	rest  api.API
	agent *agent
	tools *tool.Set
}

// metaKey names the member of _meta that has the idempotency key of a call of MCP.
const metaKey = "io.github.toolerr/idempotency-key"

// New returns the handler of the server. base is its public URL, without a trailing slash; the
// types of problems lead to its pages. Errors are written to log. It panics for a tool that is
// wrong.
func New(base string, log *slog.Logger) http.Handler {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(log)
	users := &consents{base: base}
	tools := newTools(booking{now: time.Now}, users)
	keys := &idempotency.Keys{Replay: true, Log: log}
	s := &server{
		oxp: oxpserver.Server{Boundary: boundary, MaxBody: maxBody, Check: users.check, Keys: keys},
		aai: jsonrpc.Server{Boundary: boundary, MaxBody: maxBody},
		mcp: mcp.NewServer(&mcp.Implementation{Name: "toolerr", Version: "demo"}, nil),
		rest: api.API{
			API:  nethttp.API{Boundary: boundary, Dialect: problem.Dialect{Base: base + "/problems/"}, Rewrite: true},
			Keys: keys, Binding: api.Binding{MaxBody: maxBody, Gzip: true}, // clients of Connect compress
		},
		agent: newAgent(boundary, tools),
		tools: tools,
	}
	s.mcp.AddReceivingMiddleware(toolErrors(mcperr.Options{Boundary: boundary, Key: metaKey, Keys: keys}))
	all := slices.Collect(tools.All())
	lo.Must0(errors.Join(s.oxp.Add(all...), s.aai.Add(all...)))
	mcptool.Add(s.mcp, slices.Collect(tools.Latest())...)
	return s.routes(base, users)
}

// document returns a handler that responds with a JSON document.
func (s *server) document(doc []byte) http.Handler {
	return s.rest.Handler(func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Content-Type", "application/json")
		_, err := w.Write(doc)
		return err
	})
}

// routes returns the handler of all endpoints.
func (s *server) routes(base string, users *consents) http.Handler {
	// In stateless mode every revision works, and clients can call tools without initialization.
	streamable := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server {
		return s.mcp
	}, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
	})
	root := http.NewServeMux()
	root.Handle("/oxp/", http.StripPrefix("/oxp", s.oxp.Handler()))
	// The transport answers what it cannot read in plain text, which Rewrite replaces.
	transport := nethttp.API{Dialect: mcpdialect.Dialect{}, Boundary: s.rest.Boundary, Rewrite: true}
	root.Handle("/mcp", transport.Middleware(streamable))
	root.Handle("/aai", &s.aai)
	for path, d := range map[string]dialect.Dialect{
		"problem": s.rest.Dialect, "google": google.Dialect{}, "connect": connect.Dialect{},
	} {
		rest := s.rest
		rest.Dialect = d
		rest.Pattern = func(t *tool.Tool) string { return "POST /" + path + "/" + t.ModelName() }
		openAPI := lo.Must(rest.OpenAPI(s.tools))
		openAPI["info"] = map[string]string{"title": "The tools of toolerr serve", "version": "1.0.0"}
		openAPI["servers"] = []map[string]string{{"url": base}}
		describe := s.document(lo.Must(json.MarshalIndent(openAPI, "", "  ")))
		root.Handle("/"+path+"/", rest.Middleware(rest.Tools(s.tools)))
		root.Handle("GET /"+path+"/openapi.json", describe)
		if path == "problem" {
			root.Handle("GET /openapi.json", describe)
		}
	}
	root.Handle("/a2a", s.agent)
	root.Handle("GET "+cardPath, s.document(agentCard(s.tools, base)))
	root.Handle("GET /consent/{id}", s.rest.Handler(users.visit))
	root.Handle("/", s.rest.Handler(func(http.ResponseWriter, *http.Request) error {
		return errkit.New(errkit.NotFound, "There is nothing at this path.")
	}))
	outer := nethttp.API{Boundary: s.rest.Boundary}
	return outer.Middleware(http.MaxBytesHandler(root, maxBody))
}
