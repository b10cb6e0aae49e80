package jsonrpc_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// reference matches the reference in the response for a reported error.
var reference = regexp.MustCompile(` \(reference [0-9a-f]+\)`)

// exits returns a server with a method that ends its goroutine, and one that returns how often
// that was called.
func exits(t *testing.T, report func(context.Context, *errkit.Error)) *jsonrpc.Server {
	t.Helper()
	s := &jsonrpc.Server{Boundary: &middleware.Boundary{Report: report}}
	exited := 0
	require.NoError(t, errors.Join(
		s.Handle("exit", func(context.Context, *jrpc2.Request) (any, error) {
			exited++
			runtime.Goexit()
			return canary, nil
		}),
		s.Handle("exited", func(context.Context, *jrpc2.Request) (any, error) { return exited, nil }),
	))
	return s
}

// A handler in a batch that ends its goroutine is an internal error, and the others have their
// responses.
func TestGoexit(t *testing.T) {
	const internal = `"error":{"code":-32603,"message":"Internal error","data":{"type":"INTERNAL_ERROR",` +
		`"detail":"Something went wrong on our side.\nThis call may have taken effect: check that first."}}}`
	tests := []struct{ name, in, want string }{
		{"a notification", `[{"jsonrpc":"2.0","method":"exit"}]`, ``},
		{"a request", `[{"jsonrpc":"2.0","id":1,"method":"exit"},{"jsonrpc":"2.0","id":2,"method":"none"}]`,
			`[{"jsonrpc":"2.0","id":1,` + internal +
				`,{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found","data":{"type":"NOT_IMPLEMENTED"}}}]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			reported := make(chan *errkit.Error, 4)
			s := httptest.NewServer(exits(t, func(_ context.Context, e *errkit.Error) {
				if e.Kind == errkit.Internal {
					reported <- e
				}
			}))
			defer s.Close()
			require.Equal(t, tt.want, reference.ReplaceAllString(post(t, s.URL, tt.in).body, ""))
			require.NotEmpty(t, (<-reported).Ref)
			require.Equal(t, `{"jsonrpc":"2.0","id":9,"result":1}`,
				post(t, s.URL, `{"jsonrpc":"2.0","id":9,"method":"exited"}`).body)
		})
	}
}

// Large messages get a response quickly.
func TestLargeMessages(t *testing.T) {
	const mb = 1 << 20
	fit := func(open, inner, end string) string {
		return open + strings.Repeat(inner, (mb-len(open)-len(end))/len(inner)) + end
	}
	s := &jsonrpc.Server{Boundary: new(middleware.Boundary)}
	require.NoError(t, s.Handle("raw", func(context.Context, *jrpc2.Request) (any, error) { return 1, nil }))
	call := `{"jsonrpc":"2.0","id":1,"method":"raw"}`
	large := `{"jsonrpc":"2.0","id":1,"method":"raw","params":[` + strings.Repeat(`"xxxxxx",`, 1100) + `1]}`
	tests := []struct{ name, in, want string }{
		{"deep arrays", fit("", "[", ""), "nested too deeply"},
		{"deep objects", fit("", `{"a":`, ""), "nested too deeply"},
		{"deep params", fit(`{"jsonrpc":"2.0","id":1,"method":"raw","params":`, "[", "}"), "nested too deeply"},
		{"a huge number for an id", fit(`{"jsonrpc":"2.0","id":`, "1", `,"method":"raw"}`),
			"The id is longer than 1024 bytes."},
		{"a huge text for an id", fit(`{"jsonrpc":"2.0","id":"`, "x", `","method":"raw"}`),
			"The id is longer than 1024 bytes."},
		{"a huge text of escapes for an id", fit(`{"jsonrpc":"2.0","id":"`, `\u0041`, `","method":"raw"}`),
			"The id is longer than 1024 bytes."},
		{"a huge method", fit(`{"jsonrpc":"2.0","id":1,"method":"`, "x", `"}`), `"code":-32601`},
		{"many members", fit(`{"jsonrpc":"2.0","id":1,"method":"raw","params":[`, `{"a":1},`, `1]}`),
			"has too many values"},
		{"many elements", fit(`{"jsonrpc":"2.0","id":1,"method":"raw","params":[`, `1000000,`, `1]}`), `"result":1`},
		{"many members of the request", fit(`{`, `"a":100000,`, `"jsonrpc":"2.0","id":1,"method":"raw"}`),
			"extra fields in request"},
		{"the largest batch", `[` + strings.Repeat(call+",", 99) + call + `]`, `"result"`},
		{"a batch that is too large", `[` + strings.Repeat(call+",", mb/len(call)-1000) + call + `]`, `"code":-32600`},
		{"a batch of numbers", `[` + strings.Repeat("1,", mb/2-2) + `1]`, "has too many values"},
		{"a batch of large calls", `[` + strings.Repeat(large+",", 99) + large + `]`, `"result":1`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(tt.in))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			got := w.Body.String()
			require.Contains(t, got[:min(len(got), 1000)], tt.want)
			require.Less(t, time.Since(start), time.Minute, "some milliseconds on a machine that is not busy")
		})
	}
}
