// Package leak describes what private text looks like: credentials, stack traces, SQL statements
// and what else an answer discloses of a server. It is the one definition for the disclosure
// policy of package dialect, which removes such text, and for the rules of package check, which
// report it.
//
// A [Class] has forms, which match only what is private for certain, so that [Remove] never cuts
// other text, and signs, which text about code or data may have, too, so that rules report them
// and nothing is removed. [Patterns] returns both.
package leak

import (
	"regexp"
	"strings"
	"sync"
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

// A form is one form of text that is private for certain.
type form struct {
	class   Class
	literal string // that every match contains, in small letters if it ignores case: texts without it are not searched
	pattern string
	rest    bool // the text from the match to its end is private
	digit   bool // a match without a digit is a word
}

// Parts of the patterns of forms.
const (
	databases = `(postgres|postgresql|mysql|mariadb|mongodb|rediss?|amqps?|sqlserver|mssql|clickhouse|oracle)(\+\w+)?`
	account   = `(host|hostaddr|server|data source|user id|uid|user)`
	value     = `('[^'\n]*'|\"[^\"\n]*\"|[^\s;\"']+)`
)

var forms = [...]form{
	// A database, whose password may have slashes: net/url then reports its start as a port.
	// What starts with a digit and has a query before the @ is a port.
	{DSN, "://", `\b(?i:` + databases + `)://[^\s/:@\"'<>]*:` +
		`([^\s\"'<>?]+|[^\s\"'<>\d][^\s\"'<>]*)@[\w.\[-][^\s\"'<>)]*` +
		`(\\?\": invalid port \\?\"[^\"\n]*\")?`, false, false},
	{DSN, "://", `\b[A-Za-z][A-Za-z0-9+.-]*://[^\s/:@\"'<>]*:[^\s/@\"'<>]+@[\w.\[-][^\s\"'<>)]*`, false, false},
	{DSN, "@", `\b[\w.-]+:[^\s:@\"']+@(tcp|tcp6|unix)\([^)\s]*\)[^\s\"']*`, false, false}, // MySQL in Go
	{DSN, "=", `(?i)\b(` + account + `=[^\s;]+[\s;][^\n]{0,300}?\b(password|pwd)=[^\s;\"']+|` +
		`(password|pwd)=` + value + `([\s;]+[\w ]+=` + value + `)*?[\s;]+` + account + `=[^\s;])[^\n]*`, false, false},
	{Token, "eyJ", `\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`, false, false}, // JSON Web Token (RFC 7519)
	{Token, "sk-", `\bsk-[A-Za-z0-9_-]{16,}`, false, true},
	{Token, "gh", `\bgh[pousr]_[A-Za-z0-9]{20,}`, false, false},
	{Token, "github_pat_", `\bgithub_pat_[A-Za-z0-9_]{20,}`, false, false},
	{Token, "AKIA", `\bAKIA[0-9A-Z]{16}\b`, false, false},
	{Token, "xox", `\bxox[abprs]-[\w-]{10,}`, false, true},
	{Token, "AIza", `\bAIza[\w-]{30,}`, false, false},
	{Token, "PRIVATE KEY-----", `-----BEGIN [A-Z ]*PRIVATE KEY-----`, true, false},
	{Token, "bearer ", `(?i)\bbearer [a-z0-9._~+/-]{20,}=*`, false, true}, // RFC 6750 §2.1
	{Stack, "Traceback", `\bTraceback \(most recent call last\)`, true, false},
	{Stack, "File \"", `File "[^"\n]+", line \d+, in `, true, false},
	{Stack, "goroutine ", `\bgoroutine \d+ \[`, true, false},
	{Stack, ".go:", `\n\t[\w./@-]+\.go:\d+`, true, false},
	{Stack, "at ", `\bat [\w.$<>\[\] ]{1,200} \([^\s()]*[A-Za-z/][^\s()]*:\d+:\d+\)`, true, false}, // JavaScript
	{Stack, "at ", `(?m)^\s*at (async )?(file://|node:|/|[A-Z]:\\)[^\s()]*:\d+:\d+$`, true, false},
	{Stack, "at ", `\bat [\w.$/@]+\(([\w$]+\.(java|kt|scala|groovy|clj):\d+|` +
		`Native Method|Unknown Source)\)`, true, false},
	{Stack, ":line ", `\bat [\w.<>\x60+]+\([^)\n]*\) in [^\n]+:line \d+`, true, false}, // .NET
	{Stack, ".php(", `#\d+ [^\n\s]+\.php\(\d+\): `, true, false},
	{Stack, ".rb:", `[\w/.-]+\.rb:\d+:in [\x60']`, true, false},
	{Stack, "stack backtrace:", `\bstack backtrace:\s*\n`, true, false}, // Rust
	{SQL, "SELECT", `\bSELECT\s+(DISTINCT\s+)?(\*\s*,|[\w\".\x60]+\(|` +
		`[\w\".\x60]+\s*(,[^;]{0,500}?)?\s)[^;]{0,500}?\bFROM\s+[\w\"\x60\[(.]`, true, false},
	{SQL, "select", `(?i)\bselect\s+(distinct\s+)?\*\s+from\s+[\w\".\x60\[\](][^;]{0,500}?` +
		`\b(where|join|having|group by|order by|limit|union)\b`, true, false},
	{SQL, "select", `(?i)\bselect\s+[\w\".\x60]+(\s*,\s*[\w\".\x60]+)*\s+` +
		`from\s+[\w\".\x60]+\s+where\s+[\w\".\x60]+\s*(=|<|>|!=|in\s*\(|like\s+')`, true, false},
	{SQL, "insert", `(?i)\binsert\s+into\s+[\w.\"\x60\[\]]+\s*(\([^()\n]*\)\s*)?values\s*\(`, true, false},
	{SQL, "update", `(?i)\bupdate\s+[\w.\"\x60]+\s+set\s+[\w.\"\x60]+\s*=`, true, false},
	{SQL, "delete", `(?i)\bdelete\s+from\s+[\w.\"\x60]+\s+` +
		`where\s+[\w.\"\x60]+\s*(=|<|>|!=|in\s*\(|like\s+')`, true, false},
}

// signs are patterns of text that may be private.
var signs = [...]struct {
	class   Class
	pattern string
}{
	{Stack, `\b[\w./-]+\.go:\d+`},
	{Stack, `\n\s*at [\w.$<>\[\] ]+ \(?[^\n]*:\d+:\d+\)?`},
	{Stack, `File "[^"\n]+", line \d+`},
	{Stack, `\bin [/\w.-]+\.php(:| on line )\d+`},
	{Stack, `[\w/.-]+\.rb:\d+:in `},
	{SQL, `\bSQLSTATE\b`},
	{SQL, `\bpq: `},
	{SQL, `\bORA-\d{5}\b`},
	{SQL, `\bsyntax error at or near\b`},
	{SQL, `\bERROR \d{4} \([0-9A-Z]{5}\)`},
	{SQL, `(?i)\bselect [^\n]{1,200}? from [\w.\"\x60]+ (where|limit|order|join)\b`},
	{SQL, `(?i)\binsert into [\w.\"\x60]+ ?\(`},
	{SQL, `\bSqliteError\b|\bSQLITE_[A-Z]+\b`},
	{SQL, `\bduplicate key value violates unique constraint\b`},
	{GoType, `\*(net|os|fs|url|http|json|sql|errors|exec|strconv|pgconn|mysql|redis|` +
		`status|smithy|fmt|tls|x509|context)\.[A-Z]\w+`},
	{GoType, `Go (struct field|value of type)`},
	{GoType, `\binterface conversion: `},
	{GoType, `\b0xc0[0-9a-f]{8}\b`},
	{GoPanic, `\bruntime error: `},
	{GoPanic, `\bgoroutine \d+ \[`},
	{GoPanic, `\bpanic: `},
	{GoPanic, `invalid memory address or nil pointer`},
	{Path, `(^|[\s'\"\x60(=:])/(home|Users|root|usr|var|opt|srv|tmp|etc|app|workspace|private)/[\w.@-]+(/[\w.@-]+)*`},
	{Path, `\b[A-Z]:\\\\?[\w .-]+\\`},
	{Address, `\b(10\.\d{1,3}|192\.168|172\.(1[6-9]|2\d|3[01])|127\.\d{1,3})\.\d{1,3}(\.\d{1,3})?:\d{2,5}\b`},
	{Address, `\b10\.\d{1,3}\.\d{1,3}\.\d{1,3}\b`},
	{Address, `\b192\.168\.\d{1,3}\.\d{1,3}\b`},
	{Address, `\b172\.(1[6-9]|2\d|3[01])\.\d{1,3}\.\d{1,3}\b`},
	{Address, `\bdial (tcp|udp|unix)\b`},
	{Address, `\bconnect ECONNREFUSED\b`},
	{Address, `\b[\w-]+\.(svc\.cluster\.local|internal|corp|lan)\b`},
	{Verb, `%!\w?\((MISSING|BADINDEX|EXTRA|NOVERB|PANIC)?`},
	{Verb, `\[object Object\]`},
	{Verb, `<nil>`},
	{Exception, `\b(java|javax|org|com|io|net|kotlin|scala)\.[\w.]+\.[A-Z]\w*(Exception|Error)\b`},
	{Exception, `\bSystem\.[\w.]*Exception\b`},
	{Exception, `\b(pydantic_core|sqlalchemy|psycopg2|requests|urllib3|httpx|botocore)\.[\w.]*(Error|Exception)\b`},
	{Exception, `\bActiveRecord::\w+`},
	{Exception, `\bNullPointerException\b`},
	{Environment, `\b[A-Z][A-Z0-9]*_(KEY|TOKEN|SECRET|PASSWORD|PASSWD|DSN|URL|URI)=[^\s\"]+`},
	{Environment, `\"[A-Z][A-Z0-9]*_(KEY|TOKEN|SECRET|PASSWORD|PASSWD|DSN)\":\s*\"[^\"]+\"`},
}

// compiled are the patterns of forms, each of which is compiled when a text has its literal.
var compiled = func() (list [len(forms)]func() *regexp.Regexp) {
	for i := range forms {
		list[i] = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(forms[i].pattern) })
	}
	return list
}()

// Patterns returns the patterns of a class, those of its forms first, for rules that report what
// has them.
func Patterns(c Class) (list []*regexp.Regexp) {
	for i := range forms {
		if forms[i].class == c {
			list = append(list, compiled[i]())
		}
	}
	for i := range signs {
		if signs[i].class == c {
			list = append(list, regexp.MustCompile(signs[i].pattern))
		}
	}
	return list
}

// Withheld stands in a text for what was removed.
const Withheld = "[withheld]"

// Remove returns a text in which [Withheld] stands for what is private, "" if nothing else
// remains, or s itself if nothing is private. A text without private text costs no memory.
func Remove(s string) string { return new(Filter).Remove(s) }

// Found reports whether a text has private text.
func Found(s string) bool { return Remove(s) != s }

// A Filter removes private text. The zero Filter is ready to use.
type Filter struct {
	Known string // lines that the reader wrote: what is a part of them is not private

	checks int // of Known
}

// maxChecks bounds the work for texts with many matches.
const maxChecks = 1000

// Remove is like the function [Remove], for a reader who knows Known.
func (f *Filter) Remove(s string) string {
	if len(s) < 8 { // shorter than any private text
		return s
	}
	found := false
	for i := range forms {
		if !forms[i].mayMatch(s) {
			continue
		}
		if public := f.remove(&forms[i], compiled[i](), s); public != s {
			s, found = public, true
		}
	}
	if found && strings.Trim(strings.ReplaceAll(s, Withheld, ""), " \t\r\n.,:;\"'()[]{}") == "" {
		return ""
	}
	return s
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

// mayMatch reports whether s has the literal.
func (f *form) mayMatch(s string) bool {
	if !strings.HasPrefix(f.pattern, "(?i)") {
		return strings.Contains(s, f.literal)
	}
	for n := len(f.literal); len(s) >= n; s = s[1:] {
		if s[0]|0x20 == f.literal[0]|0x20 && strings.EqualFold(s[:n], f.literal) { // the first byte decides most
			return true
		}
	}
	return false
}

// remove returns s without the private text of one form.
func (f *Filter) remove(form *form, p *regexp.Regexp, s string) string {
	var b strings.Builder
	kept := 0
	for _, at := range p.FindAllStringIndex(s, -1) {
		match := s[at[0]:at[1]]
		if form.digit && !strings.ContainsAny(match, "0123456789") || f.knows(match) {
			continue
		}
		b.WriteString(s[kept:at[0]])
		b.WriteString(Withheld)
		if kept = at[1]; form.rest {
			return b.String()
		}
	}
	if kept == 0 {
		return s
	}
	return b.String() + s[kept:]
}
