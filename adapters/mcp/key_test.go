package mcperr_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptool"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

// The key of a call is the member of _meta that the program named.
func TestKey(t *testing.T) {
	const name = "com.example/key"
	tests := []struct {
		name   string
		meta   mcp.Meta
		caller string
		runs   int
	}{
		{"the same key", mcp.Meta{name: "k"}, "ada", 1},
		{"an empty key is none", mcp.Meta{name: ""}, "ada", 2},
		{"another member", mcp.Meta{"com.example/other": "k"}, "ada", 2},
		{"not a text", mcp.Meta{name: 1}, "ada", 2},
		{"an unknown caller", mcp.Meta{name: "k"}, "", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			runs := 0
			buy, err := tool.Define(tool.Definition{Name: "Shop.Buy", Version: "1.0.0"},
				func(context.Context, struct{}) (int, error) { runs++; return runs, nil })
			require.NoError(t, err)
			s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
			mcptool.Add(s, buy)
			s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{
				Boundary: new(middleware.Boundary), Key: name, Keys: &idempotency.Keys{Replay: true},
			}), func(next mcp.MethodHandler) mcp.MethodHandler {
				return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
					return next(idempotency.WithPrincipal(ctx, tt.caller), method, req)
				}
			})
			near, far := mcp.NewInMemoryTransports()
			server, err := s.Connect(t.Context(), near, nil)
			require.NoError(t, err)
			client, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(), far, nil)
			require.NoError(t, err)
			for range 2 {
				res, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "Shop_Buy", Meta: tt.meta})
				require.NoError(t, err)
				require.False(t, res.IsError)
			}
			require.Equal(t, tt.runs, runs)
			require.NoError(t, client.Close())
			require.NoError(t, server.Wait())
		})
	}
}

// Over HTTP without sessions the caller is known by the credentials.
func TestKeyOverHTTP(t *testing.T) {
	for caller, want := range map[string]int{"Bearer ada": 1, "": 2} {
		runs := 0
		buy, err := tool.Define(tool.Definition{Name: "Shop.Buy", Version: "1.0.0"},
			func(context.Context, struct{}) (int, error) { runs++; return runs, nil })
		require.NoError(t, err)
		s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
		mcptool.Add(s, buy)
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{
			Boundary: new(middleware.Boundary), Key: "k", Keys: &idempotency.Keys{Replay: true},
		}))
		h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
			&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
		for range 2 {
			w := callHTTP(h, caller, `{"name":"Shop_Buy","arguments":{},"_meta":{"k":"1"}}`)
			require.Equal(t, 200, w.Code, w.Body)
			require.NotContains(t, w.Body.String(), "isError")
		}
		require.Equal(t, want, runs, caller)
	}
}

// What the handlers of the SDK return is kept, and given to the next call with the key.
func TestKeyOfHandlers(t *testing.T) {
	type in struct {
		Item string `json:"item"`
		Note string `json:"note"`
	}
	type out struct {
		Order int `json:"order"`
	}
	fails := errors.New("CANARY")
	tests := []struct {
		name string
		what func(n int) (*mcp.CallToolResult, error)
		runs int
		text string // of both results
	}{
		{"a result", func(int) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "bought é"}}}, nil
		}, 1, "bought é"},
		{"no result of its own", func(int) (*mcp.CallToolResult, error) { return nil, nil }, 1, ""},
		{"an error of its own", func(int) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "sold out"}}}, nil
		}, 1, "sold out"},
		{"a private error", func(int) (*mcp.CallToolResult, error) { return nil, fails }, 1, "went wrong"},
		{"a private error in a result", func(int) (*mcp.CallToolResult, error) {
			res := new(mcp.CallToolResult)
			res.SetError(fails)
			return res, nil
		}, 1, "went wrong"},
		{"a panic", func(int) (*mcp.CallToolResult, error) { panic("CANARY") }, 1, "went wrong"},
		{"Goexit", func(int) (*mcp.CallToolResult, error) { runtime.Goexit(); return nil, nil }, 1, "went wrong"},
		{"a challenge", func(int) (*mcp.CallToolResult, error) { return nil, errkit.AuthRequired }, 2, ""},
		{"no effect", func(int) (*mcp.CallToolResult, error) {
			return nil, &errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectNone}
		}, 2, "Nothing was done."},
		{"too large", func(n int) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strings.Repeat("a", 2<<20)}}}, nil
		}, 1, ""},
	}
	for _, tt := range tests {
		for _, typed := range []bool{true, false} {
			t.Run(fmt.Sprint(tt.name, " ", typed), func(t *testing.T) {
				runs := 0
				s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
				if typed {
					mcperr.AddTool(s, &mcp.Tool{Name: "buy"},
						func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, out, error) {
							runs++
							res, err := tt.what(runs)
							return res, out{runs}, err
						})
				} else {
					s.AddTool(&mcp.Tool{Name: "buy", InputSchema: json.RawMessage(`{"type":"object"}`)},
						mcperr.Raw(func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
							runs++
							res, err := tt.what(runs)
							if res == nil && err == nil {
								res = new(mcp.CallToolResult)
							}
							return res, err
						}))
				}
				s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: new(middleware.Boundary), Key: "k",
					Keys: &idempotency.Keys{Replay: true, Log: slog.New(slog.DiscardHandler)}}))
				h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
					&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
				var bodies []string
				for _, arguments := range []string{`{"item":"tea","note":"x"}`, `{"note":"x", "item":"tea"}`} { // equal ones
					w := callHTTP(h, "Bearer ada", `{"name":"buy","arguments":`+arguments+`,"_meta":{"k":"1"}}`)
					require.Equal(t, 200, w.Code, w.Body)
					require.NotContains(t, w.Body.String(), "CANARY")
					require.Contains(t, w.Body.String(), tt.text)
					bodies = append(bodies, w.Body.String())
				}
				require.Equal(t, tt.runs, runs)
				if tt.name != "too large" && tt.runs == 1 {
					require.Equal(t, bodies[0], bodies[1])
				}
			})
		}
	}
}

// Concurrent calls of a handler run once, and each gets a result of its own.
func TestKeyConcurrent(t *testing.T) {
	var runs atomic.Int32
	release := make(chan struct{})
	s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "buy", InputSchema: json.RawMessage(`{"type":"object"}`)},
		mcperr.Raw(func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			runs.Add(1)
			<-release
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "bought"}}}, nil
		}))
	var waiting sync.WaitGroup
	waiting.Add(20)
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: new(middleware.Boundary), Key: "k",
		Keys: &idempotency.Keys{Replay: true}}), func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			waiting.Done()
			return next(ctx, method, req)
		}
	})
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			w := callHTTP(h, "Bearer ada", `{"name":"buy","arguments":{},"_meta":{"k":"1"}}`)
			require.Contains(t, w.Body.String(), "bought")
		})
	}
	waiting.Wait()
	close(release)
	all.Wait()
	require.EqualValues(t, 1, runs.Load())
}

// callHTTP calls a tool over HTTP without sessions.
func callHTTP(h http.Handler, authorization, params string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/", strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+params+`}`))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
