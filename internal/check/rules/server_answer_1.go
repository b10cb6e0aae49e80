package rules

import (
	"fmt"

	"github.com/toolerr/toolerr/internal/check"
)

var serverAnswer1 = check.Rule{
	ID: "server/answer/1", Category: check.Hygiene, Level: check.Must,
	Text:   "Every request has an answer.",
	Source: "JSON-RPC 2.0 §5; RFC 9110 §15",
	Probes: []check.Probe{check.UnknownTool, check.UnknownVersion, check.UnknownMethod, check.Repeated, check.Concurrent, check.Deep, check.Extra, check.Missing, check.WrongType, check.OutOfBounds, check.NoInput},
	Fault:  "closes the connection for a wrong input",

	Judge: check.Each(func(x *check.Exchange) string {
		if x.Failure != nil {
			return fmt.Sprintf("%s: %v", x.Why, x.Failure)
		}
		return ""
	}),
}
