package caddyerr_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolerr/toolerr/lab/orders"
)

// An agent behind Caddy places one order, however the upstream fails after it took the order.
func TestOrders(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for the timeout of Caddy in each dialect")
	}
	running := start(t, "")
	// One Caddy has all fronts, each with a prefix of its paths.
	sites := ""
	front := func(t *testing.T, upstream string, timeout time.Duration) string {
		prefix := fmt.Sprintf("/front%d", strings.Count(sites, "handle_path"))
		sites += fmt.Sprintf("handle_path %s/* {\n", prefix)
		for _, d := range orders.OfClients() {
			sites += fmt.Sprintf(`@%[1]s header %[2]s %[1]s
				handle @%[1]s {
					toolerr %[1]s
					reverse_proxy %[3]s {
						transport http {
							response_header_timeout %[4]s
						}
					}
				}
				`, d.Name(), orders.Dialect, upstream, timeout)
		}
		sites += "}\n"
		running.load(t, sites)
		return running.URL + prefix
	}
	orders.RequireOneBehind(t, front)
	orders.RequireInvitationsBehind(t, front)
}
