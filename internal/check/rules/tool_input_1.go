package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var toolInput1 = check.Rule{
	ID: "tool/input/1", Category: check.Spec, Level: check.Must,
	Text:   "A call with an input that the schema of the tool does not allow fails.",
	Source: "MCP 2025-11-25, Tools, Security Considerations; OXP 1.0, Call Tool",
	Probes: []check.Probe{check.Missing, check.WrongType, check.OutOfBounds, check.NoInput},
	Fault:  "does not check inputs",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Succeeded() {
			return "the call succeeds although " + x.Why
		}
		return ""
	}),
}
