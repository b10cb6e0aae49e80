package jsonrpc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/internal/attack"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

type victim struct {
	M map[string][]leaf `json:"m,omitempty" validate:"dive,dive"`
	L []leaf            `json:"l,omitempty" validate:"dive"`
	A any               `json:"a,omitempty"`
}

type leaf struct {
	X string `json:"x,omitempty" validate:"required"`
}

// TestAttacks checks that responses and log records have a bound, whatever a request contains, and that the work is linear.
func TestAttacks(t *testing.T) {
	var log bytes.Buffer
	s := &jsonrpc.Server{
		Boundary: &middleware.Boundary{Report: middleware.Log(slog.New(slog.NewJSONHandler(&log, nil)))},
		MaxBody:  1 << 20, Concurrency: 1,
	}
	require.NoError(t, addTool(s, tool.Definition{Name: "t"}, func(context.Context, victim) (int, error) { return 1, nil }))
	call := func(arguments string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":` + arguments + `}}`
	}
	k := func(n int) string { return strings.Repeat("k", n) }
	tests := []struct {
		name string
		body func(n int) string
	}{
		{"a long key around many faults", func(n int) string {
			return call(`{"m":{"` + k(n/2) + `":[` + strings.Repeat(`{"x":1},`, n/16) + `{}]}}`)
		}},
		{"a long key around many violations", func(n int) string {
			return call(`{"m":{"` + k(n/2) + `":[` + strings.Repeat(`{},`, n/6) + `{}]}}`)
		}},
		{"a wide list", func(n int) string { return call(`{"l":[` + strings.Repeat(`{},`, n/3) + `{}]}`) }},
		{"numbers out of range", func(n int) string { return call(`{"a":{"` + k(n/2) + `":[` + strings.Repeat(`1e9999,`, n/14) + `1]}}`) }},
		{"a long unknown member", func(n int) string { return call(`{"` + k(n) + `":1}`) }},
		{"a long tool", func(n int) string {
			return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + k(n) + `"}}`
		}},
		{"a long method", func(n int) string { return `{"jsonrpc":"2.0","id":1,"method":"` + k(n) + `"}` }},
		{"a long id", func(n int) string { return `{"jsonrpc":"2.0","id":"` + k(n) + `","method":"tools/call"}` }},
		{"not JSON, after a long key", func(n int) string { return `{"` + k(n) + `":[` }},
		{"a batch of wrong calls", func(n int) string {
			one := call(`{"l":[` + strings.Repeat(`1,`, n/200) + `1]}`)
			return `[` + strings.Repeat(one+",", 99) + one + `]`
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := attack.Linear(t, 32<<10, 1000, func(n int) (string, int) { body := tt.body(n); return body, len(body) }, func(body string) int {
				log.Reset()
				r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				require.True(t, json.Valid(w.Body.Bytes()))
				require.Contains(t, w.Body.String(), `"error"`)
				for record := range bytes.Lines(log.Bytes()) {
					require.LessOrEqual(t, len(record), limit.Record)
				}
				return w.Body.Len()
			})
			const envelopes = 100 * 400 // of a batch, without what is wrong
			for _, size := range out {
				require.LessOrEqual(t, size, limit.Input+envelopes)
			}
		})
	}
}
