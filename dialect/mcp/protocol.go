package mcp

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// ProtocolError is [Dialect] for a protocol error that another server sent with Code, and that its client has to see with the same
// code: an error of JSON-RPC, never a tool result (MCP, Error Handling). A kind does not determine the code: -32020 and -32600 are
// one kind.
//
//	{"jsonrpc": "2.0", "id": 7, "error": {"code": -32021, "message": "This is not supported.",
//	    "data": {"requiredCapabilities": {"sampling": {}}}}}
type ProtocolError struct {
	Dialect
	Code int
}

// Append appends a response, or without Call.ID the error object.
func (p ProtocolError) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	dst, head := p.appendError(dst, c, &call, e, p.Code)
	if call.ID != nil {
		dst = append(dst, '}')
	}
	return dst, head
}
