package httphead

import (
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/internal/limit"
)

// A Bearer is a challenge for a bearer token (RFC 6750 §3).
type Bearer struct {
	Realm            string
	Error            string   // such as "invalid_token"; "": the request has no token
	Description      string   // for developers of the client
	Scopes           []string // that the request needs
	ResourceMetadata string   // URL of the protected resource's metadata (RFC 9728 §5.1)
	ACRValues        []string // ways to authenticate, one of which is needed (RFC 9470 §3)
	MaxAge           string   // seconds since the user last authenticated (RFC 9470 §3)
}

// String returns the value of WWW-Authenticate. Parts with characters that their parameter does not allow are left out.
func (b Bearer) String() string {
	var v strings.Builder
	v.WriteString("Bearer")
	add := func(name, value string) {
		if value == "" {
			return
		}
		if v.Len() > len("Bearer") {
			v.WriteByte(',')
		}
		v.WriteString(" " + name + `="` + value + `"`)
	}
	add("realm", only(b.Realm, isText))
	add("error", b.Error)
	if len(b.Description) <= limit.Message {
		add("error_description", only(b.Description, isText))
	}
	add("scope", list(b.Scopes))
	add("acr_values", list(b.ACRValues))
	add("max_age", b.MaxAge)
	if len(b.ResourceMetadata) <= limit.URL {
		add("resource_metadata", only(b.ResourceMetadata, isToken))
	}
	return v.String()
}

// list joins the valid items of a list, within a bound.
func list(items []string) string {
	var v strings.Builder
	for _, item := range items {
		if item = only(item, isToken); item == "" || v.Len()+len(item) > limit.Message {
			continue
		}
		if v.Len() > 0 {
			v.WriteByte(' ')
		}
		v.WriteString(item)
	}
	return v.String()
}

// only returns s if all of its bytes are allowed, else "".
func only(s string, allowed func(byte) bool) string {
	for i := range len(s) {
		if !allowed(s[i]) {
			return ""
		}
	}
	return s
}

// isToken reports whether c may be in a scope (RFC 6749 §3.3).
func isToken(c byte) bool { return c > ' ' && c <= '~' && c != '"' && c != '\\' }

// isText reports whether c may be in error_description (RFC 6750 §3).
func isText(c byte) bool { return c == ' ' || isToken(c) }

// HasToken reports whether a request has a bearer token in its head (RFC 6750 §2.1).
func HasToken(h http.Header) bool {
	scheme, token, _ := strings.Cut(strings.TrimSpace(h.Get("Authorization")), " ")
	return strings.EqualFold(scheme, "Bearer") && strings.TrimSpace(token) != ""
}
