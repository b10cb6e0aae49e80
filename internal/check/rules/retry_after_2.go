package rules

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/toolerr/toolerr/internal/check"
)

var retryAfter2 = check.Rule{
	ID: "retry/after/2", Category: check.Retry, Level: check.Must,
	Text:   "Retry-After is a number of seconds or a date.",
	Source: "RFC 9110 §10.2.3",
	Fault:  `has the Retry-After "soon"`,

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		after := x.Header.Get("Retry-After")
		if after == "" {
			return ""
		}
		if n, err := strconv.Atoi(after); err == nil && n >= 0 {
			return ""
		}
		if _, err := http.ParseTime(after); err == nil {
			return ""
		}
		return fmt.Sprintf("Retry-After is %q", after)
	}),
}
