package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var retryAfter1 = check.Rule{
	ID: "retry/after/1", Category: check.Retry, Level: check.Should,
	Text:   "An answer with 429 or 503 has Retry-After.",
	Source: "RFC 6585 §4; RFC 9110 §15.6.4",
	Fault:  "answers 503 without Retry-After",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if (x.Status == http.StatusTooManyRequests || x.Status == http.StatusServiceUnavailable) && x.Header.Get("Retry-After") == "" {
			return fmt.Sprintf("the status is %d", x.Status)
		}
		return ""
	}),
}
