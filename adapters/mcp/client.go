package mcperr

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// FromResult returns the error in the result of a call as an [*errkit.Error] with its Peer, and
// nil for a success. A result that asks for input is AuthRequired or InputRequired. A result that
// is not valid is UpstreamFailed. A handler that returns the error responds with UpstreamFailed
// and the effect of the tool that it called; the text is logged, unless
// [middleware.Boundary.RelayPeers] is set.
//
//	res, err := session.CallTool(ctx, params)
//	if err != nil {
//		return mcperr.FromError(err)
//	}
//	if err := mcperr.FromResult(res); errors.Is(err, errkit.RateLimited) {
func FromResult(res *mcp.CallToolResult) error {
	if res == nil {
		return &errkit.Error{Kind: errkit.UpstreamFailed, Err: mcpserver.ErrNoResult}
	}
	e, err := decodeMessage(new(dialect.Codec), res)
	switch {
	case err != nil:
		return &errkit.Error{Kind: errkit.UpstreamFailed, Err: err}
	case e == nil:
		return nil
	}
	return e
}

// FromError returns the error of a call of a session as an [*errkit.Error] with err as its cause,
// and nil for nil. A JSON-RPC error of the server has its Peer. If there was no response the error
// is Timeout, Canceled or Network, with the effect none if the request was not sent, else unknown.
func FromError(err error) (e error) {
	if err == nil {
		return nil
	}
	unknown := &errkit.Error{Kind: errkit.Network, Effect: errkit.EffectUnknown, Err: err}
	defer func() {
		if recover() != nil { // in a method of a nil pointer in the chain
			e = unknown
		}
	}()
	if v, _, _ := find(err); v == mcpserver.Coded {
		return errkit.From(err)
	}
	unknown = cmp.Or(middleware.ClientNetwork(context.Background(), err), unknown)
	unknown.Effect, unknown.Err = cmp.Or(unknown.Effect, errkit.EffectUnknown), cmp.Or(unknown.Err, err)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, mcp.ErrSessionMissing) {
		return unknown
	}
	known := fromStatusText(err.Error())
	if rpc, _ := errors.AsType[*jsonrpc.Error](err); rpc != nil && (rpc.Code == 0 || ownErrors[rpc.Message] != rpc.Code) {
		known = decodePeer(&dialect.Codec{}, rpc)
	}
	if known == nil {
		return unknown
	}
	known.Err = err
	return known
}

// decodeMessage decodes a result or an error of a peer; nil: it is a success.
func decodeMessage(codec *dialect.Codec, message any) (*errkit.Error, error) {
	body, err := json.Marshal(message)
	if err != nil {
		return nil, err
	}
	return codec.Decode(dialect.Document{Dialect: mcpdialect.Dialect{}, Body: body})
}

// fromStatusText returns the error for a text that ends with the phrase of an HTTP status, or nil.
// The SDK reports nothing else of a response that is not a message of MCP.
func fromStatusText(text string) *errkit.Error {
	for status := 400; status < 600; status++ {
		if phrase := http.StatusText(status); phrase != "" && strings.HasSuffix(text, ": "+phrase) {
			kind, _ := mapping.Default().FromHTTP(status)
			return &errkit.Error{Kind: kind, Peer: &errkit.Peer{
				Dialect: "http", Code: strconv.Itoa(status), Rule: "text of the HTTP status", Guessed: true, Coarse: kind,
			}}
		}
	}
	return nil
}

// ownErrors are the JSON-RPC errors that the client's own SDK makes, so that they are not from the
// server.
var ownErrors = map[string]int64{
	"rejected by transport": -32005,
	"server is closing":     -32004,
	"client is closing":     -32003,
}

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
