package pointer

import (
	"strings"

	"github.com/toolerr/toolerr/internal/text"
)

// IsWhole reports whether validators write a name, as that of a member, for a fault of all members
// of an object together: Django, Django REST framework, marshmallow, zod.
func IsWhole(name string) bool {
	return name == "non_field_errors" || name == "nonFieldErrors" || name == "__all__" || name == "_schema" || name == "_errors"
}

// FromPath returns the pointer of a path in the notation of a validation library: a JSON
// pointer, its fragment, JSONPath (RFC 9535) such as $.age, or names with dots and indexes such
// as Items[0].Sku. A text in none of these notations is one member name.
func FromPath(path string) string {
	if IsWhole(path) {
		return ""
	}
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

// AppendPath appends a pointer as a path such as items[0].sku, which is the body of a JSON string.
// A token that is neither an index nor a name is ['quoted'], as JSONPath writes it. Without quotes
// AppendPath reports false for such a token, and for a text that is not a pointer.
func AppendPath(dst []byte, pointer string, quotes bool) (_ []byte, ok bool) {
	first, rest, more := len(dst), pointer, pointer != ""
	if more && rest[0] == '/' {
		rest = rest[1:]
	} else if more && !quotes {
		return dst, false
	}
	for more {
		token := rest
		end := strings.IndexByte(rest, '/')
		if more = end >= 0; more {
			token, rest = rest[:end], rest[end+1:]
		}
		switch {
		case isIndex(token):
			dst = append(append(append(dst, '['), token...), ']')
		case isName(token):
			if len(dst) > first {
				dst = append(dst, '.')
			}
			dst = append(dst, token...)
		case !quotes:
			return dst, false
		default:
			dst = append(text.AppendBody(append(dst, "['"...), token), "']"...)
		}
	}
	return dst, true
}

func isIndex(token string) bool {
	for i := range len(token) {
		if token[i] < '0' || token[i] > '9' {
			return false
		}
	}
	return token != "" && (token[0] != '0' || len(token) == 1)
}

func isName(token string) bool {
	for i := range len(token) {
		c := token[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return token != ""
}
