package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var toolUnknown2 = check.Rule{
	ID: "tool/unknown/2", Category: check.Model, Level: check.Should,
	Text:   "The error for an unknown tool is not a fault of the server.",
	Source: "RFC 9110 §15.5; JSON-RPC 2.0 §5.1",
	Probes: []check.Probe{check.UnknownTool},
	Fault:  "answers the call of an unknown tool as an internal error",

	Judge: check.EachAnswer(serverFault),
}
