package rules

import (
	"regexp"

	"github.com/toolerr/toolerr/internal/check"
)

var textEmpty1 = check.Rule{
	ID: "text/empty/1", Category: check.Model, Level: check.Must,
	Text:   "An error has a text that says something.",
	Source: "MCP 2025-11-25, Tools, Error Handling; RFC 9457 §3.1.4",
	Fault:  `answers "Error"`,

	Judge: check.EachError(func(x *check.Exchange) string {
		if emptyText.MatchString(x.Text()) {
			return "the text is " + quote(x.Text())
		}
		return ""
	}),
}

// emptyText matches texts without information.
var emptyText = regexp.MustCompile(`(?i)^\s*(error|an error occurred|something went wrong|unknown error|undefined|null|nil|none|false|\{\}|\[object object\])?[\s.:!]*$`)
