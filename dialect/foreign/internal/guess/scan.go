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
	unread              // no token yet
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
	class      class
	before     gap
	start, end uint16 // of its text in the line, without quotation marks
	tail       uint16 // where what follows the last full stop in a name starts; else start
	hash       uint32 // of the tail, see hashOf; 0 for quoted text and addresses
	behind     uint64 // the bits of the tokens after it; all if the line has more than are kept
}

// tokens are the tokens of a line by their position. Each is scanned once, because as many are
// kept as a pattern looks at.
type tokens struct {
	scanner scanner
	count   int // of tokens that were scanned
	ring    [ahead]token
}

// ahead is the number of tokens that are kept.
const ahead = 32

// start scans as many tokens of a line as are kept.
func (s *tokens) start(line string) {
	s.scanner, s.count = scanner{line: line}, 0
	behind := uint64(allBits)
	for s.count < ahead && behind == allBits {
		t := &s.ring[s.count]
		if s.scanner.next(t); t.class == end {
			behind = anyBit
		}
		s.count++
	}
	for i := s.count - 1; i >= 0; i-- {
		s.ring[i].behind = behind
		behind |= bit(s.ring[i].hash)
	}
}

// at returns token i; behind the last one, a token of class end. It is valid until token i+ahead
// is scanned.
func (s *tokens) at(i int) *token {
	if i >= s.count {
		s.scan(i)
	}
	return &s.ring[uint(i)%ahead]
}

// text returns the text of a token.
func (s *tokens) text(t *token) string { return s.scanner.line[t.start:t.end] }

// scan scans the tokens up to i.
//
//go:noinline
func (s *tokens) scan(i int) {
	for ; s.count <= i; s.count++ {
		t := &s.ring[uint(s.count)%ahead]
		s.scanner.next(t)
		t.behind = allBits
	}
}

// scanner splits a line into tokens.
type scanner struct {
	line     string
	pos      int
	argument int // where the quotation mark is that ends an argument, see isArgument; 0: nowhere
}

// quotes are the quotation marks, opening and closing.
var quotes = [...]struct{ open, close string }{
	{`"`, `"`}, {`'`, `'`}, {"`", "`"}, {"“", "”"}, {"‘", "’"}, {"«", "»"}, {"„", "“"}, {"「", "」"},
}

// maxApostrophes bounds how many marks inside of a quotation may look like its
// end, so that marks without an end cost linear time.
const maxApostrophes = 16

// The kinds of bytes.
const (
	lower uint8 = 1 << iota
	upper
	digit
	underscore
	multibyte // a part of a character beyond ASCII
	joint     // see scanner.joint
)

// bytesOf has the kinds of each byte.
var bytesOf = func() (table [256]uint8) {
	for c := range table {
		switch {
		case c >= 'a' && c <= 'z':
			table[c] = lower
		case c >= 'A' && c <= 'Z':
			table[c] = upper
		case c >= '0' && c <= '9':
			table[c] = digit
		case c == '_':
			table[c] = underscore
		case c >= utf8.RuneSelf:
			table[c] = multibyte
		case strings.IndexByte(`-'./@\$#~:?=&%+,`, byte(c)) >= 0:
			table[c] = joint
		}
	}
	return table
}()

const alnum = lower | upper | digit | underscore

func isDigit(c byte) bool { return bytesOf[c] == digit }

// at returns the byte at i, a space beyond the ends of the line.
func (s *scanner) at(i int) byte {
	if i < 0 || i >= len(s.line) {
		return ' '
	}
	return s.line[i]
}

// part returns the length of the letter, digit or underscore at i, 0 for
// another character.
func (s *scanner) part(i int) int {
	switch b := bytesOf[s.at(i)]; {
	case b&alnum != 0:
		return 1
	case b == multibyte:
		if r, n := utf8.DecodeRuneInString(s.line[i:]); isLetter(r) {
			return n
		}
	}
	return 0
}

// isLetter reports whether a character beyond ASCII is a part of a word.
func isLetter(r rune) bool {
	isHan := r >= 0x4e00 && r <= 0x9fff // all are, and package unicode takes long
	return isHan || unicode.IsLetter(r) || unicode.IsMark(r)
}

// next scans the next token; its class is end after the last one.
func (s *scanner) next(t *token) {
	before := space
	if s.pos == 0 {
		before = sentence
	}
	for s.pos < len(s.line) {
		c := s.line[s.pos]
		switch {
		case c == ' ', c == '*', c == '\t':
			s.pos++
			continue
		case bytesOf[c]&alnum != 0, s.starts():
			t.before = before
			s.chunk(t)
			return
		}
		if start, end, ok := s.quotation(); ok {
			*t = token{class: quoted, before: before, start: uint16(start), end: uint16(end), tail: uint16(start)}
			return
		}
		n, wide := 1, c >= utf8.RuneSelf
		if wide {
			var r rune
			if r, n = utf8.DecodeRuneInString(s.line[s.pos:]); unicode.IsSpace(r) {
				s.pos += n
				continue
			}
		}
		if c == '.' || c == '!' || c == '?' || c == ';' {
			before = sentence
		}
		before = max(before, clause)
		s.pos += n
	}
	*t = token{before: sentence}
}

// starts reports whether a word, number or name starts here with something else
// than a letter or digit of ASCII: /etc/hosts, .heic, $PATH, @user, #404, -1743.
func (s *scanner) starts() bool {
	switch s.line[s.pos] {
	case '/', '.', '\\', '$', '@', '#', '~':
		return s.part(s.pos+1) > 0
	case '-':
		return isDigit(s.at(s.pos + 1))
	}
	return s.part(s.pos) > 0
}

// chunk scans the word, number or name that starts here.
func (s *scanner) chunk(t *token) {
	start, tail := s.pos, s.pos
	var (
		hash    = uint32(hashSeed)
		seen    uint8 // The kinds of bytes.
		last    uint8 // kind of the byte before
		isName  bool
		hasPath bool
	)
	line, i := s.line, start
	if bytesOf[line[i]] == upper {
		hash = mix(hash, line[i])
		seen, last = upper, upper
		i++
	}
	first := i
	for ; i < len(line) && bytesOf[line[i]] == lower; i++ { // most words have nothing else
		hash = (hash ^ uint32(line[i])) * hashPrime
	}
	if i > first {
		seen, last = seen|lower, lower
	}
	s.pos = i
	for s.pos < len(s.line) && s.line[s.pos] != ' ' {
		c := s.line[s.pos]
		b := bytesOf[c]
		if b == lower && seen != digit { // most
			hash, seen, last = (hash^uint32(c))*hashPrime, seen|lower, lower
			s.pos++
			continue
		}
		n := 1
		if b == multibyte {
			n = s.part(s.pos)
		}
		switch {
		case b == lower, b == multibyte && n > 0:
		case b == upper:
			isName = isName || last == lower // camelCase
		case b == digit:
			isName = isName || seen&^digit != 0
		case b == underscore:
			isName = true
		case c == '-' && s.pos == start: // a minus sign
			b = 0
		default:
			if n = s.joint(hasPath); n == 0 {
				s.end(t, start, tail, hash, seen, isName)
				return
			}
			switch {
			case c == ':':
				s.address(t, start)
				return
			case c == '\'', c >= utf8.RuneSelf: // an apostrophe
				s.pos += n
				continue
			case c != '-':
				isName = true
			}
			hasPath = hasPath || c == '/'
			if c == '.' {
				tail, hash = s.pos+1, hashSeed
			}
		}
		if b != digit && seen == digit && b != joint {
			isName = true // 30s
		}
		if c != '.' {
			for i := range n {
				hash = mix(hash, s.line[s.pos+i])
			}
		}
		seen |= b
		last = b
		s.pos += n
	}
	s.end(t, start, tail, hash, seen, isName)
}

// end completes the token that ends here.
func (s *scanner) end(t *token, start, tail int, hash uint32, seen uint8, isName bool) {
	t.class, t.hash, t.start, t.end, t.tail = word, hash, uint16(start), uint16(s.pos), uint16(tail)
	switch {
	case isName:
		t.class = name
	case seen == digit:
		t.class = number
	}
}

// joint returns the length of the character here if it joins two parts of a
// word or name, else 0.
func (s *scanner) joint(hasPath bool) int {
	n := 1
	switch c := s.line[s.pos]; c {
	case '-', '\'', '.', '/', '@', '\\', '$', '#', '~':
	case '?', '=', '&', '%', '+', ',':
		if !hasPath {
			return 0
		}
	case ':':
		if strings.HasPrefix(s.line[s.pos:], "://") {
			return 1
		}
		return 0
	default:
		if !strings.HasPrefix(s.line[s.pos:], "’") {
			return 0
		}
		n = len("’")
	}
	if s.part(s.pos+n) == 0 {
		return 0
	}
	return n
}

// address scans the rest of a URL.
func (s *scanner) address(t *token, start int) {
	if n := strings.IndexAny(s.line[s.pos:], " \t\"'`<>)]}”’»"); n >= 0 {
		s.pos += n
	} else {
		s.pos = len(s.line)
	}
	for strings.IndexByte(".,;:!?", s.line[s.pos-1]) >= 0 {
		s.pos--
	}
	*t = token{class: name, before: t.before, start: uint16(start), end: uint16(s.pos), tail: uint16(start)}
}

// quotation scans the quoted text that starts here, if there is one.
func (s *scanner) quotation() (start, end int, ok bool) {
	c := s.line[s.pos]
	if c != '"' && c != '\'' && c != '`' && c < utf8.RuneSelf {
		return 0, 0, false
	}
	rest := s.line[s.pos:]
	if s.pos == s.argument && s.pos > 0 {
		return 0, 0, false
	}
	if s.isArgument() {
		s.argument = s.pos + 1 + strings.IndexByte(rest[1:], c)
		return 0, 0, false
	}
	for _, q := range &quotes {
		if !strings.HasPrefix(rest, q.open) || c == '\'' && s.part(s.pos-1) > 0 { // an apostrophe
			continue
		}
		from := s.pos + len(q.open)
		at := from
		for range maxApostrophes {
			n := strings.Index(s.line[at:], q.close)
			if n < 0 {
				break
			}
			at += n
			after := at + len(q.close)
			if s.at(at-1) != '\\' && (c == '"' || s.part(after) == 0) { // neither escaped nor an apostrophe
				s.pos = after
				return from, at, true
			}
			at = after
		}
	}
	return 0, 0, false
}

// isArgument reports whether the quotation mark here follows a number in a tuple of Python, which
// is what drivers of MySQL print: the message of (1045, "Access denied") is not quoted text.
func (s *scanner) isArgument() bool {
	before, ok := strings.CutSuffix(s.line[:s.pos], ", ")
	digits := 0
	for ; ok && digits < maxDigits && digits < len(before) && isDigit(before[len(before)-1-digits]); digits++ {
	}
	return digits > 0 && strings.HasSuffix(before[:len(before)-digits], "(")
}

// maxDigits is how many digits of a number before an argument are looked at.
const maxDigits = 6

const (
	hashSeed  = 2166136261
	hashPrime = 16777619
)

// mix adds a byte to an FNV-1a hash in which upper and lower case are alike.
func mix(hash uint32, c byte) uint32 {
	if bytesOf[c] == upper {
		c |= ' '
	}
	return (hash ^ uint32(c)) * hashPrime
}

// hashOf returns the hash of a word as a token has it: without apostrophes, and
// from the last full stop on.
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
