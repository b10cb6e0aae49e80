package rules

import (
	"fmt"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/check"
)

var toolInput6 = check.Rule{
	ID: "tool/input/6", Category: check.Model, Level: check.Should,
	Text:   "The error for a missing member does not speak of something else: it is one about the input.",
	Source: "SEP-1303",
	Probes: []check.Probe{check.Missing},
	Fault:  "looks up a missing name, and answers that there is no such thing",

	Judge: check.EachError(func(x *check.Exchange) string {
		switch x.Kind() {
		case errkit.NotFound, errkit.Conflict, errkit.PermissionDenied, errkit.RateLimited:
			return fmt.Sprintf("%s, and the error is read as %s: %s", x.Why, x.Kind().String(), quote(x.Text()))
		}
		return ""
	}),
}
