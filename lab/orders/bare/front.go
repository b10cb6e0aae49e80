package bare

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/lab/orders"
)

// RequireOneBehind requires that an agent places one order, however the tool of a [Server] behind
// a front fails after it took the order, in each dialect.
func RequireOneBehind(t *testing.T, serve orders.Front) {
	t.Helper()
	var current atomic.Pointer[http.Handler]
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		(*current.Load()).ServeHTTP(w, r)
	}))
	t.Cleanup(upstream.Close)
	front := serve(t, upstream.URL, time.Minute)
	for _, d := range all.Dialects() {
		t.Run(d.Name(), func(t *testing.T) {
			orders.RequireOne(t, func(t *testing.T, o *orders.Order) func() string {
				h := Server(o)
				current.Store(&h)
				return orders.Ask(t, d, http.MethodPost, front+"/")
			})
		})
	}
}
