package nethttp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// maxAnswer is how much of a response's body [ReadError] reads, in bytes.
const maxAnswer = 1 << 20

// ReadError returns the error that a response says, in whatever dialect, and nil
// for a success. A response of 400 or more is an error in any case: by its
// status and Retry-After alone where its body says none. A body that is no JSON
// is not read for a response below 400. The error is that of the network where
// the body cannot be read.
//
// The body can be read again from its beginning, and must be closed as always.
// At most 1 MiB of it is looked at.
//
// The error has a Peer: a Boundary takes it as the failure of an upstream
// service, so that a handler may return it as it is.
func ReadError(resp *http.Response) (*errkit.Error, error) {
	return readError(resp, &dialect.Codec{})
}

func readError(resp *http.Response, c *dialect.Codec) (*errkit.Error, error) {
	failed := resp.StatusCode >= 400
	if !failed && !isJSON(resp.Header.Get("Content-Type")) {
		return nil, nil
	}
	body, whole, err := beginning(resp)
	if err != nil && !failed {
		return nil, fmt.Errorf("nethttp: read the answer of %d: %w", resp.StatusCode, err)
	}
	if whole && (failed || telling(body)) {
		d := dialect.Document{Status: resp.StatusCode, Header: resp.Header, Body: body}
		if t, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); t == "application/problem+json" {
			d.Dialect = dialect.Problem{}
		}
		if e, err := c.Decode(d); err == nil && e != nil {
			return e, nil
		}
	}
	if !failed {
		return nil, nil
	}
	return byStatus(resp, c, body), nil
}

// beginning reads a body up to the limit and puts it back. It is not whole if
// there is more.
func beginning(resp *http.Response) (body []byte, whole bool, err error) {
	if resp.Body == nil {
		return nil, true, nil
	}
	body, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	rest := io.Reader(resp.Body)
	if err != nil {
		rest = broken{err}
	}
	resp.Body = &struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), rest), resp.Body}
	return body, err == nil && len(body) <= maxAnswer, err
}

// telling reports whether a body that came with a success may be an error of a
// protocol that says errors so. Others have members of these names too, which is
// for the decoder to see; what has none of them, such as {"message":"hello"},
// is nobody's error.
func telling(body []byte) bool {
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

// byStatus is the error of which only the status is known.
func byStatus(resp *http.Response, c *dialect.Codec, body []byte) *errkit.Error {
	kind, _ := c.Table.FromHTTP(resp.StatusCode)
	after, _ := retryAfter(resp.Header, time.Now)
	return &errkit.Error{Kind: kind, RetryAfter: after, Peer: &errkit.Peer{
		Dialect: "http",
		Code:    fmt.Sprint(resp.StatusCode),
		Rule:    fmt.Sprintf("HTTP status %d", resp.StatusCode),
		Raw:     body[:min(len(body), maxAnswer)],
	}}
}
