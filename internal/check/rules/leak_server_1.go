package rules

import (
	"strings"

	"github.com/toolerr/toolerr/internal/check"
)

var leakServer1 = check.Rule{
	ID: "leak/server/1", Category: check.Hygiene, Level: check.Should,
	Text:   "No answer names the version of the server's software.",
	Source: "RFC 9110 §10.2.4",
	Probes: []check.Probe{check.List},
	Fault:  "has the header X-Powered-By",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if by := x.Header.Get("X-Powered-By"); by != "" {
			return "X-Powered-By is " + by
		}
		if server := x.Header.Get("Server"); strings.ContainsAny(server, "0123456789") {
			return "Server is " + server
		}
		return ""
	}),
}
