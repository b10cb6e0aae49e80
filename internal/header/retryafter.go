package header

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/internal/text"
)

// A Fault is a value of a header that does not count as it is, cut to maxValue bytes of valid
// UTF-8, and why.
type Fault struct{ Name, Value, Reason string }

const (
	noDelay  = "neither a number of seconds nor a date, ignored"
	noCount  = "not a number of milliseconds, ignored"
	negative = "negative, ignored"
	shorter  = "shorter than another value, which counts"
	tooLong  = "longer than a delay can be, the longest delay counts"
)

const (
	maxValues = 16 // of one header, that are parsed
	maxValue  = 64
)

// RetryAfter parses the header Retry-After (RFC 9110 §10.2.3): seconds, which some servers write
// with a fraction, or a date, from which the header Date is subtracted so that clock differences
// do not matter. Without Date it is now. Of several values the longest counts. Without a valid
// value it is that of a header with milliseconds, else false. A value that a Duration cannot hold
// is the longest Duration, so that no client repeats a call too early.
func RetryAfter(h http.Header, now func() time.Time) (longest time.Duration, ok bool) {
	for _, name := range delayHeaders {
		for _, value := range h[name][:min(len(h[name]), maxValues)] {
			if d, reason := parseDelay(h, name, value, now); value != "" && (reason == "" || reason == tooLong) {
				longest, ok = max(longest, d), true
			}
		}
		if ok {
			return longest, true
		}
	}
	return 0, false
}

// Delay returns the delay of [RetryAfter]. Without one it is that of [NoneLeft] if the response is
// about a limit: limits are in every response, and invite nobody to repeat a call that failed for
// another reason.
func Delay(h http.Header, now func() time.Time, isLimit bool) time.Duration {
	delay, ok := RetryAfter(h, now)
	if !ok && isLimit {
		delay, _ = NoneLeft(h, now)
	}
	return delay
}

// rateLimit returns the longest t, in seconds, of a limit of which no call is left
// (draft-ietf-httpapi-ratelimit-headers-10 §4): "burst";r=0;t=30.
func rateLimit(h http.Header) (longest time.Duration, ok bool) {
	all := strings.Join(h["Ratelimit"][:min(len(h["Ratelimit"]), maxValues)], ",")
	for limit := range strings.SplitSeq(all, ",") {
		var left, reset string
		for param := range strings.SplitSeq(limit, ";") {
			switch name, value, _ := strings.Cut(strings.TrimSpace(param), "="); name {
			case "r":
				left = value
			case "t":
				reset = value
			}
		}
		if left == "0" && isNumber(reset) {
			d, _ := parseDelay(h, delayHeaders[0], reset, nil) // which needs no clock
			longest, ok = max(longest, d), true
		}
	}
	return longest, ok
}

// maxSeconds is the largest number of a limit that is a number of seconds, not a Unix time.
const maxSeconds = 1e9

// NoneLeft reports whether RateLimit, or the headers of GitHub and of the older drafts, say that no
// request of a limit is left, and returns the time until it is reset, 0 if they do not say it. The
// latter have seconds or a Unix time, which is compared with Date as in [RetryAfter].
func NoneLeft(h http.Header, now func() time.Time) (reset time.Duration, none bool) {
	reset, none = rateLimit(h)
	for _, prefix := range [...]string{"X-Ratelimit-", "Ratelimit-", "X-Rate-Limit-"} {
		left := h.Get(prefix + "Remaining")
		if left == "" || strings.Trim(left, "0.") != "" {
			continue
		}
		none = true
		seconds, err := strconv.ParseFloat(h.Get(prefix+"Reset"), 64)
		if err == nil && seconds > maxSeconds {
			seconds -= float64(clock(h, now).UnixMilli()) / 1000
		}
		if err == nil && seconds > 0 && seconds <= maxSeconds {
			d, _ := inBounds(seconds * 1000)
			reset = max(reset, d)
		}
	}
	return reset, none
}

// clock returns the time of the server that responded, else that of the client.
func clock(h http.Header, now func() time.Time) time.Time {
	date, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return now()
	}
	return date
}

// RetryAfterFaults returns the values that [RetryAfter] ignores or changes.
func RetryAfterFaults(h http.Header, now func() time.Time) (faults []Fault) {
	at := now()
	now = func() time.Time { return at } // else a date is nearer at each look
	longest, _ := RetryAfter(h, now)
	for i, name := range delayHeaders {
		for _, value := range h[name][:min(len(h[name]), maxValues)] {
			d, reason := parseDelay(h, name, value, now)
			if reason == "" && value != "" && i == 0 && d < longest {
				reason = shorter
			}
			if reason != "" {
				value = strings.ToValidUTF8(value[:min(len(value), maxValue)], "\ufffd")
				faults = append(faults, Fault{name, value, reason})
			}
		}
	}
	return faults
}

// delayHeaders are Retry-After and the headers in which Azure and OpenAI send a delay in
// milliseconds.
var delayHeaders = [...]string{"Retry-After", "Retry-After-Ms", "X-Ms-Retry-After-Ms"}

// parseDelay parses a value of one of the delayHeaders, or returns why it is not valid. An empty
// one has no reason.
func parseDelay(h http.Header, name, value string, now func() time.Time) (d time.Duration, reason string) {
	value = strings.TrimSpace(value)
	switch digits := strings.TrimPrefix(value, "-"); {
	case value == "":
		return 0, ""
	case digits != value && isNumber(digits):
		return 0, negative
	case isNumber(value) && strings.Contains(value, "."): // Shopify: 2.0
		if s, err := strconv.ParseFloat(value, 64); err == nil && name == delayHeaders[0] {
			return inBounds(s * 1000)
		}
		return 0, noCount
	case isNumber(value): // only digits
		n, err := strconv.ParseInt(value, 10, 64)
		switch {
		case err != nil:
			return text.FromMilliseconds(math.MaxInt64), tooLong
		case name == delayHeaders[0]:
			return inBounds(float64(n) * 1000)
		}
		return inBounds(float64(n))
	case name != delayHeaders[0]:
		return 0, noCount
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0, noDelay
	}
	if d = at.Sub(clock(h, now)); d == math.MaxInt64 {
		return text.FromMilliseconds(math.MaxInt64), tooLong
	}
	return max(d, 0), ""
}

// isNumber reports whether a value has digits, and a point at most.
func isNumber(value string) bool {
	whole, fraction, _ := strings.Cut(value, ".")
	return whole+fraction != "" && strings.Trim(whole+fraction, "0123456789") == ""
}

// inBounds returns a delay, rounded up. The longest Duration, rounded up to seconds, is not too
// long.
func inBounds(ms float64) (d time.Duration, reason string) {
	if ms = math.Ceil(ms); ms >= float64(math.MaxInt64/time.Millisecond+1000) {
		return text.FromMilliseconds(math.MaxInt64), tooLong
	}
	return text.FromMilliseconds(int64(ms)), ""
}
