package oxpserver_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/dialect"
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
	s := &oxpserver.Server{
		Boundary: &middleware.Boundary{Report: middleware.Log(slog.New(slog.NewJSONHandler(&log, nil)))},
		Codec:    dialect.Codec{Carry: true},
	}
	require.NoError(t, s.Add(tool.New("T.T", "",
		func(context.Context, attack.ToolInput) (int, error) { return 1, nil })))
	k := func(n int) string { return strings.Repeat("k", n) }
	tests := []struct {
		name string
		call func(n int) string
	}{
		{"a long unknown member of the request", func(n int) string { return `{"tool_id":"T.T","` + k(n) + `":1}` }},
		{"a long tool", func(n int) string { return `{"tool_id":"T.` + k(n) + `"}` }},
		{"a long call", func(n int) string { return `{"tool_id":"T.T","call_id":"` + k(n) + `","input":{}}` }},
		{"many tokens of the wrong type", func(n int) string {
			return `{"tool_id":"T.T","context":{"authorization":[` + strings.Repeat(`{"id":"a","token":"b"},`, n/23) +
				`{"id":1}]}}`
		}},
	}
	for _, tt := range attack.ToolInputs {
		tests = append(tests, struct {
			name string
			call func(n int) string
		}{tt.Name, func(n int) string { return `{"tool_id":"T.T","input":` + tt.Input(n) + `}` }})
	}
	server := attack.Server{Handler: s.Handler(), Log: &log, Error: `"message"`, Factor: 1000}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server.Attack(t, func(n int) *http.Request {
				return attack.Post("/tools/call",
					`{"request":`+tt.call(n)+`}`)
			})
		})
	}
}
