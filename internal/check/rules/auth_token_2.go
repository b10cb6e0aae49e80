package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var authToken2 = check.Rule{
	ID: "auth/token/2", Category: check.Auth, Level: check.Must,
	Text:   "An invalid token is not a failure of the server.",
	Source: "RFC 6750 §3.1",
	Probes: []check.Probe{check.BadCredentials},
	Fault:  "answers an invalid token with 500",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Status >= http.StatusInternalServerError {
			return fmt.Sprintf("the status is %d", x.Status)
		}
		return ""
	}),
}
