package rules

import (
	"fmt"

	"github.com/toolerr/toolerr/internal/check"
)

var jsonrpcError2 = check.Rule{
	ID: "jsonrpc/error/2", Category: check.Spec, Level: check.Should,
	Text:     "A code that JSON-RPC reserves is one that it or the protocol defines.",
	Source:   "JSON-RPC 2.0 §5.1",
	Dialects: []string{"mcp", "aai", "a2a"},
	Fault:    "answers with the code -32768",

	Judge: eachResponse(func(_ *check.Exchange, m *message) string {
		code, ok := m.code()
		switch {
		case !ok, code < -32768, code > -32000: // not reserved
		case code == -32700, code >= -32603 && code <= -32600, code >= -32099:
		default:
			return fmt.Sprintf("the code is %d", code)
		}
		return ""
	}),
}
