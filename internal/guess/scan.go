package guess

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A class is what a token is.
type class uint8

const (
	end    class = iota // of the line
	word                // letters, with hyphens or apostrophes inside: Timeout, rate-limited, doesn't
	number              // digits, perhaps after a minus sign
	name                // an identifier, path, address or version: getUser, user_id, /etc/hosts, 2.0.0
	quoted              // text in quotation marks
)

// A gap is what separates a token from the one before it.
type gap uint8

const (
	space    gap = iota // spaces, asterisks
	clause              // a comma, a colon, a parenthesis, another sign
	sentence            // a full stop, an exclamation or question mark, a semicolon; the start of the line
)

// A token is a word of a line, or what takes the place of one.
type token struct {
	class  class
	before gap
	text   string // without quotation marks
	tail   string // what follows the last full stop in a name; else text
	hash   uint32 // of tail, see hashOf
}

// scanner splits a line into tokens. A copy of it looks ahead.
type scanner struct {
	line  string
	pos   int
	quote *unclosed
}

// unclosed remembers for each quotation mark from where to the end of the line
// there is no closing one, so that unclosed marks cost linear time. Zero means
// that nothing is known.
type unclosed [len(quotes)]int

// quotes are the quotation marks, opening and closing.
var quotes = [...]struct{ open, close string }{
	{`"`, `"`},
	{`'`, `'`},
	{"`", "`"},
	{"“", "”"},
	{"‘", "’"},
	{"«", "»"},
	{"„", "“"},
	{"「", "」"},
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|' ' >= 'a' && c|' ' <= 'z' }
func isAlnum(c byte) bool  { return isDigit(c) || isLetter(c) }

// at returns the byte at i, a space beyond the ends of the line.
func (s *scanner) at(i int) byte {
	if i < 0 || i >= len(s.line) {
		return ' '
	}
	return s.line[i]
}

// part reports the length of the letter, digit or underscore at i, 0 for
// another character.
func (s *scanner) part(i int) int {
	switch c := s.at(i); {
	case isAlnum(c), c == '_':
		return 1
	case c >= utf8.RuneSelf:
		if r, n := utf8.DecodeRuneInString(s.line[i:]); unicode.IsLetter(r) || unicode.IsMark(r) {
			return n
		}
	}
	return 0
}

// next returns the next token; its class is end after the last one.
func (s *scanner) next() token {
	before := space
	if s.pos == 0 {
		before = sentence
	}
	for s.pos < len(s.line) {
		if s.starts() {
			return s.chunk(before)
		}
		if text, ok := s.inQuotes(); ok {
			return token{class: quoted, before: before, text: text, tail: text}
		}
		switch c := s.line[s.pos]; c {
		case ' ', '\t', '*':
		case '.', '!', '?', ';':
			before = sentence
		default:
			if c >= utf8.RuneSelf {
				r, n := utf8.DecodeRuneInString(s.line[s.pos:])
				s.pos += n
				if !unicode.IsSpace(r) {
					before = max(before, clause)
				}
				continue
			}
			before = max(before, clause)
		}
		s.pos++
	}
	return token{before: sentence}
}

// starts reports whether a word, number or name starts here. Names may start
// with a sign: /etc/hosts, .heic, $PATH, \x, @user, #404, -1743.
func (s *scanner) starts() bool {
	if s.part(s.pos) > 0 {
		return true
	}
	switch s.at(s.pos) {
	case '/', '.', '\\', '$', '@', '#', '~':
		return s.part(s.pos+1) > 0
	case '-':
		return isDigit(s.at(s.pos + 1))
	}
	return false
}

// chunk scans the word, number or name that starts here.
func (s *scanner) chunk(before gap) token {
	start, tail := s.pos, s.pos
	kind := word
	digits := true // nothing else yet
	var last byte  // the letter before
	path := false  // there is a slash in it
	hash := uint32(hashSeed)
	for {
		n := s.part(s.pos)
		if n == 0 {
			n = s.joint(path)
			if n == 0 {
				break
			}
			switch c := s.line[s.pos]; {
			case c == '-' && s.pos == start: // a minus sign
			case c == '-':
				digits = false
			case c == '\'' || c >= utf8.RuneSelf: // an apostrophe
				s.pos += n
				digits = false
				continue
			default:
				kind = name
				path = path || c == '/'
			}
			if c := s.line[s.pos]; c == ':' {
				return s.address(start, before)
			}
			last = 0
		}
		c := s.line[s.pos]
		switch {
		case isDigit(c):
			if !digits {
				kind = name
			}
		case c == '_':
			kind = name
			digits = false
		case isLetter(c) || c >= utf8.RuneSelf:
			if digits && s.pos > start {
				kind = name
			}
			if last >= 'a' && last <= 'z' && c >= 'A' && c <= 'Z' { // camelCase
				kind = name
			}
			digits = false
			last = c
		}
		if c == '.' {
			tail, hash = s.pos+1, hashSeed
		} else {
			hash = mix(hash, c)
			for i := 1; i < n; i++ {
				hash = mix(hash, s.line[s.pos+i])
			}
		}
		s.pos += n
	}
	if kind == word && digits {
		kind = number
	}
	return token{class: kind, before: before, text: s.line[start:s.pos], tail: s.line[tail:s.pos], hash: hash}
}

// joint reports the length of a character that is a part of a word or name only
// if another part follows, 0 for one that ends it.
func (s *scanner) joint(path bool) int {
	n := 0
	switch s.at(s.pos) {
	case '-', '\'', '.', '/', '@', '\\', '$', '#', '~':
		n = 1
	case '?', '=', '&', '%', '+', ',':
		if path {
			n = 1
		}
	case ':':
		if strings.HasPrefix(s.line[s.pos:], "://") {
			return 1
		}
	case "’"[0]:
		if strings.HasPrefix(s.line[s.pos:], "’") {
			n = len("’")
		}
	}
	if n > 0 && s.part(s.pos+n) == 0 {
		return 0
	}
	return n
}

// address scans the rest of a URL.
func (s *scanner) address(start int, before gap) token {
	if n := strings.IndexAny(s.line[s.pos:], " \t\"'`<>)]}”’»"); n >= 0 {
		s.pos += n
	} else {
		s.pos = len(s.line)
	}
	for strings.IndexByte(".,;:!?", s.line[s.pos-1]) >= 0 {
		s.pos--
	}
	text := s.line[start:s.pos]
	return token{class: name, before: before, text: text, tail: text}
}

// inQuotes scans the quoted text that starts here, if there is one.
func (s *scanner) inQuotes() (string, bool) {
	rest := s.line[s.pos:]
	if c := rest[0]; c != '"' && c != '\'' && c != '`' && c < utf8.RuneSelf {
		return "", false
	}
	for i, q := range quotes {
		if !strings.HasPrefix(rest, q.open) || q.open == "'" && s.part(s.pos-1) > 0 { // the plural's apostrophe
			continue
		}
		from := s.pos + len(q.open)
		if known := s.quote[i]; known > 0 && from >= known {
			continue
		}
		for at := from; ; {
			n := strings.Index(s.line[at:], q.close)
			if n < 0 {
				s.quote[i] = from
				break
			}
			at += n
			after := at + len(q.close)
			if s.at(at-1) != '\\' && (q.open == `"` || s.part(after) == 0) { // neither escaped nor an apostrophe
				s.pos = after
				return s.line[from:at], true
			}
			at = after
		}
	}
	return "", false
}

const hashSeed = 2166136261

// mix adds a byte to an FNV-1a hash. Upper and lower case are alike, and
// apostrophes are left out by the caller.
func mix(hash uint32, c byte) uint32 {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return (hash ^ uint32(c)) * 16777619
}

// hashOf returns the hash of a word as a token has it.
func hashOf(text string) uint32 {
	hash := uint32(hashSeed)
	for i := range len(text) {
		switch text[i] {
		case '.':
			hash = hashSeed
		case '\'':
		default:
			hash = mix(hash, text[i])
		}
	}
	return hash
}
