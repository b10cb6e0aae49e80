package leak

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/internal/rows"
	"github.com/toolerr/toolerr/internal/text"
)

// IsSecret reports whether a text or a number is a secret, because it has the name of one, such as
// db_password or accessToken, and is no message about it.
func (f *Filter) IsSecret(name, value string) bool {
	letters := string(text.AppendLetters(make([]byte, 0, 64), name))
	is := func(end string) bool {
		return strings.HasSuffix(letters, end) && (len(end) > 4 || strings.LastIndexAny(name, "_.-")+1+len(end) == len(name))
	}
	isPassword := slices.ContainsFunc(words()["passwords"], is)
	if !isPassword && !slices.ContainsFunc(words()["secrets"], is) || len(value) < 4 || beforePublic.Get().MatchString(name) ||
		isMessage(value) || f.knows(value) {
		return false
	}
	return isPassword || strings.IndexFunc(value, unicode.IsLetter) >= 0 && !(objectName.Get().MatchString(value) && !isOwn.Get().MatchString(name)) && (isOpaque(value) ||
		len(value) >= 8 && strings.ContainsAny(value, digits) || len(value) >= 16 && !strings.ContainsAny(value, " _-."))
}

// SecretParameter is a parameter of a URL with the name of a secret, in a query or a fragment.
var SecretParameter = lazy.Regexp{Expr: `(?i)[?&;#](x-(amz|goog|ms)-[^=]*|([^=&]*[_.-])?(key|sig|auth|authorization|pwd|pass|sid|jwt)|` +
	`[^=&]*(apikey|token|secret|signature|passw(or)?d|credential|session)[^=&]*)=`}

// objectName is the name of an object of a cluster or a cloud that has a secret, such as
// regcred-eu-west1.
var objectName = lazy.Regexp{Expr: `^([a-z]{2,}\d{0,2}([-._/][a-z]{2,}\d{0,2})+|(arn:|projects/|/subscriptions/)[\w:/.-]+)$`}

// isOwn is the name of a secret that no cluster has.
var isOwn = lazy.Regexp{Expr: `(?i)token$|client_?secret$|(db|api|app)_?secret$`}

// wordsOf finds the words of a text or of a code, such as invalidToken or TOO_SHORT.
var wordsOf = lazy.Regexp{Expr: `[A-Z]?[a-z]+|[A-Z]+`}

// isMessage reports whether what is in the place of a secret is a message, a code or a rule of
// one, a placeholder or a path: several words, words of words.txt, or letters of another alphabet.
func isMessage(value string) bool {
	if strings.ContainsAny(strings.TrimSpace(value), " \n") {
		return !slices.ContainsFunc(strings.Fields(value), func(w string) bool { return len(strings.Trim(w, marks)) >= 8 && isOpaque(w) })
	}
	value = parameter.Get().ReplaceAllString(value, "$1$2")
	end := strings.Trim(value, marks+"!*?<>$%")
	switch {
	case end == "" || isAny(end, "alone", "rule", "message") || noSecret.Get().MatchString(value) && !isOpaque(value):
		return true
	case strings.ContainsAny(value, digits):
		return false
	case isAny(end[strings.LastIndexByte(end, '.')+1:], "alone", "rule", "message"):
		return true
	}
	all := wordsOf.Get().FindAllString(value, -1)
	return slices.ContainsFunc(all, func(w string) bool { return isAny(w, "message") }) ||
		len(all) > 0 && !slices.ContainsFunc(all, func(w string) bool { return !isAny(w, "rule") }) ||
		strings.IndexFunc(value, func(r rune) bool { return r > unicode.MaxASCII && unicode.IsLetter(r) }) >= 0
}

// isAny reports whether a word has one of the headings in words.txt.
func isAny(word string, headings ...string) bool {
	return slices.ContainsFunc(headings, func(h string) bool { return slices.Contains(words()[h], strings.ToLower(word)) })
}

// parameter is that of a rule of a validator, such as min:8|max:64, between:8,64 and minLength(8).
var parameter = lazy.Regexp{Expr: `(?i)\b(min|max|size|between|digits|[gl]te?|\w*length\w*|\w*len)[:=(]\d{1,4}(?:,\d{1,4})?\)?(\||$)`}

// noSecret is a constant or a placeholder, such as TOO_SHORT and YOUR_PASSWORD, or a path.
var noSecret = lazy.Regexp{Expr: `^([$%]?[A-Z]+(_[A-Z]+)+%?|(~|[A-Za-z]:)?[/\\][A-Za-z]+([/\\][\w.@+-]+)*[/\\]?)$`}

//go:embed words.txt
var wordsText string

// words has the words of words.txt by their headings.
var words = sync.OnceValue(func() map[string][]string {
	words := map[string][]string{}
	for heading, row := range rows.All(wordsText) {
		words[heading] = append(words[heading], strings.Fields(row)...)
	}
	return words
})

const digits = "0123456789"

// runs are the longest parts of a text that are digits, capital letters or small letters.
var runs = lazy.Regexp{Expr: `[0-9]+|[A-Z]+|[a-z]+`}

// isOpaque reports whether s may be a secret: letters and digits, or capital and small letters,
// change more often than in words.
func isOpaque(s string) bool {
	if strings.Contains(s, "...") || strings.Contains(s, "***") || strings.Contains(s, "://") {
		return false
	}
	changes, end, hasLetter := 0, -1, false
	for _, run := range runs.Get().FindAllStringIndex(s, -1) {
		if run[0] == end {
			changes++
		}
		end, hasLetter = run[1], hasLetter || s[run[0]] > '9'
	}
	if strings.ContainsAny(s, digits) {
		return hasLetter && changes > 1
	}
	return hasLetter && changes*5 >= 2*len(s)
}
