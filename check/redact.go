package check

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/toolerr/toolerr/internal/header"
)

const (
	redacted = header.Redacted
	minKey   = 6 // bytes of the shortest value that is taken for a credential
	minPart  = 8 // bytes of the shortest part of a credential that is removed, as of one that is cut
)

// public are the headers of a target whose values are no credentials.
var public = []string{
	"A2a-Version", "Accept", "Accept-Language", "Content-Type", "Host", "Mcp-Protocol-Version",
	"Origin", "Referer", "User-Agent",
}

// A redactor removes the credentials of a target from texts. All texts of a report pass it.
type redactor struct{ keys []string }

func newRedactor(t *Target) *redactor {
	r := new(redactor)
	for name, values := range t.Header {
		if slices.Contains(public, http.CanonicalHeaderKey(name)) {
			continue
		}
		for _, v := range values {
			_, token, ok := strings.Cut(v, " ")
			if ok && len(token) >= minKey { // the scheme before a token is no secret
				v = token
			}
			r.add(v)
		}
	}
	if u, err := url.Parse(t.URL); err == nil {
		password, _ := u.User.Password()
		r.add(u.User.Username())
		r.add(password)
		for _, values := range u.Query() {
			for _, v := range values {
				r.add(v)
				r.add(url.QueryEscape(v))
			}
		}
	}
	slices.SortFunc(r.keys, func(a, b string) int { return len(b) - len(a) })
	return r
}

func (r *redactor) add(key string) {
	if len(key) >= minKey {
		r.keys = append(r.keys, key)
	}
}

// text returns a text without the credentials, and without longer parts of them.
func (r *redactor) text(s string) string {
	for _, key := range r.keys {
		s = without(s, key)
	}
	return s
}

func without(s, key string) string {
	least := min(minPart, len(key))
	var b strings.Builder
	kept := 0
	for i := 0; i+least <= len(s); {
		end := i + least
		if !strings.Contains(key, s[i:end]) {
			i++
			continue
		}
		for end < len(s) && strings.Contains(key, s[i:end+1]) {
			end++
		}
		b.WriteString(s[kept:i] + redacted)
		kept, i = end, end
	}
	return b.String() + s[kept:]
}

// line returns a text without the credentials, in one line: a server must not write to a terminal
// or to the log of a CI.
func (r *redactor) line(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || unicode.In(c, unicode.Cf, unicode.Zl, unicode.Zp) {
			return ' '
		}
		return c
	}, r.text(s))
}

// err returns an error whose text is a line.
func (r *redactor) err(err error) error { return &redactedError{err, r.line(err.Error())} }

// A redactedError is an error with another text.
type redactedError struct {
	err  error
	text string
}

func (e *redactedError) Error() string { return e.text }
func (e *redactedError) Unwrap() error { return e.err }
