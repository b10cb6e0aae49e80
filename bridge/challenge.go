package bridge

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/toolerr/toolerr/internal/leak"
)

// tokenPattern is that of a token (RFC 9110 §5.6.2).
const tokenPattern = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"

// challengeItem is an item of a list of challenges, with the separators around it (RFC 9110 §11.2,
// §11.3, §11.6.1): a parameter, of the challenge that starts with the scheme before it or of the
// last one, or a scheme, with or without a token68.
var challengeItem = regexp.MustCompile(`^[ \t,]*(?:(?:(` + tokenPattern + `) [ \t]*)?(` +
	tokenPattern + `[ \t]*=[ \t]*(?:` + tokenPattern + `|"(?:[\t !#-\[\]-~]|\\[\t -~])*"))` +
	`|(` + tokenPattern + `)(?: [ \t]*([A-Za-z0-9._~+/-]+=*))?)[ \t]*(?:,[ \t,]*|$)`)

// textParameter is the start of a parameter that is a text for people (RFC 6750 §3), also in the
// encoding of RFC 8187, whose names end with "*".
var textParameter = regexp.MustCompile(`^(?i:error_description|error_uri)[ \t*]*(=|$)`)

// publicParameter is a parameter that a client sends on, whatever it looks like: random characters, such as a nonce
// (RFC 7616 §3.3), a challenge and its key (RFC 9577 §2.1) or a ticket (UMA 2.0, Grant, §3.2.1), and claims (OpenID
// Connect Core §5.5).
var publicParameter = regexp.MustCompile(
	`^(?i:nonce|opaque|challenge|token-key|ticket|claims)[ \t]*=[ \t]*"?[\w.~+/=:-]*"?$`)

// addressParameter is a parameter that names what a client needs to authenticate, which may be in a private network:
// the URL of a server that issues tokens (Docker, Azure, UMA), of the resource or of its metadata (RFC 9728 §5.1), or
// the name of a service (Docker).
var addressParameter = regexp.MustCompile(`^(?i:service[ \t]*=|(realm|authorization|authorization_uri|as_uri|issuer|` +
	`resource|resource_id|resource_metadata)[ \t]*=[ \t]*"https?://)`)

// user is the start of a URL with a user (RFC 3986 §3.2.1).
var user = regexp.MustCompile(`://[^/?#]*@`)

// withoutTexts returns a line of WWW-Authenticate without the parameters that are texts for people, or have
// private text. It returns "" for a line that is not a list of challenges (RFC 9110 §11.6.1).
func withoutTexts(line string) string {
	var kept strings.Builder
	separator := ""
	for line = strings.Trim(line, " \t,"); line != ""; {
		m := challengeItem.FindStringSubmatch(line)
		if m == nil {
			return ""
		}
		line = line[len(m[0]):]
		scheme, parameter := m[1]+m[3], m[2]+m[4]
		switch {
		case scheme != "" && kept.Len() > 0:
			kept.WriteString(", ")
			fallthrough
		case scheme != "":
			kept.WriteString(scheme)
			separator = " "
		case kept.Len() == 0:
			return "" // a parameter of no challenge
		}
		plain, _ := url.PathUnescape(parameter)
		filter := leak.Filter{Hosts: addressParameter.MatchString(parameter)}
		isPrivate := filter.Found(parameter) || user.MatchString(parameter) || leak.SecretParameter.Get().MatchString(parameter+plain)
		isPublic := m[4] != "" || publicParameter.MatchString(parameter) || !isPrivate
		if parameter != "" && isPublic && !textParameter.MatchString(parameter) {
			kept.WriteString(separator + parameter)
			separator = ", "
		}
	}
	return kept.String()
}
