package nethttp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// A request whose outcome is not clear may be repeated if its method says so (RFC 9110 §9.2.2), or
// the program.
func TestRepeatable(t *testing.T) {
	states := func(r errkit.Repeatable) func(context.Context) context.Context {
		return func(ctx context.Context) context.Context { return middleware.WithRepeatable(ctx, r) }
	}
	tests := []struct {
		method string
		states func(context.Context) context.Context
		retry  string
	}{
		{"GET", nil, ""},
		{"OPTIONS", nil, ""},
		{"PUT", nil, ""},
		{"DELETE", nil, ""},
		{"POST", nil, "after_action"},
		{"PATCH", nil, "after_action"},
		{"POST", states(errkit.RepeatableYes), ""},
		{"PUT", states(errkit.RepeatableNo), "after_action"},
	}
	for _, tt := range tests {
		t.Run(tt.method, func(t *testing.T) {
			api := nethttp.API{Boundary: new(middleware.Boundary)}
			h := api.Handler(func(http.ResponseWriter, *http.Request) error { return errkit.Timeout })
			r := httptest.NewRequest(tt.method, "/", strings.NewReader("{}"))
			if tt.states != nil {
				r = r.WithContext(tt.states(r.Context()))
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			var doc struct{ Retry string } // "": that of the kind, which invites
			require.NoError(t, json.Unmarshal(w.Body.Bytes(), &doc))
			require.Equal(t, tt.retry, doc.Retry)
		})
	}
}
