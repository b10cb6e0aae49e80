// Package patterns guesses the kind of an error from its texts.
package patterns

import (
	"math/bits"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// pattern is words that stand in a line of a text, in this order. Where a line
// has the first of them several times, the first time counts. Of two words the
// first one, which names a thing, is a word of its own: a barstool is no tool.
// Of the patterns that a text has, the first one of the table counts.
type pattern struct {
	first, then string // in lower case; then may be empty
	kind        errkit.Kind
}

var patterns = [...]pattern{
	// What SDKs write before the words of a validator, which may name anything.
	{"validating tool output", "", errkit.OutputInvalid},
	{"output validation error", "", errkit.OutputInvalid},
	{`validating "arguments"`, "", errkit.InvalidInput},
	{"validation error", "", errkit.InvalidInput}, // Pydantic: 1 validation error for x, and the input's name on the next line
	{"input schema validation failed", "", errkit.InvalidInput},
	{"failed to bind arguments", "", errkit.InvalidInput},
	// What operating systems say to a gateway of AAI.
	{"-1743", "", errkit.PermissionDenied}, // macOS, errAEEventNotPermitted
	{"dbus.error.serviceunknown", "", errkit.AppNotRunning},
	{"dbus.error.accessdenied", "", errkit.PermissionDenied},
	{"0x80070005", "", errkit.PermissionDenied}, // COM, E_ACCESSDENIED
	{"0x80040154", "", errkit.AppNotFound},      // COM, REGDB_E_CLASSNOTREG
	{"0x800401e3", "", errkit.AppNotRunning},    // COM, MK_E_UNAVAILABLE
	{"0x800706ba", "", errkit.AppNotRunning},    // COM, RPC_S_SERVER_UNAVAILABLE
	{"rate limit", "", errkit.RateLimited},
	{"rate-limit", "", errkit.RateLimited},
	{"ratelimit", "", errkit.RateLimited},
	{"too many requests", "", errkit.RateLimited},
	{"429", "", errkit.RateLimited},
	{"timed out", "", errkit.Timeout},
	{"timeout", "", errkit.Timeout},
	{"deadline exceeded", "", errkit.Timeout},
	{"econnrefused", "", errkit.Network},
	{"econnreset", "", errkit.Network},
	{"enotfound", "", errkit.Network},
	{"connection refused", "", errkit.Network},
	{"connection reset", "", errkit.Network},
	{"not reachable", "", errkit.Network},
	{"failed to connect", "", errkit.Network},
	{"version", "not available", errkit.VersionNotFound},
	{"version", "not found", errkit.VersionNotFound},
	{"unknown tool", "", errkit.ToolNotFound},
	{"tool", "not found", errkit.ToolNotFound},
	{"tool", "does not exist", errkit.ToolNotFound},
	{"already in terminal", "", errkit.Conflict},
	{"token", "expired", errkit.AuthExpired},
	{"authorization expired", "", errkit.AuthExpired},
	{"credentials", "expired", errkit.AuthExpired},
	{"not found", "", errkit.NotFound},
	{"does not exist", "", errkit.NotFound},
	{"expired handle", "", errkit.NotFound},
	{"handle", "expired", errkit.NotFound},
	{"task has expired", "", errkit.NotFound},
	{"unavailable", "", errkit.Unavailable},
	{"too large", "", errkit.TooLarge},
	{"authorization required", "", errkit.AuthRequired},
	{"authentication required", "", errkit.Unauthenticated},
	{"authentication failed", "", errkit.Unauthenticated},
	{"unauthorized", "", errkit.Unauthenticated},
	{"forbidden", "", errkit.PermissionDenied},
	{"permission denied", "", errkit.PermissionDenied},
	{"insufficient permission", "", errkit.PermissionDenied},
	{"access denied", "", errkit.PermissionDenied},
	{"context canceled", "", errkit.Canceled},
	{"invalid", "", errkit.InvalidInput},
	{"must be", "", errkit.InvalidInput},
	{"is required", "", errkit.InvalidInput},
	{"field required", "", errkit.InvalidInput},
}

// words is how a pattern stands in the evidence.
func (p *pattern) words() string {
	if p.then == "" {
		return p.first
	}
	return p.first + " … " + p.then
}

// rule is what a pattern is called that chose the kind. Of what strconv.Quote
// escapes patterns have quotes alone.
func (p *pattern) rule() string {
	return `text has "` + strings.ReplaceAll(p.words(), `"`, `\"`) + `"`
}

// numbered reports whether a pattern is a number, which must stand alone.
func (p *pattern) numbered() bool { return p.first[0] == '-' || p.first[0] >= '0' && p.first[0] <= '9' }

// between reports whether a line has the pattern, whose first words stand
// between before and after.
func (p *pattern) between(before, after string) bool {
	if p.numbered() && !alone(before, after) {
		return false
	}
	return has(after, p.then)
}

// own reports whether what stands in a line from i up to end is a word of its
// own, or its plural. In camelCase a word ends where the next one starts.
func own(line string, i, end int) bool {
	if i > 0 && letter(line[i-1]) && !(lower(line[i-1]) && !lower(line[i])) {
		return false
	}
	if end < len(line) && line[end]|' ' == 's' {
		end++
	}
	return end == len(line) || !letter(line[end]) || lower(line[end-1]) && !lower(line[end])
}

func lower(c byte) bool { return c >= 'a' && c <= 'z' }

func letter(c byte) bool { return lower(c | ' ') }

// wrappers are what SDKs write before the text of a tool that failed, up to a
// colon. The words in them are not what went wrong.
var wrappers = [...]string{"error executing tool ", "error calling tool "}

// unwrap returns a line without what an SDK wrote before it.
func unwrap(line string) string {
	if !startsWith(line, "error ") { // nearly none
		return line
	}
	for _, w := range wrappers {
		if _, text, ok := strings.Cut(line, ": "); ok && startsWith(line, w) {
			return text
		}
	}
	return line
}

// startsWith reports whether text starts with words, whatever the case of its
// letters. Words that begin alike differ at the end.
func startsWith(text, words string) bool {
	if len(text) < len(words) {
		return false
	}
	for i := len(words) - 1; i >= 0; i-- {
		c := text[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != words[i] {
			return false
		}
	}
	return true
}

func has(text, words string) bool {
	for ; len(text) >= len(words); text = text[1:] {
		if startsWith(text, words) {
			return true
		}
	}
	return false
}

// alone reports whether what stands between before and after in a line is not
// a part of a longer word or number.
func alone(before, after string) bool {
	word := func(c byte) bool {
		return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '_'
	}
	if n := len(before); n > 0 && (word(before[n-1]) || before[n-1] == '.' && after != "") {
		return false
	}
	return after == "" || !word(after[0])
}

// disguises are what gateways write before an HTTP status or, the last one, a
// code of AAI.
var disguises = [...]string{"failed with status ", "API request failed: ", "HTTP ", "status code ", " error ["}

// A set has a bit for each pattern, and after them for each disguise.
type set uint64

const (
	statusSet = (1<<(len(disguises)-1) - 1) << len(patterns)
	codeSet   = 1 << (len(patterns) + len(disguises) - 1)
)

// starts tells which patterns and disguises have a character as their first,
// second, third and fourth one, or none there. Of a character the five low bits
// count, in which upper and lower case are alike.
var starts = func() (table [32][4]set) {
	add := func(i int, words string) {
		for at := range 4 {
			for c := range table {
				if at >= len(words) || words[at]&31 == byte(c) {
					table[c][at] |= 1 << i
				}
			}
		}
	}
	for i := range patterns {
		add(i, patterns[i].first)
	}
	for i, d := range disguises {
		add(len(patterns)+i, d)
	}
	return table
}()

// maxSearched bounds the bytes of a text in which patterns are looked for.
const maxSearched = 4096

// look finds the patterns that the texts have. Of a disguise it looks at four
// characters alone.
func look(texts []string) (found set) {
	for _, text := range texts {
		text = text[:min(len(text), maxSearched)]
		for more := true; more; {
			var l line
			l.text, text, more = strings.Cut(text, "\n")
			l.text = unwrap(l.text)
			l.look()
			found |= l.found
		}
	}
	return found
}

// line is a line of a text and what was seen in it so far.
type line struct {
	text        string
	seen, found set // seen: the first word
}

func (l *line) look() {
	var one, two, three set // of which as many characters stand before here
	for i, c := range []byte(l.text) {
		next := &starts[c&31]
		if four := three & next[3]; four != 0 { // rarely
			l.see(four, i-3)
		}
		one, two, three = next[0], one&next[1], two&next[2]
	}
	l.see(three&starts[0][3], len(l.text)-3) // a pattern of three characters
}

// see looks for the whole of what may start at i.
func (l *line) see(maybe set, i int) {
	for maybe &^= l.seen; maybe != 0; maybe &= maybe - 1 {
		n := bits.TrailingZeros64(uint64(maybe))
		if n >= len(patterns) {
			l.found |= 1 << n
			continue
		}
		p := &patterns[n]
		if !startsWith(l.text[i:], p.first) || p.then != "" && !own(l.text, i, i+len(p.first)) {
			continue
		}
		l.seen |= 1 << n
		if p.between(l.text[:i], l.text[i+len(p.first):]) {
			l.found |= 1 << n
		}
	}
}

// pattern returns the first pattern of a set, nil if there is none.
func (s set) pattern() *pattern {
	if i := bits.TrailingZeros64(uint64(s)); i < len(patterns) {
		return &patterns[i]
	}
	return nil
}
