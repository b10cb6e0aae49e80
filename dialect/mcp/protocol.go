package mcp

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
)

// ProtocolError is [Dialect] for a protocol error that another server sent with Code, and that its
// client has to see with the same code: an error of JSON-RPC, never a tool result (MCP, Error
// Handling). A kind does not determine the code: -32020 and -32600 are one kind.
//
//	{"jsonrpc": "2.0", "id": 7, "error": {"code": -32021, "message": "This is not supported.",
//	    "data": {"requiredCapabilities": {"sampling": {}}}}}
type ProtocolError struct {
	Dialect
	Code int
}

// Append appends a response, or without Call.ID the error object.
func (p ProtocolError) Append(
	dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error,
) ([]byte, dialect.Head) {
	dst, head := p.appendFault(dst, c, &call, e, p.Code)
	if call.ID != nil {
		dst = append(dst, '}')
	}
	return dst, head
}

// For returns the dialect in the revision that the header of a request names (MCP, Streamable
// HTTP), if d has none.
func (d Dialect) For(h http.Header) dialect.Dialect {
	if version := header.First(h, "Mcp-Protocol-Version"); version != "" && d.Revision == "" {
		if _, err := time.Parse(time.DateOnly, version); err == nil {
			d.Revision = version
		}
	}
	return d
}

// Relay returns [ProtocolError] for an error that a server sent as one of the protocol: if the
// client and the server speak a revision in which such errors have HTTP status 400 (from
// 2026-07-28 on, Streamable HTTP), the client negotiates by the code and its data. It would take a
// tool result for that of the call. To the call it adds the document, which has pictures.
func (d Dialect) Relay(call *dialect.Call, sent, server *errkit.Error, status int) (as dialect.Dialect, keep int) {
	isOld := d.Revision != "" && d.Revision < Revision20260728
	isMCP := strings.HasPrefix(server.Peer.Dialect+"-", "mcp-")
	call.Document = server.Peer.Raw
	if isMCP && server.Peer.Code == strconv.Itoa(codeURLElicitation) { // the client declared it to the server
		d.Revision, d.URLElicitation = cmp.Or(d.Revision, Revision20251125), true
		return d, 0
	}
	if isOld || !isMCP || status != http.StatusBadRequest || sent.Kind != server.Kind {
		return d, 0
	}
	switch code, _ := strconv.Atoi(server.Peer.Code); code {
	// Invalid params, HeaderMismatch, MissingRequiredClientCapability, UnsupportedProtocolVersion
	case -32602, -32020, -32021, -32022:
		return ProtocolError{Dialect: d, Code: code}, status
	}
	return d, 0
}
