package demo_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/demo"
)

// The demo keeps answers, as its welcome says.
func TestReplay(t *testing.T) {
	h := demo.New("http://127.0.0.1:8080", slog.New(slog.DiscardHandler))
	tests := []struct{ name, path, body string }{
		{"problem", "/problem/Calculator_Add", `{"a":1,"b":2}`},
		{"oxp", "/oxp/tools/call", `{"tool_id":"Calculator.Add","call_id":"k","input":{"a":1,"b":2}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for i := range 2 {
				r := httptest.NewRequest(http.MethodPost, tt.path, strings.NewReader(tt.body))
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Authorization", "Bearer a")
				r.Header.Set("Idempotency-Key", tt.name)
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				require.Equal(t, 200, w.Code, w.Body)
				require.Equal(t, i == 1, w.Header().Get("Idempotent-Replayed") == "true")
			}
		})
	}
}
