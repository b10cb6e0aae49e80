package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var jsonrpcResponse3 = check.Rule{
	ID: "jsonrpc/response/3", Category: check.Spec, Level: check.Must,
	Text:     "A response has either a result or an error.",
	Source:   "JSON-RPC 2.0 §5",
	Dialects: []string{"mcp", "aai", "a2a"},
	Fault:    "answers errors with a result beside the error",

	Judge: eachResponse(func(_ *check.Exchange, m *message) string {
		switch {
		case m.Result != nil && m.Error != nil:
			return "it has both"
		case m.Result == nil && m.Error == nil:
			return "it has neither"
		}
		return ""
	}),
}
