package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var mcpToolsErrorHandling1 = check.Rule{
	ID: "mcp/tools-error-handling/1", Category: check.Spec, Level: check.Should,
	Text:     "An unknown tool is a protocol error with the code -32602.",
	Source:   "MCP 2025-11-25, Tools, Error Handling",
	Dialects: []string{"mcp"},
	Probes:   []check.Probe{check.UnknownTool},
	Fault:    "answers the call of an unknown tool as a failed call",

	Judge: eachResponse(func(x *check.Exchange, m *message) string {
		if code, ok := m.code(); x.Failed() && (!ok || code != -32602) {
			return m.shown()
		}
		return ""
	}),
}
