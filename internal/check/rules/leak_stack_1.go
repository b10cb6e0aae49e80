package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var leakStack1 = check.Rule{
	ID: "leak/stack/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer has a stack frame.",
	Source: "CWE-209",
	Fault:  "answers with the stack of an exception",

	Judge: noText(
		`\b[\w./-]+\.go:\d+`,
		`\n\s*at [\w.$<>\[\] ]+ \(?[^\n]*:\d+:\d+\)?`,
		`File "[^"\n]+", line \d+`,
		`\bat [\w.$]+\([\w]+\.(java|kt|scala):\d+\)`,
		`\bTraceback \(most recent call last\)`,
		`\bin [/\w.-]+\.php(:| on line )\d+`,
		`[\w/.-]+\.rb:\d+:in `,
	),
}
