package jsonrpc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

// A JSON error that a tool or method returns is the caller's only if the arguments or params have
// the fault.
func TestBlame(t *testing.T) {
	type search struct {
		Filter json.RawMessage `json:"filter,omitempty"`
	}
	type filter struct{ Days int }
	const secret = "hunter2-canary"
	failures := map[string]error{
		"service": json.Unmarshal([]byte(`{"days":"`+secret+`"}`), new(filter)),
		"broken":  json.Unmarshal([]byte(`{"days"`), new(filter)),
		"cache":   fmt.Errorf("%s: %w", secret, io.EOF),
	}
	b := standard.Boundary()
	b.Report = nil
	s := jsonrpc.Server{Boundary: b}
	require.NoError(t, addTool(&s, tool.Definition{Name: "decodes", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(_ context.Context, in search) (string, error) {
			return "", json.Unmarshal(in.Filter, new(filter))
		}))
	require.NoError(t, s.Handle("decodes", func(_ context.Context, r *jrpc2.Request) (any, error) {
		return nil, json.Unmarshal([]byte(r.ParamString()), new(filter))
	}))
	for name, err := range failures {
		require.Error(t, err)
		require.NoError(t, addTool(&s, tool.Definition{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(context.Context, search) (string, error) { return "", err }))
		require.NoError(t, s.Handle(name, func(context.Context, *jrpc2.Request) (any, error) { return nil, err }))
	}
	const internal = `"code":-32603,"message":"Internal error"`
	tests := []struct {
		method, params string
		want           string
	}{
		{"tools/call", `{"name":"decodes","arguments":{"filter":{"days":"x"}}}`, `filter/days: must be an integer`},
		{"decodes", `{"days":"x"}`, `days: must be an integer`},
		{"tools/call", `{"name":"service","arguments":{"filter":{"days":1}}}`, internal},
		{"tools/call", `{"name":"service"}`, internal},
		{"tools/call", `{"name":"broken","arguments":{}}`, internal},
		{"tools/call", `{"name":"cache"}`, internal},
		{"service", `{"days":1}`, internal},
		{"broken", `{}`, internal},
		{"cache", ``, internal},
	}
	for _, tt := range tests {
		t.Run(tt.method+" "+tt.params, func(t *testing.T) {
			body := `{"jsonrpc":"2.0","id":1,"method":"` + tt.method + `"`
			if tt.params != "" {
				body += `,"params":` + tt.params
			}
			r := httptest.NewRequest("POST", "/", strings.NewReader(body+"}"))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			require.Contains(t, w.Body.String(), tt.want)
			require.NotContains(t, w.Body.String(), secret)
		})
	}
}
