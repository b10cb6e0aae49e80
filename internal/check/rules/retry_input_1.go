package rules

import (
	"regexp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/check"
)

var retryInput1 = check.Rule{
	ID: "retry/input/1", Category: check.Retry, Level: check.Must,
	Text:   "An error for a wrong input does not invite to repeat the call as it is.",
	Source: "OXP 1.0, Call Tool, can_retry; RFC 9110 §15.5.1",
	Probes: []check.Probe{check.Missing, check.WrongType, check.OutOfBounds, check.NoInput},
	Fault:  `answers a wrong input with "Please try again later."`,

	Judge: check.EachError(func(x *check.Exchange) string {
		switch {
		case x.Err.RetryAfter > 0, x.Header.Get("Retry-After") != "":
			return "the answer has a delay: " + quote(x.Text())
		case x.Err.Peer.Retry == errkit.Allowed:
			return "the answer permits to repeat the call: " + quote(x.Text())
		case laterText.MatchString(x.Text()):
			return "the text invites to repeat the call: " + quote(x.Text())
		}
		return ""
	}),
}

// laterText matches texts that invite to repeat a call without a change.
var laterText = regexp.MustCompile(`(?i)\b(try again (later|in a|soon)|please try again\.|temporarily unavailable|retry later)`)
