package rules

import (
	"fmt"

	"github.com/toolerr/toolerr/internal/check"
)

var jsonrpcResponse2 = check.Rule{
	ID: "jsonrpc/response/2", Category: check.Spec, Level: check.Must,
	Text:     "A response has the id of its request.",
	Source:   "JSON-RPC 2.0 §5",
	Dialects: []string{"mcp", "aai", "a2a"},
	Probes: []check.Probe{
		check.List, check.Valid, check.UnknownTool, check.UnknownMethod, check.Missing, check.WrongType, check.OutOfBounds, check.Extra,
		check.Repeated, check.Concurrent, check.Alive,
	},
	Fault: "answers errors with the id null",

	Judge: eachResponse(func(x *check.Exchange, m *message) string {
		if x.Request.ID != "" && string(m.ID) != x.Request.ID {
			return fmt.Sprintf("the id is %s, that of the request is %s", m.ID, x.Request.ID)
		}
		return ""
	}),
}
