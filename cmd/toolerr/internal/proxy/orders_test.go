package proxy

import (
	"testing"
	"time"

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
	bare.RequireOneBehind(t, front)
}
