package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var httpStatus1 = check.Rule{
	ID: "http/status/1", Category: check.Spec, Level: check.Must,
	Text:     "An error has a status of the classes 4xx or 5xx.",
	Source:   "RFC 9110 §15; RFC 9457 §3.1.2",
	Dialects: []string{"problem", "google", "connect"},
	Fault:    "sends errors with the status 200",

	Judge: check.EachError(func(x *check.Exchange) string {
		if x.Status < http.StatusBadRequest {
			return fmt.Sprintf("the status of the error is %d", x.Status)
		}
		return ""
	}),
}
