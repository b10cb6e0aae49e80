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
var serverRules = []test{
	{"server/alive/1", only(probe.Alive), each(isNotAlive)},
	{"server/answer/1", with(wrongInput, probe.UnknownTool, probe.UnknownVersion, probe.UnknownMethod, probe.Extra,
		probe.Repeated, probe.Concurrent, probe.Deep), each(hasNoAnswer)},
	{"server/answer/2", wrongBody, each(hasNoAnswer)},
	{"server/fault/1", with(wrongBody, probe.UnknownTool, probe.UnknownVersion, probe.UnknownMethod, probe.WrongRevision,
		probe.Method, probe.ContentType, probe.Deep, probe.Large),
		eachAnswer(failsAlthough)},
	{"server/time/1", with(wrongInput, probe.UnknownTool, probe.Extra), eachAnswer(takesLong)},
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
var retryRules = []test{
	{"retry/after/1", nil, eachAnswer(lacksRetryAfter)},
	{"retry/after/2", nil, eachAnswer(hasOtherRetryAfter)},
	{"retry/input/1", wrongInput, eachError(invitesToRepeat)},
	{"retry/same/1", only(probe.Repeated, probe.Concurrent), otherErrors},
}

func lacksRetryAfter(x *probe.Exchange) string {
	wants := x.Status == http.StatusTooManyRequests || x.Status == http.StatusServiceUnavailable
	return when(wants && x.Header.Get("Retry-After") == "", "%s", statusOf(x))
}

func hasOtherRetryAfter(x *probe.Exchange) string {
	after := x.Header.Get("Retry-After")
	n, err := strconv.Atoi(after)
	_, noDate := http.ParseTime(after)
	return when(after != "" && (err != nil || n < 0) && noDate != nil, "Retry-After is %q", after)
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
