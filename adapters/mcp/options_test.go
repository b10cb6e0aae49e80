package mcperr_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

func guarded(o *mcperr.Options) *mcp.Server {
	known := mcperr.Options{}
	if o != nil {
		known = *o
	}
	if known.Boundary == nil {
		known.Boundary = quiet.Boundary
	}
	s := newServer(nil)
	s.AddReceivingMiddleware(mcperr.Middleware(&known))
	return s
}

// TestDefaultBoundary checks that without options the log has the cause, and the response its
// reference.
func TestDefaultBoundary(t *testing.T) {
	var buf bytes.Buffer
	was := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(&buf, nil)))
	defer slog.SetDefault(was)
	s := newServer(nil)
	s.AddReceivingMiddleware(mcperr.Middleware(nil))
	mcp.AddTool(s, &mcp.Tool{Name: "broken"},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return nil, nil, mcptest.ErrSecret
		})
	w := stdio(t, s, "2025-11-25", `{}`)
	answer := w.Tool(t, "broken", `{}`)
	var record struct{ Kind, Ref, Cause, Tool string }
	require.NoError(t, json.Unmarshal(buf.Bytes(), &record), buf.String())
	require.Equal(t, "internal", record.Kind)
	require.Equal(t, "broken", record.Tool)
	require.Contains(t, record.Cause, canary)
	require.NotEmpty(t, record.Ref)
	require.Contains(t, answer, "(reference "+record.Ref+")")
	require.NotContains(t, answer, canary)
}

// TestChallenges checks that a challenge is rendered as the client can resolve it.
func TestChallenges(t *testing.T) {
	const (
		elicitations = `error {"code":-32042,"message":"Link your account first.","data":{"elicitations":[{"mode":"url","elicitationId":"e1","url":"https://example.com/a?x=1&y=2","message":"Link your account first."}]`
		request      = `"resultType":"input_required","inputRequests":{"e1":{"method":"elicitation/create","params":{"mode":"url","message":"Link your account first.","url":"https://example.com/a?x=1\u0026y=2"}}}`
		text         = `"text":"Link your account first.\nVisit https://example.com/a?x=1\u0026y=2"}],"isError":true`
	)
	tests := []struct {
		name, revision, capabilities string
		tool                         string
		want                         string
	}{
		{"by an error code", "2025-11-25", mcptest.URLElicitation, "raw_auth", elicitations},
		{"the SDK's own error stays", "2025-11-25", mcptest.URLElicitation, "raw_url",
			`error {"code":-32042,"message":"URL elicitation required","data":{"elicitations":[{"mode":"url","message":"Authorize","url":"https://example.com/a","elicitationId":"e1"}]}}`},
		{"by a request for input", "2026-07-28", mcptest.URLElicitation, "raw_auth", request},
		{"the SDK's own error becomes one", "2026-07-28", mcptest.URLElicitation, "raw_url",
			`"resultType":"input_required","inputRequests":{"e1":{"method":"elicitation/create","params":{"mode":"url","message":"Authorize","url":"https://example.com/a"}}}`},
		{"by a text: the revision has nothing else", "2025-06-18", mcptest.URLElicitation, "raw_auth", text},
		{"by a text: the client does not support URLs", "2025-11-25", `{"elicitation":{}}`, "raw_auth", text},
		{"by a text: the client supports only forms", "2026-07-28", `{"elicitation":{"form":{}}}`, "raw_auth", text},
		{"by a text: the client supports no elicitation", "2026-07-28", `{}`, "raw_auth", text},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := guarded(&mcperr.Options{NoCarry: true})
			got := body(t, stdio(t, s, tt.revision, tt.capabilities).Tool(t, tt.tool, `{}`))
			require.Contains(t, got, tt.want)
			require.Equal(t, got, body(t, overHTTP(t, s, tt.revision, tt.capabilities).Tool(t, tt.tool, `{}`)))
		})
	}
}

func TestOptions(t *testing.T) {
	const front = `{"name":"front"}`
	tests := []struct {
		name      string
		options   mcperr.Options
		revision  string
		tool      string
		arguments string
		want      string
		not       string
	}{
		{"unknown tool", mcperr.Options{}, "2025-11-25", "nope", `{}`,
			`error {"code":-32602,"message":"unknown tool \"nope\""}`, `data`},
		{"unknown tool, in a result", mcperr.Options{UnknownTool: true}, "2025-11-25", "nope", `{}`,
			`"text":"There is no tool \"nope\"."}],"isError":true`, `-32602`},
		{"unknown tool, in a result of the newest revision", mcperr.Options{UnknownTool: true}, "2026-07-28", "nope",
			`{}`, `"resultType":"complete"`, `-32602`},
		{"a JSON-RPC error of a handler", mcperr.Options{UnknownTool: true}, "2025-11-25", "raw_rpc", `{}`,
			`error {"code":-31999`, `isError`},
		{"invalid input", mcperr.Options{}, "2025-06-18", "raw_input", `{}`, `"isError":true`, `-32602`},
		{"invalid input, as a protocol error to an old peer", mcperr.Options{ProtocolValidation: true}, "2025-06-18",
			"raw_input", `{}`, `error {"code":-32602,"message":"Some input parameters are invalid.\ntimes: must be at least 1"`, `isError`},
		{"invalid input, by the SDK, as a protocol error", mcperr.Options{ProtocolValidation: true}, "2025-06-18",
			"loose", `{}`, `error {"code":-32602`, `validating`},
		{"invalid input, in a later revision", mcperr.Options{ProtocolValidation: true}, "2025-11-25", "raw_input",
			`{}`, `"isError":true`, `-32602`},
		{"no structured content", mcperr.Options{}, "2025-11-25", "raw_coded", `{}`, `"isError":true`,
			`structuredContent`},
		{"structured content", mcperr.Options{Structured: true}, "2025-11-25", "raw_coded", `{}`,
			`"structuredContent":{"kind":"conflict"`, ``},
		{"structured content, a typed tool without an output", mcperr.Options{Structured: true}, "2025-11-25", "loose",
			front, `"structuredContent":{"kind":"not_found"`, ``},
		{"no structured content beside an output schema", mcperr.Options{Structured: true}, "2025-11-25", "coded",
			front, `"isError":true`, `structuredContent`},
		{"nothing carried", mcperr.Options{NoCarry: true}, "2025-11-25", "raw_coded", `{}`, `"isError":true`, `_meta`},
		{"toolError:v1", mcperr.Options{ToolError: true}, "2025-11-25", "raw_coded", `{}`,
			`{"content":[{"type":"text","text":"The bell \u003crings\u003e \u0026 swings.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR"`, ``},
		{"toolError:v1 in JSON by the call's format", mcperr.Options{ToolError: true}, "2025-11-25", "raw_coded",
			`{"format":"json"}`,
			`{"content":[{"type":"text","text":"{\n  \"kind\": \"toolError:v1\",\n  \"code\": \"CLIENT_ERROR\",`,
			`text/markdown`},
		{"toolError:v1 in both by the options", mcperr.Options{ToolError: true, Format: toolerror.Both}, "2026-07-28",
			"raw_coded", `{}`, `"mimeType":"text/markdown"},{"type":"text","text":"{\n  \"kind\": \"toolError:v1\"`,
			``},
		{"an unknown format is ignored", mcperr.Options{ToolError: true, Format: toolerror.JSON}, "2025-11-25",
			"raw_coded", `{"format":"xml"}`, `application/json`, `text/markdown`},
		{"a format that is not a string is ignored", mcperr.Options{ToolError: true}, "2025-11-25", "raw_coded",
			`{"format":7}`, `text/markdown`, `application/json`},
		{"toolError:v1 has a resultType in the newest revision", mcperr.Options{ToolError: true}, "2026-07-28",
			"raw_coded", `{}`, `"resultType":"complete"`, ``},
		{"toolError:v1 beside an output schema", mcperr.Options{ToolError: true}, "2025-11-25", "coded", front,
			`text/markdown`, `structuredContent`},
		{"needsInput:v1", mcperr.Options{ToolError: true}, "2025-11-25", "raw_needs_input", `{}`,
			`"structuredContent":{"kind":"needsInput:v1","type":"elicitation","message":"Which bell?","needsInput":{"fields":["name"]`, `isError`},
		{"an unknown tool is a protocol error", mcperr.Options{ToolError: true}, "2025-11-25", "nope", `{}`,
			`error {"code":-32602`, `toolError`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := body(t, stdio(t, guarded(&tt.options), tt.revision, "{}").Tool(t, tt.tool, tt.arguments))
			require.Contains(t, got, tt.want)
			if tt.not != "" {
				require.NotContains(t, got, tt.not)
			}
		})
	}
}

// TestPages checks that the called tool is found on any page of the list.
func TestPages(t *testing.T) {
	s := newServer(&mcp.ServerOptions{PageSize: 3})
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Structured: true}))
	w := stdio(t, s, "2026-07-28", "{}")
	require.NotContains(t, w.Tool(t, "wrapped_coded", `{"name":"front"}`), "structuredContent", "has an output schema")
	require.Contains(t, w.Tool(t, "raw_coded", `{}`), "structuredContent")
}

// log collects reports.
type log struct {
	sync.Mutex
	errors []*errkit.Error
	attrs  []string
}

func (l *log) report(ctx context.Context, e *errkit.Error) {
	l.Lock()
	defer l.Unlock()
	l.errors = append(l.errors, e)
	l.attrs = append(l.attrs, fmt.Sprint(middleware.AttrsFrom(ctx)))
}

func TestReport(t *testing.T) {
	tests := []struct {
		name   string
		method string
		params string
		want   string // in the report; "": nothing is reported
		attrs  string
	}{
		{"success", "tools/call", `{"name":"ok","arguments":{"name":"front"}}`, "", ""},
		{"a JSON-RPC error is not a failure", "tools/call", `{"name":"raw_rpc"}`, "", ""},
		{"an unknown tool", "tools/call", `{"name":"nope"}`, "", ""},
		{"a plain error", "tools/call", `{"name":"raw_plain"}`, canary,
			"[method=tools/call tool=raw_plain client=t revision=2025-11-25]"},
		{"a panic, with its stack", "tools/call", `{"name":"raw_panic"}`, "fixture_test.go",
			"[method=tools/call tool=raw_panic client=t revision=2025-11-25]"},
		{"a typed panic", "tools/call", `{"name":"panic","arguments":{"name":"front"}}`, "fixture_test.go",
			"[method=tools/call tool=panic client=t revision=2025-11-25]"},
		{"a panic in a wrapped handler", "tools/call", `{"name":"panic_h","arguments":{"name":"front"}}`,
			"fixture_test.go", "[method=tools/call tool=panic_h client=t revision=2025-11-25]"},
		{"an error in a wrapped handler", "tools/call", `{"name":"plain_h","arguments":{"name":"front"}}`, canary,
			"[method=tools/call tool=plain_h client=t revision=2025-11-25]"},
		{"an error with a text of the handler", "tools/call", `{"name":"own_worded","arguments":{"name":"front"}}`,
			canary, "[method=tools/call tool=own_worded client=t revision=2025-11-25]"},
		{"the same, wrapped", "tools/call", `{"name":"own_worded_h","arguments":{"name":"front"}}`, canary,
			"[method=tools/call tool=own_worded_h client=t revision=2025-11-25]"},
		{"an error set in a result, wrapped", "tools/call", `{"name":"own_set_h","arguments":{"name":"front"}}`,
			canary, "[method=tools/call tool=own_set_h client=t revision=2025-11-25]"},
		{"a result without JSON", "tools/call", `{"name":"raw_nan"}`, "NaN",
			"[method=tools/call tool=raw_nan client=t revision=2025-11-25]"},
		{"a resource", "resources/read", `{"uri":"bell://plain"}`, canary,
			"[method=resources/read resource=bell://plain client=t revision=2025-11-25]"},
		{"a prompt", "prompts/get", `{"name":"plain"}`, canary,
			"[method=prompts/get prompt=plain client=t revision=2025-11-25]"},
	}
	var l log
	w := stdio(t, guarded(&mcperr.Options{Boundary: &middleware.Boundary{Report: l.report}}), "2025-11-25", "{}")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l.errors, l.attrs = nil, nil
			got := body(t, w.Call(t, tt.method, tt.params))
			require.NotContains(t, got, canary)
			l.Lock()
			defer l.Unlock()
			if tt.want == "" {
				require.Empty(t, l.errors)
				return
			}
			require.Len(t, l.errors, 1, "once")
			require.Equal(t, []string{tt.attrs}, l.attrs)
			record := fmt.Sprint(l.errors[0].LogValue())
			if p, ok := errors.AsType[*middleware.Panic](l.errors[0]); ok {
				record += p.Stack()
			}
			require.Contains(t, record, tt.want)
			require.NotEmpty(t, l.errors[0].Ref)
			if l.errors[0].Kind == errkit.Internal && strings.Contains(got, "Something went wrong") {
				require.Contains(t, got, l.errors[0].Ref, "the response and the log have the same reference")
			}
		})
	}
	l.errors, l.attrs = nil, nil
	overHTTP(t, guarded(&mcperr.Options{Boundary: &middleware.Boundary{Report: l.report}}), "2025-11-25", "{}").Tool(t,
		"raw_plain", `{}`)
	l.Lock()
	defer l.Unlock()
	require.Len(t, l.attrs, 1)
	require.Regexp(t, `client=t revision=2025-11-25 session=\S+\]`, l.attrs[0], "over HTTP a session has an id")
}

// TestClassify checks that the Boundary classifies uncoded errors.
func TestClassify(t *testing.T) {
	s := guarded(&mcperr.Options{Boundary: &middleware.Boundary{Classify: []middleware.Classifier{
		func(_ context.Context, err error) *errkit.Error {
			if errors.Is(err, mcptest.ErrSecret) {
				return &errkit.Error{Kind: errkit.Network}
			}
			return nil
		}}}})
	w := stdio(t, s, "2025-11-25", "{}")
	for _, name := range []string{"plain", "plain_h", "raw_plain", "own_set"} {
		require.Contains(t, w.Tool(t, name, `{"name":"front"}`), `"kind":"network"`, name)
	}
}

// TestStandard checks that unwrapped errors of validator, and of encoding/json about the
// arguments, are InvalidInput with the standard boundary, which is the default.
func TestStandard(t *testing.T) {
	old := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	t.Cleanup(func() { slog.SetDefault(old) })
	for _, b := range []*middleware.Boundary{quiet.Boundary, standard.Boundary(), nil} {
		s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
		for name, err := range map[string]error{
			"validator": validator.New().Struct(struct {
				Name string `validate:"len=2"`
			}{"x"}),
			"json": fmt.Errorf("reading: %w",
				json.Unmarshal([]byte(`{"name":"x","times":1,"more":"`+canary+`"}`), new(struct{ More int }))),
		} {
			h := func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
				return nil, nil, err
			}
			mcp.AddTool(s, &mcp.Tool{Name: name}, h)
			mcp.AddTool(s, &mcp.Tool{Name: name + "_h"}, mcperr.Handler(h))
			s.AddTool(&mcp.Tool{Name: name + "_raw", InputSchema: json.RawMessage(`{"type":"object"}`)}, raw(nil, err))
		}
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: b}))
		w := stdio(t, s, "2025-11-25", "{}")
		for _, tool := range []string{"validator", "json"} {
			for _, how := range []string{"", "_h", "_raw"} {
				got := w.Tool(t, tool+how, `{"name":"x","times":1,"more":"`+canary+`"}`)
				require.NotContains(t, got, canary)
				// a wrapped handler decodes other documents
				blamed := b != quiet.Boundary && (tool != "json" || how != "_h")
				require.Equal(t, blamed, strings.Contains(got, `"kind":"invalid_input"`), got)
				require.Equal(t, !blamed, strings.Contains(got, `"kind":"internal"`), got)
			}
		}
	}
}

// TestPassed checks that an error that the Boundary passes through is rendered as an uncoded one,
// unless it is a JSON-RPC error.
func TestPassed(t *testing.T) {
	s := guarded(&mcperr.Options{Boundary: &middleware.Boundary{PassThrough: func(error) bool { return true }}})
	got := stdio(t, s, "2025-11-25", "{}").Tool(t, "raw_plain", `{}`)
	require.Contains(t, got, `"kind":"internal"`)
	require.NotContains(t, got, canary)
}

// TestOtherMiddleware checks that errors of inner middleware are rendered, that outer middleware
// gets the error, and that adding the middleware twice changes nothing.
func TestOtherMiddleware(t *testing.T) {
	var l log
	s := newServer(nil)
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch method {
			case "tools/list":
				panic(canary) // asked for the output schema
			case "ping":
				return nil, mcptest.ErrSecret
			}
			return next(ctx, method, req)
		}
	})
	o := &mcperr.Options{Structured: true, Boundary: &middleware.Boundary{Report: l.report}}
	s.AddReceivingMiddleware(mcperr.Middleware(o))
	s.AddReceivingMiddleware(mcperr.Middleware(o))
	var seen error
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			if r, ok := res.(*mcp.CallToolResult); ok {
				seen = r.GetError()
			}
			return res, err
		}
	})
	w := stdio(t, s, "2025-11-25", "{}")

	got := body(t, w.Tool(t, "coded", `{"name":"front"}`))
	require.Contains(t, got, `"text":"This bell needs a rest.\nNothing was done. Try again in 1.5 seconds."`)
	require.ErrorIs(t, seen, errkit.RateLimited)
	require.ErrorIs(t, seen, mcptest.ErrSecret)
	require.Len(t, l.errors, 1)

	require.Contains(t, body(t, w.Tool(t, "raw_plain", `{}`)), "Something went wrong")
	require.Len(t, l.errors, 2)

	require.Contains(t, w.Call(t, "tools/list", `{}`), `"code":-32603`)
	got = w.Call(t, "ping", `{}`)
	require.Contains(t, got, `"code":-32603`)
	require.NotContains(t, got, canary)
}

// TestShared checks that handlers may share the _meta of results, to which the SDK writes.
func TestShared(t *testing.T) {
	s := guarded(nil)
	var group sync.WaitGroup
	for range 8 {
		w := stdio(t, s, "2026-07-28", "{}")
		group.Go(func() {
			for range 20 {
				if got := w.Tool(t, "raw_shared", `{}`); !strings.Contains(got, `"mine":1`) {
					t.Errorf("got %s", got)
				}
			}
		})
	}
	group.Wait()
	require.Equal(t, mcp.Meta{"mine": 1}, shared)
}

// TestPeer checks that an error of another server is not relayed, unless the Boundary relays.
func TestPeer(t *testing.T) {
	ctx := t.Context()
	behind := newServer(nil) // bare, it tells everything
	clientSide, serverSide := mcp.NewInMemoryTransports()
	_, err := behind.Connect(ctx, serverSide, nil)
	require.NoError(t, err)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(ctx, clientSide, nil)
	require.NoError(t, err)

	for _, relay := range []bool{false, true} {
		s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
		proxy := func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: r.Params.Name, Arguments: in{"name": "front"}})
			if err != nil {
				return nil, fmt.Errorf("behind: %w", err)
			}
			return nil, mcperr.FromResult(res)
		}
		for _, name := range []string{"raw_wrapped_rpc", "raw_rpc", "raw_plain", "plain"} {
			s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, proxy)
		}
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: &middleware.Boundary{RelayPeers: relay}}))
		w := stdio(t, s, "2025-11-25", "{}")
		for _, name := range []string{"raw_wrapped_rpc", "raw_rpc", "raw_plain", "plain"} {
			got := body(t, w.Tool(t, name, `{}`))
			require.Contains(t, got, `"isError":true`)
			if !relay {
				require.Contains(t, got, `"kind":"upstream_failed"`)
				require.NotContains(t, got, canary)
			}
		}
		require.Equal(t, relay, strings.Contains(w.Tool(t, "raw_rpc", `{}`), "app specific"))
	}
}

// TestPeerArguments checks that an error of another server keeps what the call's own arguments
// have, and nothing else that is private.
func TestPeerArguments(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "query", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, mcperr.FromResult(&mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{
				Text: "No such column in SELECT pitch FROM bells WHERE id = 7 (asked 10.2.3.4:5432)"}}})
		})
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: &middleware.Boundary{RelayPeers: true}}))
	w := stdio(t, s, "2025-11-25", "{}")
	require.Contains(t, w.Tool(t, "query", `{"sql":"SELECT pitch FROM bells WHERE id = 7"}`),
		"No such column in SELECT pitch FROM bells WHERE id = 7 (asked [withheld])")
	got := w.Tool(t, "query", `{}`)
	require.Contains(t, got, "No such column in [withheld]")
	require.NotContains(t, got, "pitch")
}

// TestHandlerWithoutMiddleware checks that a wrapped handler sends no private text and survives
// panics.
func TestHandlerWithoutMiddleware(t *testing.T) {
	w := stdio(t, newServer(nil), "2025-11-25", "{}")
	for name, want := range map[string]string{
		"plain_h":       `"text":"Something went wrong on our side."}],"isError":true`,
		"panic_h":       `"text":"Something went wrong on our side."}],"isError":true`,
		"nil_error_h":   `"text":"Something went wrong on our side."}],"isError":true`,
		"nil_foreign_h": `"text":"Something went wrong on our side."}],"isError":true`,
		"own_set_h":     `"text":"Something went wrong on our side."}],"isError":true`,
		"own_h":         `"text":"My own words."}],"isError":true`,
		"coded_h":       `"text":"This bell needs a rest."}],"isError":true`,
		"wrapped_rpc_h": `error {"code":-31999,"message":"app specific","data"`,
		"ok_h":          `"structuredContent":{"greeting":"ding"}`,
	} {
		got := body(t, w.Tool(t, name, `{"name":"front"}`))
		require.Contains(t, got, want, name)
		require.NotContains(t, got, canary, name)
	}
}

// TestValidate checks the validation of a typed tool's input beyond its schema.
func TestValidate(t *testing.T) {
	o := &mcperr.Options{Boundary: &middleware.Boundary{Validate: func(_ context.Context, input any) error {
		if b, ok := input.(bell); ok && b.Times < 0 {
			return errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at least 0", Rule: "gte", Param: "0"})
		}
		return nil
	}}}
	w := stdio(t, guarded(o), "2025-11-25", "{}")
	require.Contains(t, w.Tool(t, "ok_h", `{"name":"front","times":-1}`),
		`"fields":[{"path":"/times","message":"must be at least 0","rule":"gte","param":"0"}]`)
	require.Contains(t, w.Tool(t, "ok_h", `{"name":"front","times":1}`), "ding")
	require.Contains(t, w.Tool(t, "ok", `{"name":"front","times":-1}`), "ding", "is not wrapped")
}

func TestNilOptions(t *testing.T) {
	var none mcperr.Options
	require.Equal(t,
		body(t, stdio(t, guarded(nil), "2025-11-25", "{}").Tool(t, "raw_coded", `{}`)),
		body(t, stdio(t, guarded(&none), "2025-11-25", "{}").Tool(t, "raw_coded", `{}`)))
}
