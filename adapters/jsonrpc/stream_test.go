package jsonrpc_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	jserver "github.com/creachadair/jrpc2/server"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

type closer struct{ io.Writer }

func (closer) Close() error { return nil }

// Every line before the end of the input gets a response, also a line.
func TestServeLines(t *testing.T) {
	in := strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"raw"}`,
		`{"jsonrpc":"2.0","method":"panic"}`,
		`nonsense`,
		``,
		`[{"jsonrpc":"2.0","id":2,"method":"abort"},{"jsonrpc":"2.0","id":3,"method":"nothing"}]`,
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"Panic"}}`,
		``,
	}, "\n")
	var out strings.Builder
	require.NoError(t, server(t).Serve(t.Context(), channel.Line(strings.NewReader(in), closer{&out})))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	slices.Sort(lines)
	const internal = `"error":{"code":-32603,"message":"Internal error","data":{"type":"INTERNAL_ERROR"}}}`
	const parse = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error","data":{"type":"INVALID_REQUEST","detail":"The request is `
	require.Equal(t, []string{
		`[{"jsonrpc":"2.0","id":2,` + internal + `,{"jsonrpc":"2.0","id":3,"result":null}]`,
		`{"jsonrpc":"2.0","id":1,"result":{"a":"<b>"}}`,
		`{"jsonrpc":"2.0","id":4,` + internal,
		parse + `empty; a JSON document is needed."}}}`,
		parse + `not valid JSON: line 1, column 2: invalid character 'o' in null."}}}`,
	}, lines)
}

// Requests run concurrently, but a notification before the next message.
func TestServeOrder(t *testing.T) {
	s := jsonrpc.Server{Boundary: new(middleware.Boundary)}
	entered, release := make(chan struct{}), make(chan struct{})
	noted := ""
	require.NoError(t, errors.Join(
		s.Handle("wait", func(context.Context, *jrpc2.Request) (any, error) {
			entered <- struct{}{}
			<-release
			return "waited", nil
		}),
		s.Handle("note", func(context.Context, *jrpc2.Request) (any, error) {
			time.Sleep(10 * time.Millisecond)
			noted += "note "
			return nil, nil
		}),
		s.Handle("read", func(context.Context, *jrpc2.Request) (any, error) { return noted, nil }),
	))
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error)
	go func() { done <- s.Serve(t.Context(), channel.Line(inR, outW)) }()
	lines := bufio.NewScanner(outR)
	send := func(method, id string) {
		_, err := fmt.Fprintf(inW, `{"jsonrpc":"2.0",%s"method":%q}`+"\n", id, method)
		require.NoError(t, err)
	}
	send("wait", `"id":1,`)
	<-entered
	send("note", "")
	send("note", "")
	send("read", `"id":2,`)
	require.True(t, lines.Scan())
	require.Equal(t, `{"jsonrpc":"2.0","id":2,"result":"note note "}`, lines.Text())
	close(release)
	require.True(t, lines.Scan())
	require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":"waited"}`, lines.Text())
	require.NoError(t, inW.Close())
	require.NoError(t, <-done)
}

// When the context ends, running requests are canceled, their responses written, and the channel
// closed.
func TestServeEnds(t *testing.T) {
	s := jsonrpc.Server{Boundary: new(middleware.Boundary)}
	entered := make(chan struct{})
	require.NoError(t, s.Handle("wait", func(ctx context.Context, _ *jrpc2.Request) (any, error) {
		close(entered)
		<-ctx.Done()
		return nil, ctx.Err()
	}))
	client, end := channel.Direct()
	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, end) }()
	require.NoError(t, client.Send([]byte(`{"jsonrpc":"2.0","id":1,"method":"wait"}`)))
	<-entered
	stop := errors.New("the end")
	cancel(stop)
	reply, err := client.Recv()
	require.NoError(t, err)
	require.Contains(t, string(reply), `"code":-32001`)
	require.Equal(t, stop, <-done)
	_, err = client.Recv()
	require.ErrorIs(t, err, io.EOF)
	require.NoError(t, client.Close())
}

type noSend struct{ channel.Channel }

func (noSend) Send([]byte) error { return errors.New("broken pipe") }

func TestServeReturnsErrorsOfTheChannel(t *testing.T) {
	lines := channel.Line(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"nothing"}`+"\n"), closer{io.Discard})
	require.ErrorContains(t, server(t).Serve(t.Context(), noSend{lines}), "broken pipe")
	broken, w := io.Pipe()
	require.NoError(t, w.CloseWithError(errors.New("the line is cut")))
	require.ErrorContains(t, server(t).Serve(t.Context(), channel.Line(broken, closer{io.Discard})), "the line is cut")
}

// A server of jrpc2 returns the same errors.
func TestAssigner(t *testing.T) {
	local := jserver.NewLocal(server(t), nil)
	defer local.Close()
	tests := []struct {
		method string
		params any
		kind   errkit.Kind
		says   string
	}{
		{"tools/call", map[string]any{"name": "Fail_With", "arguments": map[string]any{"kind": "timeout"}},
			errkit.Timeout, `It is <so> & "so".`},
		{"tools/call", map[string]any{"name": "Calculator_Add", "arguments": map[string]any{"a": "x", "b": 1}},
			errkit.InvalidInput, "a: must be a number"},
		{"tools/call", map[string]any{"name": "Nope"}, errkit.ToolNotFound, ""},
		{"tools/none", nil, errkit.MethodNotFound, ""},
		{"panic", nil, errkit.Internal, ""},
		{"plain", nil, errkit.Internal, ""},
	}
	for _, tt := range tests {
		t.Run(tt.method+" "+tt.kind.String(), func(t *testing.T) {
			_, err := local.Client.Call(t.Context(), tt.method, tt.params)
			require.Error(t, err)
			require.NotContains(t, fmt.Sprintf("%+v", err), canary)
			err = jsonrpc.FromError(err)
			require.ErrorIs(t, err, tt.kind)
			e := errkit.From(err)
			if tt.says != "" {
				require.EqualValues(t, tt.says, e.Message)
			}
		})
	}
	var sum float64
	require.NoError(t, local.Client.CallResult(t.Context(), "tools/call",
		map[string]any{"name": "Calculator_Add", "arguments": map[string]int{"a": 1, "b": 2}}, &sum))
	require.EqualValues(t, 3, sum)
	require.Contains(t, server(t).Names(), "tools/call")
}
