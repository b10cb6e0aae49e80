// Package http is the part of net/http that the playground of the static site needs. `make site`
// compiles it in the place of net/http, beside the files of that with the statuses and methods, so
// that the program which browsers load has no HTTP client, no server and no TLS: that halves it.
// A name that is missing here is a compile error of `make site`.
package http

import "time"

// A Header is that of net/http.
type Header map[string][]string

// Add adds a value to a key.
func (h Header) Add(key, value string) {
	key = CanonicalHeaderKey(key)
	h[key] = append(h[key], value)
}

// Set sets the value of a key.
func (h Header) Set(key, value string) { h[CanonicalHeaderKey(key)] = []string{value} }

// Get returns the first value of a key.
func (h Header) Get(key string) string {
	if values := h.Values(key); len(values) > 0 {
		return values[0]
	}
	return ""
}

// Values returns the values of a key.
func (h Header) Values(key string) []string { return h[CanonicalHeaderKey(key)] }

// Del deletes a key.
func (h Header) Del(key string) { delete(h, CanonicalHeaderKey(key)) }

// Clone returns a copy.
func (h Header) Clone() Header {
	if h == nil {
		return nil
	}
	clone := make(Header, len(h))
	for key, values := range h {
		clone[key] = append([]string(nil), values...)
	}
	return clone
}

// CanonicalHeaderKey returns the form of a key in a Header. A key that is not a token stays.
func CanonicalHeaderKey(key string) string {
	canonical, upper := []byte(key), true
	for i, c := range canonical {
		switch {
		case c <= ' ' || c >= 0x7f || c == ':' || c == '(' || c == ')' || c == ',' || c == '/' || c == '"' ||
			c >= ';' && c <= '@' || c >= '[' && c <= ']' || c == '{' || c == '}':
			return key
		case upper && c >= 'a' && c <= 'z':
			canonical[i] -= 'a' - 'A'
		case !upper && c >= 'A' && c <= 'Z':
			canonical[i] += 'a' - 'A'
		}
		upper = c == '-'
	}
	return string(canonical)
}

// TimeFormat is the format of times in headers.
const TimeFormat = "Mon, 02 Jan 2006 15:04:05 GMT"

// ParseTime parses a time in a header.
func ParseTime(text string) (t time.Time, err error) {
	for _, layout := range []string{TimeFormat, time.RFC850, time.ANSIC} {
		if t, err = time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return t, err
}

// A ResponseWriter is that of net/http.
type ResponseWriter interface {
	Header() Header
	Write([]byte) (int, error)
	WriteHeader(statusCode int)
}

// A Request has what dialect.Head reads of one.
type Request struct {
	Method string
	Header Header
}
