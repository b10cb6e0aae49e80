package rules

import (
	"bytes"
	"strings"

	"github.com/toolerr/toolerr/internal/check"
)

var leakCredentials1 = check.Rule{
	ID: "leak/credentials/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer repeats the credentials of its request.",
	Source: "RFC 6750 §5.2",
	Fault:  "answers a wrong token with the token",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		_, token, _ := strings.Cut(x.Request.Header.Get("Authorization"), " ")
		if len(token) >= 6 && bytes.Contains(x.Body, []byte(token)) {
			return "the answer has the token of the request"
		}
		return ""
	}),
}
