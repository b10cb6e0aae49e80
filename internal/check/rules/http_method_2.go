package rules

import (
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var httpMethod2 = check.Rule{
	ID: "http/method/2", Category: check.Spec, Level: check.Must,
	Text:   "A 405 lists the methods of the endpoint in Allow.",
	Source: "RFC 9110 §15.5.6",
	Probes: []check.Probe{check.Method},
	Fault:  "answers 405 without Allow",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Status == http.StatusMethodNotAllowed && len(x.Header.Values("Allow")) == 0 {
			return "there is no Allow"
		}
		return ""
	}),
}
