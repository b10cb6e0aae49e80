package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var leakAddress1 = check.Rule{
	ID: "leak/address/1", Category: check.Leak, Level: check.Must,
	Text:   "No error has an address of a private network.",
	Source: "CWE-209",
	Fault:  "answers with the address of the service that refused a connection",

	Judge: noText(
		`\b(10\.\d{1,3}|192\.168|172\.(1[6-9]|2\d|3[01])|127\.\d{1,3})\.\d{1,3}(\.\d{1,3})?:\d{2,5}\b`,
		`\b10\.\d{1,3}\.\d{1,3}\.\d{1,3}\b`,
		`\b192\.168\.\d{1,3}\.\d{1,3}\b`,
		`\b172\.(1[6-9]|2\d|3[01])\.\d{1,3}\.\d{1,3}\b`,
		`\bdial (tcp|udp|unix)\b`,
		`\bconnect ECONNREFUSED\b`,
		`\b[\w-]+\.(svc\.cluster\.local|internal|corp|lan)\b`,
	),
}
