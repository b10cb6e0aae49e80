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

// keyOf returns the key of a pointer. One that is escaped is to be unescaped yet;
// see appendUnescaped, which does it without allocating.
func keyOf(pointer string) (key string, escaped bool) {
	if len(pointer) < 2 || pointer[0] != '/' {
		return pointer, false
	}
	for i := len(pointer) - 1; i > 0; i-- { // from the end: the last of several tokens is short
		switch pointer[i] {
		case '/':
			return pointer, false
		case '~':
			return escapedKey(pointer)
		}
	}
	return pointer[1:], false
}

func escapedKey(pointer string) (key string, escaped bool) {
	token := pointer[1:]
	if strings.IndexByte(token, '/') >= 0 || strings.HasPrefix(token, "~1") {
		return pointer, false
	}
	return token, true
}

// appendKeyBody appends the key of a pointer as the body of a JSON string.
func appendKeyBody(dst []byte, pointer string) []byte {
	key, escaped := keyOf(pointer)
	if escaped {
		return appendUnescaped(dst, key)
	}
	return jsonw.AppendBody(dst, key)
}

// appendUnescaped appends an escaped token as the body of a JSON string.
func appendUnescaped(dst []byte, token string) []byte {
	for {
		before, sign, after, found := cutEscape(token)
		dst = jsonw.AppendBody(dst, before)
		if !found {
			return dst
		}
		dst = append(dst, sign)
		token = after
	}
}

// appendUnescapedClean is appendUnescaped for a model: cleaned, and capped at so
// many characters.
func appendUnescapedClean(dst []byte, token string, limit int) []byte {
	if !cleanInPieces(token, limit) {
		return jsonw.AppendCleanBody(dst, unescapeToken(token), limit)
	}
	for {
		before, sign, after, found := cutEscape(token)
		dst = jsonw.AppendCleanBody(dst, before, limit)
		if !found {
			return dst
		}
		dst = append(dst, sign)
		token = after
	}
}

// cutEscape cuts an escaped token at its first tilde, and returns what the
// tilde stands for; one that escapes nothing stands for itself.
func cutEscape(token string) (before string, sign byte, after string, found bool) {
	before, after, found = strings.Cut(token, "~")
	switch {
	case strings.HasPrefix(after, "0"):
		return before, '~', after[1:], found
	case strings.HasPrefix(after, "1"):
		return before, '/', after[1:], found
	}
	return before, '~', after, found
}

// cleanInPieces reports whether the pieces of a token, each cleaned, are the
// whole, cleaned: it is not too long, and there is no terminal sequence in it
// that could reach from one into the next (ESC, or U+0080 to U+009F).
func cleanInPieces(token string, limit int) bool {
	return (limit <= 0 || len(token) <= limit) && strings.IndexByte(token, 0x1b) < 0 && strings.IndexByte(token, 0xc2) < 0
}

// pointerOf returns the pointer of a key.
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
	for {
		n := fragmentStart(pointer)
		dst = append(dst, pointer[:n]...)
		if n == len(pointer) {
			return dst
		}
		c := pointer[n]
		dst = append(dst, '%', hex[c>>4], hex[c&15])
		pointer = pointer[n+1:]
	}
}

// fragmentStart counts the bytes at the start of s that may stand in a fragment
// as they are. Most pointers are such: it looks at four at a time.
func fragmentStart(s string) int {
	t, ok := s, &fragmentBytes
	for len(t) >= 4 && ok[t[0]]&ok[t[1]]&ok[t[2]]&ok[t[3]] != 0 {
		t = t[4:]
	}
	for len(t) > 0 && ok[t[0]] != 0 {
		t = t[1:]
	}
	return len(s) - len(t)
}

// fragmentBytes holds 1 for each byte that may stand in a fragment as it is
// (RFC 3986 §3.5).
var fragmentBytes = func() (table [256]uint8) {
	const all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/?:@-._~!$&'()*+,;="
	for i := range len(all) {
		table[all[i]] = 1
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
