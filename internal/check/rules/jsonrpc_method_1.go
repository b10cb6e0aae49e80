package rules

import (
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var jsonrpcMethod1 = check.Rule{
	ID: "jsonrpc/method/1", Category: check.Spec, Level: check.Must,
	Text:     "An unknown method is an error with the code -32601.",
	Source:   "JSON-RPC 2.0 §5.1",
	Dialects: []string{"mcp", "aai", "a2a"},
	Probes:   []check.Probe{check.UnknownMethod},
	Fault:    "answers an unknown method as an internal error",

	Judge: eachResponse(func(x *check.Exchange, m *message) string {
		if x.Status == http.StatusBadRequest { // which MCP allows, Transports, Sending Messages to the Server
			return ""
		}
		if code, ok := m.code(); !ok || code != -32601 {
			return m.shown()
		}
		return ""
	}),
}
