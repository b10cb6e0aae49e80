package nethttp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
)

// maxResponse is how much of a response's body is read, in bytes.
const maxResponse = 1 << 20

// An ErrorReader reads the errors of responses. The zero ErrorReader knows
// application/problem+json, and of any other response the status, Retry-After
// and WWW-Authenticate. It may be used by many goroutines at once.
type ErrorReader struct {
	Codec   dialect.Codec
	Dialect dialect.Dialect // of the responses; nil: it is detected among Codec.Dialects, such as all.Dialects()
	Await   bool            // read a JSON response of 2xx whose length is not known, too; it may be a stream that does not end
}

// ReadError reads the error of a response as an [ErrorReader] with this codec
// does.
func ReadError(resp *http.Response, codec dialect.Codec) (*errkit.Error, error) {
	return (&ErrorReader{Codec: codec}).Read(resp)
}

// Read returns the error of a response, and nil for a success. A response of 400
// or more is an error in any case: its status and Retry-After if its body is no
// document of a dialect. One of 2xx is an error if the dialect has errors with
// such a status, and the body is a JSON document of known length.
//
// Scopes and URLs of the header WWW-Authenticate are in Needs.
//
// It returns the error of the network if the body of a 2xx response cannot be
// read. The body can be read again from its beginning, and must be closed as
// always. At most 1 MiB of it is read.
//
// The error has a Peer: a Boundary takes it as the failure of an upstream
// service, so a handler may return it as it is.
func (o *ErrorReader) Read(resp *http.Response) (*errkit.Error, error) {
	failed := resp.StatusCode >= 400
	if !failed && !o.looksInto(resp) {
		return nil, nil
	}
	var body []byte
	whole := false
	if httphead.MediaType(resp.Header) != "text/event-stream" {
		var err error
		if body, whole, err = beginning(resp); err != nil && !failed {
			return nil, fmt.Errorf("nethttp: read the response of %d: %w", resp.StatusCode, err)
		}
	}
	e := o.decode(resp, body, whole)
	if e == nil && failed {
		e = o.byStatus(resp)
		e.Peer.Raw = body[:min(len(body), maxResponse)]
	}
	return e, nil
}

// looksInto reports whether a response below 400 may be an error.
func (o *ErrorReader) looksInto(resp *http.Response) bool {
	if resp.StatusCode < 200 || resp.StatusCode > 299 || !httphead.IsJSON(httphead.MediaType(resp.Header)) {
		return false
	}
	if n := resp.ContentLength; !o.Await && (n <= 0 || n > maxResponse) {
		return false
	}
	if o.Dialect == nil {
		return len(o.Codec.Dialects) > 0
	}
	_, head := o.Codec.Append(nil, o.Dialect, dialect.Call{}, &errkit.Error{Kind: errkit.ExecutionFailed})
	return head.Status < 300
}

// decode returns the error that a body is a document of, nil if it is not
// one.
func (o *ErrorReader) decode(resp *http.Response, body []byte, whole bool) *errkit.Error {
	if !whole || resp.StatusCode < 400 && !isCandidate(body) {
		return nil
	}
	d := dialect.Document{Dialect: o.Dialect, Status: resp.StatusCode, Header: resp.Header, Body: body}
	if httphead.MediaType(resp.Header) == problem.MediaType {
		d.Dialect = defaultDialect
	}
	e, err := o.Codec.Decode(d)
	if err != nil {
		return nil
	}
	return e
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

// isCandidate reports whether a body that came with a success may be an error of
// a protocol that has such errors. The decoder decides; but a body without any
// of these members, such as {"message":"hello"}, is a success.
func isCandidate(body []byte) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return false
	}
	for _, name := range [...]string{"jsonrpc", "result", "success", "isError", "content", "resultType", "kind"} {
		if _, ok := members[name]; ok {
			return true
		}
	}
	return string(members["status"]) == `"error"`
}

// byStatus returns the error of which only the head is known.
func (o *ErrorReader) byStatus(resp *http.Response) *errkit.Error {
	d := dialect.Document{Dialect: defaultDialect, Status: resp.StatusCode, Header: resp.Header}
	if !httphead.IsError(d.Status) {
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
