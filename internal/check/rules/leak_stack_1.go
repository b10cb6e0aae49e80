package rules

import (
	"github.com/toolerr/toolerr/internal/check"
	"github.com/toolerr/toolerr/internal/leak"
)

var leakStack1 = check.Rule{
	ID: "leak/stack/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer has a stack frame.",
	Source: "CWE-209",
	Fault:  "answers with the stack of an exception",

	Judge: noText(append(leak.Patterns(leak.Stack), // and weaker signs, of what may be in the answer of a tool about code or data
		`\b[\w./-]+\.go:\d+`,
		`\n\s*at [\w.$<>\[\] ]+ \(?[^\n]*:\d+:\d+\)?`,
		`File "[^"\n]+", line \d+`,
		`\bin [/\w.-]+\.php(:| on line )\d+`,
		`[\w/.-]+\.rb:\d+:in `,
	)...),
}
