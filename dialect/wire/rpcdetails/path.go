package rpcdetails

import "strings"

// path writes a JSON pointer as a path such as items[0].sku if that is decoded as the same pointer, else as it is.
func (w *writer) path(number int, name, pointer string) {
	if pointer == "" {
		return
	}
	start := w.openString(number, name)
	if dst, ok := appendPath(w.dst, pointer); ok {
		w.dst = dst
	} else {
		w.value(pointer)
	}
	w.closeString(start)
}

// appendPath appends a pointer as a path. It reports false if a token is neither an index nor an identifier.
func appendPath(dst []byte, pointer string) (_ []byte, ok bool) {
	first := len(dst)
	for pointer != "" {
		if pointer[0] != '/' {
			return dst, false
		}
		token := pointer[1:]
		if end := strings.IndexByte(token, '/'); end >= 0 {
			token = token[:end]
		}
		pointer = pointer[1+len(token):]
		switch {
		case isIndex(token):
			dst = append(append(append(dst, '['), token...), ']')
		case !isIdentifier(token):
			return dst, false
		case len(dst) > first:
			dst = append(append(dst, '.'), token...)
		default:
			dst = append(dst, token...)
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

func isIdentifier(token string) bool {
	for i := range len(token) {
		c := token[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return token != ""
}
