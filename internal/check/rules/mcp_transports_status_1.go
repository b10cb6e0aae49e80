package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var mcpTransportsStatus1 = check.Rule{
	ID: "mcp/transports-status/1", Category: check.Hygiene, Level: check.Must,
	Text:     "A failed call does not have a status of a server's failure, which ends the session of some clients.",
	Source:   "MCP 2025-11-25, Transports, Sending Messages to the Server",
	Dialects: []string{"mcp"},
	Probes:   []check.Probe{check.UnknownTool, check.UnknownMethod, check.Missing, check.WrongType, check.OutOfBounds, check.NoInput},
	Fault:    "answers failed calls with the status 500",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Status >= http.StatusInternalServerError {
			return fmt.Sprintf("the status is %d", x.Status)
		}
		return ""
	}),
}
