package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var toolInput3 = check.Rule{
	ID: "tool/input/3", Category: check.Model, Level: check.Must,
	Text:   "The error for a wrong input is not a fault of the server.",
	Source: "RFC 9110 §15.5; JSON-RPC 2.0 §5.1",
	Probes: []check.Probe{check.Missing, check.WrongType, check.OutOfBounds, check.NoInput, check.Extra},
	Fault:  "answers a wrong input with an internal error",

	Judge: check.EachAnswer(serverFault),
}
