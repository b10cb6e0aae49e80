package oxpserver_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

// A later call with a call_id gets the first answer; one with another input is another call.
func TestReplay(t *testing.T) {
	const body = `{"tool_id":"T.Buy","call_id":"1","input":{"text":"a"}}`
	known := func(r *http.Request) { r.Header.Set("Authorization", "Bearer a") }
	tests := []struct {
		name, second string
		change       func(*http.Request)
		runs         int
	}{
		{"the same again", body, known, 1},
		{"another input", strings.ReplaceAll(body, `"a"`, `"b"`), known, 2},
		{"another call_id", strings.ReplaceAll(body, `"1"`, `"2"`), known, 2},
		{"an empty call_id", strings.ReplaceAll(body, `"1"`, `""`), known, 2},
		{"an unknown caller", body, func(*http.Request) {}, 2},
		{"a cookie is of any browser", body, func(r *http.Request) { r.Header.Set("Cookie", "lang=en") }, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			runs := 0
			s := oxpserver.Server{Boundary: new(middleware.Boundary), Keys: &idempotency.Keys{Replay: true}}
			require.NoError(t, addTool(&s, tool.Definition{Name: "T.Buy", Version: "1.0.0"},
				func(context.Context, note) (int, error) { runs++; return runs, nil }))
			h := s.Handler()
			send(h, t.Context(), body, tt.change)
			w := send(h, t.Context(), tt.second, tt.change)
			require.Equal(t, 200, w.Code, w.Body)
			require.Equal(t, tt.runs, runs)
			require.Equal(t, tt.runs == 1, w.Header().Get("Idempotent-Replayed") == "true")
		})
	}
}
