package oxpserver_test

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

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/dialect"
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
	s := &oxpserver.Server{
		Boundary: &middleware.Boundary{Report: middleware.Log(slog.New(slog.NewJSONHandler(&log, nil)))},
		Codec:    dialect.Codec{Carry: true},
	}
	require.NoError(t, addTool(s, tool.Definition{Name: "T.T", Version: "1.0.0"}, func(context.Context, victim) (int, error) { return 1, nil }))
	h := s.Handler()
	call := func(input string) string { return `{"request":{"tool_id":"T.T","input":` + input + `}}` }
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
		{"duplicates below a long key", func(n int) string {
			return call(`{"a":{"` + k(n/2) + `":{` + strings.Repeat(`"d":1,`, n/12) + `"d":1}}}`)
		}},
		{"a long unknown member", func(n int) string { return call(`{"` + k(n) + `":1}`) }},
		{"a long unknown member of the request", func(n int) string { return `{"request":{"tool_id":"T.T","` + k(n) + `":1}}` }},
		{"a long tool", func(n int) string { return `{"request":{"tool_id":"T.` + k(n) + `"}}` }},
		{"a long call", func(n int) string { return `{"request":{"tool_id":"T.T","call_id":"` + k(n) + `","input":{}}}` }},
		{"many tokens of the wrong type", func(n int) string {
			return `{"request":{"tool_id":"T.T","context":{"authorization":[` + strings.Repeat(`{"id":"a","token":"b"},`, n/23) + `{"id":1}]}}}`
		}},
		{"not JSON, after a long key", func(n int) string { return `{"` + k(n) + `":[` }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := attack.Linear(t, 32<<10, 1000, func(n int) (string, int) { body := tt.body(n); return body, len(body) }, func(body string) int {
				log.Reset()
				r := httptest.NewRequest(http.MethodPost, "/tools/call", strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				require.True(t, json.Valid(w.Body.Bytes()))
				require.Contains(t, w.Body.String(), `"message"`)
				require.LessOrEqual(t, log.Len(), limit.Record)
				return w.Body.Len()
			})
			for _, size := range out {
				require.LessOrEqual(t, size, limit.Input)
			}
		})
	}
}
