package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var httpContentType1 = check.Rule{
	ID: "http/content-type/1", Category: check.Spec, Level: check.Should,
	Text:   "A body whose Content-Type is not JSON is answered with 415 or 400.",
	Source: "RFC 9110 §15.5.16",
	Probes: []check.Probe{check.ContentType},
	Fault:  "reads any body as JSON",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Status != http.StatusUnsupportedMediaType && x.Status != http.StatusBadRequest {
			return fmt.Sprintf("the status for %s is %d", x.Request.Header.Get("Content-Type"), x.Status)
		}
		return ""
	}),
}
