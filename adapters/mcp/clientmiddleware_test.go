//lint:file-ignore SA1019 clients of revisions before 2026-07-28 have sampling, roots and logging

package mcperr_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync/atomic"
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

// dial connects a client to a server, in memory or over HTTP.
func dial(t *testing.T, c *mcp.Client, s *mcp.Server, revision string, overHTTP bool) *mcp.ClientSession {
	t.Helper()
	var transport mcp.Transport
	if overHTTP {
		web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
			&mcp.StreamableHTTPOptions{Stateless: revision >= "2026-07-28"}))
		t.Cleanup(web.Close)
		transport = &mcp.StreamableClientTransport{Endpoint: web.URL}
	} else {
		clientSide, serverSide := mcp.NewInMemoryTransports()
		_, err := s.Connect(t.Context(), serverSide, nil)
		require.NoError(t, err)
		transport = clientSide
	}
	session, err := c.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	require.NoError(t, err)
	t.Cleanup(func() { session.Close() })
	return session
}

// TestClientMiddleware checks that a client's methods return errors of errkit for results and
// errors, in each revision.
func TestClientMiddleware(t *testing.T) {
	for _, revision := range mcptest.Revisions {
		for _, overHTTP := range []bool{false, true} {
			c := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
			c.AddSendingMiddleware(mcperr.ClientMiddleware())
			session := dial(t, c, guarded(quiet), revision, overHTTP)
			ctx := t.Context()

			res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "coded", Arguments: in{"name": "x"}})
			require.Nil(t, res)
			require.ErrorIs(t, err, errkit.RateLimited)
			e, ok := errors.AsType[*errkit.Error](err)
			require.True(t, ok)
			require.Equal(t, e, errkit.From(err))
			require.Equal(t, 1500*time.Millisecond, e.RetryAfter)
			require.Equal(t, "This bell needs a rest.", e.Error())
			require.Contains(t, err.Error(), "This bell needs a rest.\n", "what a model reads")
			require.Contains(t, err.Error(), "Try again in 1.5 seconds.")
			_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "ok", Arguments: in{}})
			require.ErrorIs(t, err, errkit.InvalidInput)
			require.Contains(t, err.Error(), "\nname: is required")

			_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "nope"})
			require.ErrorIs(t, err, errkit.ToolNotFound)
			rpc, ok := errors.AsType[*jsonrpc.Error](err)
			require.True(t, ok, "the cause")
			require.Equal(t, int64(-32602), rpc.Code)
			_, err = session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "bell://coded"})
			require.ErrorIs(t, err, errkit.NotFound)
			_, err = session.GetPrompt(ctx, &mcp.GetPromptParams{Name: "coded"})
			require.ErrorIs(t, err, errkit.InvalidInput)

			res, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "ok", Arguments: in{"name": "x"}})
			require.NoError(t, err)
			require.False(t, res.IsError)
			_, err = session.ListTools(ctx, nil)
			require.NoError(t, err)
			if revision < "2026-07-28" { // which has no ping
				require.NoError(t, session.Ping(ctx, nil))
			}
		}
	}
}

// TestWrongSide checks that the middleware for a server changes nothing that a server or a client
// sends.
func TestWrongSide(t *testing.T) {
	s := newServer(nil)
	s.AddSendingMiddleware(mcperr.Middleware(quiet))
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	u := &user{action: "accept", content: func(int) in { return in{"who": "me"} }}
	c := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, &mcp.ClientOptions{ElicitationHandler: u.respond})
	c.AddSendingMiddleware(mcperr.Middleware(quiet))
	session := dial(t, c, s, "2025-11-25", false)
	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "raw_question"})
	require.NoError(t, err)
	require.Equal(t, "thanks", res.Content[0].(*mcp.TextContent).Text)
	_, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "nope"})
	rpc, ok := errors.AsType[*jsonrpc.Error](err)
	require.True(t, ok)
	require.Equal(t, int64(-32602), rpc.Code)
}

// TestGuardClient checks that panics and private errors of a client's handlers end neither the
// program nor at the server.
func TestGuardClient(t *testing.T) {
	for _, revision := range []string{"2025-11-25", "2026-07-28"} {
		for name, h := range map[string]func() (*mcp.ElicitResult, error){
			"panic":   func() (*mcp.ElicitResult, error) { panic(canary) },
			"private": func() (*mcp.ElicitResult, error) { return nil, mcptest.ErrSecret },
			"nothing": func() (*mcp.ElicitResult, error) { return nil, nil },
			"exit":    func() (*mcp.ElicitResult, error) { runtime.Goexit(); return nil, nil },
			"coded": func() (*mcp.ElicitResult, error) {
				return nil, errkit.Wrap(mcptest.ErrSecret, errkit.Unavailable, "The user is away.")
			},
			"rpc": func() (*mcp.ElicitResult, error) {
				return nil, &jsonrpc.Error{Code: -32602, Message: "The user is away."}
			},
		} {
			t.Run(revision+" "+name, func(t *testing.T) {
				var l log
				o := mcperr.GuardClient(&mcp.ClientOptions{
					ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult,
						error) {
						return h()
					},
					ProgressNotificationHandler: func(context.Context,
						*mcp.ProgressNotificationClientRequest) {
						panic(canary)
					},
				}, &middleware.Boundary{Report: l.report})
				require.Nil(t, o.CreateMessageHandler, "the client does not support it")
				var seen atomic.Value
				s := newServer(nil)
				s.AddTool(&mcp.Tool{Name: "asks", InputSchema: in{"type": "object"}},
					func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
						_ = r.Session.NotifyProgress(ctx,
							&mcp.ProgressNotificationParams{ProgressToken: "p", Progress: 1})
						if revision == "2025-11-25" {
							_, err := r.Session.Elicit(ctx, &mcp.ElicitParams{Mode: "form", Message: "Who?"})
							seen.Store(fmt.Sprint(err))
							return &mcp.CallToolResult{}, nil
						}
						return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"who": &mcp.ElicitParams{Mode: "form", Message: "Who?"}}}, nil
					})
				session := dial(t, mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, o), s, revision, false)
				_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "asks"})
				got := fmt.Sprint(err, seen.Load())
				require.NotContains(t, got, canary)
				if name == "coded" || name == "rpc" {
					require.Contains(t, got, "The user is away.")
				} else {
					require.Contains(t, got, "Something went wrong on our side.")
				}
				require.NoError(t, func() error { _, err := session.ListTools(t.Context(), nil); return err }(),
					"the client continues")
				l.Lock()
				defer l.Unlock()
				if name != "rpc" {
					require.NotEmpty(t, l.errors)
				}
			})
		}
	}
	require.NotNil(t, mcperr.GuardClient(nil, nil))
}

// TestRetry checks which calls are repeated.
func TestRetry(t *testing.T) {
	var calls atomic.Int32
	failing := func(e *errkit.Error, times int32) mcp.ToolHandler {
		return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if calls.Add(1) > times {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ding"}}}, nil
			}
			return nil, e
		}
	}
	tests := []struct {
		name      string
		err       *errkit.Error
		read      bool // the tool is annotated as read-only
		wantCalls int32
		why       string
	}{
		{"allowed", &errkit.Error{Kind: errkit.Conflict, Retry: errkit.Allowed}, true, 3, "the server allows it"},
		{"allowed, with effects", &errkit.Error{Kind: errkit.Conflict, Retry: errkit.Allowed}, false, 1,
			"an invitation is no permission (SEP-3313)"},
		{"allowed, and nothing was done",
			&errkit.Error{Kind: errkit.Conflict, Retry: errkit.Allowed, Effect: errkit.EffectNone}, false, 3, "no effect"},
		{"a limit", &errkit.Error{Kind: errkit.RateLimited}, false, 3, "no effect"},
		{"never", &errkit.Error{Kind: errkit.Unavailable, Retry: errkit.Never}, true, 1, "the server forbids it"},
		{"by kind", &errkit.Error{Kind: errkit.Unavailable}, true, 3, "it has no effects"},
		{"by kind, with effects", &errkit.Error{Kind: errkit.Unavailable}, false, 1, "it may have had an effect"},
		{"a fault of the input", &errkit.Error{Kind: errkit.InvalidInput}, true, 1, "it would fail again"},
		{"a delay that is too long", &errkit.Error{Kind: errkit.RateLimited, RetryAfter: time.Hour}, true, 1,
			"longer than MaxWait"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
			s.AddTool(&mcp.Tool{Name: "t", InputSchema: in{"type": "object"},
				Annotations: &mcp.ToolAnnotations{ReadOnlyHint: tt.read}}, failing(tt.err, 5))
			s.AddReceivingMiddleware(mcperr.Middleware(quiet))
			waits := 0
			c := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
			c.AddSendingMiddleware(mcperr.ClientMiddleware(),
				mcperr.Retry(&mcperr.RetryOptions{Base: time.Millisecond, MaxWait: time.Second,
					OnRetry: func(_ context.Context, method string, err error, _ time.Duration) {
						waits++
						require.Equal(t, "tools/call", method)
						require.ErrorIs(t, err, tt.err.Kind)
					}}))
			session := dial(t, c, s, "2026-07-28", false)
			_, err := session.ListTools(t.Context(), nil)
			require.NoError(t, err)
			calls.Store(0)
			_, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "t"})
			require.ErrorIs(t, err, tt.err.Kind)
			require.Equal(t, tt.wantCalls, calls.Load(), tt.why)
			require.Equal(t, int(tt.wantCalls)-1, waits)
		})
	}
	t.Run("two servers, many tools", func(t *testing.T) {
		c := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
		c.AddSendingMiddleware(mcperr.ClientMiddleware(),
			mcperr.Retry(&mcperr.RetryOptions{Base: time.Millisecond, Attempts: 2}))
		open := func(many int, readOnly bool) (*mcp.Server, *mcp.ClientSession) {
			s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
			for i := range many {
				s.AddTool(&mcp.Tool{Name: fmt.Sprint("a", i), InputSchema: in{"type": "object"}},
					failing(&errkit.Error{Kind: errkit.Unavailable}, 5))
			}
			s.AddTool(&mcp.Tool{Name: "t", InputSchema: in{"type": "object"},
				Annotations: &mcp.ToolAnnotations{ReadOnlyHint: readOnly}},
				failing(&errkit.Error{Kind: errkit.Unavailable}, 5))
			s.AddReceivingMiddleware(mcperr.Middleware(quiet))
			return s, dial(t, c, s, "2026-07-28", false)
		}
		callT := func(session *mcp.ClientSession) int32 {
			_, err := session.ListTools(t.Context(), nil)
			require.NoError(t, err)
			calls.Store(0)
			_, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "t"})
			require.ErrorIs(t, err, errkit.Unavailable)
			return calls.Load()
		}
		_, effects := open(999, false)
		s, reads := open(999, true)
		require.EqualValues(t, 1, callT(effects))
		require.EqualValues(t, 2, callT(reads),
			"another server's tool of the same name has effects, and its list is long")
		s.AddTool(&mcp.Tool{Name: "t", InputSchema: in{"type": "object"}},
			failing(&errkit.Error{Kind: errkit.Unavailable}, 5))
		require.EqualValues(t, 1, callT(reads), "it has effects now")
	})
	t.Run("succeeds later, after the time of the server", func(t *testing.T) {
		s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
		s.AddTool(&mcp.Tool{Name: "t", InputSchema: in{"type": "object"}},
			failing(&errkit.Error{Kind: errkit.RateLimited, RetryAfter: 30 * time.Millisecond}, 1))
		s.AddReceivingMiddleware(mcperr.Middleware(quiet))
		c := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
		c.AddSendingMiddleware(mcperr.Retry(&mcperr.RetryOptions{Idempotent: func(tool string) bool { return tool == "t" }}))
		session := dial(t, c, s, "2026-07-28", false)
		calls.Store(0)
		start := time.Now()
		res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "t"})
		require.NoError(t, err)
		require.False(t, res.IsError)
		require.GreaterOrEqual(t, time.Since(start), 30*time.Millisecond)
	})
	t.Run("canceled while it waits", func(t *testing.T) {
		s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
		s.AddTool(&mcp.Tool{Name: "t", InputSchema: in{"type": "object"}},
			failing(&errkit.Error{Kind: errkit.Unavailable, Retry: errkit.Allowed, RetryAfter: 20 * time.Second}, 9))
		s.AddReceivingMiddleware(mcperr.Middleware(quiet))
		ctx, cancel := context.WithCancel(t.Context())
		c := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
		c.AddSendingMiddleware(mcperr.ClientMiddleware(),
			mcperr.Retry(&mcperr.RetryOptions{OnRetry: func(context.Context, string, error,
				time.Duration) {
				cancel()
			}}))
		session := dial(t, c, s, "2026-07-28", false)
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "t"})
		require.ErrorIs(t, err, errkit.Unavailable, "the last error")
	})
}
