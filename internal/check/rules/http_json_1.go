package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var httpJson1 = check.Rule{
	ID: "http/json/1", Category: check.Spec, Level: check.Must,
	Text:     "A body that is not JSON is answered with 400.",
	Source:   "RFC 9110 §15.5.1",
	Dialects: []string{"problem", "google", "connect", "oxp"},
	Probes:   []check.Probe{check.NotJSON, check.NotRequest},
	Fault:    "answers a body that is not JSON with 500",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Status != http.StatusBadRequest && x.Status != http.StatusUnprocessableEntity {
			return fmt.Sprintf("the status is %d", x.Status)
		}
		return ""
	}),
}
