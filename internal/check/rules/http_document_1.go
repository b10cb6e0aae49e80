package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var httpDocument1 = check.Rule{
	ID: "http/document/1", Category: check.Spec, Level: check.Must,
	Text:     "An error is a document of the dialect.",
	Source:   "RFC 9457 §3; OXP 1.0, Call Tool; AIP-193; Connect Protocol, Error End-Stream",
	Dialects: []string{"problem", "google", "connect", "oxp"},
	Probes:   []check.Probe{check.UnknownMethod, check.UnknownTool, check.UnknownVersion, check.NotJSON, check.NotRequest, check.Extra, check.Missing, check.WrongType, check.OutOfBounds, check.NoInput},
	Fault:    "sends errors as plain text",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Status >= http.StatusBadRequest && (x.Invalid != nil || x.Err == nil || x.Err.Peer.Dialect == "http") {
			return fmt.Sprintf("the body of a %d is not a document of %s: %s", x.Status, x.Dialect, quote(string(x.Body)))
		}
		return ""
	}),
}
