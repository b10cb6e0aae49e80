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
	"github.com/toolerr/toolerr/mapping"
)

// Retry is an [http.RoundTripper] that repeats a call if somebody said that it
// may be repeated:
//   - the answer, in the words of its dialect (OXP's can_retry, toolError's
//     retryable, the member retry of a problem);
//   - the answer, by saying when (retry_after_ms, Retry-After), unless it says
//     no beside it;
//   - HTTP, by the method or an Idempotency-Key (RFC 9110 §9.2.2), where the
//     kind of the error is one that goes away: too many calls, unavailable, a
//     timeout.
//
// An answer that says no, or that somebody must act first, is never repeated;
// nor is a call whose body cannot be had again (see [http.Request.GetBody]), nor
// one that got no answer: nobody said anything then.
//
// It waits as long as the answer says, else a little longer each time. It gives
// up, and returns the last answer as it is, when it has tried Tries times, when
// it is told to wait longer than MaxWait, and when the request's context would
// end before the wait does. The zero Retry works.
type Retry struct {
	Base    http.RoundTripper // nil: http.DefaultTransport
	Tries   int               // calls at most, the first one among them; 0: 3
	MaxWait time.Duration     // the longest wait before one call; 0: 30 seconds
}

// RoundTrip implements [http.RoundTripper].
func (t *Retry) RoundTrip(r *http.Request) (*http.Response, error) {
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
		after, may := repeat(r, last)
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

// repeat reports whether the call may be repeated, and after which wait if the
// answer says so.
//
// A decoder leaves out a retry that its table says anyway. So the answer is read
// twice: where the table always allows, a no can be seen, and where it never
// does, a yes.
func repeat(r *http.Request, resp *http.Response) (after time.Duration, may bool) {
	e, err := readError(resp, &dialect.Codec{Table: allowing})
	if err != nil || e == nil || e.Retry == errkit.Never || e.Retry == errkit.AfterAction {
		return 0, false
	}
	yes, err := readError(resp, &dialect.Codec{Table: refusing})
	switch {
	case err != nil || yes == nil:
		return 0, false
	case e.RetryAfter > 0:
		return e.RetryAfter, true
	case yes.Retry == errkit.Allowed:
		return 0, true
	}
	return 0, idempotent(r) && mapping.Default().Retry(e.Kind, e.Upstream) == errkit.Allowed
}

var allowing, refusing = saying(errkit.Allowed), saying(errkit.Never)

// saying returns the default table but for one retry in all rows.
func saying(retry errkit.Retry) *mapping.Table {
	var rows []mapping.Row
	for _, kind := range errkit.Kinds() {
		rows = append(rows, mapping.Row{Kind: kind, Retry: retry})
	}
	t, _ := mapping.Default().With(rows...) // nothing that a table refuses, which a test holds
	return t
}

// idempotent reports whether HTTP says that the same request may be made again
// (RFC 9110 §9.2.2), or the caller does, by the header that package net/http
// reads so too.
func idempotent(r *http.Request) bool {
	switch r.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	return len(r.Header["Idempotency-Key"]) > 0 || len(r.Header["X-Idempotency-Key"]) > 0
}
