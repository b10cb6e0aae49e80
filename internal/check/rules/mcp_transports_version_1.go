package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var mcpTransportsVersion1 = check.Rule{
	ID: "mcp/transports-version/1", Category: check.Spec, Level: check.Must,
	Text:     "A request with a MCP-Protocol-Version that the server does not support is answered with 400.",
	Source:   "MCP 2025-11-25, Transports, Protocol Version Header",
	Dialects: []string{"mcp"},
	Probes:   []check.Probe{check.WrongRevision},
	Fault:    "ignores the header MCP-Protocol-Version",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.HTTP() && x.Request.Header.Get("MCP-Protocol-Version") == check.UnknownRevision && x.Status != http.StatusBadRequest {
			return fmt.Sprintf("the status is %d", x.Status)
		}
		return ""
	}),
}
