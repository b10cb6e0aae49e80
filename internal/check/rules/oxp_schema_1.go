package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var oxpSchema1 = check.Rule{
	ID: "oxp/schema/1", Category: check.Spec, Level: check.Must,
	Text:     "A request of a version of OXP that does not exist fails.",
	Source:   "OXP 1.0, Versioning",
	Dialects: []string{"oxp"},
	Probes:   []check.Probe{check.WrongRevision},
	Fault:    "ignores $schema",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Succeeded() {
			return "the call succeeds"
		}
		return ""
	}),
}
