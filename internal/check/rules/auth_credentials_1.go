package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var authCredentials1 = check.Rule{
	ID: "auth/credentials/1", Category: check.Auth, Level: check.Must,
	Text:   "A request that fails for lack of credentials is answered with 401.",
	Source: "RFC 9110 §15.5.2",
	Probes: []check.Probe{check.NoCredentials},
	Fault:  "answers a request without credentials with 500",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Failed() && x.Status != http.StatusUnauthorized && x.Status != x.Authorized { // a public server ignores credentials
			return fmt.Sprintf("the status is %d", x.Status)
		}
		return ""
	}),
}
