package check

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/errkit"
)

// serverRules are about a server that answers, in time and also after requests that may stop it.
var serverRules = []Rule{
	{ID: "server/alive/1", Category: hygiene, Level: must, Source: "CWE-400",
		Text: "The server still answers after a body that is not JSON, " +
			"and a deep, a large, a slow and a cancelled request.",
		Fault:  "ends with a deep input",
		probes: only(probe.Alive), judge: each(isNotAlive)},
	{ID: "server/answer/1", Category: hygiene, Level: must, Source: "JSON-RPC 2.0 §5; RFC 9110 §15",
		Text:  "Every request has an answer.",
		Fault: "closes the connection for a wrong input",
		probes: with(wrongInput, probe.UnknownTool, probe.UnknownVersion, probe.UnknownMethod, probe.Extra,
			probe.Repeated, probe.Concurrent, probe.Deep),
		judge: each(hasNoAnswer)},
	{ID: "server/answer/2", Category: hygiene, Level: should, Source: "JSON-RPC 2.0 §5, §5.1; RFC 9110 §15.5.1",
		Text:   "A message that is not a request has an answer, with the id null.",
		Fault:  "ignores what it cannot read",
		probes: wrongBody, judge: each(hasNoAnswer)},
	{ID: "server/fault/1", Category: hygiene, Level: must, Source: "RFC 9110 §15.6",
		Text:  "A fault of the client is not answered with 5xx.",
		Fault: "answers a body that is not JSON with 502",
		probes: with(wrongBody, probe.UnknownTool, probe.UnknownVersion, probe.UnknownMethod, probe.WrongRevision,
			probe.Method, probe.ContentType, probe.Deep, probe.Large),
		judge: eachAnswer(failsAlthough)},
	{ID: "server/time/1", Category: hygiene, Level: should, Source: "MCP 2025-11-25, Lifecycle, Timeouts",
		Text:   "A wrong input is answered within five seconds.",
		Fault:  "looks up a wrong input for a long time",
		probes: with(wrongInput, probe.UnknownTool, probe.Extra), judge: eachAnswer(takesLong)},
}

func isNotAlive(x *probe.Exchange) string {
	return when(x.Failure != nil || x.Status >= http.StatusInternalServerError,
		"after the probe %q: %s", x.After, x.Summary())
}

func hasNoAnswer(x *probe.Exchange) string {
	return when(x.Failure != nil, "%s: %v", x.Why, x.Failure)
}

func failsAlthough(x *probe.Exchange) string {
	return when(x.Status >= http.StatusInternalServerError && x.Status != http.StatusNotImplemented,
		"the status is %d although %s", x.Status, x.Why)
}

func takesLong(x *probe.Exchange) string {
	return when(x.Elapsed > 5*time.Second, "the answer took %v", x.Elapsed.Round(time.Millisecond))
}

// retryRules are about whether a call may be repeated.
var retryRules = []Rule{
	{ID: "retry/after/1", Category: retry, Level: should, Source: "RFC 6585 §4; RFC 9110 §15.6.4",
		Text:  "An answer with 429 or 503 has Retry-After.",
		Fault: "answers 503 without Retry-After",
		judge: eachAnswer(lacksRetryAfter)},
	{ID: "retry/after/2", Category: retry, Level: must, Source: "RFC 9110 §10.2.3",
		Text:  "Retry-After is a number of seconds or a date.",
		Fault: `has the Retry-After "soon"`,
		judge: eachAnswer(hasOtherRetryAfter)},
	{ID: "retry/input/1", Category: retry, Level: must, Source: "OXP 1.0, Call Tool, can_retry; RFC 9110 §15.5.1",
		Text:   "An error for a wrong input does not invite to repeat the call as it is.",
		Fault:  `answers a wrong input with "Please try again later."`,
		probes: wrongInput, judge: eachError(invitesToRepeat)},
	{ID: "retry/same/1", Category: retry, Level: should, Source: "RFC 9110 §9.2.2",
		Text:   "The same wrong call has the same error again.",
		Fault:  "answers every second call as unavailable",
		probes: only(probe.Repeated, probe.Concurrent), judge: otherErrors},
}

func lacksRetryAfter(x *probe.Exchange) string {
	wants := x.Status == http.StatusTooManyRequests || x.Status == http.StatusServiceUnavailable
	return when(wants && x.Header.Get("Retry-After") == "", "%s", statusOf(x))
}

func hasOtherRetryAfter(x *probe.Exchange) string {
	after := x.Header.Get("Retry-After")
	if n, err := strconv.Atoi(after); after == "" || err == nil && n >= 0 {
		return ""
	}
	if _, err := http.ParseTime(after); err == nil {
		return ""
	}
	return fmt.Sprintf("Retry-After is %q", after)
}

func invitesToRepeat(x *probe.Exchange) string {
	switch {
	case x.Err.RetryAfter > 0, x.Header.Get("Retry-After") != "":
		return "the answer has a delay: " + quote(x.Text())
	case x.Err.Peer.Retry == errkit.Allowed:
		return "the answer permits to repeat the call: " + quote(x.Text())
	case laterText.MatchString(x.Text()):
		return "the text invites to repeat the call: " + quote(x.Text())
	}
	return ""
}

// laterText matches texts that invite to repeat a call without a change.
var laterText = regexp.MustCompile(
	`(?i)\b(try again (later|in a|soon)|please try again\.|temporarily unavailable|retry later)`)

// otherErrors finds the errors that are not the first one.
func otherErrors(xs []*probe.Exchange, found func(*probe.Exchange, string)) {
	var first *probe.Exchange
	for _, x := range xs {
		switch {
		case x.Err == nil:
		case first == nil:
			first = x
		case x.Kind() != first.Kind() || x.Status != first.Status:
			found(x, fmt.Sprintf("the first answer is %s, this one %s", first.Kind().String(), x.Kind().String()))
		}
	}
}
