// Package pointer converts JSON pointers (RFC 6901) to and from the notations of the protocols:
// the key of a parameter, the URI fragment, and the paths of validation libraries.
package pointer

import (
	"cmp"
	"math"
	"net/url"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/internal/text"
)

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~1", "/", "~0", "~") // RFC 6901 §4: never "~01" to "/"
)

// Escape returns a member name as it is written in a pointer. Few names have anything to escape.
func Escape(name string) string {
	if strings.IndexByte(name, '~') < 0 && strings.IndexByte(name, '/') < 0 {
		return name
	}
	return escaper.Replace(name)
}

// FromTokens returns the pointer of a path of member names and indexes.
func FromTokens(path []string) string {
	var b strings.Builder
	for _, token := range path {
		b.WriteByte('/')
		b.WriteString(Escape(token))
	}
	return b.String()
}

// CompareTokens orders tokens: item 2 before item 10, and items before names.
func CompareTokens(a, b string) int {
	return cmp.Or(cmp.Compare(index(a), index(b)), strings.Compare(a, b))
}

// index returns the index of an item, and a number above all of them for a token of another form.
func index(token string) uint64 {
	// strconv allocates its errors, so it gets neither names nor numbers with more digits than an
	// index has.
	if token != "" && token[0]-'0' <= 9 && len(token) <= 18 {
		if n, err := strconv.ParseUint(token, 10, 64); err == nil {
			return n
		}
	}
	return math.MaxUint64
}

// Unescape returns the member name that a token of a pointer represents.
func Unescape(token string) string {
	if strings.IndexByte(token, '~') < 0 { // a Replacer allocates
		return token
	}
	return unescaper.Replace(token)
}

// A key represents a pointer where a protocol names parameters. A pointer of one token has that
// token as its key, unescaped, unless the token is empty or starts with a slash. Any other
// pointer is its own key; the key of the root is "".

// FromKey returns the pointer that a key represents.
func FromKey(key string) string {
	if key == "" || key[0] == '/' {
		return key
	}
	return "/" + Escape(key)
}

// keyOf returns the key of a pointer. If escaped is true, the key is still to be unescaped, which
// appendKey does without allocating.
func keyOf(pointer string) (key string, escaped bool) {
	if len(pointer) < 2 {
		return pointer, false
	}
	if pointer[0] != '/' { // as if it had the slash
		return pointer, strings.IndexByte(pointer, '~') >= 0 && isKey(pointer)
	}
	token := pointer[1:]
	for i := len(token) - 1; i >= 0; i-- { // from the end: the last of several tokens is short
		if !isSyntax[token[i]] {
			continue
		}
		if token[i] == '~' && isKey(token) {
			return token, true
		}
		return pointer, false
	}
	return token, false
}

// isSyntax holds the characters that have a meaning in a pointer.
var isSyntax = [256]bool{'/': true, '~': true}

// isKey reports whether what is behind the first slash of a pointer is one token that does not
// represent a text that starts with a slash.
func isKey(token string) bool {
	return strings.IndexByte(token, '/') < 0 && !strings.HasPrefix(token, "~1")
}

// AppendKey appends the key of a pointer as the body of a JSON string.
func AppendKey(dst []byte, pointer string) []byte {
	if key, escaped := keyOf(pointer); !escaped && pointer != "" && pointer[0] == '/' { // as in most
		return text.AppendBody(dst, key)
	}
	return appendKey(dst, pointer, false, 0)
}

// AppendCleanKey is [AppendKey] for people and models: cleaned, and cut after limit characters.
func AppendCleanKey(dst []byte, pointer string, limit int) []byte {
	if key, escaped := keyOf(pointer); !escaped && pointer != "" && pointer[0] == '/' {
		return text.AppendCleanBody(dst, key, limit)
	}
	return appendKey(dst, pointer, true, limit)
}

func appendKey(dst []byte, pointer string, clean bool, limit int) []byte {
	if pointer != "" && pointer[0] != '/' && !isKey(pointer) { // it is its own key
		dst = append(dst, '/')
	}
	key, escaped := keyOf(pointer)
	switch {
	case !escaped:
		return appendBody(dst, key, clean, limit)
	case clean && !cleanInPieces(key, limit):
		return text.AppendCleanBody(dst, Unescape(key), limit)
	}
	for {
		before, c, after, found := cutEscape(key)
		dst = appendBody(dst, before, clean, limit)
		if !found {
			return dst
		}
		dst, key = append(dst, c), after
	}
}

func appendBody(dst []byte, s string, clean bool, limit int) []byte {
	if clean {
		return text.AppendCleanBody(dst, s, limit)
	}
	return text.AppendBody(dst, s)
}

// cutEscape cuts an escaped token around its first tilde and returns the character that the
// tilde represents. A tilde that escapes nothing represents itself.
func cutEscape(token string) (before string, c byte, after string, found bool) {
	before, after, found = strings.Cut(token, "~")
	switch {
	case strings.HasPrefix(after, "0"):
		return before, '~', after[1:], found
	case strings.HasPrefix(after, "1"):
		return before, '/', after[1:], found
	}
	return before, '~', after, found
}

// cleanInPieces reports whether cleaning the pieces of a token gives the same as cleaning the
// whole: it is not too long, and has no terminal sequence that could extend from one piece into
// the next (ESC, or U+0080 to U+009F).
func cleanInPieces(token string, limit int) bool {
	return (limit <= 0 || len(token) <= limit) &&
		strings.IndexByte(token, 0x1b) < 0 && strings.IndexByte(token, 0xc2) < 0
}

// AppendFragment appends a pointer as a URI fragment, such as "#/b" (RFC 6901 §6); a pointer
// without the slash at its start gets it. The result needs no escape in a JSON string.
func AppendFragment(dst []byte, pointer string) []byte {
	dst = append(dst, '#')
	if pointer != "" && pointer[0] != '/' {
		dst = append(dst, '/')
	}
	for {
		n := fragmentStart(pointer)
		dst = append(dst, pointer[:n]...)
		if n == len(pointer) {
			return dst
		}
		dst = appendPercent(dst, pointer[n])
		pointer = pointer[n+1:]
	}
}

// appendPercent appends a byte percent-encoded (RFC 3986 §2.1).
func appendPercent(dst []byte, c byte) []byte {
	const hex = "0123456789ABCDEF"
	return append(dst, '%', hex[c>>4], hex[c&15])
}

// fragmentStart returns the number of bytes at the start of s that a fragment may contain. It
// looks at four at a time, because most pointers have no other bytes.
func fragmentStart(s string) int {
	i, ok := 0, &fragmentBytes
	for i <= len(s)-4 && ok[s[i]]&ok[s[i+1]]&ok[s[i+2]]&ok[s[i+3]] != 0 {
		i += 4
	}
	for i < len(s) && ok[s[i]] != 0 {
		i++
	}
	return i
}

// fragmentBytes holds 1 for each byte that a fragment may contain (RFC 3986 §3.5).
var fragmentBytes = func() (table [256]uint8) {
	const all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/?:@-._~!$&'()*+,;="
	for i := range len(all) {
		table[all[i]] = 1
	}
	return table
}()

// FromFragment returns the pointer of a URI fragment such as "#/b"; a text without "#" is
// returned as it is.
func FromFragment(s string) string {
	fragment, ok := strings.CutPrefix(s, "#")
	if !ok || strings.IndexByte(fragment, '%') < 0 {
		return fragment
	}
	if pointer, err := url.PathUnescape(fragment); err == nil {
		return pointer
	}
	return fragment
}

// A Builder builds a pointer of any number of tokens of any length in bounded memory. The zero
// Builder is the pointer of the root.
type Builder struct {
	start []byte // the first text.MaxPath bytes
	end   []byte // the last bytes of what follows, at least text.MaxPath of them if there are as many
}

// Add appends a reference token, which is not escaped yet.
func (p *Builder) Add(token string) {
	p.write("/")
	p.Extend(token)
}

// Extend appends to the last token.
func (p *Builder) Extend(token string) {
	if len(token) > 2*text.MaxPath { // what is left out here is in the middle of the pointer
		p.Extend(text.Head(token, text.MaxPath))
		token = text.Tail(token, text.MaxPath)
	}
	for {
		n := strings.IndexAny(token, "~/")
		if n < 0 {
			p.write(token)
			return
		}
		p.write(token[:n])
		if token[n] == '~' { // a Replacer allocates
			p.write("~0")
		} else {
			p.write("~1")
		}
		token = token[n+1:]
	}
}

// write is not copied into its callers, and theirs.
//
//go:noinline
func (p *Builder) write(s string) {
	if room := text.MaxPath - len(p.start); room > 0 {
		n := min(room, len(s))
		p.start = append(p.start, s[:n]...)
		s = s[n:]
	}
	p.end = append(p.end, s...)
	if n := len(p.end) - text.MaxPath; n > 3*text.MaxPath {
		p.end = p.end[:copy(p.end, p.end[n:])]
	}
}

// String returns the pointer, or its start and its end if it is longer than text.MaxPath.
func (p *Builder) String() string { return text.ShortPath(string(p.start) + string(p.end)) }
