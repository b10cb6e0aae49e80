package echoerr_test

import (
	"encoding/json"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v5"
	"github.com/stretchr/testify/require"

	echoerr "github.com/toolerr/toolerr/adapters/echo"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// A request whose outcome is not clear may be repeated if its method says so (RFC 9110 §9.2.2).
func TestRepeatable(t *testing.T) {
	e := echo.New()
	echoerr.Install(e, &nethttp.API{Boundary: new(middleware.Boundary)})
	e.Any("/", func(*echo.Context) error { return errkit.Timeout })
	for method, retry := range map[string]string{"GET": "", "PUT": "", "POST": "after_action", "PATCH": "after_action"} {
		w := httptest.NewRecorder()
		e.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		var doc struct{ Kind, Retry string } // "": that of the kind, which invites
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &doc))
		require.Equal(t, []string{"timeout", retry}, []string{doc.Kind, doc.Retry}, method)
	}
}
