package proxy

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/errkit"
)

// checkHost rejects requests whose Host is neither localhost, a loopback address, nor one of hosts, with 403. A page whose name is
// bound to a loopback address (DNS rebinding) reaches no server then: the upstream cannot check the Host, because the proxy replaces it.
// MCP 2025-11-25, Security Best Practices, Local MCP Server Compromise.
func checkHost(next http.Handler, b *bridge.Bridge, hosts []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostname(r.Host)
		if isLocal(host) || slices.ContainsFunc(hosts, func(h string) bool { return strings.EqualFold(h, host) }) {
			next.ServeHTTP(w, r)
			return
		}
		resp := b.Exchange(r).Fail(&errkit.Error{Kind: errkit.PermissionDenied, Stage: errkit.BeforeCall, Message: "This name of the host is not allowed.",
			Err: fmt.Errorf("proxy: the request has the Host %q, which --host does not name", r.Host)})
		resp.Status = http.StatusForbidden
		_ = resp.WriteTo(w, r)
	})
}

// hostname returns a Host without its port, and an IPv6 address without its brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// isLocal reports whether a name is that of this machine for itself.
func isLocal(name string) bool {
	addr, err := netip.ParseAddr(name)
	return strings.EqualFold(name, "localhost") || err == nil && addr.Unmap().IsLoopback()
}

// isLoopback reports whether a listener accepts connections from this machine only.
func isLoopback(listener net.Listener) bool {
	return isLocal(hostname(listener.Addr().String()))
}
