package ginerr_test

import (
	"encoding/json"
	"net/http/httptest"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/stretchr/testify/require"

	ginerr "github.com/toolerr/toolerr/adapters/gin"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// A request whose outcome is not clear may be repeated if its method says so (RFC 9110 §9.2.2).
func TestRepeatable(t *testing.T) {
	engine := gin.New()
	ginerr.Install(engine, &nethttp.API{Boundary: new(middleware.Boundary)})
	engine.Any("/", ginerr.Handle(func(*gin.Context) error { return errkit.Timeout }))
	for method, retry := range map[string]string{"GET": "", "PUT": "", "POST": "after_action", "PATCH": "after_action"} {
		w := httptest.NewRecorder()
		engine.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		var doc struct{ Kind, Retry string } // "": that of the kind, which invites
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &doc))
		require.Equal(t, []string{"timeout", retry}, []string{doc.Kind, doc.Retry}, method)
	}
}
