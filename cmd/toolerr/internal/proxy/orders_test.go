package proxy

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/adcp"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/lab/orders"
	"github.com/toolerr/toolerr/lab/orders/bare"
)

// An agent behind the proxy places one order, however the upstream fails after it took the order.
func TestOrders(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for the timeout of the proxy in each dialect")
	}
	front := func(t *testing.T, upstream string, timeout time.Duration) string {
		return start(t, upstream, func(h *HTTP) { h.Bridge.Choose, h.Timeout = orders.Choose, timeout }).base
	}
	orders.RequireOneBehind(t, front)
	orders.RequireInvitationsBehind(t, front)
}

// So does one behind the proxy of a server of an SDK that does not use toolerr, whose tool fails.
func TestOrdersOfBareServer(t *testing.T) {
	for _, to := range []dialect.Dialect{mcp.Dialect{}, toolerror.Dialect{}, adcp.Dialect{}} {
		t.Run(to.Name(), func(t *testing.T) {
			orders.RequireOne(t, func(t *testing.T, o *orders.Order) func() string {
				upstream := httptest.NewServer(bare.Server(o))
				t.Cleanup(upstream.Close)
				front := start(t, upstream.URL, func(h *HTTP) { h.Bridge.Choose = orders.Choose })
				return orders.Ask(t, to, http.MethodPost, front.base)
			})
		})
	}
}
