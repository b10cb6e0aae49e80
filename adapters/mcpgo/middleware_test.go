package mcpgoerr_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
)

func stdio(t testing.TB, s *server.MCPServer, revision, capabilities string) *mcptest.Wire {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_ = server.NewStdioServer(s).Listen(ctx, fromClient, toClient)
		fromClient.Close() // a write after the end must not block
	}()
	t.Cleanup(func() { cancel(); toServer.Close(); fromServer.Close() })
	return mcptest.Pipe(t, revision, capabilities, toServer, fromServer)
}

func overHTTP(t testing.TB, s *server.MCPServer, revision, capabilities string) *mcptest.Wire {
	t.Helper()
	return mcptest.HTTP(t, revision, capabilities, server.NewStreamableHTTPServer(s))
}

// TestFailures compares mcp-go's response to a failing handler without and with the middleware.
func TestFailures(t *testing.T) {
	const (
		nothing  = "" // no answer
		internal = `"code":-32603`
		old, new = "2025-11-25", "2026-07-28"
	)
	type request struct{ method, params string }
	call := func(name string) request {
		return request{"tools/call", fmt.Sprintf(`{"name":%q,"arguments":{"name":"front"}}`, name)}
	}
	read := func(name string) request { return request{"resources/read", fmt.Sprintf(`{"uri":"bell://%s"}`, name)} }
	get := func(name string) request { return request{"prompts/get", fmt.Sprintf(`{"name":%q}`, name)} }
	tests := []struct {
		name     string
		revision string
		request  request
		bare     string
		want     string
	}{
		{"a plain error", old, call("plain"), canary,
			`"text":"Something went wrong on our side.\nThis call may have taken effect: check that first. Do not repeat the same call."`},
		{"a coded error", old, call("coded"), internal,
			`{"kind":"conflict","message":"The bell \u003crings\u003e \u0026 swings."}`},
		{"attachments", old, call("attached"), internal, `,` + picture + `],"isError":true,"structuredContent":{"step":7}`},
		{"a kind, wrapped", old, call("wrapped"), canary, `"kind":"not_found"`},
		{"a deadline", old, call("deadline"), internal, `"kind":"timeout"`},
		{"a nil *errkit.Error", old, call("nil_error"), internal, `"kind":"internal"`},
		{"a nil error that has methods", old, call("nil_foreign"), internal, `"kind":"internal"`},
		{"nothing", old, call("nil_nil"), internal, `"kind":"internal"`},
		{"not a number", old, call("nan"), nothing, `"kind":"output_invalid"`},
		{"wrong JSON", new, call("bad_json"), nothing, `"kind":"output_invalid"`},
		{"_meta without JSON", old, call("bad_meta"), nothing, `"kind":"output_invalid"`},
		{"a nil block", old, call("nil_block"), `[null]`, `"kind":"output_invalid"`},
		{"a panic", old, call("panic"), canary, `"kind":"internal"`},
		{"a panic, in the newest revision", new, call("panic"), canary, `"resultType":"complete"`},
		{"a panic with http.ErrAbortHandler", old, call("abort"), internal, `"kind":"internal"`},
		{"a typed handler", old, call("typed"), canary, `"kind":"internal"`},
		{"a structured handler", old, call("flattened"), canary, `"kind":"execution_failed"`},
		{"a structured handler that is wrapped", old, call("kept"), "This bell needs a rest",
			`This bell needs a rest.\nNothing was done. Try again in 1.5 seconds.`},
		{"one with a plain error", old, call("kept_plain"), canary, `"kind":"internal"`},
		{"a JSON-RPC error, which mcp-go does not support", old, call("protocol"), internal,
			`"text":"There is no such tool.\nUse another tool."`},
		{"another JSON-RPC error", old, call("before"), internal,
			`"text":"The tool is unavailable for now.\nNothing was done. The same call may be tried again later."`},
		{"a version", old, call("version"), internal,
			`"text":"This protocol version is not supported.\nDo not repeat the same call."`},
		{"the handler's own text", old, call("own"), `"text":"My own words."`, `"text":"My own words."`},
		{"success", old, call("ok"), `ding`, `ding`},
		{"success with structure", new, call("structured"), `"structuredContent":{"n":1}`,
			`"structuredContent":{"n":1}`},
		{"a request for input is not changed", new, call("question"), `input_required`, `"inputRequests":{"who"`},
		{"an unknown tool", old, call("unknown"), `-32602`, `-32602`},
		{"input that the server refuses", old, request{"tools/call", `{"name":"strict","arguments":{"name":5}}`},
			`input schema validation failed`, `"fields":[{"path":"/name","message":`},
		{"input that the server refuses, in the newest revision", new,
			request{"tools/call", `{"name":"strict","arguments":{}}`}, `input schema validation failed`,
			`"resultType":"complete"`},
		{"output that the server refuses", old, call("bad_output"), `output schema validation failed`,
			`"kind":"output_invalid"`},
		{"arguments that do not bind", old,
			request{"tools/call", `{"name":"typed","arguments":{"name":"x","times":3000}}`},
			`failed to bind arguments`, `"kind":"invalid_input","fields":[{"path":"/times","message":"has the wrong type"`},
		{"a resource's plain error", old, read("plain"), canary,
			`"code":-32603,"message":"Something went wrong on our side.`},
		{"a resource's coded error", old, read("coded"), internal, `"message":"There is no such bell."`},
		{"a resource's panic", old, read("panic"), canary,
			`"code":-32603,"message":"Something went wrong on our side.`},
		{"a nil content of a resource", old, read("nil_item"), `[null]`, internal},
		{"a resource's _meta without JSON", old, read("bad_meta"), nothing, internal},
		{"a resource", old, read("ok"), `ding`, `ding`},
		{"an unknown resource", old, read("unknown"), `-32002`, `-32002`},
		{"a prompt's plain error", old, get("plain"), canary,
			`"code":-32603,"message":"Something went wrong on our side.`},
		{"a prompt's coded error", old, get("coded"), internal, `"message":"The name is missing."`},
		{"a prompt's panic", old, get("panic"), canary, `"code":-32603,"message":"Something went wrong on our side.`},
		{"a prompt of nothing", new, get("nil_nil"), internal, internal},
		{"a nil content of a prompt", old, get("nil_content"), `"content":null`, internal},
		{"a prompt's _meta without JSON", old, get("bad_meta"), nothing, internal},
	}
	guarded := newServer(mcpgoerr.WithMiddleware(quiet))
	ours := map[string]*mcptest.Wire{old: stdio(t, newServer(mcpgoerr.WithMiddleware(quiet)), old, "{}"),
		new: stdio(t, newServer(mcpgoerr.WithMiddleware(quiet)), new, "{}")}
	web := map[string]*mcptest.Wire{old: overHTTP(t, guarded, old, "{}"), new: overHTTP(t, guarded, new, "{}")}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ours[tt.revision].Call(t, tt.request.method, tt.request.params)
			require.Contains(t, got, tt.want)
			require.NotContains(t, got, canary)
			require.NotContains(t, got, "validation failed")
			require.NotContains(t, got, "3000")
			require.Contains(t, web[tt.revision].Call(t, tt.request.method, tt.request.params), tt.want, "over HTTP")

			w := stdio(t, newServer(), tt.revision, "{}")
			w.Ask(tt.request.method, tt.request.params)
			if tt.bare == nothing {
				require.Empty(t, w.Answer(t, 100*time.Millisecond))
				return
			}
			require.Contains(t, w.Answer(t, mcptest.Patience), tt.bare)
		})
	}
}

// TestMarshalPanics checks a value that panics in MarshalJSON.
func TestMarshalPanics(t *testing.T) {
	got := overHTTP(t, newServer(mcpgoerr.WithMiddleware(quiet)), "2025-11-25", "{}").Tool(t, "marshal", `{}`)
	require.Contains(t, got, `"kind":"internal"`)
	require.NotContains(t, got, canary)
	got = overHTTP(t, newServer(), "2025-11-25", "{}").Tool(t, "marshal", `{}`)
	require.NotContains(t, got, `"result"`)
}

func TestChallenges(t *testing.T) {
	const elicitations = `"code":-32042,"message":"URL elicitation required: 1 elicitation(s) needed","data":{"elicitations":[{`
	const text = `"isError":true`
	tests := []struct {
		name, revision, capabilities, tool string
		want                               string
	}{
		{"by an error code", "2025-11-25", mcptest.URLElicitation, "auth", elicitations},
		{"mcp-go's own error", "2025-11-25", mcptest.URLElicitation, "required", elicitations},
		{"mcp-go's own error, a pointer", "2025-11-25", mcptest.URLElicitation, "pointer", elicitations},
		{"by a request for input", "2026-07-28", mcptest.URLElicitation, "auth",
			`"inputRequests":{"e1":{"method":"elicitation/create"`},
		{"mcp-go's own error by a request for input", "2026-07-28", mcptest.URLElicitation, "required",
			`"inputRequests":{"e1":{"method":"elicitation/create"`},
		{"by a text: the client does not support URLs", "2025-11-25", `{}`, "auth", text},
		{"mcp-go's own error by a text", "2025-11-25", `{}`, "required", text},
		{"mcp-go's own error by a text, newest", "2026-07-28", `{}`, "pointer", text},
		{"by a text: the revision has nothing else", "2025-06-18", mcptest.URLElicitation, "auth", text},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := stdio(t, newServer(mcpgoerr.WithMiddleware(quiet)), tt.revision, tt.capabilities).Tool(t, tt.tool,
				`{}`)
			require.Contains(t, got, tt.want)
			require.Contains(t, got, "https://example.com/a")
			require.NotContains(t, got, canary)
		})
	}
	w := stdio(t, newServer(mcpgoerr.WithMiddleware(quiet)), "2025-11-25", mcptest.URLElicitation)
	got := w.Tool(t, "caused", `{}`)
	require.Contains(t, got, "The bell tower failed.")
	require.NotContains(t, got, "https://example.com", "it is the cause of a coded error")
	got = w.Tool(t, "beside", `{}`)
	require.Contains(t, got, `"kind":"permission_denied"`)
	require.NotContains(t, got, "https://example.com", "it is joined with a coded error")
	for _, uri := range []string{"required", "auth"} {
		got = w.Call(t, "resources/read", `{"uri":"bell://`+uri+`"}`)
		require.Contains(t, got, elicitations)
		require.NotContains(t, got, canary)
	}
	require.Contains(t, w.Call(t, "prompts/get", `{"name":"auth"}`), elicitations)
	got = w.Call(t, "resources/read", `{"uri":"bell://caused"}`)
	require.Contains(t, got, `"code":-32603,"message":"The bell tower failed.`)
	require.NotContains(t, got, "https://example.com", "it is the cause of a coded error")
}

// A client of 2026-07-28 repeats the call with the response of its user, and is not asked again.
func TestResponses(t *testing.T) {
	w := stdio(t, newServer(mcpgoerr.WithMiddleware(quiet)), "2026-07-28", mcptest.URLElicitation)
	respond := func(tool, key, action string) string {
		return w.Call(t, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":{},"inputResponses":{%q:{"action":%q}}}`,
			tool, key, action))
	}
	for action, want := range map[string][2]string{
		"decline": {`The user declined: Link your account first.`, `"kind":"permission_denied"`},
		"cancel":  {`The user dismissed the request: Link your account first.`, `"kind":"canceled"`},
		"accept":  {`The user agreed to visit the page`, `"kind":"auth_required"`},
		"other":   {`The user dismissed the request`, `"kind":"canceled"`},
	} {
		got := respond("auth", "e1", action)
		require.Contains(t, got, `"isError":true`, action)
		require.Contains(t, got, want[0])
		require.Contains(t, got, want[1])
		require.NotContains(t, got, "inputRequests")
		require.NotContains(t, got, canary)
	}
	require.Contains(t, respond("auth", "another", "decline"), `"inputRequests":{"e1"`,
		"the response is to another request")
	require.Contains(t, respond("ok", "e1", "accept"), "ding")
}

// The reference may be that of a trace.
func TestRef(t *testing.T) {
	o := &mcpgoerr.Options{Boundary: &middleware.Boundary{
		Report: func(context.Context, *errkit.Error) {},
		Ref:    func(context.Context) string { return "4bf92f35" },
	}}
	w := stdio(t, newServer(mcpgoerr.WithMiddleware(o)), "2025-11-25", "{}")
	require.Contains(t, w.Tool(t, "plain", `{}`), "(reference 4bf92f35)")
	require.Contains(t, w.Tool(t, "panic", `{}`), "(reference 4bf92f35)")
	require.Contains(t, w.Call(t, "prompts/get", `{"name":"plain"}`), "(reference 4bf92f35)")
}

// The options of a tool have the boundary and the references of the server, unless they have
// others.
func TestToolOptions(t *testing.T) {
	reports := 0
	o := &mcpgoerr.Options{
		Boundary: &middleware.Boundary{Report: func(context.Context, *errkit.Error) { reports++ }},
		Ref:      func(context.Context) string { return "4bf92f35" },
		Tool: func(name string) *mcpgoerr.Options {
			switch name {
			case "plain":
				return &mcpgoerr.Options{NoCarry: true}
			case "panic":
				return &mcpgoerr.Options{Ref: func(context.Context) string { return "0af76519" }}
			}
			return nil
		},
	}
	w := stdio(t, newServer(mcpgoerr.WithMiddleware(o)), "2025-11-25", "{}")
	got := w.Tool(t, "plain", `{}`)
	require.Contains(t, got, "(reference 4bf92f35)")
	require.NotContains(t, got, "_meta")
	require.Contains(t, w.Tool(t, "panic", `{}`), "(reference 0af76519)")
	require.Contains(t, w.Tool(t, "nil_nil", `{}`), "(reference 4bf92f35)")
	require.Equal(t, 3, reports)
}

// The reference of the log record is in every response, also in those that are only a text.
func TestReferences(t *testing.T) {
	var ref string
	b := &middleware.Boundary{Report: func(_ context.Context, e *errkit.Error) { ref = e.Ref }}
	w := stdio(t, newServer(mcpgoerr.WithMiddleware(&mcpgoerr.Options{Boundary: b})), "2025-11-25", "{}")
	for _, r := range [][2]string{{"tools/call", `{"name":"plain"}`}, {"resources/read", `{"uri":"bell://plain"}`},
		{"resources/read", `{"uri":"bell://panic"}`}, {"prompts/get", `{"name":"plain"}`},
		{"prompts/get", `{"name":"panic"}`}} {
		got := w.Call(t, r[0], r[1])
		require.Contains(t, got, "(reference "+ref+")", r[1])
	}
}

// A client that does not support a request of the handler is not a fault of the server.
func TestUnsupportedByClient(t *testing.T) {
	got := stdio(t, newServer(mcpgoerr.WithMiddleware(quiet)), "2025-11-25", "{}").Tool(t, "elicits", `{}`)
	require.Contains(t, got, "The client does not support elicitation.")
	require.Contains(t, got, `"kind":"unsupported"`)
	require.NotContains(t, got, canary)
}

func TestOptions(t *testing.T) {
	tests := []struct {
		name            string
		options         mcpgoerr.Options
		tool, arguments string
		want, not       string
	}{
		{"nothing carried", mcpgoerr.Options{NoCarry: true}, "coded", `{}`, `"isError":true`, `_meta`},
		{"structured content", mcpgoerr.Options{Structured: true}, "coded", `{}`,
			`"structuredContent":{"kind":"conflict"`, `resultType`},
		{"no structured content beside an output schema", mcpgoerr.Options{Structured: true}, "schema_coded", `{}`,
			`"isError":true`, `structuredContent`},
		{"toolError:v1", mcpgoerr.Options{ToolError: true}, "coded", `{}`, `"mimeType":"text/markdown"`,
			`application/json`},
		{"toolError:v1 in JSON by the call's format", mcpgoerr.Options{ToolError: true}, "coded", `{"format":"json"}`,
			`"mimeType":"application/json"`, `text/markdown`},
		{"toolError:v1 in both by the options", mcpgoerr.Options{ToolError: true, Format: toolerror.Both}, "coded",
			`{}`, `"mimeType":"application/json"`, ``},
		{"needsInput:v1", mcpgoerr.Options{ToolError: true}, "needs_input", `{}`, `"kind":"needsInput:v1"`, `isError`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.options.Boundary = quiet.Boundary
			got := stdio(t, newServer(mcpgoerr.WithMiddleware(&tt.options)), "2025-11-25", "{}").Tool(t, tt.tool,
				tt.arguments)
			require.Contains(t, got, tt.want)
			if tt.not != "" {
				require.NotContains(t, got, tt.not)
			}
		})
	}
}

func TestReport(t *testing.T) {
	var reports []*errkit.Error
	var attrs []string
	b := &middleware.Boundary{Report: func(ctx context.Context, e *errkit.Error) {
		reports, attrs = append(reports, e), append(attrs, fmt.Sprint(middleware.AttrsFrom(ctx)))
	}}
	hooked := 0
	hooks := &server.Hooks{}
	hooks.AddAfterCallTool(func(context.Context, any, *mcp.CallToolRequest, any) { hooked++ })
	w := stdio(t, newServer(server.WithHooks(hooks), mcpgoerr.WithMiddleware(&mcpgoerr.Options{Boundary: b}),
		server.WithRecovery()), "2025-11-25", "{}")
	for _, tt := range []struct{ method, params, want string }{
		{"tools/call", `{"name":"plain"}`,
			"[method=tools/call tool=plain client=t revision=2025-11-25 session=stdio]"},
		{"tools/call", `{"name":"panic"}`,
			"[method=tools/call tool=panic client=t revision=2025-11-25 session=stdio]"},
		{"tools/call", `{"name":"kept_plain","arguments":{}}`,
			"[method=tools/call tool=kept_plain client=t revision=2025-11-25 session=stdio]"},
		{"tools/call", `{"name":"strict","arguments":{}}`,
			"[method=tools/call tool=strict client=t revision=2025-11-25 session=stdio]"},
		{"resources/read", `{"uri":"bell://panic"}`,
			"[method=resources/read resource=bell://panic client=t revision=2025-11-25 session=stdio]"},
		{"prompts/get", `{"name":"plain"}`,
			"[method=prompts/get prompt=plain client=t revision=2025-11-25 session=stdio]"},
	} {
		reports, attrs = nil, nil
		require.NotContains(t, w.Call(t, tt.method, tt.params), canary)
		require.Len(t, reports, 1, tt.params)
		require.Equal(t, []string{tt.want}, attrs)
	}
	require.Equal(t, 4, hooked, "the user's hooks are called too")
}

// The server's own validation has the options of the tool, and a text of a handler that starts in
// the same way stays.
func TestValidation(t *testing.T) {
	reports := 0
	o := &mcpgoerr.Options{Boundary: quiet.Boundary, Tool: func(name string) *mcpgoerr.Options {
		if name != "strict" && name != "bad_output" {
			return nil
		}
		return &mcpgoerr.Options{NoCarry: true,
			Boundary: &middleware.Boundary{Report: func(context.Context, *errkit.Error) { reports++ }}}
	}}
	s := newServer(mcpgoerr.WithMiddleware(o))
	own := mcp.NewToolResultError("input schema validation failed: of the upstream.")
	s.AddTool(mcp.NewTool("own_input"), toolReturning(own, nil))
	s.AddTool(mcp.NewTool("own_output"),
		toolReturning(mcp.NewToolResultError("output schema validation failed, ask the author."), nil))
	w := stdio(t, s, "2025-11-25", "{}")

	got := w.Tool(t, "strict", `{}`)
	require.Contains(t, got, "name: is required")
	require.NotContains(t, got, "_meta")
	got = w.Tool(t, "bad_output", `{}`)
	require.Contains(t, got, `"isError":true`)
	require.NotContains(t, got, "_meta")
	require.Equal(t, 2, reports)

	for range 2 { // it is not changed
		require.Contains(t, w.Tool(t, "own_input", `{}`),
			`"result":{"content":[{"type":"text","text":"input schema validation failed: of the upstream."}],"isError":true}`)
	}
	require.Equal(t, mcp.NewTextContent("input schema validation failed: of the upstream."), own.Content[0])
	require.Contains(t, w.Tool(t, "own_output", `{}`), `"text":"output schema validation failed, ask the author."`)
}

func TestBadInput(t *testing.T) {
	w := stdio(t, newServer(mcpgoerr.WithMiddleware(quiet)), "2025-11-25", "{}")
	for params, want := range map[string]string{
		`{"name":"strict"}`:                                   `"kind":"invalid_input"`,
		`{"name":"strict","arguments":null}`:                  `"kind":"invalid_input"`,
		`{"name":"strict","arguments":[1]}`:                   `"kind":"invalid_input"`,
		`{"name":"strict","arguments":"` + canary + `"}`:      `"kind":"invalid_input"`,
		`{"name":"strict","arguments":{"name":1,"name":"a"}}`: `ding`,
		`{"name":"strict","arguments":{"name":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) +
			`}}`: `"kind":"invalid_input"`,
		`{"name":"strict","arguments":{"name":"` + strings.Repeat("x", 1<<20) + `"}}`: `ding`,
		`{"name":"typed","arguments":[1]}`:                                            `"isError":true`,
		`[1]`:                                                                         `"error"`,
		`{"name":5}`:                                                                  `"error"`,
	} {
		got := w.Call(t, "tools/call", params)
		require.Contains(t, got, want, "%.80s", params)
		require.NotContains(t, got, canary)
	}
}

// A function of the options that panics is as if it were not set.
func TestOptionsThatPanic(t *testing.T) {
	o := &mcpgoerr.Options{
		Boundary: &middleware.Boundary{Report: func(context.Context, *errkit.Error) {}},
		Ref:      func(context.Context) string { panic(canary) },
		Tool:     func(string) *mcpgoerr.Options { panic(canary) },
	}
	w := stdio(t, newServer(mcpgoerr.WithMiddleware(o)), "2025-11-25", "{}")
	for _, name := range []string{"plain", "panic"} {
		got := w.Tool(t, name, `{}`)
		require.Regexp(t, `"text":"Something went wrong on our side.+\(reference [0-9a-f]{8}\)`, got, name)
		require.NotContains(t, got, canary, name)
	}
}

// The texts of an error are those of the language of the request.
func TestLocalize(t *testing.T) {
	s := newServer(mcpgoerr.WithMiddleware(&mcpgoerr.Options{Boundary: &middleware.Boundary{
		Localize: func(ctx context.Context, e *errkit.Error) {
			if middleware.AcceptLanguage(ctx) == "de" {
				e.Message = "Das ging schief."
			}
		},
	}}))
	h := server.NewStreamableHTTPServer(s, server.WithStateLess(true))
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"plain"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"panic"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"plain"}}`,
	} {
		for language, german := range map[string]bool{"de": true, "en": false, "": false} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept-Language", language)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			require.Equal(t, german, strings.Contains(w.Body.String(), "Das ging schief."), "%s %s %s", language, body,
				w.Body)
			require.NotContains(t, w.Body.String(), canary)
		}
	}
}

// TestDrafts tests what proposals for MCP define: it is written only if the option is set.
func TestDrafts(t *testing.T) {
	const failure = `"io.modelcontextprotocol/toolFailure":{"class":`
	for _, drafts := range []bool{false, true} {
		s := server.NewMCPServer("bells", "1",
			mcpgoerr.WithMiddleware(&mcpgoerr.Options{Boundary: quiet.Boundary, Drafts: drafts}))
		s.AddTool(mcp.NewTool("busy"), toolReturning(nil,
			&errkit.Error{Kind: errkit.Unavailable, Ref: "7f3a9c", Err: mcptest.ErrSecret}))
		got := stdio(t, s, "2025-11-25", "{}").Tool(t, "busy", "{}")
		require.Contains(t, got, `"isError":true`)
		require.NotContains(t, got, canary)
		require.Equal(t, drafts, strings.Contains(got, failure), "%s", got)
	}
}
