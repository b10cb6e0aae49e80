package demo

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
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
	rest  nethttp.API
	tools *tool.Set
}

// New returns the handler of the server. base is its public URL, without a trailing slash. Errors are written to log.
func New(base string, log *slog.Logger) (http.Handler, error) {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(log)
	post := &mail{consents: consents{base: base}}
	tools, err := newTools(booking{now: time.Now}, post)
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	s := &server{
		oxp:   oxpserver.Server{Boundary: boundary, MaxBody: maxBody, Check: post.consents.check},
		aai:   jsonrpc.Server{Boundary: boundary, MaxBody: maxBody},
		mcp:   mcp.NewServer(&mcp.Implementation{Name: "toolerr", Version: "demo"}, nil),
		rest:  nethttp.API{Boundary: boundary, Rewrite: true},
		tools: tools,
	}
	s.mcp.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary}))
	all := slices.Collect(tools.All())
	if err := errors.Join(s.oxp.Add(all...), s.aai.Add(all...)); err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	mcperr.Add(s.mcp, slices.Collect(tools.Latest())...)
	return s.routes(base, post), nil
}

// routes returns the handler of all endpoints.
func (s *server) routes(base string, post *mail) http.Handler {
	problems := http.NewServeMux()
	for t := range s.tools.Latest() {
		problems.Handle("POST /problem/"+t.ModelName(), s.rest.Tool(t))
	}
	// In stateless mode every revision works, and clients can call tools without initialization.
	streamable := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.mcp }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
	})
	root := http.NewServeMux()
	root.Handle("/oxp/", http.StripPrefix("/oxp", s.oxp.Handler()))
	root.Handle("/mcp", streamable)
	root.Handle("/aai", &s.aai)
	root.Handle("/problem/", s.rest.Middleware(problems))
	root.Handle("GET /consent/{id}", s.rest.Handler(post.consents.visit))
	root.Handle("GET /{$}", s.rest.Handler(newPage(base, s.tools).serve))
	root.Handle("/", s.rest.Handler(func(http.ResponseWriter, *http.Request) error {
		return errkit.New(errkit.NotFound, "There is nothing at this path.")
	}))
	outer := nethttp.API{Boundary: s.rest.Boundary}
	return outer.Middleware(http.MaxBytesHandler(root, maxBody))
}
