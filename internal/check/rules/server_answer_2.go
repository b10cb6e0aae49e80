package rules

import (
	"fmt"

	"github.com/toolerr/toolerr/internal/check"
)

var serverAnswer2 = check.Rule{
	ID: "server/answer/2", Category: check.Hygiene, Level: check.Should,
	Text:   "A message that is not a request has an answer, with the id null.",
	Source: "JSON-RPC 2.0 §5, §5.1; RFC 9110 §15.5.1",
	Probes: []check.Probe{check.NotJSON, check.NotRequest},
	Fault:  "ignores what it cannot read",

	Judge: check.Each(func(x *check.Exchange) string {
		if x.Failure != nil {
			return fmt.Sprintf("%s: %v", x.Why, x.Failure)
		}
		return ""
	}),
}
