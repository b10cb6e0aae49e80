package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var leakToken1 = check.Rule{
	ID: "leak/token/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer has a token or a key.",
	Source: "CWE-522",
	Fault:  "answers with the key that a service refused",

	Judge: noText(
		`\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`,
		`\bsk-[A-Za-z0-9_-]{16,}`,
		`\bgh[pousr]_[A-Za-z0-9]{20,}`,
		`\bAKIA[0-9A-Z]{16}\b`,
		`\bxox[abprs]-[\w-]{10,}`,
		`\bAIza[\w-]{30,}`,
		`-----BEGIN [A-Z ]*PRIVATE KEY-----`,
		`(?i)\bbearer [a-z0-9._~+/-]{20,}=*`,
	),
}
