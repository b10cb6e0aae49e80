package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var httpMethod1 = check.Rule{
	ID: "http/method/1", Category: check.Spec, Level: check.Must,
	Text:   "A method that the endpoint does not have is answered with 405 or 404.",
	Source: "RFC 9110 §15.5.6",
	Probes: []check.Probe{check.Method},
	Fault:  "takes every method for POST",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		switch x.Status {
		case http.StatusMethodNotAllowed, http.StatusNotFound, http.StatusNotImplemented, http.StatusUnauthorized, http.StatusForbidden:
			return ""
		}
		return fmt.Sprintf("the status for %s is %d", x.Request.Method, x.Status)
	}),
}
