package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var leakGoPanic1 = check.Rule{
	ID: "leak/go-panic/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer has the text of a panic.",
	Source: "CWE-209",
	Fault:  "answers with the value of a recovered panic",

	Judge: noText(
		`\bruntime error: `,
		`\bgoroutine \d+ \[`,
		`\bpanic: `,
		`invalid memory address or nil pointer`,
	),
}
