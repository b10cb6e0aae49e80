package wire

import (
	"path"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// lookupCode returns the kind of a string code that HTTP APIs share, and the retry if it is not that of the kind. A namespace
// before "#", "." or a backslash and what follows ":" are not a part of the code: "com.example#NotFoundException:https://example.com". Of a URL
// the last segment counts: "https://example.com/problems/not-found". A code may also start with its class: "Throttling.User".
func lookupCode(code string) (k errkit.Kind, retry errkit.Retry, ok bool) {
	isURL := strings.HasPrefix(code, "https://")
	if isURL {
		code = path.Base(code)
	}
	code, _, _ = strings.Cut(code, ":")
	last := strings.LastIndexAny(code, "#.\\")
	for _, c := range spelledCodes {
		if c.code == code[last+1:] && !isURL {
			return c.kind, 0, true
		}
	}
	class, _, dotted := strings.Cut(code, ".")
	if dotted = dotted && class != "" && class[0] >= 'A' && class[0] <= 'Z'; dotted { // Alibaba Cloud, Tencent Cloud
		if k, retry, ok = lookupName(class, false); ok {
			return k, retry, ok
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

// lookupName returns the kind of a code without a namespace, which may be only the start or the end of it. A phrase is a code if it is
// the whole of a row: "Missing parameter".
func lookupName(code string, parts bool) (k errkit.Kind, retry errkit.Retry, ok bool) {
	var room [64]byte
	if len(code) > len(room) {
		return 0, 0, false
	}
	if strings.HasSuffix(code, "!") { // a sentence
		return 0, 0, false
	}
	parts = parts && strings.IndexByte(code, ' ') < 0
	normal := string(normalCode(room[:0], code))
	i := codePatterns().find(normal, parts)
	if i < 0 || apiCodes[i].kind == errkit.InvalidInput && codePatterns().patterns[i].open && isOtherFault(normal) {
		return 0, 0, false
	}
	return apiCodes[i].kind, apiCodes[i].retry, true
}

// otherWords are parts of codes that are not about the input although they have "invalid" or "validation".
var otherWords = [...]string{"response", "reply", "output", "config", "certificate", "server", "upstream", "invalidat", "notinvalid", "passed", "succe", "completed"}

// isOtherFault reports whether a code, as [normalCode] returns it, has one of otherWords.
func isOtherFault(code string) bool {
	return slices.ContainsFunc(otherWords[:], func(word string) bool { return strings.Contains(code, word) })
}

// normalCode appends a code in small letters, without what is not a letter or a digit, and without "exception", "error", "fault"
// or "http" at its end: "NotFoundException", "NOT_FOUND", "not_found_error" and "NotFoundHttpException" are "notfound".
func normalCode(dst []byte, code string) []byte {
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
