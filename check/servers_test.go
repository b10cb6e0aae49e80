package check_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptool"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

type ringInput struct {
	Bell  string `json:"bell" validate:"required,max=20" description:"The bell."`
	Times int    `json:"times,omitempty" validate:"omitempty,min=1,max=5" description:"How often."`
	Tone  string `json:"tone,omitempty" validate:"omitempty,oneof=low high" description:"The tone."`
}

type ringOutput struct {
	Sound string `json:"sound"`
}

// newTools returns a tool that rings a bell, and one that only reads.
func newTools(t *testing.T) *tool.Set {
	set := new(tool.Set)
	declared := []error{&errkit.Error{Code: "no_such_bell", Kind: errkit.NotFound}}
	for _, d := range []tool.Definition{
		{Name: "Bell.Ring", Version: "1.0.0", Description: "Rings a bell."},
		{Name: "Bell.Listen", Version: "1.0.0", Description: "Listens to a bell.",
			Annotations: tool.Annotations{ReadOnly: true}, Errors: declared},
	} {
		one, err := tool.Define(d, func(_ context.Context, in ringInput) (ringOutput, error) {
			return ringOutput{"ding " + in.Bell}, nil
		})
		require.NoError(t, err)
		require.NoError(t, set.Add(one))
	}
	return set
}

const (
	token    = "a-token-of-the-tests" // what the servers ask for
	metadata = "https://bells.example/.well-known/oauth-protected-resource"
)

func newMCP(boundary *middleware.Boundary, tools []*tool.Tool) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary}))
	mcptool.Add(s, tools...)
	return s
}

// servers returns a server for each dialect, which breaks no rule.
func servers(t *testing.T) map[string]http.Handler {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.NewTextHandler(io.Discard, nil)))
	set := newTools(t)
	tools := slices.Collect(set.All())
	all := map[string]http.Handler{}

	onMCP := newMCP(boundary, tools)
	streamable := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return onMCP }, nil)
	auth := &mcperr.Authorization{Boundary: boundary, ResourceMetadata: metadata, Check: func(r *http.Request) error {
		switch r.Header.Get("Authorization") {
		case "Bearer " + token:
			return nil
		case "":
			return errkit.New(errkit.AuthRequired, "A token is required.")
		}
		return errkit.New(errkit.Unauthenticated, "The token is not valid.")
	}}
	rpc := nethttp.API{Dialect: mcpdialect.Dialect{}, Boundary: boundary, Rewrite: true}
	all["mcp"] = auth.Handler(rpc.Middleware(streamable))

	onOXP := &oxpserver.Server{Boundary: boundary, MaxBody: 1 << 20}
	require.NoError(t, onOXP.Add(tools...))
	all["oxp"] = guarded(&nethttp.API{Boundary: boundary, Authenticate: challenge}, onOXP.Handler())

	onAAI := &jsonrpc.Server{Boundary: boundary, MaxBody: 1 << 20}
	require.NoError(t, onAAI.Add(tools...))
	all["aai"] = guarded(&nethttp.API{Boundary: boundary, Authenticate: challenge}, onAAI)

	onA2A := &nethttp.API{Dialect: a2a.Dialect{}, Boundary: boundary, Authenticate: challenge}
	all["a2a"] = guarded(onA2A, onA2A.Handler(newAgent(t, boundary).serve))

	for name, d := range map[string]dialect.Dialect{"problem": problem.Dialect{},
		"google": google.Dialect{Domain: "bells.example"}, "connect": connect.Dialect{}} {
		rest := &api.API{API: nethttp.API{Dialect: d, Boundary: boundary, Rewrite: true, Authenticate: challenge}}
		mux := http.NewServeMux()
		mux.Handle("/", rest.Tools(set))
		mux.Handle("GET /openapi.json", rest.Handler(func(w http.ResponseWriter, _ *http.Request) error {
			doc, err := rest.OpenAPI(set)
			if err != nil {
				return err
			}
			w.Header().Set("Content-Type", "application/json")
			return json.NewEncoder(w).Encode(doc)
		}))
		all[name] = guarded(&rest.API, mux)
	}
	all["http"] = change(always, header("Content-Type", "application/json"))(all["problem"])
	return all
}

// An agent of A2A 1.0 and 0.3 that has no tasks. The methods have the names of both versions.
type agent struct {
	boundary *middleware.Boundary
	methods  map[string]*tool.Tool
}

func newAgent(t *testing.T, b *middleware.Boundary) *agent {
	type sent struct {
		Message struct {
			MessageID string           `json:"messageId" validate:"required"`
			Role      string           `json:"role" validate:"required"`
			Parts     []map[string]any `json:"parts" validate:"required"`
		} `json:"message" validate:"required"`
	}
	type found struct {
		ID string `json:"id" validate:"required"`
	}
	send, err := tool.Define(tool.Definition{Name: "Send"}, func(context.Context, sent) (map[string]any, error) {
		return map[string]any{"message": map[string]any{"messageId": "m1", "role": "ROLE_AGENT", "parts": []any{}}},
			nil
	})
	require.NoError(t, err)
	find, err := tool.Define(tool.Definition{Name: "Find"},
		func(context.Context, found) (any, error) { return nil, nil })
	require.NoError(t, err)
	return &agent{b, map[string]*tool.Tool{
		"SendMessage": send, "message/send": send, "GetTask": find, "tasks/get": find, "CancelTask": find,
		"tasks/cancel": find,
	}}
}

const noSuchTask = `"error":{"code":-32001,"message":"There is no such task.",` +
	`"data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND",` +
	`"domain":"a2a-protocol.org"}]}`

func (a *agent) serve(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return errkit.New(errkit.MethodNotAllowed, "A2A requires POST.")
	}
	head := dialect.Head{Status: http.StatusUnsupportedMediaType, ContentType: "application/json"}
	failed := request.CheckJSON(r.Header)
	var id json.RawMessage
	var result []byte
	if failed == nil {
		head.Status = http.StatusOK
		body, err := request.ReadBody(w, r, 1<<20)
		if err != nil {
			return err
		}
		id, result, failed = a.respond(r, body)
	}
	if failed == nil {
		return head.Write(w, r, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,%s}`, id, result))
	}
	doc, _ := new(dialect.Codec).Append(nil, a2a.Dialect{}, dialect.Call{ID: id}, errkit.From(failed))
	return head.Write(w, r, doc)
}

// respond returns the id of a request, and the member of its response: a result, or that there is
// no such task.
func (a *agent) respond(r *http.Request, body []byte) (id json.RawMessage, member []byte, err error) {
	var m struct{ ID, Params json.RawMessage }
	var named struct{ Method string }
	switch {
	case !json.Valid(body):
		return nil, nil, errkit.New(errkit.Malformed, "The request is not JSON.")
	case json.Unmarshal(body, &m) != nil || json.Unmarshal(body, &named) != nil:
		return nil, nil, errkit.New(errkit.InvalidRequest, "The body is not a request.")
	}
	method, ok := a.methods[named.Method]
	switch version := r.Header.Get("A2A-Version"); {
	case version != "" && version != "0.3" && version != "1.0":
		return m.ID, nil, errkit.New(errkit.UnsupportedVersion, "The versions are 1.0 and 0.3.")
	case !ok:
		return m.ID, nil, errkit.New(errkit.MethodNotFound, "There is no such method.")
	}
	output, err := method.Call(r.Context(), a.boundary, m.Params)
	if method.Name == "Find" {
		return m.ID, []byte(noSuchTask), err
	}
	return m.ID, append([]byte(`"result":`), output...), err
}

// guarded requires the token.
func guarded(api *nethttp.API, next http.Handler) http.Handler {
	return api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+token {
			api.WriteError(w, r, &errkit.Error{Kind: errkit.AuthRequired, Status: http.StatusUnauthorized,
				Message: "A token is required."})
			return
		}
		next.ServeHTTP(w, r)
	}))
}

func challenge(r *http.Request, e *errkit.Error) string {
	if e.Kind != errkit.AuthRequired {
		return ""
	}
	value := `Bearer resource_metadata="` + metadata + `"`
	if r.Header.Get("Authorization") != "" {
		value += `, error="invalid_token"`
	}
	return value
}
