package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/tool"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// maxBody is the maximum size of a request body, in bytes.
const maxBody = 1 << 20

// server has the servers of all protocols, with the same tools.
type server struct {
	oxp  oxpserver.Server
	aai  jsonrpc.Server
	mcp  *mcp.Server
	rest nethttp.API

	problems *http.ServeMux
	tools    []toolInfo // for the overview page
}

// toolInfo describes a tool on the overview page.
type toolInfo struct {
	ID, Version, Name, Description string
	Example                        string // an example input
}

// New returns the handler of the server. base is its public URL, without a trailing slash. Errors are written to log.
func New(base string, log *slog.Logger) (http.Handler, error) {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(log)
	post := &mail{consents: consents{base: base}}
	bookings := booking{now: time.Now}
	s := &server{
		oxp:      oxpserver.Server{Boundary: boundary, MaxBody: maxBody, Check: post.consents.check},
		aai:      jsonrpc.Server{Boundary: boundary, MaxBody: maxBody},
		mcp:      mcp.NewServer(&mcp.Implementation{Name: "toolerr", Version: "demo"}, nil),
		rest:     nethttp.API{Boundary: boundary, Rewrite: true},
		problems: http.NewServeMux(),
	}
	s.mcp.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary}))
	err := errors.Join(
		register(s, toolInfo{"Calculator.Add", "1.0.0", "", "Adds two numbers.", `{"a":10,"b":5}`}, oxpserver.Requirements{}, add),
		register(s, toolInfo{"Calculator.Add", "1.1.0", "Calculator_Add", "Adds two numbers. Returns an error if the sum is too large.", `{"a":10,"b":5}`}, oxpserver.Requirements{}, addChecked),
		register(s, toolInfo{"Doorbell.Ring", "0.1.0", "Doorbell_Ring", "Rings a doorbell.", `{"doorbell_id":"doorbell1"}`}, oxpserver.Requirements{}, ring),
		register(s, toolInfo{"Flight.Book", "1.0.0", "Flight_Book", "Books a flight.", `{"from":"TXL","to":"CDG","departureDate":"12/12/2024"}`}, oxpserver.Requirements{}, bookings.book),
		register(s, toolInfo{"Mail.Send", "1.0.0", "Mail_Send", "Sends a mail after the user has given consent.", `{"to":"ada@example.com","subject":"Hello"}`},
			oxpserver.Requirements{Authorization: []oxpserver.Authorization{{ID: provider, Challenge: post.challenge}}}, post.send),
		register(s, toolInfo{"Fail.With", "1.0.0", "Fail_With", "Fails with the requested error.", `{"kind":"rate_limited"}`}, oxpserver.Requirements{}, fail),
	)
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	return s.routes(base, post, boundary), nil
}

// register adds f to the servers of all protocols. Only OXP has versions: in the other protocols the name of a tool refers
// to its latest version, and earlier versions, which have no Name, are not registered.
func register[In, Out any](s *server, t toolInfo, r oxpserver.Requirements, f func(context.Context, In) (Out, error)) error {
	s.tools = append(s.tools, t)
	err := oxpserver.AddTool(&s.oxp, oxpserver.Tool{ID: t.ID, Version: t.Version, Description: t.Description, Requirements: r}, f)
	if err != nil || t.Name == "" {
		return err
	}
	fn, err := tool.New(tool.Options{}, f)
	if err != nil {
		return err
	}
	mcp.AddTool(s.mcp, &mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: fn.Input}, mcperr.Func(f))
	s.problems.Handle("POST /problem/"+t.Name, s.rest.Handler(restHandler(&s.rest, fn)))
	return errors.Join(
		jsonrpc.AddTool(&s.aai, jsonrpc.Tool{Name: t.Name}, f),
		jsonrpc.AddTool(&s.aai, jsonrpc.Tool{Name: t.ID}, f), // also with its id in OXP
	)
}

// restHandler returns an HTTP handler that calls f with the request body, and writes the output as the response body.
func restHandler(api *nethttp.API, f *tool.Func) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		doc, err := nethttp.Bind[json.RawMessage](api, r)
		if err != nil {
			return err
		}
		input, err := jsontree.Parse(doc, jsontree.Limits{})
		if err != nil {
			return errkit.Wrap(err, errkit.Malformed, "")
		}
		call, err := f.Prepare(r.Context(), input)
		if err != nil {
			return err
		}
		out, err := call(r.Context())
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		_, err = w.Write(append(out, '\n'))
		return err
	}
}

// routes returns the handler of all endpoints.
func (s *server) routes(base string, post *mail, boundary *middleware.Boundary) http.Handler {
	// In stateless mode every revision works, and clients can call tools without initialization.
	streamable := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.mcp }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
	})
	root := http.NewServeMux()
	root.Handle("/oxp/", http.StripPrefix("/oxp", s.oxp.Handler()))
	root.Handle("/mcp", streamable)
	root.Handle("/aai", &s.aai)
	root.Handle("/problem/", s.rest.Middleware(s.problems))
	root.Handle("GET /consent/{id}", s.rest.Handler(post.consents.visit))
	root.Handle("GET /{$}", s.rest.Handler(newPage(base, s.tools).serve))
	root.Handle("/", s.rest.Handler(func(http.ResponseWriter, *http.Request) error {
		return errkit.New(errkit.NotFound, "There is nothing at this path.")
	}))
	outer := nethttp.API{Boundary: boundary}
	return outer.Middleware(http.MaxBytesHandler(root, maxBody))
}
