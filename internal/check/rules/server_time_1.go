package rules

import (
	"fmt"
	"time"

	"github.com/toolerr/toolerr/internal/check"
)

var serverTime1 = check.Rule{
	ID: "server/time/1", Category: check.Hygiene, Level: check.Should,
	Text:   "A wrong input is answered within five seconds.",
	Source: "MCP 2025-11-25, Lifecycle, Timeouts",
	Probes: []check.Probe{check.Missing, check.WrongType, check.OutOfBounds, check.NoInput, check.UnknownTool, check.Extra},
	Fault:  "looks up a wrong input for a long time",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Elapsed > 5*time.Second {
			return fmt.Sprintf("the answer took %v", x.Elapsed.Round(time.Millisecond))
		}
		return ""
	}),
}
