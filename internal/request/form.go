package request

import (
	"log/slog"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/middleware"
)

// Form is the media type of a form without files.
const Form = "application/x-www-form-urlencoded"

// Unsupported returns the error of a request with headers that a server does not accept.
func Unsupported(message errkit.Text) *errkit.Error {
	return &errkit.Error{
		Kind: errkit.InvalidRequest, Status: http.StatusUnsupportedMediaType,
		Code: middleware.UnsupportedMediaType, Message: message,
	}
}

// An EncodingError is the cause of the error of a request in an encoding that is not accepted.
type EncodingError struct {
	Accepted string // the value of Accept-Encoding in the response (RFC 9110 §15.5.16)
}

func (e *EncodingError) Error() string { return "the encodings are " + e.Accepted }

// BadPairs returns where name=value pairs have a fault, nil if they have none.
func BadPairs(code errkit.Code, what errkit.Text, pairs string, cause error) *errkit.Error {
	at := 0
	for n := 1; ; n++ {
		pair, rest, more := strings.Cut(pairs[at:], "&")
		if i, fault := badPair(pair); fault != "" {
			return &errkit.Error{
				Kind: errkit.InvalidRequest, Code: code, Err: cause,
				Message: errkit.Textf("The %s is not valid: parameter %d, byte %d: %s.", what, n, at+i+1, fault),
				Details: []slog.Attr{slog.Int("parameter", n), slog.Int("byte", at+i+1)},
			}
		}
		if !more {
			return nil
		}
		at = len(pairs) - len(rest)
	}
}

// badPair returns the fault of one pair and where it is, "" if it has none.
func badPair(pair string) (at int, fault errkit.Text) {
	if i := strings.IndexByte(pair, ';'); i >= 0 {
		return i, `";" must be written as %3B`
	}
	const hex = "0123456789ABCDEFabcdef"
	for {
		escape := strings.IndexByte(pair[at:], '%')
		if escape < 0 {
			return 0, ""
		}
		at += escape
		if digits := pair[at+1:]; len(digits) < 2 || strings.Trim(digits[:2], hex) != "" {
			return at, `"%" must be followed by two hexadecimal digits`
		}
		at += 3
	}
}

var wildcard = lazy.Regexp{Expr: `\{([^}:]*)[^}]*\}`}

// Wildcards returns the names of the wildcards of a pattern: {name} or {name...}
// ([http.ServeMux]), or {name:expression}, as other routers have.
func Wildcards(pattern string) (names []string) {
	for _, match := range wildcard.Get().FindAllStringSubmatch(pattern, -1) {
		names = append(names, strings.TrimSuffix(match[1], "..."))
	}
	return names
}
