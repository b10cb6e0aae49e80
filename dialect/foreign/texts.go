package foreign

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect/foreign/internal/fieldtext"
	"github.com/toolerr/toolerr/dialect/foreign/internal/guess"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/jsontree"
)

// GuessFromText adds what clients of APIs put into a text, each in a form of its own: a code or
// the class of an exception, the status that clients of go-openapi write in brackets, and the
// message that Google's client for Python quotes.
//
//	[GET /bells/{id}][404] getBellNotFound
//	<HttpError 400 when requesting https://example.com returned "Unable to parse range: A1">
func GuessFromText(r *wire.Reader, text string) {
	guessCode(r, text)
	if strings.Contains(text, "][") { // few
		if in := requestLine.Get().FindStringSubmatch(text[:min(len(text), maxXML)]); in != nil {
			r.GuessFrom("HTTP " + in[1])
		}
	}
	_, after, _ := strings.Cut(text, "<HttpError ")
	if _, after, ok := strings.Cut(after, ` returned "`); ok {
		message, _, _ := strings.Cut(after, `"`)
		r.GuessFrom(message)
	}
}

// requestLine matches "[GET /path][404]".
var requestLine = lazy.Regexp{Expr: `\[[A-Z]+ /[^\[\]]*\]\[(\d{3})\]`}

// guessCode adds the code of an API that a text has in a place of its own: what SDKs of AWS and
// gRPC write, one in capital letters before a colon, as that of Salesforce in "Query failed:
// INVALID_FIELD: no such field", in brackets or behind "code=", and at the end, as that of Slack
// in "An API error occurred: is_archived". The class of an exception before a colon counts if the
// texts suggest nothing.
func guessCode(r *wire.Reader, text string) {
	code := ""
	if strings.IndexByte(text, '<') >= 0 && strings.Contains(text, "Code>") { // few
		if in := codeElement.Get().FindStringSubmatch(text[:min(len(text), maxXML)]); in != nil {
			code = in[1]
		}
	}
	if head := text[:min(len(text), maxSDK)]; code == "" && strings.Contains(head, sdkSign) {
		_, code = printed(head, tables().Sdks)
	}
	for part, rest, more := strings.Cut(text, ": "); more && code == ""; part, rest, more = strings.Cut(rest, ": ") {
		if code = constantIn(part); code == "" && r.Guess.Class == "" && isClass(part) {
			r.Guess.Class = part
		}
	}
	before, rest, _ := strings.Cut(text, "[") // [RATE_LIMITED] wait
	inner, _, ok := strings.Cut(rest, "] ")
	if ok && code == "" && (before == "" || strings.HasSuffix(before, ": ")) && isName(inner) {
		code = inner
	}
	if code == "" && strings.Contains(text, "code=") { // few
		if in := behindName.Get().FindStringSubmatch(text); in != nil {
			code = in[1]
		}
	}
	if code == "" {
		code = text[strings.LastIndexByte(text, ' ')+1:]
		if strings.IndexByte(code, '_') < 0 || !isName(code) || code != text && !strings.HasSuffix(text, ": "+code) {
			return
		}
	}
	if _, known := sharedCode(code); known && r.Guess.Code == "" {
		r.Guess.Code = code
	}
}

// sdkSign is in the start of each of the Sdks, which are in the first bytes of a text.
const (
	sdkSign = " error"
	maxSDK  = 4096
)

// codeElement finds the code in a text in XML of AWS and Azure.
var codeElement = lazy.Regexp{Expr: `<(?:\w+:)?Code(?:\s[^<>]*)?>\s*([^<>]+?)\s*</(?:\w+:)?Code>`}

// constantIn returns the code that a text before a colon is, or has at its end in parentheses or
// brackets: "Error (NOT_FOUND)".
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

// behindName finds the code behind "code=".
var behindName = lazy.Regexp{Expr: `code=([A-Z\d]+_[A-Z\d_]*)`}

// isClass reports whether a text is the name of the class of an exception, with or without its
// package: java.net.ConnectException.
func isClass(s string) bool {
	if !strings.HasSuffix(s, "Error") && !strings.HasSuffix(s, "Exception") { // most
		return false
	}
	name := s[strings.LastIndexByte(s, '.')+1:]
	return len(name) > len("Exception") && name[0] >= 'A' && name[0] <= 'Z' && isName(s) &&
		!strings.HasPrefix(name, "Module") && !strings.HasPrefix(name, "Class") && name != "SyntaxError"
}

// BodyIn returns the error with which a text ends, as SDKs write the body of a response, in JSON
// or in the form of Python:
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
		text, _ = jsonOfPython(text) // "" of what has no JSON
	} else if start == 0 { // the whole text
		return jsontree.Value{}, false
	}
	body, _ = jsontree.ParseText(text, jsontree.Limits{})
	_, ok = outcomeOf(body)
	return body, ok
}

// maxPython bounds the text of Python that is converted.
const maxPython = 16 << 10

// jsonOfPython converts what Python prints of a dict to JSON: {'ok': False, 'x': None}. It reports
// false for what has no JSON, such as an object. The result may not be valid JSON: the caller
// parses it.
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
			w := slices.IndexFunc(pythonWords[:], func(w [2]string) bool { return strings.HasPrefix(text[i:], w[0]) })
			if w < 0 {
				return "", false
			}
			dst, i = append(dst, pythonWords[w][1]...), i+len(pythonWords[w][0])
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

// pythonWords are words of Python, and of JSON.
var pythonWords = [...][2]string{{"True", "true"}, {"False", "false"}, {"None", "null"}}

// appendString appends the string of Python with which a text starts as one of JSON, and returns
// its length; 0 if it does not end.
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

// The bytes of codes and of names.
const (
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	smalls   = "abcdefghijklmnopqrstuvwxyz"
	digits   = "0123456789"
)

// consistsOf reports whether a text has no other bytes than those of a set.
func consistsOf(s, set string) bool { return strings.Trim(s, set) == "" }

// isName reports whether a text has the characters of names and of packages only.
func isName(s string) bool { return consistsOf(s, capitals+smalls+digits+"_.$") }

// isConstant reports whether a text is a name of several words in capital letters, such as
// NOT_FOUND.
func isConstant(s string) bool {
	return strings.IndexByte(s, '_') > 0 && consistsOf(s, capitals+digits+"_")
}

// guessKind replaces a kind that the structure left open by the one that a code, the texts or
// their words suggest.
func guessKind(r *wire.Reader) {
	g := &r.Guess
	isOpen := g.Open != 0 || g.StatusOnly && r.Document.Status == http.StatusUnprocessableEntity
	if !isOpen || r.Codec.NoGuess {
		return
	}
	k, rule, ok := kindOfTexts(r)
	words, evidence := wordsOf(r), " is guessed from a text, after "
	if !ok && words != "" {
		k, ok = kindOfWords(r, words)
		rule = "words in a text"
	}
	switch ok = ok && (!g.StatusOnly && g.Open&wire.BadCall == 0 || fitsStatus(r, k, words)); {
	case ok && k != r.Error.Kind:
	case !ok && isDoubtful(r, words):
		k, rule, evidence = r.Error.Kind, r.Peer.Rule, " is said by no text, only by "
	default:
		return
	}
	r.Peer.Evidence = append(r.Peer.Evidence, "low confidence: "+k.String()+evidence+r.Peer.Rule)
	r.Peer.Guessed, r.Peer.Coarse = true, cmp.Or(r.Peer.Coarse, r.Error.Kind)
	r.Kind(k, rule)
}

// kindOfTexts returns the kind that a code in a text, a list in one or a sentence suggests, and
// the rule.
func kindOfTexts(r *wire.Reader) (k errkit.Kind, rule string, ok bool) {
	g := &r.Guess
	byCode, hasCode := sharedCode(g.Code)
	byClass, hasClass := sharedCode(g.Class)
	if g.Open == wire.FailedCall && (hasCode && byCode == errkit.Internal || hasClass && byClass == errkit.Internal) {
		g.Open = wire.ServerFault // none of the caller
	}
	k, rule, ok = guess.Kind(g.Open, g.Texts...)
	if g.Open == wire.FailedCall && (hasCode || hasClass || g.Body.Kind() != jsontree.Absent ||
		slices.ContainsFunc(g.Texts, hasSigns)) { // else there are only sentences
		if hasCode && (byCode != errkit.InvalidRequest || !ok) {
			k, rule, ok = byCode, "the code "+wire.Clip(g.Code)+" in a text", true
		}
		if hasClass && byClass != errkit.InvalidRequest && !ok {
			k, rule, ok = byClass, "the class "+wire.Clip(g.Class)+" in a text", true
		}
		k, rule, ok = kindOfForm(r, k, rule, ok)
	}
	if ok && k == errkit.NotFound && slices.ContainsFunc(g.Texts, hasFields) {
		k, rule = errkit.InvalidInput, "a field in a text"
	}
	namesRequest := func(text string) bool { return containsAny(lower(text), tables().Requests...) }
	if g.Open&wire.BadCall != 0 && slices.ContainsFunc(g.Texts, namesRequest) {
		return errkit.InvalidRequest, "the request itself in a text", true
	}
	return k, rule, ok && !(g.StatusOnly && strings.HasPrefix(rule, "text has HTTP")) // of a server behind it
}

// hasSigns reports whether a text has one of the characters of which each list in a text and each
// form of an SDK has one.
func hasSigns(text string) bool {
	return strings.IndexByte(text, ':') >= 0 || strings.IndexByte(text, '\'') >= 0 || strings.IndexByte(text, '"') >= 0 ||
		strings.IndexByte(text, '\n') >= 0
}

// kindOfForm replaces the kind of a failed call by the one of a list in a text, or of a text in the
// form of an SDK.
func kindOfForm(r *wire.Reader, k errkit.Kind, rule string, ok bool) (errkit.Kind, string, bool) {
	g := &r.Guess
	mayList := !ok || k == errkit.InvalidRequest || k == errkit.InvalidInput
	listed := mayList && len(r.Error.Fields) == 0 && FieldLists(r, g.Body)
	isList := func(text string) bool { return isZod(listIn(text)) }
	if listed && k != errkit.InvalidInput || !ok && slices.ContainsFunc(g.Texts, isList) {
		k, rule, ok = errkit.InvalidInput, "a list of invalid members in a text", true
	}
	switch {
	case slices.ContainsFunc(g.Texts, fieldtext.IsInput) && slices.ContainsFunc(g.Texts, hasFields):
		return errkit.InvalidInput, "the input of a tool in the form of an SDK", true
	case ok && slices.ContainsFunc(g.Texts, isOutputOfTool):
		return errkit.OutputInvalid, "the output of a tool in the form of pydantic", true
	}
	return k, rule, ok
}

// wordsOf returns the texts and the code in small letters if the kind is that of the HTTP status,
// or if an API has none.
func wordsOf(r *wire.Reader) string {
	isFailure := r.Guess.Open == wire.UnknownCode && r.Error.Kind == errkit.ExecutionFailed
	if !r.Guess.StatusOnly && !isFailure || len(r.Error.Fields) > 0 {
		return ""
	}
	return strings.ReplaceAll(lower(strings.Join(r.Guess.Texts, " ")+" "+r.Peer.Code+" "+string(r.Error.Code)), "_", " ")
}

// kindOfWords returns the kind that words are about. With 400 a password is a part of the input.
func kindOfWords(r *wire.Reader, text string) (k errkit.Kind, ok bool) {
	t, isFailure := tables(), r.Error.Kind == errkit.ExecutionFailed
	if containsAny(text, t.Credentials...) && containsAny(text, t.Faults...) && !containsAny(text, t.Permits...) {
		return errkit.Unauthenticated, r.Error.Kind != errkit.InvalidInput || !strings.Contains(text, "password")
	}
	for _, k := range [...]errkit.Kind{errkit.Unauthenticated, errkit.RateLimited, errkit.Unavailable, errkit.PermissionDenied,
		errkit.Conflict, errkit.FailedPrecondition, errkit.NotFound, errkit.InvalidInput} {
		isWeak := k == errkit.Unauthenticated || k == errkit.NotFound || k == errkit.InvalidInput
		if containsAny(text, t.about[k]...) && (isFailure || !isWeak) {
			return k, k != errkit.Conflict || !strings.Contains(text, "validation")
		}
	}
	return 0, false
}

// fitsStatus reports whether texts may say that an error with an HTTP status is of a kind. They do
// not make a fault of the caller one of the server, whose message is withheld, and whose status
// clients repeat.
func fitsStatus(r *wire.Reader, k errkit.Kind, text string) bool {
	isServer := r.Codec.Table.Row(k).HTTP >= http.StatusInternalServerError
	switch isAuth := k == errkit.Unauthenticated || k == errkit.PermissionDenied; r.Document.Status {
	case http.StatusServiceUnavailable:
		return k == errkit.RateLimited
	case http.StatusForbidden: // also for what is there already: MISP, Fineract
		isThere := func(text string) bool { return k == errkit.Conflict && strings.Contains(lower(text), "already exist") }
		isKey := (k == errkit.Unauthenticated || k == errkit.AuthExpired) && !containsAny(text, tables().Permits...)
		return k == errkit.RateLimited || isKey || slices.ContainsFunc(r.Guess.Texts, isThere)
	case http.StatusInternalServerError: // never a fault of the caller
		return isServer
	case http.StatusUnprocessableEntity: // with nothing but a text, or a code that no rule knows
		return !isAuth && !isServer && (r.Guess.Open != 0 || r.Error.Code != "")
	}
	return !isServer || r.Document.Status < http.StatusBadRequest
}

// isDoubtful reports whether texts of a 400 or a 422 are not about the input, or those of a 500
// are about the call.
func isDoubtful(r *wire.Reader, text string) bool {
	isText := text != "" && r.Guess.StatusOnly && r.Error.Message != "" && PhraseStatus(string(r.Error.Message)) == 0
	isCall := r.Document.Status == http.StatusInternalServerError && containsAny(text, tables().Callers...)
	isOther := r.Error.Kind == errkit.InvalidInput && !containsAny(text, tables().Formats...)
	return isText && (isCall || isOther)
}

// lower returns the start of a text in small letters.
func lower(text string) string { return strings.ToLower(text[:min(len(text), maxRequestText)]) }

// isOutputOfTool reports whether a text is what pydantic writes about the output of a tool, whose
// class the Python SDK calls ringOutput.
func isOutputOfTool(text string) bool {
	if !strings.Contains(text, "Output\n") { // nearly all
		return false
	}
	_, class, _ := strings.Cut(text, " for ")
	class, _, listed := strings.Cut(class, "\n")
	return listed && strings.HasSuffix(class, "Output") && isName(class) && strings.Contains(text, "validation error")
}

// hasFields reports whether a text is about fields of the input, in the form of an SDK.
func hasFields(text string) bool {
	if !strings.ContainsAny(text, `'":`) { // of which each form about what is not found has one
		return false
	}
	fields, _ := fieldtext.Fields(text)
	return len(fields) > 0
}

// maxRequestText bounds the bytes of a text that are looked at.
const maxRequestText = 512

// Kind returns the kind that a text suggests within what is open, and the rule that suggested it.
// It reports false if the text suggests none.
func Kind(open wire.Open, text string) (k errkit.Kind, rule string, ok bool) {
	return guess.Kind(open, text)
}

// fieldTexts reads the fields of an invalid input from its texts, if the document has no members
// for them: the SDKs of MCP write only a text, in a form of their own.
func fieldTexts(r *wire.Reader) {
	if r.Error.Kind != errkit.InvalidInput || len(r.Error.Fields) > 0 || r.Codec.NoGuess {
		return
	}
	for _, text := range r.Guess.Texts {
		if list := fieldtext.List(text); list != "" && fieldList(r, listIn(list)) {
			r.Note("the fields are from a text in the form of zod")
			return
		}
		if fields, source := fieldtext.Fields(text); len(fields) > 0 {
			for _, f := range fields {
				r.Field(f)
			}
			r.Note("the fields are from a text in the form of %s", source)
			return
		}
	}
}

// isZod reports whether a list is one of zod or Pydantic: each item has a code or type, and a path
// that is a list.
func isZod(list jsontree.Value) bool {
	return isFieldList(list) && every(list.FirstElement(), func(m jsontree.Value) bool {
		_, coded := textOf(m, "code", "type")
		return coded && (m.Member("path").Kind() == jsontree.Array || m.Member("loc").Kind() == jsontree.Array)
	})
}

// listIn returns the list in JSON that a text is, absent if it is none.
func listIn(text string) jsontree.Value {
	if text = strings.TrimSpace(text); !strings.HasPrefix(text, "[") || fieldtext.List(text) != text {
		return jsontree.Value{}
	}
	list, _ := jsontree.ParseText(text, jsontree.Limits{})
	return list
}

// IsAboutParams reports whether a text is what zod finds wrong with the params of a request of
// JSON-RPC.
func IsAboutParams(text string) bool {
	list := listIn(text)
	return isZod(list) && every(list.FirstElement(), func(m jsontree.Value) bool {
		return m.Member("path").FirstElement().Is("params")
	})
}
