package mcperr

import (
	"cmp"
	"io"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
)

// A ClientTransport is the [http.RoundTripper] of a client over Streamable HTTP. Of a response
// with the status 429, 500, 502, 503 or 504 the SDK reports the status only; with a
// ClientTransport the error of the call is that of the response: of its JSON-RPC error, if the
// body has one, otherwise of its status, and with Retry-After.
//
//	client := &http.Client{Transport: &mcperr.ClientTransport{}}
//	transport := &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: client}
type ClientTransport struct {
	Base http.RoundTripper // nil: http.DefaultTransport
}

// maxFailure is how much of the body of a failure is read, in bytes.
const maxFailure = 1 << 20

// RoundTrip implements [http.RoundTripper].
func (t *ClientTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := cmp.Or(t.Base, http.DefaultTransport).RoundTrip(r)
	if err != nil || r.Method != http.MethodPost ||
		resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode < 500 {
		return resp, err
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxFailure))
	e, err := new(dialect.Codec).Decode(dialect.Document{
		Dialect: mcpdialect.Dialect{}, Status: resp.StatusCode, Header: resp.Header, Body: body})
	switch {
	case e == nil:
		return nil, cmp.Or(err, error(errkit.UpstreamFailed)) // a success with the status of an error
	case e.Effect == errkit.EffectUnspecified && header.IsRefused(resp.StatusCode, resp.Header):
		e.Effect = errkit.EffectNone
	}
	return nil, e
}
