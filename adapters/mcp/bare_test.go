package mcperr_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/lab/mcptest"
)

// The test binary is also the server that these tests terminate. This environment variable
// selects the server.
const serverVariable = "MCPERR_TEST_SERVER"

func TestMain(m *testing.M) {
	switch os.Getenv(serverVariable) {
	case "bare":
		serve(newServer(nil))
	case "guarded":
		s := newServer(nil)
		s.AddReceivingMiddleware(mcperr.Middleware(quiet))
		serve(s)
	default:
		os.Exit(m.Run())
	}
}

func serve(s *mcp.Server) {
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// process starts a server in a process of its own, on its standard input and output.
func process(t *testing.T, server, revision string) (w *mcptest.Wire, ended func() error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), serverVariable+"="+server, "GOTRACEBACK=none")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return mcptest.Pipe(t, revision, "{}", in, out), cmd.Wait
}

// TestBare compares the SDK's response to a failing handler without and with the middleware.
func TestBare(t *testing.T) {
	const (
		ends  = "the process ends"
		stops = "the connection ends"
		hangs = "no answer"
		code0 = `"code":0`
	)
	const old, new = "2025-11-25", "2026-07-28"
	type request struct{ method, params string }
	tool := func(name string) request {
		return request{"tools/call", fmt.Sprintf(`{"name":%q,"arguments":{"name":"front"}}`, name)}
	}
	noArgs := func(name string) request { return request{"tools/call", fmt.Sprintf(`{"name":%q}`, name)} }
	read := func(name string) request { return request{"resources/read", fmt.Sprintf(`{"uri":"bell://%s"}`, name)} }
	get := func(name string) request { return request{"prompts/get", fmt.Sprintf(`{"name":%q}`, name)} }
	tests := []struct {
		name     string
		revision string
		request  request
		bare     string
		want     string
	}{
		{"a typed tool panics", old, tool("panic"), ends, `"isError":true`},
		{"a raw tool panics", old, tool("raw_panic"), ends, `"isError":true`},
		{"a tool panics with http.ErrAbortHandler", old, tool("raw_abort"), ends, `"isError":true`},
		{"a resource panics", old, read("panic"), ends, `"code":-32603`},
		{"a prompt panics", new, get("panic"), ends, `"code":-32603`},
		{"a typed tool returns a nil error that has methods", old, tool("nil_foreign"), ends, `"isError":true`},
		{"a raw tool returns a nil error that has methods", old, tool("raw_nil_foreign"), ends, `"isError":true`},
		{"a raw tool returns a nil error of JSON-RPC", old, tool("raw_nil_rpc"), ends, `"isError":true`},
		{"a prompt returns a nil error that has methods", old, get("nil_error"), ends, `"code":-32603`},
		{"a resource returns a nil item", old, read("nil_item"), ends, `"code":-32603`},
		{"a raw tool returns nothing", new, tool("raw_nil_nil"), ends, `"isError":true`},
		{"a raw tool returned nothing, in older revisions", old, tool("raw_nil_nil"), `"result":null`,
			`"isError":true`},
		{"a prompt returns nothing", new, get("nil_nil"), ends, `"code":-32603`},
		{"a value panics while it is marshaled", old, tool("raw_marshal_panic"), ends, `"isError":true`},
		{"a result is not a number", old, tool("raw_nan"), hangs, `"isError":true`},
		{"a result has a channel", new, tool("raw_chan"), hangs, `"isError":true`},
		{"a result has wrong JSON", old, tool("raw_bad_json"), hangs, `"isError":true`},
		{"_meta has no JSON", old, tool("raw_bad_meta"), hangs, `"isError":true`},
		{"an error's data is wrong JSON", old, tool("raw_bad_data"), stops, `"code":-31999`},
		{"a resource's _meta has no JSON", old, read("bad_meta"), hangs, `"code":-32603`},
		{"a prompt's _meta has no JSON", old, get("bad_meta"), hangs, `"code":-32603`},
		{"mcp.ResourceNotFoundError quotes as Go does", old, read("go_quoted"), stops, `"uri":"bell://go_quoted"`},
		{"a content block is nil", old, tool("raw_nil_block"), `[null]`, `"isError":true`},
		{"a text block is a nil pointer", old, tool("raw_nil_text"), ends, `"isError":true`},
		{"a prompt's message is nil", old, get("nil_message"), `[null]`, `"code":-32603`},
		{"a raw tool returns a plain error", old, tool("raw_plain"), code0, `"isError":true`},
		{"a raw tool takes too long", old, tool("raw_slow"), code0, `"kind":"timeout"`},
		{"a tool's output breaks its schema", old, noArgs("bad_out"), code0, `"kind":"output_invalid"`},
		{"a typed tool's output has no JSON", old, noArgs("nan_out"), code0, `"kind":"output_invalid"`},
		{"a resource returns a plain error", old, read("plain"), code0, `"code":-32603`},
		{"a resource returns nothing", old, read("nil_nil"), code0, `"code":-32603`},
		{"a prompt returns a plain error", old, get("plain"), code0, `"code":-32603`},
		{"a client cannot provide input", old, tool("raw_question"), `"code":0`, `"kind":"input_required"`},
		{"a tool is busy, in older revisions", old, tool("raw_busy"), code0, `"kind":"unavailable"`},
		{"a typed tool returns a plain error", old, tool("plain"), canary, "Something went wrong"},
		{"a wrapped error of JSON-RPC, raw", old, tool("raw_wrapped_rpc"), canary,
			`"data":{"kind":"quota","retryAfterMs":1500}`},
		{"a wrapped error of JSON-RPC, typed", old, tool("wrapped_rpc"), `"isError":true`,
			`"data":{"kind":"quota","retryAfterMs":1500}`},
		{"a tool returns -32601", old, tool("raw_method"), `method not found: \"tools/call\"`,
			`There is no ring method.`},
		{"a tool uses a code without a meaning", old, tool("raw_legacy_code"), `"code":-32011`, `"code":-32603`},
		{"-32042, which 2026-07-28 does not have", new, tool("raw_url"), `"code":-32042`, `"isError":true`},
		{"-32002, which 2026-07-28 does not have", new, read("legacy"), `"code":-32002`, `"code":-32602`},
	}
	guarded := map[string]*mcptest.Wire{}
	for _, revision := range []string{old, new} {
		guarded[revision], _ = process(t, "guarded", revision)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// One process responds to all requests.
			got := guarded[tt.revision].Call(t, tt.request.method, tt.request.params)
			require.Contains(t, got, tt.want)
			require.NotContains(t, got, canary)

			t.Parallel()
			w, ended := process(t, "bare", tt.revision)
			w.Ask(tt.request.method, tt.request.params)
			switch tt.bare {
			case ends, stops:
				require.Empty(t, w.Answer(t, mcptest.Patience))
				code := map[string]int{ends: 2, stops: 1}[tt.bare] // 2 is that of a panic, 1 is ours
				var failed *exec.ExitError
				require.ErrorAs(t, ended(), &failed)
				require.Equal(t, code, failed.ExitCode())
			case hangs:
				require.Empty(t, w.Answer(t, 300*time.Millisecond))
				require.Contains(t, w.Call(t, "tools/list", "{}"), `"tools"`, "the server is there, and says nothing")
			default:
				got := w.Answer(t, mcptest.Patience)
				require.Contains(t, got, tt.bare)
			}
		})
	}
}
