package bridge

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
)

// rewrite is the Rewrite of the proxy. What the given one leaves of the request target is sent byte for byte: a ReverseProxy drops
// parameters of a query that [url.ParseQuery] does not accept, and package url escapes characters that a path must not have (RFC 3986 §3.3).
// Only spaces are escaped.
func (x *proxied) rewrite(r *httputil.ProxyRequest) {
	in := r.In.URL
	r.Out.URL.RawQuery = in.RawQuery
	x.given.Rewrite(r)
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

// transport returns the transport of the proxy, or the one inside that its Unwrap method returns: it decides whether a forward proxy
// gets the request. It is nil if that cannot be known.
func (x *proxied) transport() *http.Transport {
	t := cmp.Or(x.given.Transport, http.DefaultTransport)
	for {
		w, ok := t.(interface{ Unwrap() http.RoundTripper })
		if !ok {
			break
		}
		t = w.Unwrap()
	}
	inner, _ := t.(*http.Transport)
	return inner
}

// escapeSpace escapes the spaces and control characters of a path or a query (RFC 3986 §2.1): a server of HTTP/2 accepts spaces, and one
// in a request line ends the target (RFC 9112 §3).
func escapeSpace(text string) string {
	isSpace := func(r rune) bool { return r <= ' ' || r == 0x7f }
	i := strings.IndexFunc(text, isSpace)
	if i < 0 {
		return text
	}
	var b strings.Builder
	for ; i >= 0; i = strings.IndexFunc(text, isSpace) {
		fmt.Fprintf(&b, "%s%%%02X", text[:i], text[i])
		text = text[i+1:]
	}
	return b.String() + text
}
