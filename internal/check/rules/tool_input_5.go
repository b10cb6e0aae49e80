package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var toolInput5 = check.Rule{
	ID: "tool/input/5", Category: check.Model, Level: check.Should,
	Text:   "Different faults of an input have different errors.",
	Source: "MCP 2025-11-25, Tools, Error Handling",
	Probes: []check.Probe{check.Missing, check.WrongType, check.OutOfBounds},
	Fault:  "has one text for every wrong input of a tool",

	Judge: func(xs []*check.Exchange, found check.Found) {
		type fault struct{ tool, text string }
		first := map[fault]*check.Exchange{}
		for _, x := range xs {
			if x.Err == nil || len(x.Paths) == 0 {
				continue
			}
			f := fault{x.Tool, x.Text()}
			if before := first[f]; before == nil {
				first[f] = x
			} else if before.Paths[0] != x.Paths[0] {
				found(x, "%q and %q have the same error: %s", before.Why, x.Why, quote(x.Text()))
			}
		}
	},
}
