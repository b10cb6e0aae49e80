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
	"html"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/internal/rows"
	"github.com/toolerr/toolerr/internal/text"
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
			strings.HasPrefix(columns[2], "(?i"),
			sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(columns[2]) })})
	}
	return all
})

// Find returns the start and the end of text of a class, for a rule that reports it: of what is
// private for certain if there is any, else of a sign. It returns 0 and 0 if there is neither.
func Find(c Class, s string) (start, end int) {
	may, all := mayHave(s), forms()
	for i := range all {
		f := &all[i]
		if f.class != c || slices.Contains([]string{"opaque", "word", "column", "pair"}, f.how) || !may[i] || !f.mayMatch(s) {
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
	Hosts bool   // addresses are not private: the reader is in their network

	checks int // of Known
}

// maxChecks bounds the work for texts with many matches, and maxKnown that for long ones, which are
// compared with many places in Known: no longer text is rendered. A check of a Known of 1 MiB counts
// as nine.
const maxChecks, maxKnown = 1000, text.MaxText

// Remove is like the function [Remove], for a reader who knows Known. What is private only without
// the characters that are not displayed is removed together with these.
func (f *Filter) Remove(s string) string {
	public := f.remove(s, maxNesting)
	if strings.ContainsAny(public, `&\`) {
		public = escaped.Get().ReplaceAllStringFunc(public, func(part string) string {
			text := strings.ReplaceAll(part, `\/`, "/")
			if unquoted, err := strconv.Unquote(`"` + text + `"`); err == nil {
				text = unquoted
			}
			if text = html.UnescapeString(text); f.remove(text, maxNesting) == text || f.knows(part) {
				return part
			}
			return Withheld
		})
	}
	if !text.IsPrintable(public) {
		seen := strings.Map(func(r rune) rune {
			if r >= 0xad && unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
				return -1
			}
			return r
		}, text.Clean(public, 0))
		if again := f.remove(seen, maxNesting); again != seen {
			public = again
		}
	}
	if public != s && strings.Trim(strings.ReplaceAll(public, Withheld, ""), marks) == "" {
		return ""
	}
	return public
}

// escaped is a part of a text without white space that has a character of HTML, or a letter of a
// string in a program, by its number, or a slash that is escaped.
var escaped = lazy.Regexp{Expr: `[^\s"'<>]*(?:&#?\w{2,8};|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\/)[^\s"'<>]*`}

// marks are characters around a text.
const marks = " \t\r\n.,:;\"'()[]{}"

// maxNesting is how many encodings around a text are looked into.
const maxNesting = 3

// remove removes what has one of the forms, also in the parts that encode another text.
func (f *Filter) remove(s string, depth int) string {
	if len(s) < 8 { // shorter than any private text
		return s
	}
	if depth == 0 {
		return f.removeForms(s)
	}
	var b strings.Builder
	kept := 0
	for _, at := range encoded(s) {
		part := s[at[0]:at[1]]
		inner := decoded(part)
		public := f.remove(inner, depth-1)
		if public == inner || f.knows(part) {
			continue
		}
		b.WriteString(s[kept:at[0]])
		if kept = at[1]; part[0] == '"' {
			b.Write(text.AppendString(nil, public))
		} else {
			b.WriteString(Withheld)
		}
	}
	return f.removeForms(b.String() + s[kept:])
}

// removeForms returns s without what has one of the forms.
func (f *Filter) removeForms(s string) string {
	may, all := mayHave(s), forms()
	for i := range all {
		form := &all[i]
		isPublic := f.Files && form.class == Path || f.Hosts && form.class == Address
		if !may[i] || form.how == "sign" || isPublic || !form.mayMatch(s) {
			continue
		}
		if public := f.removeForm(form, s); public != s {
			s, may = public, mayHave(public)
		}
	}
	return s
}

// Found reports whether a text has private text.
func (f *Filter) Found(s string) bool { return f.Remove(s) != s }

// unescaped is the text of the body of a JSON string in which a text is quoted.
var unescaped = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\/`, `/`, `\n`, "\n", `\t`, "\t")

// knows reports whether a match is a part of Known.
func (f *Filter) knows(match string) bool {
	if f.Known == "" || f.checks >= maxChecks || len(match) > maxKnown {
		return false
	}
	f.checks += 1 + len(f.Known)>>17
	return strings.Contains(f.Known, match) || strings.Contains(f.Known, unescaped.Replace(match))
}

// endsKnown reports whether what follows a part of Known is no more of it. It has no words; or it
// is a sentence about the whole of a value of Known, or about its start, behind which there is a
// quotation mark or an ellipsis.
func (f *Filter) endsKnown(form *form, known, after string) bool {
	if strings.Trim(after, marks) == "" {
		return true
	}
	known = unescaped.Replace(strings.TrimSpace(known))
	isWhole := strings.Contains(f.Known+"\n", known+"\n")
	sentence := after
	if at := endOfQuote.Get().FindStringSubmatchIndex(after); at != nil {
		sentence = after[at[3]:]
	}
	if form.class == SQL {
		return (isWhole || sentence != after) && !moreSQL.Get().MatchString(sentence)
	}
	isWhole = isWhole && strings.Contains(known, "\n") // behind a heading alone is any rest
	isOfKey := func(word string) bool { return len(word) >= 16 && isOpaque(word) }
	return (isWhole || sentence != after) && aboutQuote.Get().MatchString(sentence) &&
		!slices.ContainsFunc(strings.Fields(sentence), isOfKey)
}

// endOfQuote is the end of a quoted text, or of the start of one.
var endOfQuote = lazy.Regexp{Expr: `^(\\{0,3}["'\x60]|\s?(?:\.{3}|\x{2026})\\{0,3}["'\x60]?)(?:[\s.,:;)\]]|$)`}

// aboutQuote is the rest of the line in which a quoted text ends.
var aboutQuote = lazy.Regexp{Expr: `^[ \t.:;)\]][^\n\\]*$`}

// moreSQL is what goes on with a statement of SQL: a keyword in capital letters, or one in small
// letters before what no sentence has there.
var moreSQL = lazy.Regexp{Expr: `^(\w|\.[\w"\x60\[]|\s*[;,=<>!]|\s+['"\d]|\s*(AND|OR|WHERE|FROM|JOIN|LEFT|RIGHT|INNER|` +
	`OUTER|CROSS|ON|USING|GROUP|HAVING|ORDER|LIMIT|OFFSET|FETCH|FOR|UNION|EXCEPT|INTERSECT|RETURNING|SET|VALUES|AS|LIKE|IN)\b|` +
	`(?i)\s*((and|or|where|on|having|set)\s[^\n]{0,60}?([=<>]|\w\(|\b(is\s+(not\s+)?null|in\s*\(|like\s+'|between\s+\S+\s+and)\b)|` +
	`(left|right|inner|cross|full|natural)\s+(outer\s+)?join|join\s+[\w."]+\s|from\s+[\w."]+\s+(where|join)|(group|order)\s+by|` +
	`(limit|offset)\s+[\d$?:]|(in|using|values)\s*\(|fetch\s+(first|next)|for\s+(no\s+key\s+)?(update|share)|` +
	`(union|except|intersect)\s+(all\s+)?select|returning\s+[\w."*]+\s*([,;]|$)|like\s+'))`}

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
		if form.isWord(match) || form.isPublic(s[max(0, start-64):start], match) {
			continue
		}
		known := f.knows(match)
		if known && form.how == "rest" { // of what the text goes on with, too
			n := sort.Search(len(s)-end, func(i int) bool { return !f.knows(strings.TrimRight(s[start:end+i+1], `\`)) })
			known = f.endsKnown(form, s[start:end+n], s[end+n:])
			start = end + n
		}
		switch {
		case known:
			continue
		case form.class == Path:
			start += f.knownFolder(match)
		}
		b.WriteString(s[kept:start])
		b.WriteString(Withheld)
		if kept = end; form.how == "rest" || form.how == "column" {
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
		return !strings.ContainsAny(match, digits) || !strings.Contains(match, " ") && isMessage(match)
	case "word", "column":
		return isMessage(match)
	case "pair":
		pair := decoded(strings.TrimRight(match, "="))
		return !strings.Contains(pair, ":") || !text.IsPrintable(pair)
	}
	return false
}

// request is the end of a text before the path of an HTTP request.
var request = lazy.Regexp{Expr: `\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) ["'\x60]?$`}

// beforeAddress is the end of a word before the rest of an ARN of AWS, or an address for messages.
var beforeAddress = lazy.Regexp{Expr: `(?i)\b(arn:aws[\w:-]*|sips?|mailto|xmpp|acct|e?-?mail|from|to|cc):$`}

// beforePublic is the end of a text before the token of a page of a list, with which its reader
// gets the next one.
var beforePublic = lazy.Regexp{Expr: `(?i)(page|next|continu(e|ation)|sync|paginat(ion|or)|paging|cursor|skip|delta)[ _-]?tokens?\W{0,24}(value\W{0,24})?$`}

// isPublic reports whether a match after a text is no path or address of a server: it is that of a
// request, or of the reader's own machine.
func (f *form) isPublic(before, match string) bool {
	switch f.class {
	case Path:
		return request.Get().MatchString(before)
	case Token, Environment, DSN:
		word := before[strings.LastIndexAny(before, " \t\n")+1:]
		isOfPage := strings.Contains(strings.ToLower(before), "token") && beforePublic.Get().MatchString(before)
		return f.how != "-" && (isOfPage || beforeAddress.Get().MatchString(word))
	case Address:
		return strings.HasPrefix(match, "localhost") || strings.HasPrefix(match, "127.") ||
			strings.HasPrefix(match, "::1") || strings.HasPrefix(match, "[::1]")
	}
	return false
}

// knownFolder returns the length of the start of a path that is a line of Known, which is no longer
// than the paths of a system (PATH_MAX).
func (f *Filter) knownFolder(path string) int {
	for i := strings.LastIndexAny(path[:min(len(path), 4096)], `/\`); i > 3 && f.Known != "" && f.checks < maxChecks; i = strings.LastIndexAny(path[:i], `/\`) {
		f.checks += 1 + len(f.Known)>>17
		for _, folder := range []string{path[:i], path[:i+1]} {
			if f.Known == folder || strings.HasPrefix(f.Known, folder+"\n") || strings.HasSuffix(f.Known, "\n"+folder) ||
				strings.Contains(f.Known, "\n"+folder+"\n") {
				return len(folder)
			}
		}
	}
	return 0
}
