package wire

import (
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/guess"
	"github.com/toolerr/toolerr/jsontree"
)

// An Open is what the structure of a document leaves open: the kinds that its texts may choose from. The zero Open is nothing.
type Open guess.Open

// The places where a text is evidence. Everywhere else the structure has named the kind.
const (
	FailedCall  Open = Open(guess.IsError)                // a failed call without a code: any kind
	UnknownCode Open = Open(guess.Unknown)                // a code that the protocol does not define: any kind but a fault of the input
	ServerFault Open = Open(guess.Fault)                  // a fault of the server, such as HTTP 500 or -32603: which one
	BadRequest  Open = Open(guess.OXP400)                 // HTTP 400: what is wrong before the call, such as the credentials
	BadCall     Open = Open(guess.OXP400 | guess.HTTP400) // HTTP 400 of an API: any fault of the caller
)

// Refine lets the texts replace the kind by one that open allows. Call it after [Reader.Kind], once the structure is read.
//
// A guess is weak evidence: it is marked as one in the Peer, the retry advice stays that of the kind before it
// ([mapping.Table.RetryOf]), and nothing else of the error changes.
func (r *Reader) Refine(open Open) { r.open = open }

// GuessFrom adds a text from which the kind may be guessed.
func (r *Reader) GuessFrom(text string) {
	if r.count < maxTexts {
		r.texts[r.count] = text
		r.count++
	}
}

// awsCodes are what is before and after a code in the texts of SDKs of AWS: botocore, Go.
var awsCodes = [...]struct{ before, after string }{
	{"An error occurred (", ") when calling"},
	{"api error ", ": "},
}

// GuessCode adds the code of an API that a text has in a place of its own: those of SDKs of AWS, one in capital letters before a colon,
// as that of Salesforce in "Query failed: INVALID_FIELD: no such field", and at the end, as that of Slack in "An API error occurred:
// is_archived".
func (r *Reader) GuessCode(text string) {
	code := ""
	if start := strings.IndexByte(text, '<'); start >= 0 { // AWS and Azure, in XML
		code, _ = elementText(text[start:min(len(text), maxXML)], "Code")
	}
	for _, aws := range awsCodes {
		if _, rest, ok := strings.Cut(text, aws.before); ok && code == "" {
			code, _, _ = strings.Cut(rest, aws.after)
		}
	}
	for rest, more := text, true; more && code == ""; {
		var part string
		if part, rest, more = strings.Cut(rest, ": "); more && isConstant(part) {
			code = part
		}
	}
	if code == "" {
		if code = text[strings.LastIndexByte(text, ' ')+1:]; strings.IndexByte(code, '_') < 0 || code != text && !strings.HasSuffix(text, ": "+code) {
			return
		}
	}
	if _, known := sharedCode(code); known && r.code == "" {
		r.code = code
	}
}

// BodyIn returns the error in JSON with which a text ends, as SDKs write the body of a response:
//
//	403 {"errors": [{"code": 10000, "message": "Authentication error"}]}
func BodyIn(text string) (body jsontree.Value, ok bool) {
	start := strings.IndexByte(text, '{')
	if start <= 0 || !strings.HasSuffix(text, "}") {
		return jsontree.Value{}, false
	}
	body, err := jsontree.ParseText(text[start:], jsontree.Limits{})
	if err != nil {
		return jsontree.Value{}, false
	}
	_, ok = IsAPIError(body)
	return body, ok
}

// isConstant reports whether a text is a name of several words in capital letters, such as NOT_FOUND.
func isConstant(s string) bool {
	return strings.IndexByte(s, '_') > 0 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// guess replaces a kind that the structure left open by the one that a code or the texts suggest.
func (r *Reader) guess() {
	if r.open == 0 || r.Codec.NoGuess {
		return
	}
	k, rule, ok := guess.Kind(guess.Open(r.open), r.texts[:r.count]...)
	if byCode, known := sharedCode(r.code); known && byCode != errkit.Internal && r.open == FailedCall {
		k, rule, ok = byCode, "the code "+Clip(r.code)+" in a text", true
	}
	if r.open == FailedCall && len(r.Error.Fields) == 0 && r.body.Kind() == jsontree.Object {
		found := r.FieldLists(r.body)
		if v := errorObject(r.body); !found && v != r.body {
			found = r.FieldLists(v)
		}
		if found && (!ok || k == errkit.InvalidRequest || k == errkit.ExecutionFailed) {
			k, rule, ok = errkit.InvalidInput, "a list of invalid members in a text", true
		}
	}
	if !ok || k == r.Error.Kind {
		return
	}
	r.Peer.Evidence = append(r.Peer.Evidence, "low confidence: "+k.String()+" is guessed from a text, after "+r.Peer.Rule)
	r.Peer.Guessed, r.Peer.Coarse = true, r.Error.Kind
	r.Kind(k, rule)
}
