package rules

import (
	"github.com/toolerr/toolerr/internal/check"
	"github.com/toolerr/toolerr/internal/leak"
)

var leakDsn1 = check.Rule{
	ID: "leak/dsn/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer has a URL with a password.",
	Source: "CWE-522",
	Fault:  "answers with the address of its database",

	Judge: noText(leak.Patterns(leak.DSN)...),
}
