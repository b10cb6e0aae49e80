package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var serverFault1 = check.Rule{
	ID: "server/fault/1", Category: check.Hygiene, Level: check.Must,
	Text:   "A fault of the client is not answered with 5xx.",
	Source: "RFC 9110 §15.6",
	Probes: []check.Probe{check.UnknownTool, check.UnknownVersion, check.UnknownMethod, check.WrongRevision, check.NotJSON, check.NotRequest, check.Method, check.ContentType, check.Deep, check.Large},
	Fault:  "answers a body that is not JSON with 502",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Status >= http.StatusInternalServerError && x.Status != http.StatusNotImplemented {
			return fmt.Sprintf("the status is %d although %s", x.Status, x.Why)
		}
		return ""
	}),
}
