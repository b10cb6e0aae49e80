package foreign

import (
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect/foreign/internal/guess"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// An outcome is what the members of a document state about a call, by their names and values,
// whatever a service calls them: that it failed ("success": false, "HasError": true, "Ack":
// "Failure"), a code ("failCode", "err-code") and a text ("errMsg", "ErrorInfo"). A document with
// content of another sort, such as the record of a job that failed, is no error.
type outcome struct {
	done, failed bool
	notDone      bool           // failed by a member such as success
	content      bool           // a member that is not one of errors
	wrapped      bool           // it is in another object
	answer       bool           // not so, or in one with a name of the table answers
	empty        bool           // a member without a value, as that of a result that there is none of
	listed       bool           // text is under the name of a part of the request, in a member that only errors have
	classed      bool           // it has the class of an error as a name
	flag         bool           // a boolean that is neither a success nor a failure
	status       bool           // the HTTP status of an error
	code, text   jsontree.Value // Absent if there is none
	codeOfError  bool           // the name of code is only that of errors, "errno" rather than "code"
	textOfError  bool
}

// maxErrorMembers is how many members are looked at for a failure behind one that is content.
const maxErrorMembers = 16

// outcomeOf returns the outcome that a document states, and whether it is that of an error: there
// is no success and no content, but a failure with a code or a text, or an error by the names of
// members, or the text of an error beside a code.
func outcomeOf(root jsontree.Value) (o outcome, isError bool) {
	v, inside := unwrap(root)
	o.wrapped, o.answer = v != root, inside == "" || containsAny(inside, tables().Answers...)
	_, described := textOf(v, "message", "msg", "detail")
	o.classed = described && isErrorName(v)
	o.failed = o.classed
	m, n := v.FirstMember(), 0
	for ; m.Kind() != jsontree.Absent && (n < maxErrorMembers || !o.content); m, n = m.Next(), n+1 {
		o.add(m, containsAny(inside, "error", "detail"), false)
	}
	code, text := o.code.Scalar(), o.text.Scalar()
	named := o.textOfError || o.codeOfError && !isState(code)
	switch {
	case o.done, o.content && !o.notDone && !containsAny(inside, "error"), o.flag && !o.failed, text == "" && code == "",
		!o.failed && slices.Contains(tables().Done, strings.ToLower(text)):
		return o, false
	case (o.answer || o.empty && inside == "[]") && (o.failed || named), named && code != "", o.listed && (o.empty || described):
		return o, true
	case text == "":
		return o, false
	case o.status && o.answer, isKnown(code) && !isState(code) && !isWeak(code), isFailedNumber(code) && code[0] == '-',
		o.empty && isLongStatus(code), isStatusPhrase(text) && isTraced(v):
		return o, true
	}
	isNumber := isFailedNumber(code) || isConstant(code)
	isLettered := isFailedNumber(strings.TrimLeft(code, capitals+"-")) // E0701
	if isNumber || isLettered && !strings.EqualFold(o.code.Name(), "code") {
		isError = containsAny(strings.ToLower(text), tables().Faults...)
	}
	if !isError && (isNumber || isLettered) {
		_, _, isError = guess.Kind(wire.FailedCall, text)
	}
	return o, isError
}

// isLongStatus reports whether a code is the HTTP status of an error with more digits: 40001,
// 500102.
func isLongStatus(code string) bool {
	return len(code) > 4 && isFailedNumber(code) && (code[0] == '4' || code[0] == '5')
}

// unwrap returns the object that a document has and nothing else, as XML has the answer in an
// element or in several, and the names around it in small letters. A list of several counts only
// if all are errors.
func unwrap(v jsontree.Value) (_ jsontree.Value, names string) {
	if v.Kind() == jsontree.Array && v.Len() == 1 {
		v, names = v.FirstElement(), "[]"
	} else if isListOfErrors(v) { // Philips Hue
		v = v.FirstElement()
	}
	for range maxNested {
		only := v.FirstMember()
		// The head of the answer is before its body.
		if head := only; strings.HasPrefix(head.Name(), "head") && head.Next().Kind() == jsontree.Object {
			only = head.Next()
		}
		next := only.Next()
		for strings.IndexByte(next.Name(), '@') >= 0 || next.Name() == "version" { // an attribute
			next = next.Next()
		}
		name := only.Name()
		if only.Kind() != jsontree.Object || next.Kind() != jsontree.Absent || name == "data" || isEarlier(name) {
			break // that of GraphQL is content
		}
		if v = only; name != "xml" && name != "d" { // WeChat, ASP.NET
			names += " " + strings.ToLower(name)
		}
	}
	return v, names
}

// isListOfErrors reports whether a value is a list of objects that have nothing but an error.
func isListOfErrors(v jsontree.Value) bool {
	return v.Kind() == jsontree.Array && every(v.FirstElement(), func(m jsontree.Value) bool {
		return m.Len() == 1 && describesError(m.Member("error"))
	})
}

// isEarlier reports whether a member is about an earlier call, such as last_error, or about when
// it was.
func isEarlier(name string) bool { return strings.HasPrefix(name, "last") || name == "when" }

// add adds what a member states; ofError reports whether it is in one that only errors have,
// nested whether it is in another one.
func (o *outcome) add(m jsontree.Value, ofError, nested bool) {
	var room [32]byte
	switch {
	case strings.IndexByte(m.Name(), '@') >= 0:
		return
	case hasAnyPrefix(m.Name(), "response") && hasAnySuffix(strings.ToLower(m.Name()), "body", "headers"):
		// The record of a request that the service made, as for a webhook: that it failed is no
		// failure of this call.
		o.done = true
		return
	case m.IsNull(), m.Kind() >= jsontree.Array && m.Len() == 0:
		o.empty = true
		return
	case len(m.Name()) > len(room), isEarlier(m.Name()):
		o.content = true
		return
	}
	name := strings.TrimPrefix(string(text.AppendLetters(room[:0], m.Name())), "api")
	_, known := slices.BinarySearch(tables().Members, name)
	ofError = ofError || strings.Contains(name, "error") || hasAnyPrefix(name, "err", "fail", "fault")
	switch m.Kind() {
	case jsontree.Bool:
		isTrue := m.Scalar() == "true"
		switch {
		case name == "status", name == "result", name == "return", name == "response", isDoneName(name):
			o.done, o.failed = o.done || isTrue, o.failed || !isTrue
			o.notDone = o.notDone || !isTrue && isDoneName(name)
		case strings.Contains(name, "error"):
			o.failed = o.failed || isTrue
		default:
			o.flag = o.flag || !known
		}
	case jsontree.Array:
		if first := m.FirstElement(); first.Kind() == jsontree.Object {
			o.content = !ofError || !o.answer || !o.inside(first, true, false) || o.content
		} else {
			o.scalar(name, first, ofError, nested)
		}
	case jsontree.Object:
		mayHave := ofError || !nested || isErrorName(m)
		known = known || o.classed && name == "data" || ofError && hasAnySuffix(name, "params", "data", "info")
		o.content = !isAbout(name) && (!mayHave || !o.inside(m, ofError, ofError)) && !known || o.content
	default:
		o.scalar(name, m, ofError, nested)
	}
}

// inside adds what an object in a document states, and reports whether it states a code or a text
// and has no content, or may have some.
func (o *outcome) inside(v jsontree.Value, ofError, content bool) bool {
	in := outcome{}
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		in.add(m, ofError, true)
	}
	if in.content && !content || in.code.Kind()+in.text.Kind() == jsontree.Absent {
		return false
	}
	o.done, o.failed, o.listed = o.done || in.done, o.failed || in.failed, o.listed || in.listed
	o.status = o.status || in.status
	o.setCode(in.code, in.codeOfError)
	o.setText(in.text, in.textOfError)
	return true
}

// scalar adds what a text or a number states.
func (o *outcome) scalar(name string, m jsontree.Value, ofError, nested bool) {
	s := m.Scalar()
	low := strings.ToLower(s[:min(len(s), maxCode)])
	isNumber := isFailedNumber(s) || strings.Trim(s, "0") == "" || m.Kind() == jsontree.Number
	ofOutcome, ofCode := slices.Contains(tables().Outcomes, name), isCodeName(name, ofError)
	switch _, known := slices.BinarySearch(tables().Members, name); {
	case strings.TrimSpace(s) == "", slices.Contains(noneWords[:], low):
	case isNumber && statusIn(m) != 0 && (ofOutcome || ofCode):
		o.status = true
		o.setCode(m, ofError)
	case isDoneName(name) && slices.Contains(tables().Failed, low), isDoneName(name) && low == "0":
		o.failed, o.notDone = true, true
	case isDoneName(name) && low == "1":
		o.done = true
	case isNumber && ofOutcome && !strings.HasSuffix(name, "code"):
		if isFailedNumber(s) {
			o.setCode(m, false)
		}
	case o.classed && name == "name":
	case isErrorClass(m) && hasAnySuffix(name, "type", "class", "exception"):
		o.failed = true
		o.setCode(m, false)
	case !isNumber && ofOutcome || isDoneName(name):
		o.state(m, low, ofError)
	case ofCode, isNumber && (name == "error" || name == "err" || name == "value" && o.wrapped):
		o.number(m, low, isNumber, ofError || name == "retval" && isNumber) // of a function that failed
	case isNumber:
		o.content = o.content || !known && !ofError && s != "0" && !isAbout(name)
	case name == "err" || hasAnySuffix(name, "error", "errors"):
		isWord := name == "error" || name == "errors" || name == "err"
		if o.setText(m, isWord); isWord && (isConstant(s) || strings.ContainsAny(s, "_.") && isName(s)) {
			o.setCode(m, true)
		}
	case hasAnySuffix(name, tables().Texts...):
		o.setText(m, ofError)
	case ofError && nested && strings.IndexByte(s, ' ') > 0:
		o.setText(m, false)
		o.listed = true
	case !known && !ofError && (name != "severity" || !nested): // that of a log has one
		o.content = o.content || !isAbout(name)
	}
}

// state adds what a text of a member such as status states.
func (o *outcome) state(m jsontree.Value, low string, ofError bool) {
	switch s := m.Scalar(); {
	case slices.Contains(tables().Failed, low):
		o.failed = true
	case hasAnySuffix(low, "failure", "_error"), hasAnyPrefix(low, "fail_", "error_", "error-"), ofError && isKnown(s):
		o.failed = true
		o.setCode(m, ofError)
	case strings.IndexByte(s, ' ') > 0:
		o.setText(m, ofError)
	case ofError:
		o.setCode(m, ofError)
	case !o.wrapped && words(s) > 1 && isKnown(s) && !isState(s) && !isWeak(s):
		o.setCode(m, false)
	default: // the state of something
		o.content = true
	}
}

// number adds what a text or a number of a member such as code states.
func (o *outcome) number(m jsontree.Value, low string, isNumber, ofError bool) {
	switch s := m.Scalar(); {
	case strings.Trim(s, "0") == "", isSuccessCode(s):
		o.done = true
	case slices.Contains(tables().Failed, low):
		o.failed = true
	case isFailedNumber(s), !isNumber && strings.IndexByte(s, ' ') < 0:
		o.setCode(m, ofError)
	}
}

// isAbout reports whether a member is about the request or the answer, rather than content.
func isAbout(name string) bool {
	return slices.Contains(tables().Echoes, name) || hasAnySuffix(name, tables().Abouts...)
}

// isCodeName reports whether a member has a code by its name; ofError as for add.
func isCodeName(name string, ofError bool) bool {
	return hasAnyPrefix(name, "code") || hasAnySuffix(name, "code", "codes", "errno", "messagekey", "exctype", "retval") ||
		name == "cod" || name == "ret" || name == "estado" ||
		ofError && name != "error" && hasAnySuffix(name, "cd", "type", "tag", "no", "number")
}

// setCode and setText keep a code and a text: the first one, or one in a member that only errors
// have.
func (o *outcome) setCode(m jsontree.Value, ofError bool) {
	if m.Kind() != jsontree.Absent && (o.code.Kind() == jsontree.Absent || ofError && !o.codeOfError) {
		o.code, o.codeOfError = m, ofError
	}
}

func (o *outcome) setText(m jsontree.Value, ofError bool) {
	if m.Kind() != jsontree.Absent && (o.text.Kind() == jsontree.Absent || ofError && !o.textOfError) {
		o.text, o.textOfError = m, ofError
	}
}

// noneWords are values, in small letters, of members that have none.
var noneWords = [...]string{"none", "null", "nil", "no error", "no errors"}

// isDoneName reports whether a member reports a success or a failure; a name is as
// [text.AppendLetters] returns it.
func isDoneName(name string) bool { return slices.Contains(tables().Dones, name) }

// isFailedNumber reports whether a text is a number that is not that of a success, nor one that
// JSON-RPC 2.0 §5.1 reserves, which is no sign of an API, nor is a smaller one.
func isFailedNumber(s string) bool {
	number := strings.TrimPrefix(s, "-")
	return len(number) < 12 && consistsOf(number, digits) && !consistsOf(number, "0") &&
		(number == s || len(number) < 5 || number < "32") && !slices.Contains(tables().Numbers, s)
}

func hasAnyPrefix(s string, starts ...string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(s, start) })
}

func hasAnySuffix(s string, ends ...string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(s, end) })
}

// isStatusPhrase reports whether a text is such a reason phrase.
func isStatusPhrase(text string) bool {
	return PhraseStatus(text) != 0 && (strings.IndexByte(text, ' ') > 0 || text == "Unauthorized" ||
		text == "Forbidden")
}

// isTraced reports whether an object has a member that an error has beside its message, and few
// other documents.
func isTraced(v jsontree.Value) bool {
	return slices.ContainsFunc(tables().Beside, func(name string) bool { return !v.Member(name).IsNull() })
}

// isErrorName reports whether the name of an object is that of the class of an error, or a
// constant beside details: PayPal.
func isErrorName(v jsontree.Value) bool {
	name := v.Member("name")
	text, _ := name.Text()
	return isErrorClass(name) || isConstant(text) && (!v.Member("debug_id").IsNull() || v.Member("details").Len() > 0)
}

// isErrorMember reports whether a member has an error by its name: {"error": "No bell"}.
func isErrorMember(name string) bool { return slices.Contains(tables().Faulty, name) }

// textOf returns the first of the named members that is a string and not empty.
func textOf(v jsontree.Value, names ...string) (string, bool) {
	for _, name := range names {
		if s, ok := v.Member(name).Text(); ok && s != "" {
			return s, true
		}
	}
	return "", false
}
