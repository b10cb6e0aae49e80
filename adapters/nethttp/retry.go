package nethttp

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/toolerr/toolerr/errkit"
)

// A RetryTransport is an [http.RoundTripper] that repeats a call if it may be
// repeated:
//   - the response has a member that allows it: OXP's can_retry, toolError's
//     retryable, the member retry of a problem;
//   - or the request is idempotent and the status of the response is one of
//     Statuses.
//
// A status never allows to repeat a request that is not idempotent, nor does a
// time to wait (Retry-After, retry_after_ms). A call is never repeated if the
// response forbids it or asks for an action first, if the body of the request
// cannot be sent again (see [http.Request.GetBody]), or if there was no
// response.
//
// It waits as long as the response asks for, else a little longer each time. It
// gives up, and returns the last response as it is, after Attempts calls, if it
// would have to wait longer than MaxWait, and if the context of the request
// would end before the wait does. The zero RetryTransport works.
type RetryTransport struct {
	Base       http.RoundTripper        // nil: http.DefaultTransport
	Attempts   int                      // calls at most, the first one included; 0: 3
	MaxWait    time.Duration            // the longest wait before one call; 0: 30 seconds
	Statuses   []int                    // for idempotent requests; nil: 502, 503 and 504; 425 and 429 may be added
	Idempotent func(*http.Request) bool // nil: by the method or the header Idempotency-Key (RFC 9110 §9.2.2)
	Errors     ErrorReader              // reads the responses
	OnRetry    func(Attempt)            // called before each wait; nil: nothing is called
}

// An Attempt is a call that failed and will be repeated.
type Attempt struct {
	Request  *http.Request  // as it was sent
	Response *http.Response // its body must not be read
	Err      *errkit.Error  // the error of the response
	Number   int            // from 1
	Wait     time.Duration  // before the next one
}

var defaultStatuses = []int{http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}

// RoundTrip implements [http.RoundTripper].
func (t *RetryTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	base, attempts, maxWait := t.Base, t.Attempts, t.MaxWait
	if base == nil {
		base = http.DefaultTransport
	}
	if attempts <= 0 {
		attempts = 3
	}
	if maxWait <= 0 {
		maxWait = 30 * time.Second
	}
	if !isRepeatable(r) {
		return base.RoundTrip(r)
	}
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = maxWait
	last := Attempt{}
	resp, err := backoff.Retry(r.Context(), func() (*http.Response, error) {
		attempt, err := renewed(r, last.Number)
		if err != nil {
			return nil, backoff.Permanent(err)
		}
		discard(last.Response)
		last = Attempt{Request: attempt, Number: last.Number + 1}
		if last.Response, err = base.RoundTrip(attempt); err != nil {
			return nil, backoff.Permanent(err)
		}
		var may bool
		last.Err, may = t.mayRepeat(r, last.Response)
		if !may || last.Number >= attempts || last.Err.RetryAfter > maxWait || ends(r.Context(), max(last.Err.RetryAfter, wait.InitialInterval)) {
			return last.Response, nil
		}
		if last.Err.RetryAfter > 0 {
			return last.Response, &backoff.RetryAfterError{Duration: last.Err.RetryAfter}
		}
		return last.Response, errRepeat
	}, backoff.WithBackOff(wait), backoff.WithMaxElapsedTime(0), backoff.WithNotify(func(_ error, wait time.Duration) {
		if t.OnRetry != nil {
			last.Wait = wait
			t.OnRetry(last)
		}
	}))
	if err == nil {
		return resp, nil
	}
	discard(last.Response)
	if permanent := (*backoff.PermanentError)(nil); errors.As(err, &permanent) {
		err = permanent.Err
	}
	return nil, err
}

var errRepeat = errors.New("nethttp: the call may be repeated")

// isRepeatable reports whether the body of a request can be sent again.
func isRepeatable(r *http.Request) bool {
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

// discard closes a response. Its connection is used again if [ErrorReader] read
// the body to its end; more of it is not awaited, for it may be a stream.
func discard(resp *http.Response) {
	if resp != nil && resp.Body != nil {
		_ = resp.Body.Close()
	}
}

// ends reports whether a context ends before a wait does.
func ends(ctx context.Context, wait time.Duration) bool {
	at, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && time.Until(at) <= wait
}

// mayRepeat returns the error of a response, and whether the call may be
// repeated.
func (t *RetryTransport) mayRepeat(r *http.Request, resp *http.Response) (*errkit.Error, bool) {
	e, err := t.Errors.Read(resp)
	if err != nil || e == nil {
		return nil, false
	}
	if e.Peer != nil && e.Peer.Retry != errkit.RetryUnspecified {
		return e, e.Peer.Retry == errkit.Allowed
	}
	statuses, idempotent := t.Statuses, t.Idempotent
	if statuses == nil {
		statuses = defaultStatuses
	}
	if idempotent == nil {
		idempotent = isIdempotent
	}
	return e, slices.Contains(statuses, resp.StatusCode) && idempotent(r)
}

// isIdempotent reports whether HTTP or the caller, by a header that net/http
// knows too, allows to make the same request again.
func isIdempotent(r *http.Request) bool {
	switch r.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	return len(r.Header["Idempotency-Key"]) > 0 || len(r.Header["X-Idempotency-Key"]) > 0
}
