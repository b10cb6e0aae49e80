package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var httpPath1 = check.Rule{
	ID: "http/path/1", Category: check.Spec, Level: check.Must,
	Text:     "A path that does not exist is answered with 404.",
	Source:   "RFC 9110 §15.5.5",
	Dialects: []string{"problem", "google", "connect", "oxp"},
	Probes:   []check.Probe{check.UnknownMethod},
	Fault:    "answers every path with 200",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Status != http.StatusNotFound && x.Status != http.StatusUnauthorized {
			return fmt.Sprintf("the status of %s is %d", x.Request.URL, x.Status)
		}
		return ""
	}),
}
