package foreign

import (
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect/foreign/internal/guess"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/jsontree"
)

// An outcome is what the members of a document state about a call, by their names and values, whatever
// a service calls them: that it failed ("success": false, "HasError": true, "Ack": "Failure"), a code
// ("failCode", "err-code") and a text ("errMsg", "ErrorInfo"). A document with content of another
// sort, such as the record of a job that failed, is no error.
type outcome struct {
	done, failed bool
	content      bool           // a member that is not one of errors
	wrapped      bool           // it is in another object
	answer       bool           // not so, or in one with a name of answerNames
	empty        bool           // a member without a value, as that of a result that there is none of
	listed       bool           // text is under the name of a part of the request, in a member that only errors have
	flag         bool           // a boolean that is neither a success nor a failure
	code, text   jsontree.Value // Absent if there is none
	codeOfError  bool           // the name of code is only that of errors, "errno" rather than "code"
	textOfError  bool
}

// answerNames are parts of the names of objects around the answer to a call, rather than around a
// resource, whose status may be that it failed.
var answerNames = [...]string{"response", "result", "reply", "return", "status", "header", "error", "fault", "value"}

// outcomeOf returns the outcome that a document states, and whether it is that of an error: there is no
// success and no content, but a failure with a code or a text, or an error by the names of members, or
// the text of an error beside a code.
func outcomeOf(root jsontree.Value) (o outcome, isError bool) {
	v, inside := unwrap(root)
	o.wrapped, o.answer = v != root, v == root || containsAny(inside, answerNames[:]...)
	for m := v.FirstMember(); m.Kind() != jsontree.Absent && !o.content; m = m.Next() {
		o.add(m, containsAny(inside, "error", "detail"), false)
	}
	hasText, hasCode := o.text.Kind() != jsontree.Absent, o.code.Kind() != jsontree.Absent
	named := o.textOfError || hasText && o.codeOfError && !isState(o.code.Scalar())
	switch code := o.code.Scalar(); {
	case o.done, o.content, o.flag && !o.failed, !hasText && !hasCode:
	case o.failed && (o.answer || named), named && (o.answer || hasCode), o.listed && o.empty:
		isError = true
	case hasText && (isKnown(code) && !isState(code) && !isWeak(code) || isFailedNumber(code) && code[0] == '-'):
		isError = true
	case hasText && (isFailedNumber(code) || isConstant(code) && !isState(code)):
		_, _, isError = guess.Kind(wire.FailedCall, o.text.Scalar())
		isError = isError || containsAny(strings.ToLower(o.text.Scalar()), tables().faults...)
	}
	return o, isError
}

// unwrap returns the object that a document has and nothing else, as XML has the answer in an element
// or in several, and the names around it in small letters. A list of several is not unwrapped.
func unwrap(v jsontree.Value) (_ jsontree.Value, names string) {
	if v.Kind() == jsontree.Array && v.Len() == 1 {
		v, names = v.FirstElement(), "[]"
	}
	for range maxNested {
		only := v.FirstMember()
		if next := only.Next(); strings.HasPrefix(only.Name(), "head") && next.Kind() == jsontree.Object { // of the answer
			only = next
		}
		next := only.Next()
		for strings.IndexByte(next.Name(), '@') >= 0 || next.Name() == "version" { // an attribute
			next = next.Next()
		}
		if only.Kind() != jsontree.Object || next.Kind() != jsontree.Absent || only.Name() == "data" ||
			isEarlier(only.Name()) { // that of GraphQL is content
			break
		}
		v, names = only, names+" "+strings.ToLower(only.Name())
	}
	return v, names
}

// isEarlier reports whether a member is about an earlier call, such as last_error.
func isEarlier(name string) bool { return strings.HasPrefix(name, "last") }

// add adds what a member states; ofError reports whether it is in one that only errors have, nested
// whether it is in another one.
func (o *outcome) add(m jsontree.Value, ofError, nested bool) {
	var room [32]byte
	switch {
	case strings.IndexByte(m.Name(), '@') >= 0:
		return
	case m.IsNull(), m.Kind() >= jsontree.Array && m.Len() == 0:
		o.empty = true
		return
	case len(m.Name()) > len(room), isEarlier(m.Name()):
		o.content = true
		return
	}
	name := string(normalName(room[:0], m.Name()))
	ofError = ofError || strings.Contains(name, "error") || hasAnyPrefix(name, "err", "fail", "fault")
	switch m.Kind() {
	case jsontree.Bool:
		isTrue := m.Scalar() == "true"
		switch {
		case name == "status", isDoneName(name):
			o.done, o.failed = o.done || isTrue, o.failed || !isTrue
		case strings.Contains(name, "error"):
			o.failed = o.failed || isTrue
		default:
			o.flag = true
		}
	case jsontree.Array:
		switch first := m.FirstElement(); first.Kind() {
		case jsontree.Object:
			o.content = o.content || !ofError || !o.answer || !o.inside(first, true, false)
		default:
			o.scalar(name, first, ofError, nested)
		}
	case jsontree.Object:
		known := ofError || !nested || isErrorName(m)
		o.content = o.content || !slices.Contains(tables().echoes, name) && (!known || !o.inside(m, ofError, ofError))
	default:
		o.scalar(name, m, ofError, nested)
	}
}

// inside adds what an object in a document states, and reports whether it states a code or a text and
// has no content, or may have some.
func (o *outcome) inside(v jsontree.Value, ofError, content bool) bool {
	in := outcome{}
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		in.add(m, ofError, true)
	}
	if in.content && !content || in.code.Kind()+in.text.Kind() == jsontree.Absent {
		return false
	}
	o.done, o.failed, o.listed = o.done || in.done, o.failed || in.failed, o.listed || in.listed
	o.setCode(in.code, in.codeOfError)
	o.setText(in.text, in.textOfError)
	return true
}

// scalar adds what a text or a number states.
func (o *outcome) scalar(name string, m jsontree.Value, ofError, nested bool) {
	s := m.Scalar()
	low := strings.ToLower(s[:min(len(s), maxCode)])
	isNumber := isFailedNumber(s) || strings.Trim(s, "0") == "" || m.Kind() == jsontree.Number
	switch _, known := slices.BinarySearch(tables().members, name); {
	case s == "", slices.Contains(noneWords[:], low):
	case isDoneName(name) && (low == "0" || low == "1"):
		o.done, o.failed = o.done || low == "1", o.failed || low == "0"
	case isNumber && slices.Contains(tables().outcomes, name):
	case slices.Contains(tables().outcomes, name) || isDoneName(name):
		switch {
		case slices.Contains(tables().failed, low):
			o.failed = true
		case slices.Contains(tables().done, low):
			o.done = true
		case strings.HasSuffix(low, "failure"), strings.HasSuffix(low, "_error"), ofError && isKnown(s):
			o.failed = true
			o.setCode(m, ofError)
		case strings.IndexByte(s, ' ') > 0:
			o.setText(m, ofError)
		default: // the state of something
			o.content = true
		}
	case strings.HasSuffix(name, "code"), strings.HasSuffix(name, "codes"), name == "errno", name == "messagekey",
		name == "value" && isNumber && o.wrapped, isNumber && (name == "error" || name == "err"),
		ofError && strings.HasSuffix(name, "cd"):
		if strings.Trim(s, "0") == "" || isSuccessCode(s) {
			o.done = true
		} else if isFailedNumber(s) || !isNumber && strings.IndexByte(s, ' ') < 0 {
			o.setCode(m, ofError)
		}
	case isNumber:
		o.content = o.content || !known && s != "0" && !hasAnySuffix(name, aboutNames[:]...)
	case name == "error" || name == "errors" || name == "err":
		if o.setText(m, true); isConstant(s) || strings.IndexByte(s, '_') > 0 && isName(s) {
			o.setCode(m, true)
		}
	case hasAnySuffix(name, tables().texts...):
		o.setText(m, ofError)
	case ofError && nested && strings.IndexByte(s, ' ') > 0:
		o.setText(m, false)
		o.listed = true
	case !known && !ofError && (name != "severity" || !nested): // that of a log has one
		o.content = !slices.Contains(tables().echoes, name) && !hasAnySuffix(name, aboutNames[:]...)
	}
}

// setCode and setText keep a code and a text: the first one, or one in a member that only errors have.
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

// The names of members as [normalName] returns them, and values in small letters.
var (
	noneWords = [...]string{"none", "null", "nil", "no error", "no errors"}
	// aboutNames are the ends of the names of members about the answer.
	aboutNames = [...]string{"time", "timestamp", "milliseconds", "version", "ttl", "transaction"}
)

// isDoneName reports whether a member reports a success or a failure; a name is as [normalName] returns it.
func isDoneName(name string) bool {
	switch name {
	case "success", "ok", "issuccess", "issuccessful", "successful":
		return true
	}
	return false
}

// isFailedNumber reports whether a text is a number that is not that of a success, nor one that JSON-RPC 2.0 §5.1
// reserves, which is no sign of an API, nor is a smaller one.
func isFailedNumber(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	return (digits == s || len(digits) < 5 || digits < "32") && digits != "" && len(digits) < 12 && strings.Trim(digits, "0123456789") == "" &&
		strings.Trim(digits, "0") != "" && !slices.Contains(doneNumbers[:], s)
}

// doneNumbers are what APIs send with a success, besides 0.
var doneNumbers = [...]string{"1", "200", "201", "202", "204", "1000", "10000", "20000", "100000", "200000"}

func hasAnyPrefix(s string, starts ...string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(s, start) })
}

func hasAnySuffix(s string, ends ...string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(s, end) })
}
