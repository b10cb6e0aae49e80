package nethttp

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// retryAfter reads the header Retry-After: seconds, or a date that counts from
// the answer's own Date, so that clocks that differ do not matter
// (RFC 9110 §10.2.3). It is false where there is none that can be read.
func retryAfter(h http.Header, now func() time.Time) (time.Duration, bool) {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return 0, false
	}
	if s, err := strconv.ParseUint(value, 10, 64); err == nil {
		return time.Duration(min(s, math.MaxInt64/uint64(time.Second))) * time.Second, true
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	from, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		from = now()
	}
	return max(at.Sub(from), 0), true
}
