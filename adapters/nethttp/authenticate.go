package nethttp

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
)

// needs adds to e what its header WWW-Authenticate (RFC 9110 §11.6.1) asks for:
// the scopes of RFC 6750 §3, and the URLs of authorization_uri or
// resource_metadata (RFC 9728 §5.1). What the body has of either stays.
func needs(e *errkit.Error, h http.Header) {
	var found errkit.Needs
	for _, line := range h["Www-Authenticate"] {
		for _, params := range challenges(line) {
			for scope := range strings.FieldsSeq(params["scope"]) {
				if len(scope) <= limit.Key && len(found.Scopes) < limit.Fields && !slices.Contains(found.Scopes, scope) {
					found.Scopes = append(found.Scopes, scope)
				}
			}
			for _, name := range [...]string{"authorization_uri", "resource_metadata"} {
				if isWebURL(params[name]) && len(found.Challenges) < limit.Fields {
					found.Challenges = append(found.Challenges, errkit.Challenge{URL: params[name]})
					break
				}
			}
		}
	}
	if found.IsZero() {
		return
	}
	if e.Needs != nil {
		whole := *e.Needs
		if whole.Scopes == nil {
			whole.Scopes = found.Scopes
		}
		if whole.Challenges == nil {
			whole.Challenges = found.Challenges
		}
		found = whole
	}
	e.Needs = &found
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
		value, line = paramValue(strings.TrimLeft(value, " \t"))
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

// paramValue cuts the value of a parameter, a token or a quoted string, from the
// beginning of s.
func paramValue(s string) (value, rest string) {
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
