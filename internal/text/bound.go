package text

import (
	"strings"
	"unicode/utf8"
)

// The bounds of what is rendered and logged. A caller decides how long a path or a name in its
// input is, so no output may be larger than these bounds because of an input. What is cut
// contains an ellipsis or is replaced by a note.

// Of one error in a document.
const (
	MaxPath    = 512    // bytes of a JSON pointer; its start and its end are kept
	MaxKey     = 256    // characters of a name: a member, a rule, a parameter, a code, a secret, a scope
	MaxMessage = 1024   // characters of the message of a field
	MaxText    = 16_384 // characters of any other text
	MaxID      = 1024   // bytes of the id of a call; a response to a longer one has none
	MaxHeader  = 1024   // bytes of a message in a header
	MaxURI     = 2048   // bytes of the URI of a resource; its start and its end are kept
	MaxURL     = 8192   // bytes of a URL to visit; a longer one is left out

	MaxFields  = 100 // fields, and items of any other list of names, challenges, inputs or options
	MaxDetails = 64  // details of one error

	MaxFieldBytes  = 10 << 10 // of all fields: 4 copies with the names of their members are less than Input
	MaxDetailBytes = 64 << 10 // of all details that are texts, numbers, JSON or groups of these; of each other one
	MaxNeedsBytes  = 32 << 10 // of each list in the needs
	MaxCarry       = 64 << 10 // of the canonical JSON that a document carries
	MaxInput       = 64 << 10 // that rendering an input's faults adds to a document, whatever dialect and options
)

// LeftOut replaces a value of a detail that is too large.
const LeftOut = "(a value that is too large is left out)"

// The last field where others are left out; its path is that of the whole input.
const (
	MoreMessage = "has more faults than are listed here"
	MoreRule    = "truncated"
)

// WebURL returns s if it is an http or https URL of at most MaxURL bytes, all of them characters
// of a URI (RFC 3986 §2), else "".
func WebURL(s string) string {
	_, rest, _ := strings.Cut(s, "://")
	isOther := func(c rune) bool { return c <= ' ' || c > '~' || strings.ContainsRune("\"<>\\^`{|}", c) }
	if scheme := s[:len(s)-len(rest)]; rest == "" || scheme != "https://" && scheme != "http://" ||
		len(s) > MaxURL || strings.IndexFunc(s, isOther) >= 0 {
		return ""
	}
	return s
}

// Of one log record.
const (
	MaxRecord = 64 << 10 // bytes
	MaxCause  = 8 << 10  // bytes of the text of one cause; its start and its end are kept
)

// ellipsis is the last character of a text that was cut.
const ellipsis = "…"

// Runes returns s, or the start of an s that has more than limit characters, with an ellipsis
// for the last of them. There is no limit below 1.
func Runes(s string, limit int) string {
	if limit < 1 || len(s) <= limit {
		return s
	}
	n, last := 0, 0 // last is where the last character begins that may stay
	for i := range s {
		if n++; n == limit {
			last = i
		} else if n > limit {
			return s[:last] + ellipsis
		}
	}
	return s
}

// Middle returns s, or the start and the end of an s that has more than limit bytes, with an
// ellipsis between them.
func Middle(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	part := max(limit-len(ellipsis), 0) / 2
	return Head(s, part) + ellipsis + Tail(s, part)
}

// Head returns at most n bytes of the start of s. No character is divided.
func Head(s string, n int) string {
	for least := max(n-(utf8.UTFMax-1), 0); n > least && !utf8.RuneStart(s[n]); { // further back it is not UTF-8
		n--
	}
	return s[:n]
}

// Tail returns at most n bytes of the end of s. No character is divided.
func Tail(s string, n int) string {
	i := len(s) - n
	for most := min(i+utf8.UTFMax-1, len(s)); i < most && !utf8.RuneStart(s[i]); {
		i++
	}
	return s[i:]
}

// ShortPath returns a JSON pointer, or the start and the end of one that is longer than Path. No
// escape is divided.
func ShortPath(pointer string) string {
	if len(pointer) <= MaxPath {
		return pointer
	}
	const part = (MaxPath - len(ellipsis)) / 2
	start, end := Head(pointer, part), Tail(pointer, part)
	if before := len(pointer) - len(end) - 1; pointer[before] == '~' { // RFC 6901 §3
		end = end[1:]
	}
	return strings.TrimSuffix(start, "~") + ellipsis + end
}

// QuoteStart is before a quoted text of a peer.
const QuoteStart = "Upstream says:\n<quote-"
