package rules

import (
	"fmt"

	"github.com/toolerr/toolerr/internal/check"
)

var textSize1 = check.Rule{
	ID: "text/size/1", Category: check.Hygiene, Level: check.Should,
	Text:   "An error is not larger than 64 KiB.",
	Source: "CWE-400",
	Fault:  "repeats a large input in its error",

	Judge: check.EachError(func(x *check.Exchange) string {
		if x.Received > 64<<10 {
			return fmt.Sprintf("the answer has %d bytes", x.Received)
		}
		return ""
	}),
}
