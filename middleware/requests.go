package middleware

import (
	"context"
	"crypto/tls"
	"database/sql/driver"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/header"
)

// WithRequests returns the context of a call whose requests are counted, from which its boundary
// knows whether a call that fails may have taken effect: those of a client of net/http with this
// context, and with their methods those of [RoundTrip]. Adapters use it for the handlers of tools.
func WithRequests(ctx context.Context) context.Context {
	return &header.RequestsContext{Context: ctx}
}

// RoundTrip is rt.RoundTrip, which also counts the request in its context ([WithRequests]):
// whether its method is safe (RFC 9110 §9.2.1), whether it was sent, and whether the server
// refused to process it. It is for http.RoundTripper implementations.
func RoundTrip(rt http.RoundTripper, req *http.Request) (*http.Response, error) {
	r, ok := req.Context().Value(header.RequestsKey{}).(*header.Requests)
	if !ok {
		return rt.RoundTrip(req)
	}
	r.Known.Add(1)
	var sent atomic.Int32
	ctx := &header.Traced{Context: req.Context(), WroteHeaders: func() { sent.Add(1) }}
	res, err := rt.RoundTrip(req.WithContext(ctx))
	if sent.Load() == 0 && !notSent(err) { // not a transport of net/http, or it is not known
		sent.Add(1)
		r.Sent.Add(1)
	}
	switch {
	case header.IsSafe(req.Method):
		r.Harmless.Add(sent.Load())
	case err == nil && (isFault(res.StatusCode) || header.IsRefused(res.StatusCode, res.Header)),
		sent.Load() == 1 && isUnprocessed(err):
		r.Harmless.Add(1)
	}
	return res, err
}

// isFault reports whether a service with this status found a fault in the request, and did
// nothing.
func isFault(status int) bool {
	return status >= 400 && status < 500 && status != http.StatusRequestTimeout
}

// CountRequest counts a request of a protocol other than HTTP in the context of a call
// ([WithRequests]): sent is whether the service may have processed it, safe whether it only reads.
// It is for adapters of clients.
func CountRequest(ctx context.Context, sent, safe bool) {
	r, ok := ctx.Value(header.RequestsKey{}).(*header.Requests)
	if !ok {
		return
	}
	if r.Known.Add(1); sent {
		if r.Sent.Add(1); safe {
			r.Harmless.Add(1)
		}
	}
}

// withEffect returns e with the effect of a call that failed while its tool ran, unless its author,
// or the peer that sent it, states the retry or the effect. A peer states those of one request, not
// of another one before it that may have had an effect.
func withEffect(ctx context.Context, e *errkit.Error) *errkit.Error {
	r, _ := ctx.Value(header.RequestsKey{}).(*header.Requests)
	asks := e.Retry == errkit.AfterAction && r != nil && r.Unsafe() > 0 // and what it asks for repeats the call
	isStated := e.Retry != errkit.RetryUnspecified && !asks || e.Effect != errkit.EffectUnspecified
	others := e.Peer != nil && r != nil && r.Sent.Load() > 1 && r.Unsafe() > 0
	if isStated && !others || isHandled(e) {
		return e
	}
	if effect := max(e.Effect, effectOf(ctx, e, r)); effect != errkit.EffectUnspecified {
		c := *e
		c.Effect = effect
		if e.Retry == errkit.Allowed {
			c.Retry = errkit.RetryUnspecified
		}
		return &c
	}
	return e
}

// effectOf returns the effect of a call that failed with e. Code may do more than what is counted,
// so a request that was refused or not sent does not mean that the call had no effect: only a call
// that may be made twice has none. A limit of its own is one: it refuses a call before anything is
// done, unless there was a request, of which it may be the limit. An Unavailable with a delay need
// not be one, whatever its status is. The error of a peer is about a request that was refused; if
// there was another one that may have had an effect, that counts.
func effectOf(ctx context.Context, e *errkit.Error, r *header.Requests) errkit.Effect {
	of := e.Kind.Effect()
	isLimit := e.Kind == errkit.RateLimited || e.Upstream == http.StatusTooManyRequests ||
		e.RetryAfter > 0 && (e.Kind == errkit.Unavailable || e.Upstream == http.StatusServiceUnavailable)
	ofPeer := e.Peer != nil && (r == nil || r.Sent.Load() <= 1 || r.Unsafe() == 0)
	ofRequest := isFault(e.Upstream) && e.Upstream != http.StatusTooManyRequests
	switch {
	case e.Stage == errkit.BeforeCall && e.Peer == nil:
		return min(of, errkit.EffectNone)
	case ofPeer && (isLimit || e.Stage == errkit.BeforeCall):
		return errkit.EffectUnspecified
	case !ofPeer && r != nil && r.Unsafe() > 0 && !(ofRequest && r.Sent.Load() == 1 && r.Known.Load() == 0):
		return max(of, errkit.EffectUnknown)
	case of == errkit.EffectUnspecified, ofRequest,
		e.Kind == errkit.ExecutionFailed && e.Message != "": // the author knows, and it invites to nothing
		return errkit.EffectUnspecified
	case e.Kind == errkit.RateLimited && e.Upstream == 0 && (r == nil || r.Sent.Load() == 0),
		RepeatableFrom(ctx) == errkit.RepeatableYes && (isLimit || notSent(e.Err)):
		return errkit.EffectNone
	}
	return max(of, errkit.EffectUnknown)
}

// An unsent is the cause of an error of a client whose request had no effect. What the call did
// that made the request is another question.
type unsent struct{ error }

func (u *unsent) Unwrap() error { return u.error }

// isUnsent reports whether the first *errkit.Error in the chain of err is that of such a client.
func isUnsent(err error) bool {
	e, ok := errchain.As[*errkit.Error](err)
	if ok {
		_, ok = e.Err.(*unsent)
	}
	return ok
}

// notSent reports whether an error is that of a request of which nothing reached the service: the
// connection, the TLS handshake or the lookup of the name failed; or that the service did not
// process.
func notSent(err error) bool {
	op, _ := errors.AsType[*net.OpError](err)
	return op != nil && (op.Op == "dial" || op.Op == "proxyconnect" || op.Op == "socks connect") ||
		has[*unsent](err) || isUnprocessed(err) ||
		has[*net.DNSError](err) || has[tls.RecordHeaderError](err) || untrusted(err) ||
		is(err, syscall.ECONNREFUSED, driver.ErrBadConn)
}

// isUnprocessed reports whether a server of HTTP/2 stated that it did not process a request, by
// REFUSED_STREAM or by a GOAWAY with a lower last stream id (RFC 9113 §8.7). The clients of
// net/http and golang.org/x/net have texts for that, and no types or values that other packages
// can compare.
func isUnprocessed(err error) bool {
	return err != nil && errchain.Any(err, func(err error) bool {
		text := strings.TrimPrefix(errchain.Text(err), "http2: Transport: cannot retry err [")
		return strings.HasPrefix(text, "http2: Transport received Server's graceful shutdown GOAWAY") ||
			strings.HasPrefix(text, "http2: Transport received GOAWAY from server ErrCode:") ||
			strings.HasPrefix(text, "stream error: stream ID ") && strings.Contains(text, "; REFUSED_STREAM")
	})
}

// WithRepeatable returns a context in which making the call twice has the effect of making it
// once, or not. Adapters set it from what is known of the call: the annotations of a tool, the
// HTTP method. It returns ctx for [errkit.RepeatableUnstated].
func WithRepeatable(ctx context.Context, r errkit.Repeatable) context.Context {
	if r == errkit.RepeatableUnstated {
		return ctx
	}
	return context.WithValue(ctx, header.RepeatableKey{}, r)
}

// RepeatableFrom returns what WithRepeatable set, or [errkit.RepeatableUnstated].
func RepeatableFrom(ctx context.Context) errkit.Repeatable {
	r, _ := ctx.Value(header.RepeatableKey{}).(errkit.Repeatable)
	return r
}
