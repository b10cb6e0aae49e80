package bridge

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
)

// failure returns the error of a response with the status of an error, whatever its body is. A nil
// body is not known.
func (b *Bridge) failure(status int, h http.Header, body []byte) *errkit.Error {
	if !header.IsError(status) {
		status = http.StatusInternalServerError // RFC 9110 §15
	}
	codec := b.codec()
	if status > http.StatusForbidden && h["Www-Authenticate"] != nil { // a challenge is not the reason (RFC 6750 §3.1)
		h = maps.Clone(h)
		delete(h, "Www-Authenticate")
	}
	d := dialect.Document{Dialect: b.From, Status: status, Header: h, Body: body}
	if isDocument(body) {
		if e, err := codec.Decode(d); err == nil && e != nil {
			return e
		}
	}
	d.Dialect, d.Body = problem.Dialect{}, nil
	e, _ := codec.Decode(d) // with such a status any body is an error
	e.Peer.Dialect, e.Peer.Raw = "http", string(body)
	return e
}

// maxOther is the length of a body that is looked into although it is not JSON, in bytes: each
// dialect parses it.
const maxOther = 16 << 10

// isDocument reports whether the body of an error may be of a dialect.
func isDocument(body []byte) bool {
	if len(body) <= maxOther {
		return len(body) > 0
	}
	_, err := jsontree.Parse(body, jsontree.Limits{})
	return err == nil
}

// isReadable reports whether decoded can read a body with an encoding.
func isReadable(encoding string) bool {
	return encoding == "" || encoding == "gzip" || encoding == "x-gzip"
}

// encoding returns how a body is compressed, "" if it is not (RFC 9110 §8.4).
func encoding(h http.Header) string {
	e := strings.ToLower(strings.TrimSpace(strings.Join(h["Content-Encoding"], ",")))
	if e == "identity" {
		return ""
	}
	return e
}

// decoded returns a body that isReadable without its encoding, nil if it is damaged, or longer
// than the bound.
func decoded(h http.Header, body []byte, bound int) []byte {
	if encoding(h) == "" {
		return body
	}
	in, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil
	}
	plain, err := io.ReadAll(io.LimitReader(in, int64(bound)+1))
	if err != nil || len(plain) > bound {
		return nil
	}
	return plain
}

// unreached returns the error of a request that has no response, or not all of one: that of a
// request that could not be read, Canceled if the client disconnected, the error in err if there
// is one that this program made, Internal for a panic, Timeout, Network if nothing was sent, or
// UpstreamFailed. It has the effect of the call.
func (x *Exchange) unreached(err error) *errkit.Error {
	ctx := x.request.Context()
	if e := x.body.clientFault(); e != nil {
		return e
	}
	if ctx.Err() == context.Canceled {
		return x.withEffect(&errkit.Error{Kind: errkit.Canceled, Err: err}, err)
	}
	b := middleware.Boundary{Classify: []middleware.Classifier{
		middleware.ClientNetwork,
		func(context.Context, error) *errkit.Error { return &errkit.Error{Kind: errkit.Network} },
	}}
	e := errkit.From(b.Handle(ctx, err))
	if e.Kind == errkit.Network && e.Stage != errkit.BeforeCall && x.maySend(err) {
		e = &errkit.Error{Kind: errkit.UpstreamFailed, Err: err}
	}
	return x.withEffect(e, err)
}

// outgoing returns the request to the upstream, and what cancels it: it has the encodings that can
// be examined, and a trace.
func (x *Exchange) outgoing() (r *http.Request, cancel func()) {
	ctx := x.request.Context()
	if x.isProxied { // it changes what the proxy has of them
		return x.request.WithContext(ctx), func() {}
	}
	ctx, cancel = context.WithCancel(ctx)
	r = x.traced(ctx, x.request)
	r.Header = maps.Clone(r.Header)
	x.acceptIn(r)
	return r, cancel
}

// acceptIn sets the encodings in a request to the upstream.
func (x *Exchange) acceptIn(r *http.Request) {
	if accept := x.AcceptEncoding(); accept != "" {
		r.Header["Accept-Encoding"] = []string{accept}
	}
}

// traced returns a request with a context and a trace of its own, by which a transport of package
// net/http states whether it had a connection.
func (x *Exchange) traced(ctx context.Context, r *http.Request) *http.Request {
	return r.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GetConn: x.asks, GotConn: x.has}))
}

func (x *Exchange) asks(string)                 { x.asked.Add(1) }
func (x *Exchange) has(_ httptrace.GotConnInfo) { x.had.Add(1) }

// maySend reports whether the upstream may have processed a request that failed with err: the
// transport had a connection, or has no trace, and err is not one of a request that was not sent,
// or that a server of HTTP/2 refused (RFC 9113 §8.7). If the transport sent it again, err is only
// about the last time.
func (x *Exchange) maySend(err error) bool {
	asked := x.asked.Load()
	if asked > 0 && x.had.Load() == 0 {
		return false
	}
	e := middleware.ClientNetwork(context.Background(), err)
	return asked > 1 || x.status != 0 || e == nil || e.Effect != errkit.EffectNone
}

// maxText is how much of a body that is not a document is reported, in bytes.
const maxText = 2048

// shownText returns a colon and the start of a text of the upstream for a log, "" if there is
// none.
func shownText[T string | []byte](text T) string {
	switch more := len(text) - maxText; {
	case len(text) == 0:
		return ""
	case more > 0:
		return fmt.Sprintf(": %s... (%d more bytes)", strings.ToValidUTF8(string(text[:maxText]), "\uFFFD"), more)
	}
	return ": " + strings.ToValidUTF8(string(text), "\uFFFD")
}
