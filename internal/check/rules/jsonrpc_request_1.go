package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var jsonrpcRequest1 = check.Rule{
	ID: "jsonrpc/request/1", Category: check.Spec, Level: check.Must,
	Text:     "JSON that is not a request is an invalid request, -32600, or HTTP 400.",
	Source:   "JSON-RPC 2.0 §5.1",
	Dialects: []string{"mcp", "aai", "a2a"},
	Probes:   []check.Probe{check.NotRequest},
	Fault:    "answers a string with a success",

	Judge: notCode(-32600, -32700),
}
