package mcperr_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
)

func connect(t *testing.T, s *mcp.Server, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	clientSide, serverSide := mcp.NewInMemoryTransports()
	_, err := s.Connect(t.Context(), serverSide, nil)
	require.NoError(t, err)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, o).Connect(t.Context(), clientSide,
		nil)
	require.NoError(t, err)
	t.Cleanup(func() { session.Close() })
	return session
}

// callBell calls a tool as a program does.
func callBell(ctx context.Context, s *mcp.ClientSession, tool string) error {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: in{"name": "front"}})
	if err != nil {
		return mcperr.FromError(err)
	}
	return mcperr.FromResult(res)
}

// TestEveryKind checks that a client of the SDK decodes the errors of every kind.
func TestEveryKind(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	for _, k := range errkit.Kinds() {
		mcp.AddTool(s, &mcp.Tool{Name: k.String()},
			typed(&errkit.Error{Kind: k, Code: "bell_code", Message: "What happened.", Hint: "What to do.",
				Err: mcptest.ErrSecret}))
	}
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	session := connect(t, s, nil)
	for _, k := range errkit.Kinds() {
		t.Run(k.String(), func(t *testing.T) {
			err := callBell(t.Context(), session, k.String())
			require.ErrorIs(t, err, k)
			require.ErrorIs(t, err, errkit.Code("bell_code"))
			e := errkit.From(err)
			require.Equal(t, errkit.Text("What happened."), e.Message)
			require.Equal(t, errkit.Text("What to do."), e.Hint)
			require.NotNil(t, e.Peer)
			require.NotContains(t, fmt.Sprintf("%+v", err), canary)
		})
	}
}

func TestFromResult(t *testing.T) {
	tests := []struct {
		name string
		wire string
		want error // nil: a success
		text string
	}{
		{"success", `{"content":[{"type":"text","text":"ding"}]}`, nil, ""},
		{"success that talks of errors", `{"content":[{"type":"text","text":"error: not found"}]}`, nil, ""},
		{"a bare error", `{"content":[{"type":"text","text":"It rang too often."}],"isError":true}`,
			errkit.ExecutionFailed, "It rang too often."},
		{"by its text", `{"content":[{"type":"text","text":"rate limit exceeded"}],"isError":true}`,
			errkit.RateLimited, "rate limit exceeded"},
		{"toolError:v1", `{"content":[{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"No bell.\"}"}],"isError":true}`, errkit.NotFound, "No bell."},
		{"a question", `{"content":[],"resultType":"input_required","inputRequests":{"e1":{"method":"elicitation/create","params":{"mode":"url","url":"https://example.com/a","message":"Authorize"}}}}`, errkit.AuthRequired, "Authorize"},
		{"only content that is no text",
			`{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"}],"isError":true}`,
			errkit.ExecutionFailed, string(errkit.ExecutionFailed.Text())},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var r mcp.CallToolResult
			require.NoError(t, json.Unmarshal([]byte(tt.wire), &r))
			err := mcperr.FromResult(&r)
			if tt.want == nil {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, tt.want)
			require.EqualError(t, err, tt.text)
		})
	}
	require.ErrorIs(t, mcperr.FromResult(nil), errkit.UpstreamFailed)
	require.ErrorIs(t, mcperr.FromResult(&mcp.CallToolResult{StructuredContent: make(chan int)}),
		errkit.UpstreamFailed)
}

func TestFromError(t *testing.T) {
	require.NoError(t, mcperr.FromError(nil))
	tests := []struct {
		name string
		err  error
		want errkit.Kind
		text string
	}{
		{"a code", fmt.Errorf("calling: %w", &jsonrpc.Error{Code: -32602, Message: "wrong"}), errkit.InvalidInput,
			"wrong"},
		{"a resource", mcp.ResourceNotFoundError("bell://x"), errkit.NotFound, "Resource not found"},
		{"a resource that is quoted as Go does", mcp.ResourceNotFoundError("bell://\a"), errkit.NotFound,
			"Resource not found"},
		{"a challenge", mcp.URLElicitationRequiredError([]*mcp.ElicitParams{{Mode: "url", URL: "https://example.com/a",
			ElicitationID: "e", Message: "m"}}), errkit.AuthRequired, "URL elicitation required"},
		{"code 0", &jsonrpc.Error{Message: "backend down"}, errkit.Internal, "backend down"},
		{"a code of another server", &jsonrpc.Error{Code: -32005, Message: "quota"}, errkit.Unknown, "quota"},
		{"the SDK's own -32005", fmt.Errorf("%w: x", &jsonrpc.Error{Code: -32005, Message: "rejected by transport"}),
			errkit.Network, errkit.Network.Error()},
		{"a nil error of JSON-RPC", (*jsonrpc.Error)(nil), errkit.Network, errkit.Network.Error()},
		{"a deadline", fmt.Errorf("x: %w", context.DeadlineExceeded), errkit.Timeout, errkit.Timeout.Error()},
		{"canceled", context.Canceled, errkit.Canceled, errkit.Canceled.Error()},
		{"closed", fmt.Errorf("%w: x", mcp.ErrConnectionClosed), errkit.Network, errkit.Network.Error()},
		{"no such session", mcp.ErrSessionMissing, errkit.Network, errkit.Network.Error()},
		{"hung up", &url.Error{Op: "Post", URL: "https://x", Err: io.EOF}, errkit.Network,
			"The connection to a service broke before it answered."},
		{"anything", mcptest.ErrSecret, errkit.Network, errkit.Network.Error()},
		{"coded already", errkit.New(errkit.Conflict, "So it is."), errkit.Conflict, "So it is."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := mcperr.FromError(tt.err)
			require.Equal(t, tt.want, errkit.KindOf(err))
			require.EqualError(t, err, tt.text)
			require.NotNil(t, errkit.From(err))
		})
	}
}

// A request without a response may have had an effect, unless it was not sent.
func TestFromErrorStatesTheEffect(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  error
		want errkit.Effect
		why  string
	}{
		{"late", context.DeadlineExceeded, errkit.EffectUnknown, "the server may still work"},
		{"hung up", &url.Error{Op: "Post", URL: "https://x", Err: io.EOF}, errkit.EffectUnknown, "after it worked, perhaps"},
		{"closed", mcp.ErrConnectionClosed, errkit.EffectUnknown, "while the call was open"},
		{"refused", &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, errkit.EffectNone, "nothing was sent"},
		{"of the server", &jsonrpc.Error{Code: -32602, Message: "wrong"}, errkit.EffectUnspecified, "it would state it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want.String(), errkit.From(mcperr.FromError(tt.err)).Effect.String(), tt.why)
		})
	}
}

// TestClient checks the errors of the SDK's client, including those of its transport.
func TestClient(t *testing.T) {
	t.Run("errors of the server keep code and data", func(t *testing.T) {
		session := connect(t, guarded(nil), nil)
		err := callBell(t.Context(), session, "wrapped_rpc")
		e := errkit.From(err)
		require.Equal(t, errkit.Unknown, e.Kind)
		require.Equal(t, "-31999", e.Peer.Code)
		rpc, ok := errors.AsType[*jsonrpc.Error](err)
		require.True(t, ok, "is the cause")
		require.JSONEq(t, `{"kind":"quota","retryAfterMs":1500}`, string(rpc.Data))
	})
	t.Run("an unknown tool", func(t *testing.T) {
		err := callBell(t.Context(), connect(t, guarded(nil), nil), "nope")
		require.ErrorIs(t, err, errkit.ToolNotFound)
	})
	t.Run("a deadline", func(t *testing.T) {
		s := newServer(nil)
		s.AddTool(&mcp.Tool{Name: "waits", InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			})
		session := connect(t, s, nil)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		require.ErrorIs(t, callBell(ctx, session, "waits"), errkit.Timeout)
	})
	t.Run("closed", func(t *testing.T) {
		session := connect(t, guarded(nil), nil)
		require.NoError(t, session.Close())
		require.ErrorIs(t, callBell(t.Context(), session, "ok"), errkit.Network)
	})
	for status, want := range map[int]errkit.Kind{429: errkit.RateLimited, 503: errkit.Unavailable,
		504: errkit.Timeout, 403: errkit.PermissionDenied} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			s := guarded(nil)
			inner := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
			down := false
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if down {
					http.Error(w, canary, status)
					return
				}
				inner.ServeHTTP(w, r)
			}))
			t.Cleanup(web.Close)
			session, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(),
				&mcp.StreamableClientTransport{Endpoint: web.URL, MaxRetries: -1}, nil)
			require.NoError(t, err)
			t.Cleanup(func() { session.Close() })
			down = true
			err = callBell(t.Context(), session, "ok")
			require.ErrorIs(t, err, want, "%+v", err)
			require.True(t, errkit.From(err).Peer.Guessed)
			require.NotContains(t, err.Error(), canary)
		})
	}
}

// TestQuestions checks that requests for input are not changed, also for clients of older
// revisions, for which the SDK sends them.
func TestQuestions(t *testing.T) {
	asked := 0
	o := &mcp.ClientOptions{ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		asked++
		return &mcp.ElicitResult{Action: "accept", Content: in{"who": "me"}}, nil
	}}
	session := connect(t, guarded(nil), o)
	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "raw_question"})
	require.NoError(t, err)
	require.Equal(t, "thanks", res.Content[0].(*mcp.TextContent).Text)
	require.Equal(t, 1, asked)

	w := stdio(t, guarded(nil), "2025-11-25", `{"elicitation":{}}`)
	w.Ask("tools/call", `{"name":"raw_question"}`)
	for line := range w.Lines { // the server asks, and hears that it does not work
		if strings.Contains(line, "elicitation/create") {
			var m struct{ ID json.RawMessage }
			require.NoError(t, json.Unmarshal([]byte(line), &m))
			w.Send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":%q}}`, m.ID, canary))
			break
		}
	}
	got := body(t, w.Answer(t, mcptest.Patience))
	require.Contains(t, got, `"kind":"input_required"`)
	require.NotContains(t, got, canary)
}

// What is known of a request that was not sent is not the effect of the tool that made it.
func TestFromErrorInHandler(t *testing.T) {
	_, err := net.Dial("tcp", "127.0.0.1:1")
	require.Error(t, err)
	request := mcperr.FromError(fmt.Errorf("calling: %w", err))
	require.Equal(t, errkit.EffectNone, errkit.From(request).Effect)
	require.ErrorIs(t, request, err)
	for want, returned := range map[errkit.Effect]error{
		errkit.EffectUnknown: request,
		errkit.EffectNone:    &errkit.Error{Kind: errkit.Network, Effect: errkit.EffectNone, Err: request}, // the author states it
	} {
		handled := new(middleware.Boundary).Handle(t.Context(), returned)
		require.Equal(t, want.String(), errkit.From(handled).Effect.String())
	}
}
