package mcperr

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// FromResult returns the error that the result of a call holds, as an
// [*errkit.Error] with its Peer, and nil for a success. A result that asks for
// input holds one too: AuthRequired or InputRequired. A result that is not one
// of MCP is UpstreamFailed.
//
//	res, err := session.CallTool(ctx, params)
//	if err != nil {
//		return mcperr.FromError(err)
//	}
//	if err := mcperr.FromResult(res); errors.Is(err, errkit.RateLimited) {
func FromResult(r *mcp.CallToolResult) error {
	if r == nil {
		return &errkit.Error{Kind: errkit.UpstreamFailed, Err: errNoResult}
	}
	body, err := json.Marshal(r)
	if err != nil {
		return &errkit.Error{Kind: errkit.UpstreamFailed, Err: err}
	}
	var codec dialect.Codec
	e, err := codec.Decode(dialect.Document{Dialect: mcpdialect.Dialect{}, Body: body})
	switch {
	case err != nil:
		return &errkit.Error{Kind: errkit.UpstreamFailed, Err: err}
	case e == nil:
		return nil
	}
	return e
}

// FromError returns what a call of a session failed with, as an
// [*errkit.Error] with err as its cause, and nil for nil. An error that the peer
// answered with has its Peer. Without an answer it is Timeout, Canceled or
// Network.
func FromError(err error) (e error) {
	if err == nil {
		return nil
	}
	unknown := &errkit.Error{Kind: errkit.Network, Err: err}
	defer func() {
		if recover() != nil { // by a method of a nil pointer inside of err
			e = unknown
		}
	}()
	rpc, ok := errors.AsType[*jsonrpc.Error](err)
	switch {
	case find(err).coded, errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return errkit.From(err)
	case errors.Is(err, mcp.ErrConnectionClosed), errors.Is(err, mcp.ErrSessionMissing):
	case ok && rpc != nil && !local(rpc):
		e := decode(&dialect.Codec{}, rpc)
		e.Err = err
		return e
	default:
		if e := fromStatus(err.Error()); e != nil {
			e.Err = err
			return e
		}
	}
	return unknown
}

// fromStatus reads the text of an HTTP status, which is all that the SDK tells
// of an answer that is not one of MCP; nil if there is none.
func fromStatus(text string) *errkit.Error {
	for status := 400; status < 600; status++ {
		phrase := http.StatusText(status)
		if phrase == "" || !strings.HasSuffix(text, ": "+phrase) {
			continue
		}
		kind, _ := mapping.Default().FromHTTP(status)
		return &errkit.Error{Kind: kind, Peer: &errkit.Peer{Dialect: "http", Code: strconv.Itoa(status), Rule: "text of the HTTP status", Guessed: true}}
	}
	return nil
}

// local reports whether the SDK itself made an error of JSON-RPC, for something
// that no peer said.
func local(e *jsonrpc.Error) bool {
	switch e.Message {
	case "rejected by transport":
		return e.Code == -32005
	case "server is closing":
		return e.Code == -32004
	case "client is closing":
		return e.Code == -32003
	}
	return false
}
