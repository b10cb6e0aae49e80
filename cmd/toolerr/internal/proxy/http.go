// Package proxy has the servers of `toolerr proxy`: one in front of an HTTP server, and one in
// front of a program that serves MCP over standard input and output.
package proxy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/serving"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
)

// Limits of the HTTP server.
const (
	headerTimeout = 10 * time.Second // for the head of a request
	idleTimeout   = 2 * time.Minute  // of a connection
	dialTimeout   = 10 * time.Second // for a connection to the upstream
	maxHeader     = 64 << 10         // bytes of the head of a request, and of a response
	maxIdle       = 256              // connections to the upstream that are kept
)

// HTTP is a reverse proxy whose errors are those of a [bridge.Bridge].
type HTTP struct {
	Upstream *url.URL
	Bridge   bridge.Bridge // without Report
	Log      *slog.Logger
	Grace    time.Duration // for pending requests when the server stops

	// Timeout is for the head of a response, and for progress of the request before it; 0: no
	// limit. See also [bridge.Bridge.Wait].
	Timeout time.Duration

	// Hosts are names in the Host of requests beside localhost, if the listener has a loopback
	// address; others are rejected.
	Hosts []string

	// TrustForwarded states that only a trusted proxy sends requests: its Forwarded and
	// X-Forwarded headers are kept.
	TrustForwarded bool

	Cert, Key string // files for TLS; "": none
}

// Serve serves on listener until ctx is done, and then waits for pending requests. Health and
// metrics are served on admin, unless it is nil. The error is that of a listener, or of the
// certificate.
func (h *HTTP) Serve(ctx context.Context, listener, admin net.Listener) error {
	metrics := newCounts()
	var draining atomic.Bool
	server := h.server(metrics.instrument(h.handler(metrics, isLocal(hostname(listener.Addr().String())))))
	server.DisableGeneralOptionsHandler = true // "OPTIONS *" is for the upstream
	server.RegisterOnShutdown(func() { draining.Store(true) })
	servers := []serving.Server{{Server: server, Listener: listener, Cert: h.Cert, Key: h.Key}}
	if admin != nil {
		servers = append(servers, serving.Server{Server: h.server(metrics.admin(&draining)), Listener: admin})
	}
	h.Log.Info("serving", "addr", listener.Addr().String(), "upstream", header.PublicURL(h.Upstream.String()))
	return serving.Until(ctx, h.Grace, h.Log, servers...)
}

func (h *HTTP) server(handler http.Handler) *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Server{
		Handler: handler, Protocols: protocols, MaxHeaderBytes: maxHeader,
		ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, // streams have no other limit
	}
}

// handler returns the reverse proxy. If it is local, it checks the Host.
func (h *HTTP) handler(m *counts, local bool) http.Handler {
	b := h.Bridge
	b.Wait = h.Timeout
	b.Report = m.reports.Log(h.Log)
	proxy := b.Proxy(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(h.Upstream)
			h.setForwarded(r)
		},
		ModifyResponse: h.relocate,
		Transport: sender{timeout: h.Timeout, transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: dialTimeout}).DialContext,
			ForceAttemptHTTP2:      true,
			MaxIdleConns:           maxIdle,
			MaxIdleConnsPerHost:    maxIdle,
			IdleConnTimeout:        idleTimeout,
			TLSHandshakeTimeout:    dialTimeout,
			ResponseHeaderTimeout:  h.Timeout,
			MaxResponseHeaderBytes: maxHeader,
			DisableCompression:     true, // bodies pass as they are
		}},
		ErrorLog: slog.NewLogLogger(h.Log.Handler(), slog.LevelWarn),
	})
	return lo.Ternary(local, checkHost(proxy, &b, h.Hosts), proxy)
}

// relocate makes a Location at the upstream one at the proxy: the client knows neither the address
// of the upstream nor its query.
func (h *HTTP) relocate(resp *http.Response) error {
	to, err := resp.Location()
	base := h.Upstream.JoinPath("/")
	if err != nil || to.Scheme != base.Scheme || !strings.EqualFold(to.Host, base.Host) {
		return nil
	}
	if path, ok := strings.CutPrefix(to.EscapedPath(), base.EscapedPath()); ok {
		query := strings.Join(lo.Without(strings.Split(to.RawQuery, "&"), strings.Split(base.RawQuery, "&")...), "&")
		here := url.URL{RawQuery: query, Fragment: to.Fragment}
		resp.Header.Set("Location", "/"+strings.TrimLeft(path, "/")+here.String())
	}
	return nil
}

// setForwarded sets the X-Forwarded headers of a request to the upstream. The address of a trusted
// proxy is added to those that it sent, and its other values are kept.
func (h *HTTP) setForwarded(r *httputil.ProxyRequest) {
	if h.TrustForwarded {
		r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"] // SetXForwarded adds to it
	}
	r.SetXForwarded()
	for _, name := range []string{"Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto"} {
		if values := r.In.Header[name]; h.TrustForwarded && len(values) > 0 {
			r.Out.Header[name] = values
		}
	}
}

// ParseUpstream parses the URL of an upstream. The error does not quote it.
func ParseUpstream(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Fragment != "" {
		return nil, errors.New("want an http or https URL with a host, such as http://127.0.0.1:9000")
	}
	if u.User != nil {
		return nil, errors.New("want a URL without a user and a password: the upstream gets the client's Authorization")
	}
	return u, nil
}

// checkHost rejects requests whose Host is neither localhost, a loopback address, nor one of
// hosts, with 403. A page whose name is bound to a loopback address (DNS rebinding) reaches no
// server then: the upstream cannot check the Host, because the proxy replaces it. MCP 2025-11-25,
// Security Best Practices, Local MCP Server Compromise.
func checkHost(next http.Handler, b *bridge.Bridge, hosts []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostname(r.Host)
		if isLocal(host) || slices.ContainsFunc(hosts, func(h string) bool { return strings.EqualFold(h, host) }) {
			next.ServeHTTP(w, r)
			return
		}
		resp := b.Exchange(r).Fail(&errkit.Error{Kind: errkit.PermissionDenied, Stage: errkit.BeforeCall,
			Message: "This name of the host is not allowed.",
			Err:     fmt.Errorf("proxy: the request has the Host %q, which --host does not name", r.Host)})
		resp.Status = http.StatusForbidden
		_ = resp.WriteTo(w, r)
	})
}

// hostname returns a Host without its port, and an IPv6 address without its brackets.
func hostname(host string) string { return (&url.URL{Host: host}).Hostname() }

// isLocal reports whether a name is that of this machine for itself.
func isLocal(name string) bool {
	addr, err := netip.ParseAddr(name)
	return strings.EqualFold(name, "localhost") || err == nil && addr.Unmap().IsLoopback()
}
