package jsonrpc_test

import (
	"context"
	"errors"
	"io"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	jserver "github.com/creachadair/jrpc2/server"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// reference matches the reference in the response for a reported error.
var reference = regexp.MustCompile(`,"detail":"Something went wrong on our side. \(reference [0-9a-f]+\)"`)

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

// A handler that ends its goroutine is an internal error, and the server continues.
func TestGoexit(t *testing.T) {
	const internal = `"error":{"code":-32603,"message":"Internal error","data":{"type":"INTERNAL_ERROR"}}}`
	tests := []struct{ name, in, want string }{
		{"a notification", `{"jsonrpc":"2.0","method":"exit"}`, ``},
		{"a batch of notifications", `[{"jsonrpc":"2.0","method":"exit"}]`, ``},
		{"a request", `{"jsonrpc":"2.0","id":1,"method":"exit"}`, `{"jsonrpc":"2.0","id":1,` + internal},
		{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"exit"},{"jsonrpc":"2.0","id":2,"method":"none"}]`,
			`[{"jsonrpc":"2.0","id":1,` + internal +
				`,{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found","data":{"type":"NOT_IMPLEMENTED"}}}]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			reported := make(chan *errkit.Error, 4)
			s := exits(t, func(_ context.Context, e *errkit.Error) {
				if e.Kind == errkit.Internal {
					reported <- e
				}
			})
			client, end := channel.Direct()
			done := make(chan error, 1)
			go func() { done <- s.Serve(t.Context(), end) }()
			require.NoError(t, client.Send([]byte(tt.in)))
			if tt.want != "" {
				got, err := client.Recv()
				require.NoError(t, err)
				require.Equal(t, tt.want, reference.ReplaceAllString(string(got), ""))
			}
			require.NotEmpty(t, (<-reported).Ref)
			require.NoError(t, client.Send([]byte(`{"jsonrpc":"2.0","id":9,"method":"exited"}`)))
			got, err := client.Recv()
			require.NoError(t, err)
			require.Equal(t, `{"jsonrpc":"2.0","id":9,"result":1}`, string(got))
			require.NoError(t, client.Close())
			require.NoError(t, <-done)
		})
	}
	t.Run("a server of jrpc2", func(t *testing.T) {
		local := jserver.NewLocal(exits(t, nil), nil)
		defer local.Close()
		_, err := local.Client.Call(t.Context(), "exit", nil)
		require.ErrorIs(t, jsonrpc.FromError(err), errkit.Internal)
	})
}

// stuck is a channel with one request, which does not accept the response.
type stuck struct {
	request string
	sending chan struct{}
	once    sync.Once
	closed  chan struct{} // by Close
	wakes   bool          // Close ends a Send
	ends    bool          // Recv returns io.EOF after the request
}

func newStuck() *stuck {
	return &stuck{request: `{"jsonrpc":"2.0","id":1,"method":"nothing"}`, sending: make(chan struct{}),
		closed: make(chan struct{})}
}

func (s *stuck) Send([]byte) error {
	close(s.sending)
	if s.wakes {
		<-s.closed
	} else {
		time.Sleep(time.Hour)
	}
	return io.ErrClosedPipe
}

func (s *stuck) Recv() ([]byte, error) {
	if s.request != "" {
		defer func() { s.request = "" }()
		return []byte(s.request), nil
	}
	if !s.ends {
		<-s.closed
	}
	return nil, io.EOF
}

func (s *stuck) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}

// Serve returns when the context ends, although the channel does not accept the response.
func TestServeEndsThoughSendBlocks(t *testing.T) {
	tests := []struct {
		name        string
		wakes, ends bool
		want        time.Duration
	}{
		{"a send that ends with the channel", true, false, time.Second},
		{"one that does not", false, false, 2 * time.Second},
		{"after the end of the input", true, true, time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ch := newStuck()
				ch.wakes, ch.ends = tt.wakes, tt.ends
				ctx, cancel := context.WithCancel(t.Context())
				s := server(t)
				done := make(chan error, 1)
				go func() { done <- s.Serve(ctx, ch) }()
				<-ch.sending
				synctest.Wait()
				cancel()
				start := time.Now()
				require.Equal(t, context.Canceled, <-done)
				require.Equal(t, tt.want, time.Since(start))
				<-ch.closed
				time.Sleep(time.Hour) // until what was left behind ends
			})
		})
	}
}

// Serve waits for running requests, and writes their responses.
func TestServeWaitsForWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := jsonrpc.Server{Boundary: new(middleware.Boundary)}
		entered := make(chan struct{})
		require.NoError(t, s.Handle("work", func(context.Context, *jrpc2.Request) (any, error) {
			close(entered)
			time.Sleep(time.Minute)
			return "done", nil
		}))
		client, end := channel.Direct()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- s.Serve(ctx, end) }()
		require.NoError(t, client.Send([]byte(`{"jsonrpc":"2.0","id":1,"method":"work"}`)))
		<-entered
		cancel()
		got, err := client.Recv()
		require.NoError(t, err)
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":"done"}`, string(got))
		require.Equal(t, context.Canceled, <-done)
		require.NoError(t, client.Close())
	})
}

// late is a context whose Done is slow, so that Serve finds another end first.
type late struct{ context.Context }

func (l late) Done() <-chan struct{} {
	time.Sleep(time.Second)
	return l.Context.Done()
}

// Serve returns the cause of the context if several things end at the same time.
func TestServeReturnsTheCause(t *testing.T) {
	for range 20 {
		synctest.Test(t, func(t *testing.T) {
			ch := newStuck()
			ch.request = `{"jsonrpc":"2.0","method":"nothing"}`
			stop := errors.New("the end")
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(stop)
			require.Equal(t, stop, server(t).Serve(late{ctx}, ch))
			<-ch.closed
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
			client, end := channel.Direct()
			done := make(chan error, 1)
			go func() { done <- s.Serve(t.Context(), end) }()
			require.NoError(t, client.Send([]byte(tt.in)))
			got, err := client.Recv()
			require.NoError(t, err)
			require.Contains(t, string(got[:min(len(got), 1000)]), tt.want)
			require.Less(t, time.Since(start), time.Minute, "some milliseconds on a machine that is not busy")
			require.NoError(t, client.Close())
			require.NoError(t, <-done)
		})
	}
}
