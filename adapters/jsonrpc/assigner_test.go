package jsonrpc_test

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	jserver "github.com/creachadair/jrpc2/server"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/errkit"
)

// A server of jrpc2 responds to each line of an input, as over stdio. Those of a method are errors
// of AAI, whose private text is in none.
func TestLines(t *testing.T) {
	in := strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"raw"}`,
		`{"jsonrpc":"2.0","method":"panic"}`,
		`nonsense`,
		`[{"jsonrpc":"2.0","id":2,"method":"abort"},{"jsonrpc":"2.0","id":3,"method":"nothing"}]`,
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"Panic"}}`,
		``,
	}, "\n")
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	served := jrpc2.NewServer(server(t), nil).Start(channel.Line(inR, outW))
	go func() { _, _ = io.WriteString(inW, in) }()
	var lines []string
	for out := bufio.NewScanner(outR); len(lines) < 4 && out.Scan(); {
		lines = append(lines, out.Text())
	}
	require.NoError(t, inW.Close())
	require.NoError(t, served.Wait())
	slices.Sort(lines)
	require.NotContains(t, strings.Join(lines, "\n"), canary)
	const internal = `"error":{"code":-32603,"message":"Internal error","data":{"type":"INTERNAL_ERROR",` +
		`"detail":"This call may have taken effect: check that first."}}}`
	require.Equal(t, []string{
		`[{"jsonrpc":"2.0","id":2,` + internal + `,{"jsonrpc":"2.0","id":3,"result":null}]`,
		`{"jsonrpc":"2.0","id":1,"result":{"a":"\u003cb\u003e"}}`,
		`{"jsonrpc":"2.0","id":4,` + internal,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"invalid request value"}}`,
	}, lines)
}

// A handler that ends its goroutine is an internal error.
func TestAssignerGoexit(t *testing.T) {
	local := jserver.NewLocal(exits(t, nil), nil)
	defer local.Close()
	require.NoError(t, local.Client.Notify(t.Context(), "exit", nil))
	_, err := local.Client.Call(t.Context(), "exit", nil)
	require.ErrorIs(t, jsonrpc.FromError(err), errkit.Internal)
	var exited int
	require.NoError(t, local.Client.CallResult(t.Context(), "exited", nil, &exited))
	require.Equal(t, 2, exited)
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
