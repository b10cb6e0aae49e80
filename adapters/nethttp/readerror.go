package nethttp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/mapping"
)

// maxAnswer is how much of a response's body [ReadError] reads, in bytes.
const maxAnswer = 1 << 20

// ReadError returns the error in a response, and nil for a success. The codec
// detects the dialect among its Dialects, such as all.Dialects(); a response of
// application/problem+json is a problem in any case.
//
// A response of 400 or more is always an error: of its status and Retry-After
// only, if its body is not an error of these dialects. The body of a response
// below 400 is read only if it is JSON. If the body cannot be read, the error is
// returned as the second result.
//
// The body can be read again from its start, and must be closed as usual. At most
// 1 MiB of it is decoded.
//
// The error has a Peer: a Boundary treats it as the failure of an upstream
// service, so a handler may return it as it is.
func ReadError(resp *http.Response, codec dialect.Codec) (*errkit.Error, error) {
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
		if httphead.MediaType(resp.Header) == problem.MediaType {
			d.Dialect = problem.Dialect{}
		}
		if e, err := codec.Decode(d); err == nil && e != nil {
			return e, nil
		}
	}
	if !failed {
		return nil, nil
	}
	return byStatus(resp, codec.Table, body), nil
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
func byStatus(resp *http.Response, table *mapping.Table, body []byte) *errkit.Error {
	kind, _ := table.FromHTTP(resp.StatusCode)
	after, _ := httphead.RetryAfter(resp.Header, time.Now)
	return &errkit.Error{Kind: kind, RetryAfter: after, Peer: &errkit.Peer{
		Dialect: "http",
		Code:    fmt.Sprint(resp.StatusCode),
		Rule:    fmt.Sprintf("HTTP status %d", resp.StatusCode),
		Raw:     body[:min(len(body), maxAnswer)],
	}}
}
