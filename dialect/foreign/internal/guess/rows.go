package guess

import (
	_ "embed"
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
)

// row is one pattern and the kind that it suggests. Of the rows that match a
// text the first one decides, so that a specific row is above a general
// one.
//
// A pattern is words with a space between them:
//
//	a|b    one of these words
//	a?     may be absent
//	_      any word, number, name or quoted text
//	'      quoted text or a name
//	X_URL  a name in capital letters with an ending of environment variables:
//	       _URL, _KEY, _TOKEN and the others of variables; _ID and _CODE are none
//	0      a number
//	"a"    this text in quotation marks
//	...    up to six words, names or quoted texts
//	^ $    the clause starts or ends here
//	:      a clause ends here, and the words of the next one follow
//	$$     the text ends here, and has one line
//	#404   the text reports this HTTP status; #4xx: any of these
//
// The words of a pattern are in one clause, with nothing but spaces between
// them. Words in small letters match in any case, others exactly. Identifiers
// match only words that look like one: ENOENT, AccessDenied, rate_limited.
type row struct {
	words   string
	kind    errkit.Kind
	refines wire.Open // where the pattern counts
	rule    string    // see ruleOf
}

// scopes are the places where patterns count, by their names in rows.txt.
var scopes = map[string]wire.Open{
	"input":       wire.FailedCall,                    // a fault of the input
	"call":        call,                               // any other kind of a failed call
	"server":      server,                             // a kind whose status is a 5xx
	"able":        server | wire.BadCall,              // unsupported
	"late":        server | wire.NetworkFault,         // a timeout
	"before":      before,                             // what OXP reports before it calls a tool
	"sign":        before | wire.InvalidToken,         // a token that expired
	"names":       names,                              // an unknown tool
	"tool":        wire.BadRequest | wire.UnknownName, // an unknown version of a tool
	"up":          server | wire.BadRequest,           // unavailable
	"absent":      call | wire.UnknownName,            // an unknown resource
	"state":       call | wire.UnknownResource,        // the state of the server
	"output":      server | wire.UnknownName,          // an invalid output
	"FailedCall":  wire.FailedCall,
	"UnknownCode": wire.UnknownCode,
	"ServerFault": wire.ServerFault,
	"UnknownName": wire.UnknownName,
	"BadRequest":  wire.BadRequest,
}

const (
	call   = wire.FailedCall | wire.UnknownCode | wire.BadCall
	server = wire.FailedCall | wire.UnknownCode | wire.ServerFault
	before = call | wire.BadRequest
	names  = wire.FailedCall | wire.UnknownCode | wire.BadRequest | wire.UnknownName
)

// Words that many rows share.
const (
	inputs = "input|inputs|argument|arguments|parameter|parameters|params|property|properties|field|fields|value|values|option|options|query"
	things = "user|account|customer|member|team|group|file|folder|directory|document|page|note|record|row|item|entry|entity|object|resource|issue|ticket|task|project|repository|repo|branch|commit|tag|channel|message|thread|event|calendar|table|collection|index|bucket|key|node|element|selector|order|product|contact|deal|dataset|job|run|session|workflow|database|schema|template|prompt|view|board|card|list|label|comment|city|location|match|model|workspace|organization|pipeline|cluster|instance|container|image|volume|connection|connector|namespace|pod|role|policy|secret|domain|workbook|dashboard|report|form|video|movie|ticker|sandbox|crate|path|sheet|tab|section|article|release|agent|client|flow|step|rule|link|preset|window|attachment|asset|block|draft|sprint|milestone|backup|memory|skill|place|symbol|worktree|webhook|alert|monitor|deployment|environment|plan|invoice|subscription"
	values = "path|text|label|title|url|uri|id|ids|name|names|email|content|subject|description|key|topic|date|start|end|limit|owner|repo|branch|filename|user|username|channel|table|sql|expression|selector|location|city|symbol|type|format|language|source|target|amount|count|provider|project|model|prompt|message|code|command|keyword|keywords|version|body|action|mode|role|status|category|tag|tags|file|files|folder|directory|script|width|height|price|quantity|question"
	bodies = "request|payload|file|body|response|result|results|output|message|entity|content|image|attachment|document|upload|set|prompt|input|diff|text"
)

//go:embed rows.txt
var rowsText string

// shared returns rows with the words that many of them share.
func shared(rows string) string {
	return strings.NewReplacer("<inputs>", inputs, "<things>", things, "<values>", values, "<bodies>", bodies,
		"<peers>", peers).Replace(rows)
}

// allRows returns the rows of rows.txt, which a test checks.
func allRows() (all []row) {
	Groups(shared(rowsText), func(head, patterns []string) {
		var kind errkit.Kind
		var refines wire.Open
		_ = kind.UnmarshalText([]byte(head[0]))
		for _, place := range head[1:] {
			refines |= scopes[place]
		}
		for _, words := range patterns {
			all = append(all, row{words, kind, refines, ruleOf(words)})
		}
	})
	return all
}

// Groups calls f for each line of patterns of a file, with the words of the head above it, which
// starts in the first column. Empty lines, and those that start with "#", are left out.
func Groups(file string, f func(head, patterns []string)) {
	var head []string
	for line := range strings.Lines(file) {
		switch {
		case strings.TrimSpace(line) == "" || line[0] == '#':
		case line[0] == '\t':
			f(head, Patterns(line))
		default:
			head = strings.Fields(line)
		}
	}
}

// Patterns returns the patterns of a list, in which "; " or the end of a line is between them.
func Patterns(list string) (all []string) {
	for line := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
		for words := range strings.SplitSeq(line, ";") {
			all = append(all, strings.TrimSpace(words))
		}
	}
	return all
}
