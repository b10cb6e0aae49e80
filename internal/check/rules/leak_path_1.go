package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var leakPath1 = check.Rule{
	ID: "leak/path/1", Category: check.Leak, Level: check.Must,
	Text:   "No error has a path of the server's file system.",
	Source: "CWE-209",
	Fault:  "answers with the path of a file that it could not open",

	Judge: noText(
		`(^|[\s'\"\x60(=:])/(home|Users|root|usr|var|opt|srv|tmp|etc|app|workspace|private)/[\w.@-]+(/[\w.@-]+)*`,
		`\b[A-Z]:\\\\?[\w .-]+\\`,
	),
}
