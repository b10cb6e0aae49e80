package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var toolVersion1 = check.Rule{
	ID: "tool/version/1", Category: check.Spec, Level: check.Must,
	Text:     "A call of a version of a tool that does not exist fails.",
	Source:   "OXP 1.0, Call Tool",
	Dialects: []string{"oxp"},
	Probes:   []check.Probe{check.UnknownVersion},
	Fault:    "ignores the version of a tool",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Succeeded() {
			return "the call succeeds"
		}
		return ""
	}),
}
