package rules

import (
	"fmt"
	"mime"
	"net/http"
	"slices"

	"github.com/toolerr/toolerr/internal/check"
)

var httpContentType2 = check.Rule{
	ID: "http/content-type/2", Category: check.Spec, Level: check.Must,
	Text:     "An error has the Content-Type of its dialect.",
	Source:   "RFC 9457 §3; AIP-193; Connect Protocol, Unary-Response",
	Dialects: []string{"problem", "google", "connect"},
	Probes:   []check.Probe{check.UnknownMethod, check.UnknownTool, check.NotJSON, check.Missing, check.WrongType, check.OutOfBounds, check.NoInput},
	Fault:    "sends errors as text/plain",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Status < http.StatusBadRequest || len(x.Body) == 0 {
			return ""
		}
		want := []string{"application/json"}
		if x.Dialect == "problem" {
			want = []string{"application/problem+json"}
		}
		got, _, _ := mime.ParseMediaType(x.Header.Get("Content-Type"))
		if !slices.Contains(want, got) {
			return fmt.Sprintf("the Content-Type of a %d is %q", x.Status, x.Header.Get("Content-Type"))
		}
		return ""
	}),
}
