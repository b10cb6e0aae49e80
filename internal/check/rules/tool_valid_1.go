package rules

import (
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/check"
)

var toolValid1 = check.Rule{
	ID: "tool/valid/1", Category: check.Model, Level: check.Should,
	Text:   "A call with an input that the schema allows is not refused for its input.",
	Source: "JSON Schema 2020-12 Validation §4",
	Probes: []check.Probe{check.Valid},
	Fault:  "requires a member that the schema does not require",

	Judge: check.EachError(func(x *check.Exchange) string {
		if x.Kind() == errkit.InvalidInput && !x.Err.Peer.Guessed {
			return "the schema allows the input, and the tool does not: " + quote(x.Text())
		}
		return ""
	}),
}
