package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var toolUnknown1 = check.Rule{
	ID: "tool/unknown/1", Category: check.Spec, Level: check.Must,
	Text:   "A call of a tool that does not exist fails.",
	Source: "MCP 2025-11-25, Tools, Error Handling; OXP 1.0, Call Tool; RFC 9110 §15.5.5",
	Probes: []check.Probe{check.UnknownTool},
	Fault:  "answers the call of any tool with a success",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Succeeded() {
			return "the call succeeds"
		}
		return ""
	}),
}
