// Package publicurl prints URLs that may have credentials in them.
package publicurl

import (
	"net/url"
	"strings"
)

// Redacted is in place of what is not public.
const Redacted = "…"

// Of returns a URL without the user and the values of the query. Of one that is not valid it returns Redacted.
func Of(address string) string {
	u, err := url.Parse(address)
	if err != nil {
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
