package rules

import (
	"fmt"

	"github.com/toolerr/toolerr/internal/check"
)

var jsonrpcResponse1 = check.Rule{
	ID: "jsonrpc/response/1", Category: check.Spec, Level: check.Must,
	Text:     `A response has the member jsonrpc with the value "2.0".`,
	Source:   "JSON-RPC 2.0 §5",
	Dialects: []string{"mcp", "aai", "a2a"},
	Fault:    "leaves out the member jsonrpc",

	Judge: eachResponse(func(_ *check.Exchange, m *message) string {
		if m.JSONRPC != "2.0" {
			return fmt.Sprintf("jsonrpc is %q", m.JSONRPC)
		}
		return ""
	}),
}
