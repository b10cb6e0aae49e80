package httphead

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/internal/limit"
)

// Authenticate is what the headers WWW-Authenticate of a response ask for (RFC 9110 §11.6.1).
type Authenticate struct {
	Error       string   // such as "invalid_token" or "insufficient_scope" (RFC 6750 §3)
	Description string   // for developers of the client
	Scopes      []string // that the request needs, of all challenges
	URLs        []string // authorization_uri, else resource_metadata (RFC 9728 §5.1), of each challenge
}

// ParseAuthenticate returns what the headers WWW-Authenticate ask for.
func ParseAuthenticate(h http.Header) (a Authenticate) {
	for _, line := range h["Www-Authenticate"] {
		for _, params := range challenges(line) {
			if a.Error == "" && params["error"] != "" {
				a.Error, a.Description = params["error"], params["error_description"]
			}
			for scope := range strings.FieldsSeq(params["scope"]) {
				if len(scope) <= limit.Key && len(a.Scopes) < limit.Fields && !slices.Contains(a.Scopes, scope) {
					a.Scopes = append(a.Scopes, scope)
				}
			}
			for _, name := range [...]string{"authorization_uri", "resource_metadata"} {
				if isWebURL(params[name]) && len(a.URLs) < limit.Fields {
					a.URLs = append(a.URLs, params[name])
					break
				}
			}
		}
	}
	return a
}

func isWebURL(s string) bool {
	if s == "" || len(s) > limit.URL {
		return false
	}
	u, err := url.Parse(s)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http")
}

// challenges returns the parameters of each challenge of one header line, by
// their lower-case names. A challenge is a scheme, and then a token or
// parameters, with commas between parameters and between challenges alike: what
// is followed by a space or ends without "=" is a scheme.
func challenges(line string) (all []map[string]string) {
	for line != "" && len(all) <= limit.Fields {
		line = strings.TrimLeft(line, " \t,")
		name, rest := token(line)
		if name == "" {
			return all // not a header of this form
		}
		rest = strings.TrimLeft(rest, " \t")
		value, isParam := strings.CutPrefix(rest, "=")
		if !isParam || value == "" || value[0] == '=' || value[0] == ',' { // a scheme, or a token68 that ends in "="
			if !isParam {
				all = append(all, map[string]string{})
			}
			line = strings.TrimLeft(rest, "=")
			continue
		}
		value, line = parameter(strings.TrimLeft(value, " \t"))
		if len(all) > 0 {
			all[len(all)-1][strings.ToLower(name)] = value
		}
	}
	return all
}

// token cuts a token, or a token68, from the beginning of s.
func token(s string) (name, rest string) {
	n := strings.IndexFunc(s, func(c rune) bool { return c <= ' ' || c > '~' || strings.ContainsRune(`",;=\()<>@[]{}`, c) })
	if n < 0 {
		n = len(s)
	}
	return s[:n], s[n:]
}

// parameter cuts the value of a parameter, a token or a quoted string, from the
// beginning of s.
func parameter(s string) (value, rest string) {
	if !strings.HasPrefix(s, `"`) {
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
	return "", "" // it has no end
}
