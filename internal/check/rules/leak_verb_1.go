package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var leakVerb1 = check.Rule{
	ID: "leak/verb/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer has a broken format verb.",
	Source: "package fmt, Format errors",
	Fault:  "formats an error with the wrong number of arguments",

	Judge: noText(
		`%!\w?\((MISSING|BADINDEX|EXTRA|NOVERB|PANIC)?`,
		`\[object Object\]`,
		`<nil>`,
	),
}
