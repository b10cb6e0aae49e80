package nethttp_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func TestBearer(t *testing.T) {
	api := nethttp.API{Boundary: new(middleware.Boundary), Authenticate: nethttp.Bearer("https://example.com/meta")}
	h := api.Handler(func(http.ResponseWriter, *http.Request) error {
		return &errkit.Error{Kind: errkit.PermissionDenied, Needs: &errkit.Needs{Scopes: []string{"bells:ring"}},
			Err: errors.New("hunter2-canary")}
	})
	r := httptest.NewRequest("POST", "/", nil)
	r.Header.Set("Authorization", "Bearer secret-token")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	require.Equal(t, http.StatusForbidden, w.Code)
	require.Equal(t, `Bearer error="insufficient_scope", error_description="Permission denied.", scope="bells:ring", resource_metadata="https://example.com/meta"`, w.Header().Get("WWW-Authenticate"))
	require.NotContains(t, w.Body.String(), "canary")
}
