package rpcdetails

// path writes a JSON pointer as a path such as items[0].sku if that is decoded as the same pointer, else as it is.
func (w *writer) path(number int, name, pointer string) {
	if !isPath(pointer) {
		w.string(number, name, pointer)
		return
	}
	start := w.openString(number, name)
	first := len(w.dst)
	for pointer != "" {
		var token string
		token, pointer = nextToken(pointer)
		switch {
		case token[0] >= '0' && token[0] <= '9':
			w.dst = append(append(append(w.dst, '['), token...), ']')
			continue
		case len(w.dst) > first:
			w.dst = append(w.dst, '.')
		}
		w.dst = append(w.dst, token...)
	}
	w.closeString(start)
}

// nextToken returns the first token of a pointer, which starts with a slash, and the rest.
func nextToken(pointer string) (token, rest string) {
	for i := 1; i < len(pointer); i++ {
		if pointer[i] == '/' {
			return pointer[1:i], pointer[i:]
		}
	}
	return pointer[1:], ""
}

// isPath reports whether each token of a pointer is an index or an identifier.
func isPath(pointer string) bool {
	if pointer == "" || pointer[0] != '/' {
		return false
	}
	for pointer != "" {
		var token string
		if token, pointer = nextToken(pointer); !isIndex(token) && !isIdentifier(token) {
			return false
		}
	}
	return true
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
