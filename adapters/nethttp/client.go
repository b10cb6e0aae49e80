package nethttp

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/middleware"
)

// maxResponse is how much of a response's body is read, in bytes.
const maxResponse = 1 << 20

// An ErrorReader reads the errors of responses. The zero ErrorReader knows
// application/problem+json, and of any other response the status, Retry-After
// and WWW-Authenticate. It may be used by many goroutines at once.
//
// Do not detect the dialect of a service whose answers describe errors of something
// else, as those of a linter do: {"errors":["a is unused"]} would be a failed call.
type ErrorReader struct {
	Codec   dialect.Codec
	Dialect dialect.Dialect // of the responses; nil: it is detected among Codec.Dialects, such as all.Dialects()
	Await   bool            // read JSON of 2xx whose length is not known, too; it may be a stream without an end
}

// ReadError reads the error of a response as an [ErrorReader] with this codec
// does. See [ErrorReader.Read] for what the caller of a handler gets that returns
// the error, and for how to pass on its reason.
func ReadError(resp *http.Response, codec dialect.Codec) (*errkit.Error, error) {
	return (&ErrorReader{Codec: codec}).Read(resp)
}

// Read returns the error of a response, and nil for a success. A response of 400
// or more is an error in any case: its status and Retry-After if its body is no
// document of a dialect. One of 2xx is an error if the dialect has errors with
// such a status, and the body is a JSON document of known length, or one that
// the client decompressed, such as {"ok":false,"error":"not_in_channel"} if the
// dialect is detected. With Await its length need not be known.
//
// Scopes and URLs of the header WWW-Authenticate are in Needs.
//
// The effect is only what the response states. A loop that decides by
// mapping.Table.Narrow needs that of the call, which a boundary with RelayPeers adds:
// a POST that got a 504 may have taken effect.
//
// It returns the error of the network if the body of a 2xx response cannot be
// read. The body can be read again from its beginning, and must be closed as
// always. At most 1 MiB of it is read.
//
// The error has a Peer: if a handler returns it, a Boundary takes it as the
// failure of an upstream service, whose reason only the log has, whatever the
// status was. To give the caller the reason of a 4xx that is about the call, return an
// error of your own, such as errkit.Wrap(e, errkit.NotFound, "There is no such
// order."), with texts of the service only from [dialect.Codec.Disclosed]; or let the
// boundary relay what peers sent ([middleware.Boundary.RelayPeers]), if all of them
// are trusted.
func (o *ErrorReader) Read(resp *http.Response) (*errkit.Error, error) {
	failed := resp.StatusCode >= 400
	if !failed && !o.looksInto(resp) {
		return nil, nil
	}
	var body []byte
	whole := false
	if header.MediaType(resp.Header) != "text/event-stream" {
		var err error
		if body, whole, err = beginning(resp); err != nil && !failed {
			return nil, fmt.Errorf("nethttp: read the response of %d: %w", resp.StatusCode, err)
		}
	}
	var e *errkit.Error
	if whole && (failed || o.Dialect == nil || isCandidate(body)) {
		d := dialect.Document{Dialect: o.Dialect, Status: resp.StatusCode, Header: resp.Header, Body: body}
		if header.MediaType(resp.Header) == problem.MediaType {
			d.Dialect = defaultDialect
		}
		e, _ = o.Codec.Decode(d)
	}
	if e == nil && failed {
		e = o.byStatus(resp)
		e.Peer.Raw = string(body[:min(len(body), maxResponse)])
	}
	return e, nil
}

// looksInto reports whether a response below 400 may be an error.
func (o *ErrorReader) looksInto(resp *http.Response) bool {
	if !header.IsSuccess(resp.StatusCode) || !header.IsJSON(header.MediaType(resp.Header)) {
		return false
	}
	if n := resp.ContentLength; !o.Await && !resp.Uncompressed && (n <= 0 || n > maxResponse) {
		return false
	}
	if o.Dialect == nil {
		return len(o.Codec.Dialects) > 0
	}
	_, head := o.Codec.Append(nil, o.Dialect, dialect.Call{}, &errkit.Error{Kind: errkit.ExecutionFailed})
	return head.Status < 300
}

// errorMembers are those of which an error with a status of 2xx has one.
var errorMembers = [...]string{"jsonrpc", "result", "success", "isError", "content", "resultType", "kind"}

// isCandidate reports whether a body that came with a success may be an error of a dialect that is
// named. Its decoder, unlike detection, takes {"code":200,"message":"success"} for one.
func isCandidate(body []byte) bool {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(body, &members)
	return string(members["status"]) == `"error"` ||
		slices.ContainsFunc(errorMembers[:], func(name string) bool { return members[name] != nil })
}

// beginning reads a body up to the limit and puts it back. It is not whole if
// there is more.
func beginning(resp *http.Response) (body []byte, whole bool, err error) {
	if resp.Body == nil {
		return nil, true, nil
	}
	body, err = io.ReadAll(io.LimitReader(resp.Body, maxResponse+1))
	resp.Body = restored(resp.Body, body, err)
	return body, err == nil && len(body) <= maxResponse, err
}

// byStatus returns the error of which only the head is known.
func (o *ErrorReader) byStatus(resp *http.Response) *errkit.Error {
	d := dialect.Document{Dialect: defaultDialect, Status: resp.StatusCode, Header: resp.Header}
	if !header.IsError(d.Status) {
		d.Status = http.StatusInternalServerError // RFC 9110 §15
	}
	e, _ := o.Codec.Decode(d) // with such a status any body is an error
	return e
}

// restored is a body that starts with what was read of it, and then continues, or
// fails with err.
func restored(b io.ReadCloser, start []byte, err error) io.ReadCloser {
	rest := io.Reader(b)
	if err != nil {
		rest = broken{err}
	}
	return &struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(start), rest), b}
}

// broken is a body that cannot be read further.
type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }

// A RetryTransport is an [http.RoundTripper] that repeats a call if it may be
// repeated:
//   - the response has a member that allows it (OXP's can_retry, toolError's
//     retryable, the member retry of a problem), names a time to wait
//     (Retry-After, retry_after_ms, and of a limit when it is reset: t of
//     RateLimit, X-RateLimit-Reset), or its status is one of Statuses;
//   - and the request is idempotent or has a key, the response states that the call had no
//     effect (the member effect of a problem), or it is a call of OXP that
//     allows it, whose call_id is a key.
//
// So a POST without a key is not repeated because a response invites to, or names a time: it may
// have taken effect. The dialects of Errors are known, such as all.Dialects(); without them,
// problem details and the bodies of known APIs, and with a status of 2xx OXP and toolError:v1. A
// call is never repeated if the response forbids it or asks for an action first, if the body of
// the request cannot be sent again (see [http.Request.GetBody]), or if there was no response.
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
	Idempotent func(*http.Request) bool // nil: by the method (RFC 9110 §9.2.2) or the header Idempotency-Key
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
	base := cmp.Or(t.Base, http.DefaultTransport)
	if r.Body != nil && r.Body != http.NoBody && r.GetBody == nil { // it cannot be sent again
		return base.RoundTrip(r)
	}
	statuses := t.Statuses
	if statuses == nil {
		statuses = defaultStatuses
	}
	policy := request.Repeat{Attempts: t.Attempts, Base: 500 * time.Millisecond, MaxWait: t.MaxWait}
	for n := 1; ; n++ {
		attempt, err := renewed(r, n)
		if err != nil {
			return nil, err
		}
		resp, err := base.RoundTrip(attempt)
		if err != nil {
			return nil, err
		}
		e, err := t.read(resp)
		if err != nil || e == nil {
			return resp, nil
		}
		mayPass := e.RetryAfter > 0 || slices.Contains(statuses, resp.StatusCode)
		if !request.MayRepeat(e, mayPass, func() bool { return t.isIdempotent(r) }) {
			return resp, nil
		}
		repeat, err := policy.Wait(r.Context(), e, n, func(wait time.Duration) {
			if t.OnRetry != nil {
				t.OnRetry(Attempt{Request: attempt, Response: resp, Err: e, Number: n, Wait: wait})
			}
		})
		if !repeat && err == nil {
			return resp, nil
		}
		if resp.Body != nil {
			// The connection is used again if [ErrorReader] read the body to its end; a stream is
			// not awaited.
			_ = resp.Body.Close()
		}
		if err != nil {
			return nil, err
		}
	}
}

// read returns the error of a response. Without dialects it is that of any HTTP API, or one of
// those that have a member which allows a retry with a status of 2xx.
func (t *RetryTransport) read(resp *http.Response) (*errkit.Error, error) {
	reader := t.Errors
	switch {
	case resp.Uncompressed && !reader.Await && header.IsSuccess(resp.StatusCode): // it may be a stream without an end
		return nil, nil
	case reader.Dialect != nil, len(reader.Codec.Dialects) > 0:
	case header.IsSuccess(resp.StatusCode):
		reader.Codec.Dialects = []dialect.Dialect{oxp.Dialect{}, oxp.Dialect{Flat: true}, toolerror.Dialect{}}
	default:
		reader.Dialect = httperr.Dialect{}
	}
	return reader.Read(resp)
}

// renewed returns the request for the n-th attempt, from 1.
func renewed(r *http.Request, n int) (attempt *http.Request, err error) {
	if n == 1 {
		return r, nil
	}
	attempt = r.Clone(r.Context())
	if r.Body != nil && r.GetBody != nil {
		attempt.Body, err = r.GetBody()
	}
	return attempt, err
}

// isIdempotent reports whether HTTP or the program allows to make the same request again. By the
// header Idempotency-Key, which net/http knows, too, a program states that the server knows the
// key.
func (t *RetryTransport) isIdempotent(r *http.Request) bool {
	if t.Idempotent != nil {
		return t.Idempotent(r)
	}
	return header.Repeatable(r.Method) == errkit.RepeatableYes || header.First(r.Header, "Idempotency-Key") != "" ||
		header.First(r.Header, "X-Idempotency-Key") != ""
}

// A Transport makes the requests of handlers to other services. If a call fails, its boundary
// knows from them that the call may have taken effect: if it sent a POST that the service did not
// refuse, the effect of every failure is unknown. A GET does not count. Requests must have the
// context of the call ([http.NewRequestWithContext]), which adapters make; a boundary alone needs
// [middleware.WithRequests]. The zero Transport works. A call by GET that has no body is not looked
// at: its client may repeat it in any case.
//
//	var client = &http.Client{Transport: &nethttp.Transport{}}
type Transport struct {
	Base http.RoundTripper // nil: http.DefaultTransport
}

// RoundTrip implements [http.RoundTripper].
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	return middleware.RoundTrip(t.base(), r)
}

func (t *Transport) base() http.RoundTripper { return cmp.Or(t.Base, http.DefaultTransport) }

// CloseIdleConnections closes those of Base; [http.Client.CloseIdleConnections] calls it.
func (t *Transport) CloseIdleConnections() {
	if c, ok := t.base().(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
