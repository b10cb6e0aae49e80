package bridge

import (
	"regexp"
	"strings"
)

// A challenge of WWW-Authenticate (RFC 9110 §11.6.1).
type challenge struct {
	scheme     string
	parameters []string // with their names; or one token68
}

// String returns the challenge as it is sent.
func (c challenge) String() string {
	if len(c.parameters) == 0 {
		return c.scheme
	}
	return c.scheme + " " + strings.Join(c.parameters, ", ")
}

// The parts of a list of challenges (RFC 9110 §11.2, §11.3, §11.6.1). Each item has the separator after it.
var (
	challengeScheme    = regexp.MustCompile(`^[!#$%&'*+.^_` + "`" + `|~0-9A-Za-z-]+([ \t]*,|[ \t]*$| +)`)
	challengeParameter = regexp.MustCompile(`^(([!#$%&'*+.^_` + "`" + `|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:[!#$%&'*+.^_` + "`" + `|~0-9A-Za-z-]+|"(?:[\t !#-\[\]-~]|\\[\t -~])*"))[ \t]*(?:,|$)`)
	challengeToken     = regexp.MustCompile(`^([A-Za-z0-9._~+/-]+=*)[ \t]*(?:,|$)`)
)

// parseChallenges parses a line of WWW-Authenticate. It is false for a line that is not a list of challenges.
func parseChallenges(line string) (list []challenge, ok bool) {
	fresh := false // the scheme has nothing after it yet
	for {
		rest := strings.TrimLeft(line, " \t,")
		if line = rest; line == "" {
			return list, true
		}
		if m := challengeParameter.FindStringSubmatch(line); m != nil && len(list) > 0 {
			c := &list[len(list)-1]
			c.parameters, fresh = append(c.parameters, m[1]), false
			line = line[len(m[0]):]
			continue
		}
		if m := challengeToken.FindStringSubmatch(line); m != nil && fresh {
			list[len(list)-1].parameters, fresh = []string{m[1]}, false
			line = line[len(m[0]):]
			continue
		}
		m := challengeScheme.FindStringSubmatch(line)
		if m == nil || fresh {
			return nil, false
		}
		list = append(list, challenge{scheme: strings.TrimRight(m[0], " \t,")})
		line, fresh = line[len(m[0]):], strings.HasSuffix(m[0], " ")
	}
}

// withoutTexts returns a line of WWW-Authenticate without the parameters that are texts for people: error_description and
// error_uri (RFC 6750 §3). It returns "" for a line that is not a list of challenges (RFC 9110 §11.6.1).
func withoutTexts(line string) string {
	list, ok := parseChallenges(line)
	if !ok {
		return ""
	}
	kept := make([]string, len(list))
	for i, c := range list {
		c.parameters = withoutTextParameters(c.parameters)
		kept[i] = c.String()
	}
	return strings.Join(kept, ", ")
}

// withoutTextParameters returns the parameters that are not texts, also in the encoding of RFC 8187, whose names end with "*".
func withoutTextParameters(parameters []string) (kept []string) {
	for _, p := range parameters {
		name, _, _ := strings.Cut(p, "=")
		name = strings.ToLower(strings.TrimRight(name, " \t*"))
		if name != "error_description" && name != "error_uri" {
			kept = append(kept, p)
		}
	}
	return kept
}
