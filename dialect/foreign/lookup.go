package foreign

import (
	"math"
	"path"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/lazy"
)

// lookupCode returns the kind of a string code that HTTP APIs share, and the retry if it is not
// that of the kind. A namespace before "#", "." or a backslash and what follows ":" are not a part
// of the code: "com.example#NotFoundException:https://example.com". Of a URL the last segment
// counts: "https://example.com/problems/not-found". A code may also start with its class:
// "Throttling.User".
func lookupCode(code string) (k errkit.Kind, retry errkit.Retry, ok bool) {
	isURL := strings.HasPrefix(code, "https://")
	if isURL {
		code = path.Base(code)
	}
	code, _, _ = strings.Cut(code, ":")
	last := strings.LastIndexAny(code, "#.\\")
	if k, ok = spelledCodes[code[last+1:]]; ok && !isURL {
		return k, 0, true
	}
	class, _, dotted := strings.Cut(code, ".")
	if dotted = dotted && class != "" && class[0] >= 'A' && class[0] <= 'Z'; dotted { // Alibaba Cloud, Tencent Cloud
		if k, retry, ok = lookupName(class, false); ok { // Server.KeyFailure: its name may blame the caller
			return k, retry, class != "Server"
		}
	}
	if dotted && code[last+1:] == "INVALID" { // COUNTRY.INVALID
		return errkit.InvalidInput, 0, true
	}
	if k, retry, ok = lookupName(code[last+1:], true); !ok && dotted {
		return lookupName(class, true)
	}
	return k, retry, ok
}

// lookupName returns the kind of a code without a namespace, which may be only the start or the
// end of it. A phrase is a code if it is the whole of a row: "Missing parameter".
func lookupName(code string, parts bool) (k errkit.Kind, retry errkit.Retry, ok bool) {
	if len(code) > maxCode || strings.HasSuffix(code, "!") { // a sentence
		return 0, 0, false
	}
	parts = parts && strings.IndexByte(code, ' ') < 0
	normal := normalCode(code)
	p := codePatterns().find(normal, parts)
	if p == nil || p.kind == errkit.InvalidInput && p.open && containsAny(normal, tables().Others...) {
		return 0, 0, false
	}
	return p.kind, p.retry, true
}

// containsAny reports whether one of the words is in a text.
func containsAny(text string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// maxCode is the most bytes of a code.
const maxCode = 64

// normalCode returns a code in small letters, without what is not a letter or a digit, and without
// "exception", "error", "fault" or "http" at its end: "NotFoundException", "NOT_FOUND",
// "not_found_error" and "NotFoundHttpException" are "notfound".
func normalCode(code string) string {
	var room [maxCode]byte
	return string(appendNormal(room[:0], code)) // which allocates nothing in a caller that keeps it on its stack
}

// appendNormal appends what [normalCode] returns.
func appendNormal(dst []byte, code string) []byte {
	for i := range len(code) {
		switch c := code[i]; {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			dst = append(dst, c)
		case c >= 'A' && c <= 'Z':
			dst = append(dst, c|' ')
		}
	}
	for _, end := range [...]string{"exception", "error", "fault", "http"} {
		if n := len(dst) - len(end); n > 0 && string(dst[n:]) == end {
			dst = dst[:n]
		}
	}
	return dst
}

// A codePattern is a pattern of codes.txt.
type codePattern struct {
	kind  errkit.Kind
	retry errkit.Retry

	start, end []codeWord // before and behind "*"
	open       bool       // it has a "*"
	within     string     // of a pattern such as "* already *": the word, which may be anywhere

	first, last letters // what a code may start and end with: a quick check
}

// A codeWord is a word of a pattern.
type codeWord struct {
	texts    []string
	optional bool
}

// A codeIndex has the patterns of codes.txt, in their order, and for the last character of a code
// the patterns that it may be of.
type codeIndex struct {
	patterns []codePattern
	byLast   [64][]*codePattern
}

var theCodePatterns lazy.Value[*codeIndex]

func codePatterns() *codeIndex { return theCodePatterns.Get(newCodePatterns) }

func newCodePatterns() *codeIndex {
	x := &codeIndex{patterns: apiCodes()}
	for i := range x.patterns {
		p := &x.patterns[i]
		for c := range x.byLast {
			if p.last&letter(byte(c)) != 0 {
				x.byLast[c] = append(x.byLast[c], p)
			}
		}
	}
	return x
}

// find returns the first pattern that a code is of, else nil; parts reports whether "*" may be any
// text, else it is empty.
func (x *codeIndex) find(code string, parts bool) *codePattern {
	if code == "" {
		return nil
	}
	for _, p := range x.byLast[code[len(code)-1]&63] {
		if p.matches(code, parts) {
			return p
		}
	}
	return nil
}

func newCodePattern(s string) codePattern {
	start, end, open := strings.Cut(s, "*")
	if words, within := strings.CutSuffix(end, "*"); within {
		return codePattern{open: true, within: strings.ReplaceAll(words, " ", ""), first: allLetters, last: allLetters}
	}
	p := codePattern{start: codeWords(start), end: codeWords(end), open: open}
	tail := slices.Clone(p.end)
	if !open {
		tail = slices.Clone(p.start)
	}
	slices.Reverse(tail)
	p.first = lettersOf(p.start, func(text string) byte { return text[0] })
	p.last = lettersOf(tail, func(text string) byte { return text[len(text)-1] })
	return p
}

// lettersOf returns the letters at the edge of a code that has these words from there on; at
// returns that of a word.
func lettersOf(words []codeWord, at func(text string) byte) (all letters) {
	for _, w := range words {
		for _, text := range w.texts {
			all |= letter(at(text))
		}
		if !w.optional {
			return all
		}
	}
	return allLetters
}

// codeWords returns the words between spaces. At least one of them is not optional.
func codeWords(s string) (words []codeWord) {
	for word := range strings.FieldsSeq(s) {
		word, optional := strings.CutSuffix(word, "?")
		words = append(words, codeWord{strings.Split(word, "|"), optional})
	}
	return words
}

// letters is a set of letters and digits. A few letters count as a digit, too.
type letters uint64

const allLetters letters = math.MaxUint64

func letter(c byte) letters { return 1 << (c & 63) }

// matches reports whether a code, which is not empty, is one of the pattern; parts as for find.
func (p *codePattern) matches(code string, parts bool) bool {
	if p.within != "" {
		return code == p.within || parts && strings.Contains(code, p.within)
	}
	return p.first&letter(code[0]) != 0 && p.fromStart(p.start, code, parts)
}

// fromStart reports whether a code has these words, and then "*" and the words behind it if the
// pattern has one.
func (p *codePattern) fromStart(words []codeWord, code string, parts bool) bool {
	if len(words) == 0 {
		return code == "" && !p.open || p.open && fromEnd(p.end, code, parts)
	}
	for _, text := range words[0].texts {
		if rest, ok := strings.CutPrefix(code, text); ok && p.fromStart(words[1:], rest, parts) {
			return true
		}
	}
	return words[0].optional && p.fromStart(words[1:], code, parts)
}

// fromEnd reports whether a code ends with these words, behind any text if parts is true.
func fromEnd(words []codeWord, code string, parts bool) bool {
	last := len(words) - 1
	if last < 0 {
		return parts || code == ""
	}
	for _, text := range words[last].texts {
		if rest, ok := strings.CutSuffix(code, text); ok && fromEnd(words[:last], rest, parts) {
			return true
		}
	}
	return words[last].optional && fromEnd(words[:last], code, parts)
}
