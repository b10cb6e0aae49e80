package jsonrpc_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/attack"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// TestAttacks checks that responses and log records have a bound, whatever a request contains,
// and that the work is linear.
func TestAttacks(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it sends every attack")
	}
	var log bytes.Buffer
	s := &jsonrpc.Server{
		Boundary:    &middleware.Boundary{Report: middleware.Log(slog.New(slog.NewJSONHandler(&log, nil)))},
		Concurrency: 1,
	}
	require.NoError(t, s.Add(tool.New("t", "",
		func(context.Context, attack.ToolInput) (int, error) { return 1, nil })))
	call := func(arguments string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":` + arguments + `}}`
	}
	k := func(n int) string { return strings.Repeat("k", n) }
	tests := []struct {
		name string
		body func(n int) string
	}{
		{"a long tool", func(n int) string {
			return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + k(n) + `"}}`
		}},
		{"a long method", func(n int) string { return `{"jsonrpc":"2.0","id":1,"method":"` + k(n) + `"}` }},
		{"a long id", func(n int) string { return `{"jsonrpc":"2.0","id":"` + k(n) + `","method":"tools/call"}` }},
		{"a batch of wrong calls", func(n int) string {
			one := call(`{"l":[` + strings.Repeat(`1,`, n/200) + `1]}`)
			return `[` + strings.Repeat(one+",", 99) + one + `]`
		}},
	}
	for _, tt := range attack.ToolInputs {
		tests = append(tests, struct {
			name string
			body func(n int) string
		}{tt.Name, func(n int) string { return call(tt.Input(n)) }})
	}
	const envelopes = 100 * 400 // of a batch, without what is wrong
	server := attack.Server{Handler: s, Log: &log, Error: `"error"`, Most: text.MaxInput + envelopes, Factor: 1000}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server.Attack(t, func(n int) *http.Request { return attack.Post("/", tt.body(n)) })
		})
	}
}
