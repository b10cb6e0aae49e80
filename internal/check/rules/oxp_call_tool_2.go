package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var oxpCallTool2 = check.Rule{
	ID: "oxp/call-tool/2", Category: check.Model, Level: check.Should,
	Text:     "The error for a wrong input has its parameters in parameter_errors.",
	Source:   "OXP 1.0, Call Tool, Server Errors",
	Dialects: []string{"oxp"},
	Probes:   []check.Probe{check.Missing, check.WrongType, check.OutOfBounds},
	Fault:    "names the wrong parameter only in the text",

	Judge: check.EachError(func(x *check.Exchange) string {
		if len(x.Paths) > 0 && len(x.Err.Fields) == 0 {
			return x.Why + ", and there are no parameter_errors"
		}
		return ""
	}),
}
