// Package leak describes what private text looks like: credentials, stack traces, SQL statements
// and what else an answer discloses of a server. It is the one definition for the disclosure
// policy of package dialect, which removes such text, and for the rules of package check, which
// report it.
//
// A [Class] has forms, which match only what is private for certain, so that [Remove] never cuts
// other text, and signs, which text about code or data may have, too, so that rules report them
// and nothing is removed. [Find] looks for both.
package leak

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/rows"
)

// A Class is a sort of private text.
type Class string

const (
	DSN         Class = "dsn"         // the address of a service with a password (CWE-522)
	Token       Class = "token"       // a token or a key (CWE-522)
	Stack       Class = "stack"       // a stack trace (CWE-209)
	SQL         Class = "sql"         // an SQL statement (CWE-209)
	GoType      Class = "go-type"     // the name of a Go type, or a Go address (CWE-209)
	GoPanic     Class = "go-panic"    // the text of a panic (CWE-209)
	Path        Class = "path"        // a path of the file system (CWE-209)
	Address     Class = "address"     // an address of a private network (CWE-209)
	Verb        Class = "verb"        // a broken format verb (package fmt, Format errors)
	Exception   Class = "exception"   // the qualified name of an exception's class (CWE-209)
	Environment Class = "environment" // a variable of the environment with its value (CWE-526)
)

// A form is one form of private text, a row of forms.txt.
type form struct {
	class    Class
	literals []string              // a text without any of these is not searched
	how      string                // see forms.txt
	anyCase  bool                  // the pattern ignores case
	pattern  func() *regexp.Regexp // compiled when a text has a literal
}

//go:embed forms.txt
var formsText string

// forms has the rows of forms.txt.
var forms = sync.OnceValue(func() (all []form) {
	var parts []string // names and values
	for class, row := range rows.All(formsText) {
		row = strings.NewReplacer(parts...).Replace(row)
		columns := strings.SplitN(row, "\t", 3)
		if class == "parts" {
			parts = append(parts, "{"+columns[0]+"}", columns[1])
			continue
		}
		all = append(all, form{Class(class), strings.Split(columns[0], "|"), columns[1],
			strings.HasPrefix(columns[2], "(?i)"),
			sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(columns[2]) })})
	}
	return all
})

// Find returns the start and the end of text of a class, for a rule that reports it: of what is private for certain
// if there is any, else of a sign. It returns 0 and 0 if there is neither.
func Find(c Class, s string) (start, end int) {
	may, all := mayHave(s), forms()
	for i := range all {
		f := &all[i]
		if f.class != c || f.how == "opaque" || f.how == "word" || !may[i] || !f.mayMatch(s) {
			continue
		}
		if at := f.pattern().FindStringIndex(s); at != nil {
			return at[0], at[1]
		}
	}
	return 0, 0
}

// Withheld replaces in a text what was removed.
const Withheld = "[withheld]"

// Remove returns a text in which [Withheld] replaces what is private, "" if nothing else
// remains, or s itself if nothing is private.
func Remove(s string) string { return new(Filter).Remove(s) }

// A Filter removes private text. The zero Filter is ready to use.
type Filter struct {
	Known string // lines that the reader wrote: what is a part of them is not private
	Files bool   // paths are not private: a tool names the files that it works on

	checks int // of Known
}

// maxChecks bounds the work for texts with many matches.
const maxChecks = 1000

// Remove is like the function [Remove], for a reader who knows Known.
func (f *Filter) Remove(s string) string {
	if len(s) < 8 { // shorter than any private text
		return s
	}
	public := f.remove(s, maxNesting)
	if public != s && strings.Trim(strings.ReplaceAll(public, Withheld, ""), " \t\r\n.,:;\"'()[]{}") == "" {
		return ""
	}
	return public
}

// maxNesting is how many encodings around a text are looked into.
const maxNesting = 3

// remove removes what has one of the forms, also in the parts that encode another text.
func (f *Filter) remove(s string, depth int) string {
	if s = f.removeForms(s); depth == 0 {
		return s
	}
	var b strings.Builder
	kept := 0
	for _, at := range encoded(s) {
		part := s[at[0]:at[1]]
		text := decoded(part)
		public := f.remove(text, depth-1)
		if public == text || f.knows(part) {
			continue
		}
		b.WriteString(s[kept:at[0]])
		if kept = at[1]; part[0] == '"' {
			again, _ := json.Marshal(public)
			b.Write(again)
		} else {
			b.WriteString(Withheld)
		}
	}
	return b.String() + s[kept:]
}

// removeForms returns s without what has one of the forms.
func (f *Filter) removeForms(s string) string {
	may, all := mayHave(s), forms()
	for i := range all {
		form := &all[i]
		if !may[i] || form.how == "sign" || f.Files && form.class == Path || !form.mayMatch(s) {
			continue
		}
		if public := f.removeForm(form, s); public != s {
			s, may = public, mayHave(public)
		}
	}
	return s
}

// decoded returns what a part of a text encodes, or "".
func decoded(part string) string {
	var text string
	switch {
	case part[0] == '"':
		_ = json.Unmarshal([]byte(part), &text)
		return text
	case strings.Contains(part, "%"):
		text, _ = url.QueryUnescape(part)
		return text
	}
	for _, base64 := range [...]*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if text, err := base64.DecodeString(part); err == nil && utf8.Valid(text) {
			return string(text)
		}
	}
	return ""
}

// Found reports whether a text has private text.
func (f *Filter) Found(s string) bool { return f.Remove(s) != s }

// unescaped is the text of the body of a JSON string in which a text is quoted.
var unescaped = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\/`, `/`, `\n`, "\n", `\t`, "\t")

// knows reports whether a match is a part of Known.
func (f *Filter) knows(match string) bool {
	if f.Known == "" || f.checks >= maxChecks {
		return false
	}
	f.checks++
	return strings.Contains(f.Known, match) || strings.Contains(f.Known, unescaped.Replace(match))
}

// mayMatch reports whether s has one of the literals, which it has in letters of any case.
func (f *form) mayMatch(s string) bool {
	return f.anyCase || slices.ContainsFunc(f.literals, func(literal string) bool { return strings.Contains(s, literal) })
}

// removeForm returns s without the private text of one form.
func (f *Filter) removeForm(form *form, s string) string {
	var b strings.Builder
	p := form.pattern()
	kept, group := 0, 2*max(p.SubexpIndex("s"), 0)
	for _, at := range p.FindAllStringSubmatchIndex(s, -1) {
		start, end := at[group], at[group+1]
		match := s[start:end]
		if form.isWord(match) || form.isPublic(s[:start], match) || f.knows(match) {
			continue
		}
		if form.class == Path {
			start += f.knownFolder(match)
		}
		b.WriteString(s[kept:start])
		b.WriteString(Withheld)
		if kept = end; form.how == "rest" {
			return b.String()
		}
	}
	return b.String() + s[kept:]
}

// isWord reports whether a match is a word, a number or a placeholder.
func (f *form) isWord(match string) bool {
	switch f.how {
	case "opaque":
		return !isOpaque(match)
	case "digit":
		return !strings.ContainsAny(match, "0123456789")
	case "word":
		return slices.Contains(aboutPasswords[:], strings.ToLower(strings.Trim(match, ".!*?")))
	}
	return false
}

// aboutPasswords are words that are in the place of a password, such as in "user: unknown, password: required"; what is
// all asterisks or dots is "".
var aboutPasswords = [...]string{
	"", "required", "invalid", "missing", "incorrect", "wrong", "expired", "weak", "short", "long", "must", "cannot",
	"should", "needs", "accepted", "rejected", "empty", "null", "none", "true", "false", "string", "text", "hidden",
	"redacted", "changed", "reset", "password", "needed", "blank", "mismatch", "unknown", "optional", "and", "forbidden",
	"field", "yes", "this", "the", "not", "may", "too", "has", "does", "denied", "masked", "removed", "secret",
}

// isOpaque reports whether s may be a secret: letters and digits, or capital and small letters,
// change more often than in words.
func isOpaque(s string) bool {
	if strings.Contains(s, "...") || strings.Contains(s, "***") || strings.Contains(s, "://") {
		return false
	}
	class := func(c byte) int {
		switch {
		case c >= '0' && c <= '9':
			return 1
		case c >= 'A' && c <= 'Z':
			return 2
		case c >= 'a' && c <= 'z':
			return 3
		}
		return 0
	}
	var count [4]int
	changes := 0
	for i := range len(s) {
		c := class(s[i])
		if count[c]++; i > 0 && c != class(s[i-1]) && c*class(s[i-1]) != 0 {
			changes++
		}
	}
	letters := count[2] + count[3]
	return letters > 0 && (count[1] > 0 && changes > 1 || count[1] == 0 && changes*5 >= 2*len(s))
}

// request is the end of a text before the path of an HTTP request.
var request = regexp.MustCompile(`\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) ["'\x60]?$`)

// isPublic reports whether a match after a text is no path or address of a server: it is that of a
// request, or of the reader's own machine.
func (f *form) isPublic(before, match string) bool {
	switch f.class {
	case Path:
		return request.MatchString(before[max(0, len(before)-16):])
	case Address:
		return strings.HasPrefix(match, "localhost") || strings.HasPrefix(match, "127.") ||
			strings.HasPrefix(match, "::1") || strings.HasPrefix(match, "[::1]")
	}
	return false
}

// knownFolder returns the length of the start of a path that is a line of Known.
func (f *Filter) knownFolder(path string) int {
	for i := len(path) - 1; i > 3 && f.Known != "" && f.checks < maxChecks; i-- {
		if path[i] != '/' && path[i] != '\\' {
			continue
		}
		f.checks++
		for _, folder := range []string{path[:i], path[:i+1]} {
			if strings.Contains("\n"+f.Known+"\n", "\n"+folder+"\n") {
				return len(folder)
			}
		}
	}
	return 0
}
