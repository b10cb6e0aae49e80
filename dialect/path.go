package dialect

import "strings"

// pathPointer returns the pointer of a path as frameworks write it: a JSON
// pointer, its fragment, or names with dots and indexes such as Items[0].Sku and
// $.age. What is none of these is one name.
func pathPointer(path string) string {
	if path == "" || path[0] == '/' || strings.HasPrefix(path, "#/") {
		return fragmentPointer(path)
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
				return pointerOf(path)
			}
			token, rest = strings.Trim(inside, `'"`), strings.TrimPrefix(after, ".")
			if strings.HasSuffix(after, ".") && rest == "" {
				return pointerOf(path)
			}
		} else if n := strings.IndexAny(rest, ".["); n < 0 {
			token, rest = rest, ""
		} else {
			token = rest[:n]
			if rest = rest[n:]; rest == "." {
				return pointerOf(path)
			}
			rest = strings.TrimPrefix(rest, ".")
		}
		if token == "" || strings.IndexByte(token, ' ') >= 0 {
			return pointerOf(path)
		}
		b.WriteByte('/')
		b.WriteString(escapeToken(token))
	}
	return b.String()
}
