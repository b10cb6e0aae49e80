package rules

import (
	"fmt"
	"strings"

	"github.com/toolerr/toolerr/internal/check"
)

var toolInput4 = check.Rule{
	ID: "tool/input/4", Category: check.Model, Level: check.Must,
	Text:   "The error for a wrong input names the member that is wrong.",
	Source: "MCP 2025-11-25, Tools, Error Handling: the model corrects itself by the error",
	Probes: []check.Probe{check.Missing, check.WrongType, check.OutOfBounds, check.Extra},
	Fault:  `answers "Invalid input" whatever is wrong`,

	Judge: check.EachError(func(x *check.Exchange) string {
		text := strings.ToLower(x.Text() + string(x.Message))
		for _, path := range x.Paths {
			name := path[strings.LastIndexByte(path, '/')+1:]
			if name != "" && !strings.Contains(text, strings.ToLower(name)) {
				return fmt.Sprintf("%s, and the error does not name it: %s", x.Why, quote(x.Text()))
			}
		}
		return ""
	}),
}
