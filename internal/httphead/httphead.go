// Package httphead reads and writes the parts of an HTTP message head that describe an error: the status, Retry-After and
// the media type.
package httphead

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/internal/delay"
)

// IsError reports whether status is a client or server error (RFC 9110 §15.5, §15.6).
func IsError(status int) bool { return status >= 400 && status <= 599 }

// IsSuccess reports whether status is a success (RFC 9110 §15.3).
func IsSuccess(status int) bool { return status >= 200 && status <= 299 }

// RetryAfter parses the header Retry-After (RFC 9110 §10.2.3): seconds, which some servers write with a fraction, or a date, from which
// the header Date is subtracted so that clock differences do not matter. Without Date it is now. Without Retry-After it is a header with
// milliseconds. It is false if there is no valid value. More seconds than a Duration can hold are the longest Duration.
func RetryAfter(h http.Header, now func() time.Time) (time.Duration, bool) {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return retryAfterMilliseconds(h)
	}
	if s, err := strconv.ParseUint(value, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) { // only digits
		return delay.FromSeconds(s), true
	}
	if whole, fraction, ok := strings.Cut(value, "."); ok && strings.Trim(whole+fraction, "0123456789") == "" { // Shopify: 2.0
		s, err := strconv.ParseFloat(value, 64)
		return delay.FromMilliseconds(int64(math.Ceil(min(s*1000, math.MaxInt64/2)))), err == nil
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

// retryAfterMilliseconds parses the headers in which Azure and OpenAI send a delay in milliseconds.
func retryAfterMilliseconds(h http.Header) (time.Duration, bool) {
	for _, name := range [...]string{"Retry-After-Ms", "X-Ms-Retry-After-Ms"} {
		value := strings.TrimSpace(h.Get(name))
		if value == "" { // an error of strconv allocates
			continue
		}
		if ms, err := strconv.ParseInt(value, 10, 64); err == nil && ms >= 0 {
			return delay.FromMilliseconds(ms), true
		}
	}
	return 0, false
}

// MediaType returns the media type of Content-Type in lower case, without parameters (RFC 9110 §8.3.1); "" if there is
// none.
func MediaType(h http.Header) string {
	media, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(media))
}

// IsJSON reports whether a media type, as MediaType returns it, is application/json or has the suffix +json
// (RFC 6839 §3.1).
func IsJSON(media string) bool {
	return media == "application/json" || strings.HasPrefix(media, "application/") && strings.HasSuffix(media, "+json")
}

// Set sets a header, whose name is in canonical form, if the value is not empty and printable ASCII. Other values would be
// altered by net/http, or rejected by clients (RFC 9110 §5.5).
func Set(h http.Header, name, value string) {
	if value == "" {
		return
	}
	for i := range len(value) {
		if value[i] != '\t' && (value[i] < ' ' || value[i] > '~') {
			return
		}
	}
	h[name] = []string{value}
}
