package header

import (
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// Authenticate is what the headers WWW-Authenticate of a response ask for (RFC 9110 §11.6.1). No
// URL is in it: none is a page that a user visits. resource_metadata is a document (RFC 9728 §3),
// and authorization_uri, which Azure and others send, is where the client's program begins OAuth
// (RFC 6749 §3.1), with its own id and a page to return to.
type Authenticate struct {
	Error       string   // such as "invalid_token" or "insufficient_scope" (RFC 6750 §3)
	Description string   // for developers of the client
	Scopes      []string // that the request needs, of all challenges
}

// ParseAuthenticate returns what the headers WWW-Authenticate ask for.
func ParseAuthenticate(h http.Header) (a Authenticate) {
	for _, line := range h["Www-Authenticate"] {
		for _, params := range challenges(line) {
			if a.Error == "" && params["error"] != "" {
				a.Error, a.Description = params["error"], params["error_description"]
			}
			for scope := range strings.FieldsSeq(params["scope"]) {
				if len(scope) <= text.MaxKey && len(a.Scopes) < text.MaxFields && !slices.Contains(a.Scopes, scope) {
					a.Scopes = append(a.Scopes, scope)
				}
			}
		}
	}
	return a
}

// challenges returns the parameters of each challenge of one header line, by
// their lower-case names. A challenge is a scheme, and then a token or
// parameters, with commas between parameters and between challenges alike: what
// is followed by a space or ends without "=" is a scheme.
func challenges(line string) (all []map[string]string) {
	for line != "" && len(all) <= text.MaxFields {
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
	n := strings.IndexFunc(s, func(c rune) bool {
		return c <= ' ' || c > '~' || strings.ContainsRune(`",;=\()<>@[]{}`, c)
	})
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

// A Bearer is a challenge for a bearer token (RFC 6750 §3).
type Bearer struct {
	Error            string   // such as "invalid_token"; "": the request has no token
	Description      string   // for developers of the client
	Scopes           []string // that the request needs
	ResourceMetadata string   // URL of the protected resource's metadata (RFC 9728 §5.1)
	ACRValues        []string // ways to authenticate, one of which is needed (RFC 9470 §3)
	MaxAge           string   // seconds since the user last authenticated (RFC 9470 §3)
}

// String returns the value of WWW-Authenticate. Parts with characters that their parameter does
// not allow are left out.
func (b Bearer) String() string {
	var params []string
	for _, p := range [...]struct{ name, value string }{
		{"error", b.Error},
		{"error_description", only(b.Description, isText, text.MaxMessage)},
		{"scope", list(b.Scopes)},
		{"acr_values", list(b.ACRValues)},
		{"max_age", b.MaxAge},
		{"resource_metadata", only(b.ResourceMetadata, isToken, text.MaxURL)},
	} {
		if p.value != "" {
			params = append(params, p.name+`="`+p.value+`"`)
		}
	}
	return strings.TrimSpace("Bearer " + strings.Join(params, ", "))
}

// Challenge returns the challenge for an error: its needed scopes, and what an author put into
// the details acr_values and max_age for a step-up (RFC 9470 §3). hasToken reports whether the
// request has a token; otherwise the challenge has no error (RFC 6750 §3.1).
func Challenge(e *errkit.Error, hasToken bool) (b Bearer) {
	if e.Needs != nil {
		b.Scopes = e.Needs.Scopes
	}
	for i := range e.Details {
		a := &e.Details[i]
		switch {
		case a.Key == "acr_values" && a.Value.Kind() == slog.KindString:
			b.ACRValues = strings.Fields(a.Value.String())
		case a.Key == "acr_values":
			b.ACRValues, _ = a.Value.Any().([]string)
		case a.Key == "max_age" && a.Value.Kind() == slog.KindInt64:
			b.MaxAge = strconv.FormatInt(a.Value.Int64(), 10)
		}
	}
	if !hasToken {
		return b
	}
	b.Description = e.Error()
	switch {
	case len(b.ACRValues) > 0 || b.MaxAge != "":
		b.Error = "insufficient_user_authentication"
	case e.Kind == errkit.PermissionDenied && len(b.Scopes) > 0:
		b.Error = "insufficient_scope"
	case e.Kind == errkit.PermissionDenied:
		b.Description = "" // no other token would help, as far as it is known
	case e.Kind == errkit.InvalidRequest || e.Kind == errkit.Malformed:
		b.Error = "invalid_request"
	default:
		b.Error = "invalid_token"
	}
	return b
}

// list joins the valid items of a list, within a bound.
func list(items []string) string {
	var v strings.Builder
	for _, item := range items {
		if item = only(item, isToken, text.MaxMessage); item == "" || v.Len()+len(item) > text.MaxMessage {
			continue
		}
		if v.Len() > 0 {
			v.WriteByte(' ')
		}
		v.WriteString(item)
	}
	return v.String()
}

// only returns s if all of its characters are allowed and it is not longer than limit, else "".
func only(s string, allowed func(rune) bool, limit int) string {
	if len(s) > limit || strings.ContainsFunc(s, func(c rune) bool { return !allowed(c) }) {
		return ""
	}
	return s
}

// isToken reports whether c may be in a scope (RFC 6749 §3.3).
func isToken(c rune) bool { return c > ' ' && c <= '~' && c != '"' && c != '\\' }

// isText reports whether c may be in error_description (RFC 6750 §3).
func isText(c rune) bool { return c == ' ' || isToken(c) }

// HasToken reports whether a request has a bearer token in its head (RFC 6750 §2.1).
func HasToken(h http.Header) bool {
	scheme, token, _ := strings.Cut(strings.TrimSpace(h.Get("Authorization")), " ")
	return strings.EqualFold(scheme, "Bearer") && strings.TrimSpace(token) != ""
}
