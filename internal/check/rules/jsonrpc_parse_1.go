package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var jsonrpcParse1 = check.Rule{
	ID: "jsonrpc/parse/1", Category: check.Spec, Level: check.Must,
	Text:     "A body that is not JSON is a parse error, -32700, or HTTP 400.",
	Source:   "JSON-RPC 2.0 §5.1",
	Dialects: []string{"mcp", "aai", "a2a"},
	Probes:   []check.Probe{check.NotJSON},
	Fault:    "answers a body that is not JSON as an invalid request",

	Judge: notCode(-32700),
}
