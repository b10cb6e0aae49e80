package pointer

import "strings"

// FromPath returns the pointer of a path in the notation of a validation library: a JSON
// pointer, its fragment, JSONPath (RFC 9535) such as $.age, or names with dots and indexes such
// as Items[0].Sku. A text in none of these notations is one member name.
func FromPath(path string) string {
	if path == "" || path[0] == '/' || strings.HasPrefix(path, "#/") {
		return FromFragment(path)
	}
	rest := path
	if rest == "$" || strings.HasPrefix(rest, "$.") || strings.HasPrefix(rest, "$[") { // JSONPath (RFC 9535 §2.2)
		rest = strings.TrimPrefix(rest[1:], ".")
	}
	var b strings.Builder
	for rest != "" {
		token := ""
		if rest[0] == '[' {
			inside, after, ok := strings.Cut(rest[1:], "]")
			if !ok || after != "" && after[0] != '.' && after[0] != '[' {
				return FromKey(path)
			}
			token, rest = strings.Trim(inside, `'"`), strings.TrimPrefix(after, ".")
			if strings.HasSuffix(after, ".") && rest == "" {
				return FromKey(path)
			}
		} else if n := strings.IndexAny(rest, ".["); n < 0 {
			token, rest = rest, ""
		} else {
			token = rest[:n]
			if rest = rest[n:]; rest == "." {
				return FromKey(path)
			}
			rest = strings.TrimPrefix(rest, ".")
		}
		if token == "" || strings.IndexByte(token, ' ') >= 0 {
			return FromKey(path)
		}
		b.WriteByte('/')
		b.WriteString(Escape(token))
	}
	return b.String()
}
