package leak

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/lazy"
)

// literals has the literals of all forms by their first two bytes, for one pass over a text.
var literals = sync.OnceValue(func() *[32 * 32][]literal {
	by := new([32 * 32][]literal)
	for i, f := range forms() {
		for _, text := range f.literals {
			by[start(text)] = append(by[start(text)], literal{text, i})
		}
	}
	return by
})

// A literal is one of a form.
type literal struct {
	text string
	form int
}

// start returns a number for the first two bytes of s, in which the case of letters does not
// count.
func start(s string) int { return int(s[0]&31)<<5 | int(s[1]&31) }

var spaces = strings.NewReplacer("\t", " ", "\n", " ", "\f", " ", "\r", " ")

// maxForms is how many rows forms.txt may have.
const maxForms = 256

// mayHave returns for each form whether s has one of its literals, in letters of any case and with
// any white space.
func mayHave(s string) (found [maxForms]bool) {
	by := literals()
	s = spaces.Replace(strings.ReplaceAll(s, "\u212a", "k")) // the Kelvin sign is a capital letter of k
	for ; len(s) > 1; s = s[1:] {
		for _, l := range by[start(s)] {
			if len(s) >= len(l.text) && strings.EqualFold(s[:len(l.text)], l.text) {
				found[l.form] = true
			}
		}
	}
	return found
}

// percents is text that is percent-encoded (RFC 3986 §2.1).
var percents = lazy.Regexp{Expr: `[\w.~+-]*%[0-9A-Fa-f]{2}[\w.~%+-]*`}

// base64s is text in base64 (RFC 4648), which may have lines (RFC 2045 §6.8). In one expression
// with percents, it takes time in the square of the length.
var base64s = lazy.Regexp{Expr: `[\w+/-]{24,}(?:\r?\n[\w+/-]+)*`}

// The least characters of base64, of which fewer encode no more than a word, as in base64s; those
// of all of its lines but the last.
const minEncoded, minLine = 24, 60

// isCode reports whether a character is one of percents or base64s.
func isCode(c byte) bool {
	return c|0x20-'a' < 26 || c-'0' < 10 || strings.IndexByte("_.~+-/%", c) >= 0
}

// encoded returns the start and the end of each part of s that may be another text: a JSON string
// with escapes, or a code. It passes over s once.
func encoded(s string) (parts [][2]int) {
	noString := 0 // no quote before it starts a string
	for i, end := 0, 0; i < len(s); i = end {
		end = i + 1
		switch {
		case s[i] == '"' && i >= noString:
			stop, ok := quoted(s, i)
			if noString = stop; ok {
				end = stop + 1
				parts = append(parts, [2]int{i, end})
			}
		case isCode(s[i]):
			for line := i; end < len(s) && (isCode(s[end]) || end-line >= minLine && (s[end] == '\n' || s[end] == '\r')); end++ {
				if s[end] == '\n' {
					line = end + 1
				}
			}
			if end-i < minEncoded && strings.IndexByte(s[i:end], '%') < 0 {
				continue
			}
			found := percents.Get().FindAllStringIndex(s[i:end], -1)
			found = append(found, base64s.Get().FindAllStringIndex(s[i:end], -1)...)
			slices.SortStableFunc(found, func(a, b []int) int { return a[0] - b[0] })
			last := i
			for _, at := range found { // what is in the part before it belongs to that
				start, stop := max(i+at[0], last), i+at[1]
				if stop-start >= minEncoded || strings.IndexByte(s[start:max(start, stop)], '%') >= 0 {
					parts, last = append(parts, [2]int{start, stop}), stop
				}
			}
		}
	}
	return parts
}

// quoted returns where the JSON string at i ends with a quote, and whether it has escapes. If not,
// no quote before that place starts one.
func quoted(s string, i int) (end int, ok bool) {
	for i++; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' {
			if i++; i == len(s) || s[i] == '\n' {
				return i, false
			}
			ok = true
		}
	}
	return i, ok && i < len(s)
}

// decoded returns what a part of a text encodes, or "".
func decoded(part string) string {
	var text string
	switch {
	case part[0] == '"':
		_ = json.Unmarshal([]byte(part), &text)
	case strings.Contains(part, "%"):
		text, _ = url.QueryUnescape(part)
	default:
		for _, decode := range [...]func(string) ([]byte, error){hex.DecodeString, base64.RawStdEncoding.DecodeString,
			base64.RawURLEncoding.DecodeString} {
			if text, err := decode(part); err == nil && utf8.Valid(text) {
				return string(text)
			}
		}
	}
	return text
}
