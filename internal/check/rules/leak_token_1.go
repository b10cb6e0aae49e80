package rules

import (
	"github.com/toolerr/toolerr/internal/check"
	"github.com/toolerr/toolerr/internal/leak"
)

var leakToken1 = check.Rule{
	ID: "leak/token/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer has a token or a key.",
	Source: "CWE-522",
	Fault:  "answers with the key that a service refused",

	Judge: noText(leak.Patterns(leak.Token)...),
}
