// Package publicurl prints URLs that may have credentials in them.
package publicurl

import (
	"net/url"
	"strings"
)

// Redacted is in place of what is not public.
const Redacted = "…"

// Of returns a URL without the user and the values of the query. It returns Redacted for one that is not valid, and for one that may
// have a user although it has no authority (RFC 3986 §3.2), such as "ada:secret@example.com".
func Of(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" && (strings.Contains(u.Path, "@") || strings.Contains(u.Opaque, "@") || strings.Contains(u.Opaque, "%40")) {
		return Redacted
	}
	u.User, u.Fragment = nil, ""
	if u.RawQuery != "" {
		parts := strings.Split(u.RawQuery, "&")
		for i, part := range parts {
			if name, _, ok := strings.Cut(part, "="); ok {
				parts[i] = name + "=" + Redacted
			} else {
				parts[i] = Redacted
			}
		}
		u.RawQuery = strings.Join(parts, "&")
	}
	return u.String()
}
