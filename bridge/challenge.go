package bridge

import "strings"

// withoutTexts returns a line of WWW-Authenticate without the parameters that are texts for people: error_description and
// error_uri (RFC 6750 §3). It returns "" for a line that is not a list of challenges (RFC 9110 §11.6.1).
func withoutTexts(line string) string {
	var kept []string
	for rest := line; rest != ""; {
		item, after, ok := cutItem(rest)
		if !ok {
			return ""
		}
		rest = after
		if item = strings.Trim(item, " \t"); item == "" {
			continue
		}
		scheme, parameter := splitScheme(item)
		if isText(parameter) {
			if parameter = ""; scheme == "" {
				continue
			}
		}
		kept = append(kept, strings.TrimSpace(scheme+" "+parameter))
	}
	return joinChallenges(kept)
}

// joinChallenges joins the items of a list. A parameter after a scheme that lost its first one follows it without a comma.
func joinChallenges(items []string) string {
	var b strings.Builder
	for i, item := range items {
		if i > 0 {
			_, hasParameter := splitParameter(item)
			if isScheme(items[i-1]) && hasParameter {
				b.WriteByte(' ')
			} else {
				b.WriteString(", ")
			}
		}
		b.WriteString(item)
	}
	return b.String()
}

// cutItem returns the text before the next comma outside of quotes, and the text after it. It is false if quotes do not end or a
// character is not allowed.
func cutItem(s string) (item, after string, ok bool) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < ' ' && c != '\t' || c > '~':
			return "", "", false
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == ',' && !quoted:
			return s[:i], s[i+1:], true
		}
	}
	return s, "", !quoted
}

// splitScheme splits an item into the scheme of a challenge, if it starts one, and a parameter or a token.
func splitScheme(item string) (scheme, parameter string) {
	first, rest, spaced := strings.Cut(item, " ")
	switch {
	case strings.Contains(first, "="), spaced && strings.HasPrefix(strings.TrimLeft(rest, " \t"), "="):
		return "", item
	case !spaced:
		return item, ""
	}
	return first, strings.TrimLeft(rest, " \t")
}

func isScheme(item string) bool {
	scheme, parameter := splitScheme(item)
	return scheme != "" && parameter == ""
}

// splitParameter returns the name of a parameter. It is false for a scheme.
func splitParameter(item string) (name string, ok bool) {
	if scheme, _ := splitScheme(item); scheme != "" {
		return "", false
	}
	name, _, ok = strings.Cut(item, "=")
	return strings.TrimSpace(name), ok
}

func isText(parameter string) bool {
	name, _, _ := strings.Cut(parameter, "=")
	name = strings.TrimSpace(name)
	return strings.EqualFold(name, "error_description") || strings.EqualFold(name, "error_uri")
}
