package agents

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Answer is what an agent gets for a call.
type Answer struct {
	OK   bool   // a result, without an error
	Text string // what a model reads: the text of a result, of an error, or the response of HTTP

	Status     int    // of HTTP (RFC 9110 §15), or 0
	RetryAfter string // the header (RFC 9110 §10.2.3)
	Code       int    // of an error of JSON-RPC, or 0
}

// fold makes names equal that differ by their spelling only: max_price, maxPrice and MaxPrice.
func fold(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

var word = regexp.MustCompile(`[A-Za-z0-9_]+`)

// Names returns the words of a text, folded: an agent knows of a member what a text names.
func Names(text string) map[string]bool {
	names := map[string]bool{}
	for _, w := range word.FindAllString(text, -1) {
		names[fold(w)] = true
	}
	return names
}

// A Verdict is what an agent makes of an error of a call that it could repeat as it is.
type Verdict uint8

const (
	Unclear Verdict = iota // the response says nothing about it
	Again                  // it invites to repeat the call
	Stop                   // it forbids to, or says that it is of no use
)

// Read returns what an agent makes of an answer that is an error, and how long to wait if the
// answer states that. It knows only words of English and what the protocols define. The first rule
// that applies counts:
//
//  1. A sentence forbids to repeat the call, or states that it may have had an effect: Stop.
//  2. A word means that the same call fails again, such as "not found" or "denied": Stop.
//  3. The status is 4xx, but for 408, 425 and 429, or a code of JSON-RPC blames the request: Stop.
//  4. A sentence without a condition invites to repeat the call, or a header or a member states
//     when, or the status or a word means that there are too many calls, or the status is 503 (RFC
//     9110 §15.6.4): Again.
//  5. A sentence invites on a condition, of which the agent does not know whether it holds: Stop,
//     and the user is asked.
//
// A member of a JSON document is read as a sentence of its name and its value.
func Read(a Answer) (v Verdict, delay time.Duration) {
	invites, conditional, delay := false, false, delayOf(a)
	for _, s := range sentences(a.Text) {
		switch {
		case outcome.MatchString(s):
			return Stop, 0
		case !repeats.MatchString(s):
		case negation.MatchString(s):
			return Stop, 0
		case condition.MatchString(s):
			conditional = true
		default:
			invites = true
		}
	}
	switch {
	case hopeless.MatchString(a.Text):
		return Stop, 0
	case a.Status == http.StatusRequestTimeout, a.Status == http.StatusTooEarly,
		a.Status == http.StatusTooManyRequests, a.Status == http.StatusServiceUnavailable:
		return Again, delay
	case a.Status >= 400 && a.Status < 500, a.Code <= -32600 && a.Code >= -32602:
		return Stop, 0
	case invites, delay > 0, tooMany.MatchString(a.Text):
		return Again, delay
	case conditional:
		return Stop, 0
	}
	return Unclear, 0
}

// sentences returns the sentences of a text. Of a text whose last line is a JSON document, such as
// the body of a response, that line has one for each member.
func sentences(text string) (all []string) {
	for line := range strings.SplitSeq(text, "\n") {
		var v any
		if json.Unmarshal([]byte(line), &v) == nil {
			all = appendMembers(all, "", v)
			continue
		}
		all = append(all, sentence.Split(line, -1)...)
	}
	return all
}

func appendMembers(all []string, name string, v any) []string {
	switch v := v.(type) {
	case map[string]any:
		for _, member := range slices.Sorted(maps.Keys(v)) {
			all = appendMembers(all, member, v[member])
		}
	case []any:
		for _, item := range v {
			all = appendMembers(all, name, item)
		}
	default:
		all = append(all, sentence.Split(strings.TrimSpace(fmt.Sprintf("%s: %v", name, v)), -1)...)
	}
	return all
}

var (
	sentence  = regexp.MustCompile(`[.!?;]+(\s+|$)`)
	repeats   = regexp.MustCompile(`(?i)\b(re-?try|retries|retried|retrying|repeat|repeated|repeating|(try|tried|call|send|submit)( \w+){0,3} again|again later|re-?submit|re-?send)\b`)
	negation  = regexp.MustCompile(`(?i)\b(do not|don't|must not|should not|shouldn't|cannot|can't|never|not|no|without|false)\b`)
	condition = regexp.MustCompile(`(?i)\b(if|unless|only|once|until|otherwise|before|after_[a-z]+|after that)\b`)
	outcome   = regexp.MustCompile(`(?i)\b(may|might|could) (already )?have\b|\bunknown outcome\b|\boutcome (is )?unknown\b|\bcheck (first|whether)\b`)
	hopeless  = regexp.MustCompile(`(?i)\b(forbidden|(access|permission) denied|denied|not (allowed|permitted|authorized)|unauthorized|not found|no such|does not exist|there is no)\b`)
	tooMany   = regexp.MustCompile(`(?i)\b(too many (requests|calls)|rate.?limit(ed|s)?)\b`)
	inText    = regexp.MustCompile(`(?i)\b(?:in|after|for|wait|another) (?:about )?(\d+(?:\.\d+)?) ?(ms|milliseconds?|s|secs?|seconds?|minutes?|hours?|days?)\b`)
	inMember  = regexp.MustCompile(`(?i)"retry_?after(_?ms|_?seconds)?" ?: ?"?(\d+(?:\.\d+)?)`)
)

// delayOf returns the delay that a header, a member or a sentence names.
func delayOf(a Answer) time.Duration {
	if s, err := strconv.Atoi(a.RetryAfter); err == nil {
		return time.Duration(s) * time.Second
	}
	if at, err := http.ParseTime(a.RetryAfter); err == nil {
		return max(0, time.Until(at))
	}
	if m := inMember.FindStringSubmatch(a.Text); m != nil {
		if strings.HasSuffix(strings.ToLower(m[1]), "ms") {
			return seconds(m[2], time.Millisecond)
		}
		return seconds(m[2], time.Second)
	}
	m := inText.FindStringSubmatch(a.Text)
	if m == nil {
		return 0
	}
	switch unit := strings.ToLower(m[2]); {
	case strings.HasPrefix(unit, "ms"), strings.HasPrefix(unit, "milli"):
		return seconds(m[1], time.Millisecond)
	case strings.HasPrefix(unit, "min"):
		return seconds(m[1], time.Minute)
	case strings.HasPrefix(unit, "h"):
		return seconds(m[1], time.Hour)
	case strings.HasPrefix(unit, "d"):
		return seconds(m[1], 24*time.Hour)
	}
	return seconds(m[1], time.Second)
}

func seconds(number string, unit time.Duration) time.Duration {
	n, _ := strconv.ParseFloat(number, 64)
	return time.Duration(n * float64(unit))
}
