package bridge

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// Proxy returns a handler that forwards requests by p and replaces the errors in the responses. It
// sets ModifyResponse, ErrorHandler, Transport and, if p has none, BufferPool of a copy of p, and
// flushes each part of a response if p has no FlushInterval. A ModifyResponse of p is called
// before, with the upstream's response. Rewrite of p gets the query as the client sent it, with
// parameters that a ReverseProxy would drop, and what it leaves of the request target is sent byte
// for byte, but for spaces, which are escaped. That of a path needs a Transport that is nil, an
// [http.Transport], or has a method Unwrap() http.RoundTripper that returns one; with any other,
// the path is as package url escapes it.
//
// The body of a request of at most 4 KiB is read before the upstream gets the head, unless the
// client waits for "100 Continue": both are sent at once then. A client that does not send it
// within Wait gets an error.
func (b *Bridge) Proxy(p *httputil.ReverseProxy) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &proxied{Exchange: b.Exchange(r), given: p, proxy: *p}
		x.isProxied = true
		if p.BufferPool == nil {
			x.proxy.BufferPool = chunkPool{}
		}
		x.proxy.ModifyResponse = x.modifyResponse
		x.proxy.Transport = x
		x.proxy.ErrorHandler = func(_ http.ResponseWriter, _ *http.Request, err error) { x.failed = err }
		switch {
		case p.Rewrite != nil:
			x.proxy.Rewrite = x.rewrite
		//lint:ignore SA1019 the program's own proxy may have a Director
		case p.Director != nil:
			//lint:ignore SA1019 the same
			x.proxy.Director = func(r *http.Request) {
				x.acceptIn(r)
				//lint:ignore SA1019 the same
				p.Director(r)
				sendOnce(r)
			}
		}
		x.handle(w, func(w http.ResponseWriter, r *http.Request) error {
			x.writer = w.(*writer)
			x.proxy.ServeHTTP(w, r)
			return x.failed
		})
	})
}

// A proxied is an Exchange of a ReverseProxy.
type proxied struct {
	*Exchange
	given    *httputil.ReverseProxy
	proxy    httputil.ReverseProxy // a copy of it
	writer   *writer
	failed   error // why there is no response
	upstream watched
}

// modifyResponse is the ModifyResponse of the proxy. A proxy does not report why a body cannot be
// read.
func (x *proxied) modifyResponse(resp *http.Response) error {
	if x.given.ModifyResponse != nil {
		if err := x.given.ModifyResponse(resp); err != nil {
			return err
		}
	}
	if resp.Header["Content-Type"] == nil { // no server guesses it
		x.writer.header["Content-Type"] = nil
	}
	if resp.StatusCode != http.StatusSwitchingProtocols {
		x.upstream = watched{resp.Body, resp, x.writer}
		x.writer.cancel = func() { _ = x.upstream.Close() }
		resp.Body = &x.upstream
	}
	if x.given.FlushInterval == 0 { // a ReverseProxy needs a timer for it, and does it if the length is not known
		x.writer.unflushed = resp.ContentLength
	}
	return nil
}

// RoundTrip keeps the header Upgrade of a 426 (RFC 9110 §15.5.22), which a ReverseProxy removes. A
// ReverseProxy has a trace of its own, and to compose one with another takes longer.
func (x *proxied) RoundTrip(r *http.Request) (*http.Response, error) {
	if t := httptrace.ContextClientTrace(r.Context()); t != nil && t.GetConn == nil && t.GotConn == nil {
		t.GetConn, t.GotConn = x.asks, x.has
	} else {
		r = x.traced(r.Context(), r)
	}
	if n := r.ContentLength; n > 0 && n <= maxSmall && r.Header["Expect"] == nil { // sent at once with the head
		body := make([]byte, n)
		slow := time.AfterFunc(x.bridge.wait(), func() {
			_ = http.NewResponseController(x.writer.inner).SetReadDeadline(time.Now())
		})
		_, err := io.ReadFull(r.Body, body)
		if slow.Stop(); err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	resp, err := cmp.Or(x.given.Transport, http.DefaultTransport).RoundTrip(r)
	if err == nil && resp.StatusCode == http.StatusUpgradeRequired && x.request.ProtoMajor == 1 {
		x.upgrade = resp.Header["Upgrade"]
	}
	return resp, err
}

// maxSmall is the length of the body of a request that is read before its head is sent, in bytes.
const maxSmall = 4 << 10

// watched is the body of a response.
type watched struct {
	io.ReadCloser
	response *http.Response
	writer   *writer
}

// Read notes the end of a body that is held, and an error. A ReverseProxy gets none for a response
// that is held or edited: it ends with a document of its own then, and is not what a ReverseProxy
// would log.
func (b *watched) Read(p []byte) (n int, err error) {
	if n, err = b.ReadCloser.Read(p); err == nil {
		return n, nil
	}
	b.writer.mu.Lock()
	defer b.writer.mu.Unlock()
	if errors.Is(err, io.EOF) {
		b.writer.whole = b.writer.x.action == Hold && len(b.response.Trailer) == 0
	} else if b.writer.cause = err; b.writer.x.action != Pass {
		err = io.EOF
	}
	return n, err
}

// chunkSize is how much of a body is read and sent at once, in bytes. Of 64 KiB, TCP sends most in
// one packet and the last bytes in another: on the loopback interface, 1 MB costs a fifth more
// processor time then.
const chunkSize = 60 << 10

var chunks = sync.Pool{New: func() any { return new([chunkSize]byte) }}

// chunkPool is the BufferPool of a proxy that has none.
type chunkPool struct{}

func (chunkPool) Get() []byte  { return chunks.Get().(*[chunkSize]byte)[:] }
func (chunkPool) Put(b []byte) { chunks.Put((*[chunkSize]byte)(b)) }

// rewrite is the Rewrite of the proxy. What the given one leaves of the request target is sent
// byte for byte: a ReverseProxy drops parameters of a query that [url.ParseQuery] does not accept,
// and package url escapes characters that a path must not have (RFC 3986 §3.3). Only spaces are
// escaped.
func (x *proxied) rewrite(r *httputil.ProxyRequest) {
	in := r.In.URL
	r.Out.URL.RawQuery = in.RawQuery
	x.given.Rewrite(r)
	sendOnce(r.Out)
	if slices.Equal(r.Out.Header["Accept-Encoding"], r.In.Header["Accept-Encoding"]) {
		x.acceptIn(r.Out)
	}
	x.ownCredentials = !slices.Equal(r.Out.Header["Authorization"], r.In.Header["Authorization"])
	out := r.Out.URL
	out.RawQuery = escapeSpace(out.RawQuery)
	if out.Opaque != "" {
		return
	}
	if in.Path == "*" { // OPTIONS: the server as a whole (RFC 9112 §3.2.4)
		out.Path, out.RawPath = "*", ""
		return
	}
	path := escapeSpace(cmp.Or(in.RawPath, in.EscapedPath()))
	before, kept := strings.CutSuffix(out.EscapedPath(), in.EscapedPath())
	if text, err := url.PathUnescape(path); !kept || err != nil || text != in.Path || path == in.EscapedPath() {
		return
	}
	transport := x.transport()
	if transport == nil {
		return
	}
	var proxy *url.URL
	if transport.Proxy != nil && out.Scheme == "http" { // else it is a tunnel
		proxy, _ = transport.Proxy(r.Out)
	}
	switch whole := before + path; {
	case proxy == nil && !strings.HasPrefix(whole, "//"):
		out.Opaque = whole
	case out.Scheme == "http":
		out.Opaque = "//" + out.Host + whole // the absolute form (RFC 9112 §3.2.2), which package url makes of it
	}
}

// transport returns the transport of the proxy, or the one inside that its Unwrap method returns:
// it decides whether a forward proxy gets the request. It is nil if that cannot be known.
func (x *proxied) transport() *http.Transport {
	for t := cmp.Or(x.given.Transport, http.DefaultTransport); ; {
		switch inner := t.(type) {
		case *http.Transport:
			return inner
		case interface{ Unwrap() http.RoundTripper }:
			t = inner.Unwrap()
		default:
			return nil
		}
	}
}

// escapeSpace escapes the spaces of a path or a query (RFC 3986 §2.1): a server of HTTP/2 accepts
// them, and one in a request line ends the target (RFC 9112 §3). A transport refuses control
// characters.
func escapeSpace(text string) string { return strings.ReplaceAll(text, " ", "%20") }
