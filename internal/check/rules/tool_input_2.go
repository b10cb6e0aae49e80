package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var toolInput2 = check.Rule{
	ID: "tool/input/2", Category: check.Spec, Level: check.Should,
	Text:   "A call with a member that the schema of the input does not allow fails.",
	Source: "JSON Schema 2020-12 Core §10.3.2.3",
	Probes: []check.Probe{check.Extra},
	Fault:  "ignores members that it does not know",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Succeeded() {
			return "the call succeeds although " + x.Why
		}
		return ""
	}),
}
