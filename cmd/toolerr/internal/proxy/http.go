// Package proxy has the servers of `toolerr proxy`: one in front of an HTTP server, and one in front of a program that serves MCP over
// standard input and output.
package proxy

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/internal/publicurl"
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
	Bridge   bridge.Bridge // its Report is called after the log and the metrics; it may be nil
	Log      *slog.Logger
	Timeout  time.Duration // for the head of a response, and for progress of the request before it; 0: no limit. See also [bridge.Bridge.Wait]
	Grace    time.Duration // for pending requests when the server stops
	Hosts    []string      // names in the Host of requests beside localhost, if the listener has a loopback address; others are rejected

	// TrustForwarded states that only a trusted proxy sends requests: its Forwarded and X-Forwarded headers are kept.
	TrustForwarded bool

	Cert, Key string // files for TLS; "": none
}

// Serve serves on listener until ctx is done, and then waits for pending requests. Health and metrics are served on admin, unless it is
// nil. The error is that of a listener, or of the certificate.
func (h *HTTP) Serve(ctx context.Context, listener, admin net.Listener) error {
	metrics := newMetrics()
	// Requests are canceled after Grace, not when ctx is done.
	requests, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	var draining atomic.Bool
	server := h.server(requests, metrics.instrument(h.handler(metrics, isLoopback(listener))))
	server.DisableGeneralOptionsHandler = true // "OPTIONS *" is for the upstream
	servers := []*http.Server{server}
	failed := make(chan error, 2)
	go func() {
		if h.Cert != "" {
			failed <- server.ServeTLS(listener, h.Cert, h.Key)
			return
		}
		failed <- server.Serve(listener)
	}()
	if admin != nil {
		side := h.server(requests, metrics.admin(&draining))
		servers = append(servers, side)
		go func() { failed <- side.Serve(admin) }()
	}
	h.Log.Info("serving", "addr", listener.Addr().String(), "upstream", publicurl.Of(h.Upstream.String()))
	select {
	case err := <-failed:
		cancel()
		for _, s := range servers {
			_ = s.Close()
		}
		return err
	case <-ctx.Done():
	}
	draining.Store(true)
	h.Log.Info("stopping")
	grace, end := context.WithTimeout(requests, h.Grace)
	defer end()
	if err := server.Shutdown(grace); err != nil {
		h.Log.Warn("some requests did not complete in time", "error", err)
		cancel()
	}
	for _, s := range servers {
		_ = s.Close()
	}
	h.Log.Info("stopped")
	return nil
}

func (h *HTTP) server(requests context.Context, handler http.Handler) *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Server{
		Handler:           handler,
		Protocols:         protocols,
		ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, // streams have no other limit
		MaxHeaderBytes: maxHeader,
		ErrorLog:       slog.NewLogLogger(h.Log.Handler(), slog.LevelWarn),
		BaseContext:    func(net.Listener) context.Context { return requests },
	}
}

// handler returns the reverse proxy. If it is local, it checks the Host.
func (h *HTTP) handler(m *metrics, local bool) http.Handler {
	b := h.Bridge
	b.Wait = h.Timeout
	log, more := bridge.Log(h.Log), b.Report
	b.Report = func(ctx context.Context, r *bridge.Report) {
		m.add(r)
		log(ctx, r)
		if more != nil {
			more(ctx, r)
		}
	}
	proxy := b.Proxy(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(h.Upstream)
			h.setForwarded(r)
		},
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
	if !local {
		return proxy
	}
	return checkHost(proxy, &b, h.Hosts)
}

// setForwarded sets the X-Forwarded headers of a request to the upstream. The address of a trusted proxy is added to those that it sent,
// and its other values are kept.
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

// Errors of [ParseUpstream].
var (
	ErrURL  = errors.New("want an http or https URL with a host, such as http://127.0.0.1:9000")
	ErrUser = errors.New("want a URL without a user and a password: the upstream gets the Authorization header of the client")
)

// ParseUpstream parses the URL of an upstream.
func ParseUpstream(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Fragment != "" {
		return nil, ErrURL
	}
	if u.User != nil {
		return nil, ErrUser
	}
	return u, nil
}
