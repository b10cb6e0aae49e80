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
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
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
	literal string // every match contains one of these, in small letters if it ignores case; others are not searched
	pattern string // what is private is the group s, if there is one
	how     how
}

type how uint8

const (
	rest   how = 1 << iota // the text from the match to its end is private
	digit                  // a match without a digit is a word
	opaque                 // a match with the look of words or a number is no secret
)

// Parts of the patterns of forms.
const (
	databases = `(postgres|postgresql|mysql|mariadb|mongodb|rediss?|amqps?|sqlserver|mssql|clickhouse|oracle)(\+\w+)?`
	account   = `(host|hostaddr|server|data source|user id|uid|user)`
	value     = `('[^'\n]*'|\"[^\"\n]*\"|[^\s;\"']+)`

	// what is not before a path: it is a part of a URL, a pointer, a template or another path then
	apart = `(?:^|[^\w/.#%@~})\\-])`
	// folders of systems, and those of programs, whose names JSON pointers have, too
	system = `/(?:home|root|etc|opt|srv|mnt|proc|nix/store|private/(?:var|tmp|etc)|Users/[a-z][\w.-]*|` +
		`var/(?:www|lib|log|run|folders|cache|spool|mail|task|backups)|` +
		`usr/(?:local|lib|src|share|s?bin|include)|run/(?:secrets|user)|` +
		`Library(?:/Application Support)?|Applications|Volumes|tmp|github/(?:workspace|home))`
	program = `/(?:app|data|workspaces?|code|build|src)`

	octet    = `(?:25[0-5]|2[0-4]\d|1\d\d|\d{1,2})`
	private4 = `(?:10\.` + octet + `|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254|` +
		`100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(?:\.` + octet + `){2}(?::\d{1,5})?`
	ends = `(?:[^\w.-]|\.(?:\W|$)|$)` // of an address

	keys    = "_key|-key|apikey|accesskey|accountkey|secretkey|privatekey|encryptionkey|signingkey|masterkey"
	domains = ".internal|.corp|.lan|.intranet|.local|.svc"
	quote   = `(?:\\{0,3}["']|&quot;)?` // also in a JSON string inside of another one, and in HTML
	is      = quote + `\s{0,4}(?:=|:|=>|>)\s{0,4}` + quote
	labeled = `[\w-]{0,12}` + is + `(?P<s>[^\s"'\\,;&<>(){}\[\]]{6,})`
)

var forms = [...]form{
	// A database, whose password may have slashes: net/url then reports its start as a port.
	// What starts with a digit and has a query before the @ is a port.
	{DSN, "://", `\b(?i:` + databases + `)://[^\s/:@\"'<>]*:` +
		`([^\s\"'<>?]+|[^\s\"'<>\d][^\s\"'<>]*)@[\w.\[-][^\s\"'<>)]*` +
		`(\\?\": invalid port \\?\"[^\"\n]*\")?`, 0},
	{DSN, "://", `\b[A-Za-z][A-Za-z0-9+.-]*://[^\s/:@\"'<>]*:[^\s/@\"'<>]+@[\w.\[-][^\s\"'<>)]*`, 0},
	{DSN, "@tcp|@unix", `\b[\w.-]+:[^\s:@\"']+@(tcp|tcp6|unix)\([^)\s]*\)[^\s\"']*`, 0}, // MySQL in Go
	{DSN, "password=|pwd=", `(?i)\b(` + account + `=[^\s;]+[\s;][^\n]{0,300}?\b(password|pwd)=[^\s;\"']+|` +
		`(password|pwd)=` + value + `([\s;]+[\w ]+=` + value + `)*?[\s;]+` + account + `=[^\s;])[^\n]*`, 0},
	{Token, "eyJ", `\beyJ[\w-]{8,}\.\.?[\w-]{8,}\.[\w-]*(\.[\w-]+)*`, 0}, // JSON Web Token (RFC 7519)
	{Token, "sk-", `\bsk-[A-Za-z0-9_-]{16,}`, digit},
	{Token, "gh", `\bgh[pousr]_[A-Za-z0-9]{20,}`, 0},
	{Token, "github_pat_", `\bgithub_pat_[A-Za-z0-9_]{20,}`, 0},
	{Token, "IA", `\bA(KIA|SIA)[0-9A-Z]{16}\b`, 0},
	{Token, "npm_|hf_|r8_|gsk_|ntn_|secret_|lin_api_|dop_v1_|shp|_live_|_test_|whsec_",
		`\b(npm|hf|r8|gsk|ntn|secret|lin_api|dop_v1|shp(at|ss|ca)|[sr]k_(live|test)|whsec)_` +
			`[A-Za-z0-9]{20,}`, digit},
	{Token, "glpat-|tvly-|xapp-|pypi-|xai-|GOCSPX-|AGE-SECRET-KEY-",
		`\b(glpat|tvly|xapp|pypi|xai|GOCSPX|AGE-SECRET-KEY)-[\w-]{20,}`, digit},
	{Token, "Q~", `\b[\w~.-]{3}\dQ~[\w~.-]{30,}`, 0}, // Microsoft Entra
	{Token, "key-", `\bkey-[0-9a-f]{32}\b`, 0},
	{Token, "SG.", `\bSG\.[\w-]{16,}\.[\w-]{16,}`, 0},
	{Token, "hvs.", `\bhvs\.[\w-]{20,}`, 0},
	{Token, "ya29.", `\bya29\.[\w-]{20,}`, 0},
	{Token, "EAA", `\bEAA[A-Za-z0-9]{40,}`, digit},
	{Token, "dapi", `\bdapi[0-9a-f]{32}`, 0},
	{Token, "SK", `\bSK[0-9a-f]{32}\b`, 0},
	{Token, "pat", `\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}`, 0},
	{Token, ":AA", `\d{8,10}:AA[\w-]{30,}`, 0}, // Telegram
	{Token, "/services/T", `hooks\.slack\.com/services/(?P<s>[\w/]+)`, 0},
	{Token, "/webhooks/", `discord(app)?\.com/api/webhooks/\d+/(?P<s>[\w-]+)`, 0},
	{Token, "key=|sig=|X-Amz-", `[?&](key|sig|X-Amz-(Signature|Credential|Security-Token))=(?P<s>[\w%+/.-]{20,})`, digit},
	{Token, "sid=|session|sessid", `(?i)\b(session([_-]?id)?|sid|sessid|jsessionid|phpsessid)=(?P<s>[\w%.-]{20,})`, digit},
	{Token, "cookie", `(?i)\bcookie` + is + `(?P<s>[\w.-]+=[^\n"'<>]{8,})`, opaque}, // RFC 6265 §4
	{Token, "basic ", `(?i)\bbasic (?P<s>[a-z0-9+/]{20,}=*)`, digit},                // RFC 7617 §2
	{Token, "authorization", `(?i)authorization` + is + `[\w-]+[ \t]+(?P<s>[\w.~+/=-]{8,})`, opaque},
	{Token, "auth", `(?i)\bauth["']?[\s:=]{1,3}["']?(?P<s>[a-z0-9+/]{16,}=*)`, opaque},
	{Token, "response=|signature=", `(?i)\b(response|signature)=\\{0,3}"?(?P<s>[0-9a-f]{32,})`, digit}, // RFC 7616 §3.4
	{Token, "key|secret|token|password", `(?i)\b(key|secret|token|password) (provided|supplied|given|is|was):? ` +
		`["']?(?P<s>[^\s"',;<>(){}]{12,})`, opaque},
	{Token, "identified |with password|with encrypted", `(?i)\b(identified( with \w+)? by|with( encrypted)? password) ` +
		`["'](?P<s>[^'"\n]{4,})`, 0},
	{Token, "token", `(?i)\btoken[\s:"'(]{1,4}(?P<s>[\w+/=-]{20,})`, opaque},
	{Token, "api key|api_key|access key|secret key|private key|account key|" + keys,
		`(?i)\b(api|secret|access|account|private)[ _-]?key[\s:"'(]{1,4}(?P<s>[\w+/=.-]{20,})`, opaque},
	{Token, "xox", `\bxox[abprs]-[\w-]{10,}`, digit},
	{Token, "AIza", `\bAIza[\w-]{30,}`, 0},
	{Token, "PRIVATE KEY", `-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----`, rest},
	{Token, "PuTTY-User-Key-File-", `\bPuTTY-User-Key-File-`, rest},
	{Token, "bearer", `(?i)\bbearer\s{0,3}[ \t][a-z0-9._~+/-]{20,}=*`, digit}, // RFC 6750 §2.1
	{Stack, "Traceback", `\bTraceback \(most recent call last\)`, rest},
	{Stack, "File \"", `File "[^"\n]+", line \d+, in `, rest},
	{Stack, "goroutine ", `\bgoroutine \d+ \[`, rest},
	{Stack, ".go:", `\n\t[\w./@-]+\.go:\d+`, rest},
	{Stack, " (", `\bat [\w.$<>\[\] ]{1,200} \([^\s()]*[A-Za-z/][^\s()]*:\d+:\d+\)`, rest}, // JavaScript
	{Stack, "at file:|at node:|at async |at /|:\\",
		`(?m)^\s*at (async )?(file://|node:|/|[A-Z]:\\)[^\s()]*:\d+:\d+$`, rest},
	{Stack, ".java:|.kt:|.scala:|.groovy:|.clj:|Native Method|Unknown Source",
		`\bat [\w.$/@]+\(([\w$]+\.(java|kt|scala|groovy|clj):\d+|` +
			`Native Method|Unknown Source)\)`, rest},
	{Stack, ":line ", `\bat [\w.<>\x60+]+\([^)\n]*\) in [^\n]+:line \d+`, rest}, // .NET
	{Stack, ".php(", `#\d+ [^\n\s]+\.php\(\d+\): `, rest},
	{Stack, ".rb:", `[\w/.-]+\.rb:\d+:in [\x60']`, rest},
	{Stack, ".go:", `\b[\w./-]+\.go:\d+ \+0x[0-9a-f]+`, rest},
	{Stack, ".rs:", `\bpanicked at [^\n]*\.rs:\d+`, rest},
	{Stack, ") lib/", `\(\w+ \d+\.\d+\.\d+\) lib/[\w/]+\.exs?:\d+`, rest},                     // Elixir
	{Stack, "stack backtrace:|stack traceback:", `\bstack (backtrace|traceback):\s*\n`, rest}, // Rust, Lua
	{Stack, "CallStack (from", `\bCallStack \(from \w+\)`, rest},                              // Haskell
	{Stack, ") at |at ", `(?m)^\s*at \w+(\.[\w<>\x60+]+)+\([\w.$<>\x60\[\], &*]*\)$`, rest},   // .NET
	{Stack, " in ", `(?m)(?:^|["'])#?\d+\s+0x[0-9a-f]{6,16} in `, rest},                       // gdb
	{Stack, "(package:|(dart:|(file:", `(?m)^#\d+\s+[^\n(]+ \((package|dart|file):[^\s()]+:\d+`, rest},
	{Stack, ".pl |.pm ", `\bat \S+\.p[lm] line \d+`, rest},                       // Perl
	{Stack, "characters", `\bin file "[^"\n]+", line \d+, characters`, rest},     // OCaml
	{Stack, "@http|@file", `(?m)^[\w$.<>/]*@(https?|file)://\S+:\d+:\d+$`, rest}, // Firefox, Safari
	{Stack, "{file,", `\[?\{file,"[^"\n]+"\},`, rest},                            // Erlang
	{Stack, "tack", `(?i)\bstack ?trace:\s*\n\s*[#\[(]?\d`, rest},                // Julia, PHP
	{SQL, "SELECT", `\bSELECT\s+(DISTINCT\s+)?(\*\s*,|[\w\".\x60]+\(|` +
		`[\w\".\x60\[\]]+\s*(,[^;]{0,500}?)?\s)[^;]{0,500}?\bFROM\s+[\w\"\x60\[(.]`, rest},
	{SQL, "select", `(?i)\bselect\s+(distinct\s+)?\*\s+from\s+[\w\".\x60\[\](][^;]{0,500}?` +
		`\b(where|join|having|group by|order by|limit|union)\b`, rest},
	{SQL, "select", `(?i)\bselect\s+[\w\".\x60]+(\([^()]*\))?(\s*,\s*[\w\".\x60]+)*\s+` +
		`from\s+[\w\".\x60]+(\s+\w+)?\s+where\s+[\w\".\x60]+\s*(=|<|>|!=|in\s*\(|like\s+')`, rest},
	{SQL, "SELECT", `\bSELECT\s+TOP\s+\d+\s[^;]{0,500}?\bFROM\s+[\w\".\x60\[]+`, rest},
	{SQL, "merge", `(?i)\bmerge\s+into\s+[\w.\"]+\s+using\s`, rest},
	{SQL, "alter", `(?i)\balter\s+table\s+[\w.\"\x60]+\s+(add|drop|rename|alter|modify)\s`, rest},
	{SQL, "table", `(?i)\b(drop|create)\s+table\s+(if\s+(not\s+)?exists\s+[\w.\"\x60]+|[\w.\"\x60]+\s*\()`, rest},
	{SQL, "TRUNCATE", `\bTRUNCATE\s+TABLE\s+[\w.\"\x60]+`, rest},
	{SQL, "insert|replace", `(?i)\b(insert|replace)\s+into\s+[\w.\"\x60\[\]]+\s*(\([^()\n]*\)\s*)?values\s*\(`, rest},
	{SQL, "update", `(?i)\bupdate\s+[\w.\"\x60\[\]]+\s+set\s+[\w.\"\x60\[\]]+\s*=`, rest},
	{SQL, "delete", `(?i)\bdelete\s+from\s+[\w.\"\x60]+\s+` +
		`where\s+[\w.\"\x60]+\s*(=|<|>|!=|in\s*\(|like\s+')`, rest},
	{SQL, "[SQL: |[parameters: ", `\[(SQL: |parameters: [({\[])`, rest}, // SQLAlchemy
	{Environment, "passw|passphrase|pwd", `(?i)(passw(or)?d|passphrase|pwd)(=|\\{0,3}["']\s?:\s?\\{0,3}["'])` +
		`(?P<s>[a-z][^\s"'\\,;&<>(){}\[\]]{5,})`, digit},
	{Environment, "pass", `(?i)pass(w(or)?d|phrase|code)?` + labeled, opaque},
	{Environment, "password ", `(?i)\bpassword[ =](is |was )?["']?(?P<s>[^\s"',;&<>(){}\[\]]{8,})`, opaque},
	{Environment, "pwd", `(?i)pwd` + labeled, opaque},
	{Environment, "secret", `(?i)secret` + labeled, opaque},
	{Environment, "token", `(?i)token` + labeled, opaque},
	{Environment, keys, `(?i)(api|access|account|secret|private|encryption|signing|master|subscription)[_-]?` +
		`(access[_-]?)?key` + labeled, opaque},
	{Environment, "_KEY", `\b[A-Z][A-Z0-9_]*_KEY` + is + `(?P<s>[^\s"'\\,;&<>(){}\[\]]{12,})`, opaque},
	{DSN, "@", `://(?P<s>[^\s/:@"'<>]{12,})@`, opaque}, // Sentry, NATS
	{DSN, "mysql", `\bmysql\w*\s[^\n]{0,80}?\s-p(?P<s>\S{6,})`, opaque},
	{DSN, "-u ", `\s-u [^\s:]+:(?P<s>\S+)`, 0},          // curl
	{DSN, ":thin:", `:thin:[^/\s]+/(?P<s>[^@\s]+)@`, 0}, // Oracle
	{Path, "/home/|/root/|/etc/|/opt/|/srv/|/mnt/|/proc/|/nix/|/private/|/Users/|/var/|/usr/|/run/|/Library/|" +
		"/Applications/|/Volumes/|/tmp/|/github/", apart + `(?P<s>(file://)?` + system + `(/[\w.@+$~-]*[\w$~])+/?)`, 0},
	{Path, "/app/|/data/|/workspace|/code/|/build/|/src/",
		apart + `(?P<s>(file://)?` + program + `/([\w.@-]+/)*[\w@-]*\.[A-Za-z]\w*)`, 0},
	{Path, "~/.", apart + `(?P<s>~/\.[\w-]+/[\w./-]*\w)`, 0},
	{Path, `:\`, `\b(?P<s>[A-Za-z]:\\{1,2}([^\\/:*?"<>|\r\n]{1,80}\\{1,2})+[^\\/:*?"<>|\s';,)]*)`, 0},
	{Path, `\\`, `(?P<s>\\{2,4}[\w.-]+\\{1,2}[\w$.-]+(\\{1,2}[\w$.-]+)+)`, 0}, // of a Windows share
	{Address, "10.|192.168.|172.|169.254.|100.", `(?:^|[^\w.-])(?P<s>` + private4 + `)` + ends, 0},
	{Address, "fc|fd|fe80:", `(?:^|[^\w:.])(?P<s>\[?(f[cd][0-9a-f]{2}|fe80)(:[0-9a-f]{0,4}){2,7}(%\w+)?\]?(:\d+)?)`,
		0}, // RFC 4193, RFC 4291 §2.5.6
	{Address, domains, `(?:^|[^\w.@-])(?P<s>([\w-]+\.){2,}(internal|corp|lan|intranet|local|svc)(:\d{1,5})?)` + ends, 0},
	{Address, domains, `(?:^|[^\w.@-])(?P<s>[\w-]+\.(internal|corp|lan|intranet|local):\d{2,5})` + ends, 0},
	{Address, domains, `(?:://|\s)(?P<s>[\w-]+-\d+\.(internal|corp|lan|intranet|local))` + ends, 0},
	{Address, domains, `://(?P<s>[\w-]+\.(internal|corp|lan|intranet|local))` + ends, 0},
	{Address, "ENOTFOUND|EAI_AGAIN|lookup|host=", `\b(ENOTFOUND|EAI_AGAIN|lookup|host=)\s?['"]?` +
		`(?P<s>[\w-]*[\d-][\w-]*|[\w-]+\.(internal|corp|lan|intranet|local))(:\d{1,5})?['"]?` + ends, 0},
	{Address, "dial ", `\bdial (tcp|udp)[46]? (?P<s>[\w.:\[\]-]+:\d{1,5})`, 0},
	{Address, "ECONN", `\bECONN(REFUSED|RESET|ABORTED) (?P<s>[\w.:\[\]-]+:\d{1,5})`, 0},
	{Address, "connect", `\bconnect(ion|ing)? to (?P<s>[\w-]+:\d{2,5})\b`, 0},
	{Address, "host=", `\bhost=['"]?(?P<s>[\w-]+\.(internal|corp|lan|intranet|local))`, 0},
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
		if forms[i].class == c && forms[i].how&opaque == 0 {
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
// remains, or s itself if nothing is private. A text in small letters without private text costs no
// memory.
func Remove(s string) string { return new(Filter).Remove(s) }

// Found reports whether a text has private text.
func Found(s string) bool { return Remove(s) != s }

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
	found := public != s
	if s = public; found && strings.Trim(strings.ReplaceAll(s, Withheld, ""), " \t\r\n.,:;\"'()[]{}") == "" {
		return ""
	}
	return s
}

// maxNesting is how many encodings around a text are looked into.
const maxNesting = 3

// remove removes what has one of the forms, also in the parts that encode another text.
func (f *Filter) remove(s string, depth int) string {
	s = f.removeForms(s)
	if depth == 0 || !mayBeEncoded(s) {
		return s
	}
	return encoded.ReplaceAllStringFunc(s, func(part string) string {
		text := decoded(part)
		public := f.remove(text, depth-1)
		switch {
		case public == text || f.knows(part):
			return part
		case part[0] != '"':
			return Withheld
		}
		again, _ := json.Marshal(public)
		return string(again)
	})
}

// removeForms returns s without what has one of the forms.
func (f *Filter) removeForms(s string) string {
	small := strings.ToLower(s)
	for i := range forms {
		if f.Files && forms[i].class == Path || !forms[i].mayMatch(s, small) {
			continue
		}
		if public := f.removeForm(&forms[i], compiled[i](), s); public != s {
			s, small = public, strings.ToLower(public)
		}
	}
	return s
}

// encoded is what may be another text: a JSON string with escapes, percent-encoded (RFC 3986 §2.1) or in
// base64 (RFC 4648).
var encoded = regexp.MustCompile(`"[^"\\]*(?:\\.[^"\\]*)+"|` +
	`[\w.~+-]*%[0-9A-Fa-f]{2}[\w.~%+-]*|[\w+/-]{` + strconv.Itoa(minEncoded) + `,}`)

const minEncoded = 24 // characters of base64; fewer encode no more than a word

// mayBeEncoded reports whether a text has a part that may be encoded.
func mayBeEncoded(s string) bool {
	run := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '%' || c == '\\':
			return true
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("+/-_", c) >= 0:
			run++
		default:
			run = 0
		}
		if run == minEncoded {
			return true
		}
	}
	return false
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

// mayMatch reports whether s, which is small in small letters, has one of the literals.
func (f *form) mayMatch(s, small string) bool {
	if strings.HasPrefix(f.pattern, "(?i)") {
		s = small
	}
	for literal := range strings.SplitSeq(f.literal, "|") {
		if strings.Contains(s, literal) {
			return true
		}
	}
	return false
}

// removeForm returns s without the private text of one form.
func (f *Filter) removeForm(form *form, p *regexp.Regexp, s string) string {
	var b strings.Builder
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
		if kept = end; form.how&rest != 0 {
			return b.String()
		}
	}
	if kept == 0 {
		return s
	}
	return b.String() + s[kept:]
}

// isWord reports whether a match is a word, a number or a placeholder.
func (f *form) isWord(match string) bool {
	switch {
	case f.how&opaque != 0:
		return !isOpaque(match)
	case f.how&digit != 0:
		return !strings.ContainsAny(match, "0123456789")
	}
	return false
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
