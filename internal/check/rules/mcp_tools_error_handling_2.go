package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var mcpToolsErrorHandling2 = check.Rule{
	ID: "mcp/tools-error-handling/2", Category: check.Model, Level: check.Should,
	Text:     "A wrong input of a tool is a failed call, which the model reads, not a protocol error.",
	Source:   "MCP 2025-11-25, Tools, Error Handling; SEP-1303",
	Dialects: []string{"mcp"},
	Probes:   []check.Probe{check.Missing, check.WrongType, check.OutOfBounds},
	Fault:    "answers a wrong input with the code -32602",

	Judge: eachResponse(func(_ *check.Exchange, m *message) string {
		if m.Error != nil {
			return m.shown()
		}
		return ""
	}),
}
