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
	"github.com/toolerr/toolerr/adapters/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
	"github.com/toolerr/toolerr/internal/tool"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// maxBody bounds the body of a request, in bytes.
const maxBody = 1 << 20

// server is one set of tools behind every protocol.
type server struct {
	oxp  oxp.Server
	aai  jsonrpc.Server
	mcp  *mcp.Server
	rest nethttp.API

	problems *http.ServeMux
	tools    []toolInfo // for the page
}

// toolInfo is what the page says of a tool.
type toolInfo struct {
	ID, Version, Name, Description string
	Example                        string // an input
}

// New makes the server. The base is its URL as clients see it, without a slash at its end; what goes wrong is reported to
// the log.
func New(base string, log *slog.Logger) (http.Handler, error) {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(log)
	post := &mail{consents: consents{base: base}}
	flights := booking{now: time.Now}
	s := &server{
		oxp:      oxp.Server{Boundary: boundary, MaxBody: maxBody, Check: post.consents.check},
		aai:      jsonrpc.Server{Boundary: boundary, MaxBody: maxBody},
		mcp:      mcp.NewServer(&mcp.Implementation{Name: "toolerr", Version: "demo"}, nil),
		rest:     nethttp.API{Boundary: boundary, Rewrite: true},
		problems: http.NewServeMux(),
	}
	s.mcp.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary}))
	err := errors.Join(
		register(s, toolInfo{"Calculator.Add", "1.0.0", "", "Adds two numbers.", `{"a":10,"b":5}`}, oxp.Requirements{}, add),
		register(s, toolInfo{"Calculator.Add", "1.1.0", "Calculator_Add", "Adds two numbers, and says when the sum is too large.", `{"a":10,"b":5}`}, oxp.Requirements{}, addChecked),
		register(s, toolInfo{"Doorbell.Ring", "0.1.0", "Doorbell_Ring", "Rings a doorbell.", `{"doorbell_id":"doorbell1"}`}, oxp.Requirements{}, ring),
		register(s, toolInfo{"Flight.Book", "1.0.0", "Flight_Book", "Books a flight.", `{"from":"TXL","to":"CDG","departureDate":"12/12/2024"}`}, oxp.Requirements{}, flights.book),
		register(s, toolInfo{"Mail.Send", "1.0.0", "Mail_Send", "Sends a mail, once the user has allowed it.", `{"to":"ada@example.com","subject":"Hello"}`},
			oxp.Requirements{Authorization: []oxp.Authorization{{ID: provider, Challenge: post.challenge}}}, post.send),
		register(s, toolInfo{"Fail.With", "1.0.0", "Fail_With", "Fails as it is told to.", `{"kind":"rate_limited"}`}, oxp.Requirements{}, fail),
	)
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	return s.routes(base, post, boundary), nil
}

// register adds one function to every protocol: a line each. In those without versions a tool has the name of its latest
// one, the others have none.
func register[In, Out any](s *server, t toolInfo, r oxp.Requirements, f func(context.Context, In) (Out, error)) error {
	s.tools = append(s.tools, t)
	err := oxp.AddTool(&s.oxp, oxp.Tool{ID: t.ID, Version: t.Version, Description: t.Description, Requirements: r}, f)
	if err != nil || t.Name == "" {
		return err
	}
	fn, err := tool.New(tool.Options{}, f)
	if err != nil {
		return err
	}
	mcp.AddTool(s.mcp, &mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: fn.Input}, mcperr.Func(f))
	s.problems.Handle("POST /problem/"+t.Name, s.rest.Handler(restTool(&s.rest, fn)))
	return errors.Join(
		jsonrpc.AddTool(&s.aai, jsonrpc.Tool{Name: t.Name}, f),
		jsonrpc.AddTool(&s.aai, jsonrpc.Tool{Name: t.ID}, f), // the same, as OXP calls it
	)
}

// restTool is the function as an HTTP handler: the body of the request is its input, that of the answer its output.
func restTool(api *nethttp.API, f *tool.Func) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		doc, err := nethttp.Bind[json.RawMessage](api, r)
		if err != nil {
			return err
		}
		input, err := jsonr.Parse(doc, jsonr.Limits{})
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

// routes puts everything in its place.
func (s *server) routes(base string, post *mail, boundary *middleware.Boundary) http.Handler {
	// Without sessions every revision is answered, and a call needs no handshake before it.
	streamable := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.mcp }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
	})
	root := http.NewServeMux()
	root.Handle("/oxp/", http.StripPrefix("/oxp", s.oxp.Handler()))
	root.Handle("/mcp", streamable)
	root.Handle("/aai", &s.aai)
	root.Handle("/problem/", s.rest.Middleware(s.problems))
	root.Handle("GET /consent/{id}", s.rest.Handler(post.consents.visit))
	root.Handle("GET /{$}", s.rest.Handler(newPage(base, s.tools).show))
	root.Handle("/", s.rest.Handler(func(http.ResponseWriter, *http.Request) error {
		return errkit.New(errkit.NotFound, "There is nothing at this path.")
	}))
	outer := nethttp.API{Boundary: boundary}
	return outer.Middleware(http.MaxBytesHandler(root, maxBody))
}
