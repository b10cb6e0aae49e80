package httphead

import (
	"net/http"
	"strings"
)

// Bearer is the challenge of the scheme Bearer in WWW-Authenticate (RFC 6750 §3, RFC 9728 §5.1). All members are optional.
type Bearer struct {
	Error            string   // such as "invalid_token" or "insufficient_scope"
	Description      string   // for developers of the client
	Scopes           []string // that the request needs
	ResourceMetadata string   // URL of the metadata of the protected resource
}

// maxScopes bounds the scopes of a challenge.
const maxScopes = 100

// ParseBearer returns the first Bearer challenge among the fields of WWW-Authenticate, which may list several challenges of
// several schemes (RFC 9110 §11.6.1). It is false if there is none.
func ParseBearer(h http.Header) (b Bearer, ok bool) {
	for _, field := range h.Values("WWW-Authenticate") {
		for field != "" {
			var scheme string
			scheme, field = token(strings.TrimLeft(field, " \t,"))
			if scheme == "" {
				break
			}
			found := strings.EqualFold(scheme, "Bearer")
			if field = b.parameters(field, found); found {
				return b, true
			}
		}
	}
	return Bearer{}, false
}

// parameters reads the parameters of one challenge into b if keep is set, and returns what follows them: the next challenge.
func (b *Bearer) parameters(s string, keep bool) (rest string) {
	for {
		s = strings.TrimLeft(s, " \t,")
		name, after := token(s)
		after = strings.TrimLeft(after, " \t")
		value, isParameter := strings.CutPrefix(after, "=")
		if name == "" || !isParameter {
			if name == s || name == "" { // the end, or something that is not a challenge
				return ""
			}
			return s
		}
		var text string
		text, s = parameter(strings.TrimLeft(value, " \t"))
		if keep {
			b.set(name, text)
		}
	}
}

func (b *Bearer) set(name, value string) {
	switch strings.ToLower(name) {
	case "error":
		b.Error = value
	case "error_description":
		b.Description = value
	case "scope":
		if b.Scopes = strings.Fields(value); len(b.Scopes) > maxScopes {
			b.Scopes = b.Scopes[:maxScopes]
		}
	case "resource_metadata":
		b.ResourceMetadata = value
	}
}

// token cuts a token (RFC 9110 §5.6.2), or the characters of a token68, off s.
func token(s string) (tok, rest string) {
	n := strings.IndexAny(s, " \t,=\"")
	if n < 0 {
		n = len(s)
	}
	return s[:n], s[n:]
}

// parameter cuts a token or a quoted string (RFC 9110 §5.6.4) off s.
func parameter(s string) (value, rest string) {
	if s == "" || s[0] != '"' {
		return token(s)
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return b.String(), s[i+1:]
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), "" // without an end
}
