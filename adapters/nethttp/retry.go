package nethttp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// RetryTransport is an [http.RoundTripper] that repeats a call if that is allowed:
//   - by a member of the response (OXP's can_retry, toolError's retryable, the
//     member retry of a problem);
//   - by a delay in the response (retry_after_ms, Retry-After), unless a member
//     forbids it;
//   - by HTTP, if the method is idempotent or the request has an Idempotency-Key
//     (RFC 9110 §9.2.2), and the table allows it for the kind of the error: too
//     many calls, unavailable, a timeout.
//
// A call is not repeated if the response forbids it or requires an action first,
// if its body cannot be sent again (see [http.Request.GetBody]), or if there was
// no response.
//
// It waits for the delay in the response, or with exponential backoff. It stops,
// and returns the last response unchanged, after Tries calls, if the delay is
// longer than MaxWait, and if the request's context would end before the delay.
//
// The zero RetryTransport decodes application/problem+json, and the status and
// Retry-After of any other response; set Codec for more.
type RetryTransport struct {
	Codec   dialect.Codec     // decodes the responses, in its Dialects; see [ReadError]
	Base    http.RoundTripper // nil: http.DefaultTransport
	Tries   int               // calls at most, the first one among them; 0: 3
	MaxWait time.Duration     // the longest wait before one call; 0: 30 seconds
}

// RoundTrip implements [http.RoundTripper].
func (t *RetryTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	base, tries, maxWait := t.Base, t.Tries, t.MaxWait
	if base == nil {
		base = http.DefaultTransport
	}
	if tries <= 0 {
		tries = 3
	}
	if maxWait <= 0 {
		maxWait = 30 * time.Second
	}
	if !again(r) {
		return base.RoundTrip(r)
	}
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = maxWait
	n := 0
	var last *http.Response
	resp, err := backoff.Retry(r.Context(), func() (*http.Response, error) {
		attempt, err := renewed(r, n)
		if err != nil {
			return nil, backoff.Permanent(err)
		}
		discard(last)
		if last, err = base.RoundTrip(attempt); err != nil {
			return nil, backoff.Permanent(err)
		}
		n++
		after, may := t.repeat(r, last)
		if !may || n >= tries || after > maxWait || ends(r.Context(), max(after, wait.InitialInterval)) {
			return last, nil
		}
		if after > 0 {
			return last, &backoff.RetryAfterError{Duration: after}
		}
		return last, errRepeat
	}, backoff.WithBackOff(wait), backoff.WithMaxElapsedTime(0))
	if err == nil {
		return resp, nil
	}
	discard(last)
	if permanent := (*backoff.PermanentError)(nil); errors.As(err, &permanent) {
		err = permanent.Err
	}
	return nil, err
}

var errRepeat = errors.New("nethttp: the call may be repeated")

// again reports whether the request can be made a second time.
func again(r *http.Request) bool {
	return r.Body == nil || r.Body == http.NoBody || r.GetBody != nil
}

// renewed returns the request for the n-th attempt, from 0.
func renewed(r *http.Request, n int) (*http.Request, error) {
	if n == 0 {
		return r, nil
	}
	attempt := r.Clone(r.Context())
	if r.Body == nil || r.Body == http.NoBody {
		return attempt, nil
	}
	body, err := r.GetBody()
	attempt.Body = body
	return attempt, err
}

// discard lets the connection of an answer that nobody reads be used again.
func discard(resp *http.Response) {
	if resp == nil || resp.Body == nil {
		return
	}
	_, _ = io.CopyN(io.Discard, resp.Body, maxAnswer)
	_ = resp.Body.Close()
}

// ends reports whether a context ends before a wait does.
func ends(ctx context.Context, wait time.Duration) bool {
	at, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && time.Until(at) <= wait
}

// repeat reports whether the call may be repeated, and after which delay if the
// response has one.
func (t *RetryTransport) repeat(r *http.Request, resp *http.Response) (after time.Duration, may bool) {
	e, err := ReadError(resp, t.Codec)
	if err != nil || e == nil {
		return 0, false
	}
	var allowed errkit.Retry
	if e.Peer != nil {
		allowed = e.Peer.Retry
	}
	switch {
	case allowed == errkit.Never, allowed == errkit.AfterAction:
		return 0, false
	case e.RetryAfter > 0, allowed == errkit.Allowed:
		return e.RetryAfter, true
	}
	return 0, idempotent(r) && t.Codec.Table.Retry(e.Kind, e.Upstream) == errkit.Allowed
}

// idempotent reports whether the request may be made again: its method is
// idempotent (RFC 9110 §9.2.2), or it has the header by which the caller declares
// that, as in package net/http.
func idempotent(r *http.Request) bool {
	switch r.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	return len(r.Header["Idempotency-Key"]) > 0 || len(r.Header["X-Idempotency-Key"]) > 0
}
