package bridge

import (
	"net/http"
	"strconv"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// asProtocolError returns the dialect in which an error is rendered that the upstream sent as an error of the protocol: if client and
// upstream speak a revision of MCP in which such errors have HTTP status 400 (from 2026-07-28 on, Streamable HTTP), the client
// negotiates by the code and its data. It would take a tool result for that of the call.
func (x *Exchange) asProtocolError(to dialect.Dialect, sent, upstream *errkit.Error) (mcp.ProtocolError, bool) {
	d, ok := to.(mcp.Dialect)
	if !ok || d.Revision != "" && d.Revision < mcp.Revision20260728 || x.status != http.StatusBadRequest ||
		upstream == nil || unversioned(upstream.Peer.Dialect) != "mcp" || sent.Kind != upstream.Kind {
		return mcp.ProtocolError{}, false
	}
	switch code, _ := strconv.Atoi(upstream.Peer.Code); code {
	case -32602, -32020, -32021, -32022: // Invalid params, HeaderMismatch, MissingRequiredClientCapability, UnsupportedProtocolVersion
		return mcp.ProtocolError{Dialect: d, Code: code}, true
	}
	return mcp.ProtocolError{}, false
}
