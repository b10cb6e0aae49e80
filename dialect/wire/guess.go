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
	badToken    Open = Open(guess.Token)                  // invalid_token of OAuth: whether the token expired
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

// GuessFromClient adds what a client of an API has put into a text in a form of its own: the status that clients of go-openapi write in
// brackets, and the message that Google's client for Python quotes.
//
//	[GET /bells/{id}][404] getBellNotFound
//	<HttpError 400 when requesting https://example.com returned "Unable to parse range: A1">
func (r *Reader) GuessFromClient(text string) {
	if _, after, ok := strings.Cut(text, "]["); ok && strings.HasPrefix(after[min(3, len(after)):], "]") && isRequestLine(text[:len(text)-len(after)]) {
		r.GuessFrom("HTTP " + after[:3])
	}
	if _, after, ok := strings.Cut(text, "<HttpError "); ok {
		if _, after, ok = strings.Cut(after, ` returned "`); ok {
			message, _, _ := strings.Cut(after, `"`)
			r.GuessFrom(message)
		}
	}
}

// isRequestLine reports whether a text ends with "[GET /path][".
func isRequestLine(text string) bool {
	line := text[strings.LastIndexByte(text[:len(text)-2], '[')+1:]
	method, path, _ := strings.Cut(line, " ")
	return method != "" && method == strings.ToUpper(method) && strings.HasPrefix(path, "/")
}

// awsCodes are what is before and after a code in the texts of SDKs of AWS: botocore, Go.
var awsCodes = [...]struct{ before, after string }{
	{"An error occurred (", ") when calling"},
	{"api error ", ": "},
}

// GuessCode adds the code of an API that a text has in a place of its own: those of SDKs of AWS, one in capital letters before a colon,
// as that of Salesforce in "Query failed: INVALID_FIELD: no such field", in brackets or behind "code=", and at the end, as that of Slack
// in "An API error occurred: is_archived". The class of an exception before a colon counts if the texts suggest nothing.
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
		if part, rest, more = strings.Cut(rest, ": "); !more {
			break
		}
		if code = constantIn(part); code == "" && r.class == "" && isClass(part) {
			r.class = part
		}
	}
	if code == "" {
		code = bracketed(text)
	}
	if _, after, ok := strings.Cut(text, "code="); ok && code == "" {
		if after = after[:len(after)-len(strings.TrimLeft(after, constantBytes))]; isConstant(after) {
			code = after
		}
	}
	if code == "" {
		if code = text[strings.LastIndexByte(text, ' ')+1:]; strings.IndexByte(code, '_') < 0 || !isName(code) || code != text && !strings.HasSuffix(text, ": "+code) {
			return
		}
	}
	if _, known := sharedCode(code); known && r.code == "" {
		r.code = code
	}
}

// constantIn returns the code that a text before a colon is, or has at its end in parentheses or brackets: "Error (NOT_FOUND)".
func constantIn(part string) string {
	if isConstant(part) {
		return part
	}
	if n := len(part) - 1; n > 0 && (part[n] == ')' || part[n] == ']') {
		if inner := part[strings.LastIndexAny(part, "([")+1 : n]; isConstant(inner) {
			return inner
		}
	}
	return ""
}

// bracketed returns the code in brackets with which a text starts: "[RATE_LIMITED] wait".
func bracketed(text string) string {
	if inner, _, ok := strings.Cut(strings.TrimPrefix(text, "Error: "), "] "); ok && len(inner) > 0 && inner[0] == '[' && isConstant(inner[1:]) {
		return inner[1:]
	}
	return ""
}

// isClass reports whether a text is the name of the class of an exception, with or without its package: java.net.ConnectException.
func isClass(s string) bool {
	name := s[strings.LastIndexByte(s, '.')+1:]
	return len(name) > len("Exception") && name[0] >= 'A' && name[0] <= 'Z' && (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception")) &&
		isName(s) && !strings.HasPrefix(name, "Module") && !strings.HasPrefix(name, "Class") && name != "SyntaxError"
}

// BodyIn returns the error with which a text ends, as SDKs write the body of a response, in JSON or in the form of Python:
//
//	403 {"errors": [{"code": 10000, "message": "Authentication error"}]}
//	The server responded with: {'ok': False, 'error': 'channel_not_found'}
func BodyIn(text string) (body jsontree.Value, ok bool) {
	start := strings.IndexByte(text, '{')
	if start < 0 || !strings.HasSuffix(text, "}") {
		return jsontree.Value{}, false
	}
	text = text[start:]
	if strings.HasPrefix(text, "{'") {
		if text, ok = jsonOfPython(text); !ok {
			return jsontree.Value{}, false
		}
	} else if start == 0 { // the whole text
		return jsontree.Value{}, false
	}
	body, err := jsontree.ParseText(text, jsontree.Limits{})
	if err != nil {
		return jsontree.Value{}, false
	}
	_, ok = IsAPIError(body)
	return body, ok
}

// maxPython bounds the text of Python that is converted.
const maxPython = 16 << 10

// jsonOfPython converts what Python prints of a dict to JSON: {'ok': False, 'x': None}. It reports false for what has no JSON, such as an
// object. The result may not be valid JSON: the caller parses it.
func jsonOfPython(text string) (string, bool) {
	if len(text) > maxPython {
		return "", false
	}
	dst := make([]byte, 0, len(text)+16)
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\'' || c == '"':
			n := 0
			if dst, n = appendString(dst, text[i:]); n == 0 {
				return "", false
			}
			i += n
		case c >= 'A' && c <= 'Z':
			found := false
			for _, w := range pythonWords {
				if strings.HasPrefix(text[i:], w.python) {
					dst, i, found = append(dst, w.json...), i+len(w.python), true
					break
				}
			}
			if !found {
				return "", false
			}
		case c == '(':
			dst, i = append(dst, '['), i+1
		case c == ')':
			dst, i = append(dst, ']'), i+1
		default:
			dst, i = append(dst, c), i+1
		}
	}
	return string(dst), true
}

var pythonWords = [...]struct{ python, json string }{{"True", "true"}, {"False", "false"}, {"None", "null"}}

// appendString appends the string of Python with which a text starts as one of JSON, and returns its length; 0 if it does not end.
func appendString(dst []byte, text string) ([]byte, int) {
	quote := text[0]
	dst = append(dst, '"')
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return append(dst, '"'), i + 1
		case c == '\\' && i+1 < len(text):
			i++
			switch e := text[i]; e {
			case 'n', 't', 'r', '\\', '"', 'u', 'b', 'f':
				dst = append(dst, '\\', e)
			case '\'':
				dst = append(dst, e)
			default: // such as \\x1b
				dst = append(dst, '\\', '\\', e)
			}
		case c == '"':
			dst = append(dst, '\\', c)
		default:
			dst = append(dst, c)
		}
	}
	return dst, 0
}

// isName reports whether a text has the characters of names and of packages only.
func isName(s string) bool {
	return strings.Trim(s, constantBytes+"abcdefghijklmnopqrstuvwxyz.$") == ""
}

// constantBytes are the bytes of a code in capital letters.
const constantBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// isConstant reports whether a text is a name of several words in capital letters, such as NOT_FOUND.
func isConstant(s string) bool {
	return strings.IndexByte(s, '_') > 0 && strings.Trim(s, constantBytes) == ""
}

// isInternal reports whether a code is that of a fault of the server.
func isInternal(code string) bool {
	k, known := sharedCode(code)
	return known && k == errkit.Internal
}

// guess replaces a kind that the structure left open by the one that a code or the texts suggest.
func (r *Reader) guess() {
	if r.open == 0 || r.Codec.NoGuess {
		return
	}
	if r.open == FailedCall && (isInternal(r.code) || isInternal(r.class)) { // a fault of the server is none of the caller
		r.open = ServerFault
	}
	k, rule, ok := guess.Kind(guess.Open(r.open), r.texts[:r.count]...)
	if byCode, known := sharedCode(r.code); known && (byCode != errkit.InvalidRequest || !ok) && r.open == FailedCall {
		k, rule, ok = byCode, "the code "+Clip(r.code)+" in a text", true
	}
	if byClass, known := sharedCode(r.class); known && byClass != errkit.InvalidRequest && !ok && r.open == FailedCall {
		k, rule, ok = byClass, "the class "+Clip(r.class)+" in a text", true
	}
	if r.open == FailedCall && len(r.Error.Fields) == 0 && r.body.Kind() == jsontree.Object && (!ok || k == errkit.InvalidRequest || k == errkit.InvalidInput) {
		found := r.FieldLists(r.body)
		if v := errorObject(r.body); !found && v != r.body {
			found = r.FieldLists(v)
		}
		if found && k != errkit.InvalidInput {
			k, rule, ok = errkit.InvalidInput, "a list of invalid members in a text", true
		}
	}
	if !ok && r.open == FailedCall && r.hasFieldList() {
		k, rule, ok = errkit.InvalidInput, "a list of invalid members in a text", true
	}
	if !ok || k == r.Error.Kind {
		return
	}
	r.Peer.Evidence = append(r.Peer.Evidence, "low confidence: "+k.String()+" is guessed from a text, after "+r.Peer.Rule)
	r.Peer.Guessed, r.Peer.Coarse = true, r.Error.Kind
	r.Kind(k, rule)
}
