package dialect

import (
	"net/url"
	"strings"

	"github.com/toolerr/toolerr/internal/jsonw"
)

// A key is how a JSON pointer (RFC 6901) stands where a protocol names
// parameters: a pointer of one token is that token, unescaped, unless it is
// empty or starts with a slash; any other pointer stands as it is, and the root
// is "".

// keyText returns the key of a pointer.
func keyText(pointer string) string {
	if len(pointer) < 2 || pointer[0] != '/' {
		return pointer
	}
	for i := 1; i < len(pointer); i++ { // faster than IndexByte for tokens as they are
		switch pointer[i] {
		case '/':
			return pointer
		case '~':
			return escapedKey(pointer)
		}
	}
	return pointer[1:]
}

func escapedKey(pointer string) string {
	token := pointer[1:]
	if strings.IndexByte(token, '/') >= 0 || strings.HasPrefix(token, "~1") {
		return pointer
	}
	return unescapeToken(token)
}

// appendKeyBody appends the key of a pointer as the body of a JSON string.
func appendKeyBody(dst []byte, pointer string) []byte {
	return jsonw.AppendBody(dst, keyText(pointer))
}

// pointerOf reverses keyText.
func pointerOf(key string) string {
	if key == "" || key[0] == '/' {
		return key
	}
	return "/" + escapeToken(key)
}

var (
	tokenEscaper   = strings.NewReplacer("~", "~0", "/", "~1")
	tokenUnescaper = strings.NewReplacer("~1", "/", "~0", "~") // RFC 6901 §4: never "~01" to "/"
)

// escapeToken is for keys, of which hardly any has anything to escape.
func escapeToken(token string) string {
	if strings.IndexByte(token, '~') < 0 && strings.IndexByte(token, '/') < 0 {
		return token
	}
	return tokenEscaper.Replace(token)
}

func unescapeToken(token string) string { return tokenUnescaper.Replace(token) }

// appendFragment appends a pointer as the body of a URI fragment in a JSON
// string: "#/b" (RFC 6901 §6).
func appendFragment(dst []byte, pointer string) []byte {
	const hex = "0123456789ABCDEF"
	dst = append(dst, '#')
	start := 0
	for i, c := range []byte(pointer) {
		if !fragmentByte(c) {
			dst = append(dst, pointer[start:i]...)
			dst = append(dst, '%', hex[c>>4], hex[c&15])
			start = i + 1
		}
	}
	return append(dst, pointer[start:]...)
}

// fragmentByte reports whether c may stand in a fragment as it is
// (RFC 3986 §3.5).
func fragmentByte(c byte) bool { return fragmentBytes[c] }

var fragmentBytes = func() (table [256]bool) {
	const all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/?:@-._~!$&'()*+,;="
	for i := range len(all) {
		table[all[i]] = true
	}
	return table
}()

// fragmentPointer reads "#/b"; a text without "#" is taken as it is.
func fragmentPointer(s string) string {
	fragment, ok := strings.CutPrefix(s, "#")
	if !ok || strings.IndexByte(fragment, '%') < 0 {
		return fragment
	}
	if pointer, err := url.PathUnescape(fragment); err == nil {
		return pointer
	}
	return fragment
}
