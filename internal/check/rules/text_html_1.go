package rules

import (
	"bytes"
	"fmt"

	"github.com/toolerr/toolerr/internal/check"
)

var textHtml1 = check.Rule{
	ID: "text/html/1", Category: check.Model, Level: check.Should,
	Text:   "An error is not a page of HTML.",
	Source: "RFC 9457 §1",
	Fault:  "answers an unknown path with a page",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		body := bytes.TrimSpace(x.Body)
		if x.Failed() && (bytes.HasPrefix(bytes.ToLower(body), []byte("<!doctype html")) || bytes.HasPrefix(bytes.ToLower(body), []byte("<html"))) {
			return fmt.Sprintf("the answer with the status %d is HTML", x.Status)
		}
		return ""
	}),
}
