package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var leakEnvironment1 = check.Rule{
	ID: "leak/environment/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer has a variable of the environment with its value.",
	Source: "CWE-526",
	Fault:  "answers with its configuration",

	Judge: noText(
		`\b[A-Z][A-Z0-9]*_(KEY|TOKEN|SECRET|PASSWORD|PASSWD|DSN|URL|URI)=[^\s\"]+`,
		`\"[A-Z][A-Z0-9]*_(KEY|TOKEN|SECRET|PASSWORD|PASSWD|DSN)\":\s*\"[^\"]+\"`,
	),
}
