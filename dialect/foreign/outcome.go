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
	notDone      bool // failed by a member such as success
	content      bool // a member that is not one of errors
	wrapped      bool // it is in another object
	answer       bool // not so, or in one with a name of the table answers
	empty        bool // a member without a value, as that of a result that there is none of
	listed       bool // text is under the name of a part of the request, in a member that only errors have
	classed      bool // it has the class of an error as a name
	described    bool // it has a message
	only         bool // it has one member, and so has the document
	flag         bool // a boolean that is neither a success nor a failure
	status       bool // the HTTP status of an error
	labels       bool // the id or the number of something, such as orderNumber
	code, text   stated
	sentence     stated         // the first text of several words in a member with another name
	item         jsontree.Value // the first object in the last list
}

// A stated value is a code or a text, Absent if there is none.
type stated struct {
	jsontree.Value
	ofError bool // its name is only that of errors: "errno" rather than "code"
}

// set keeps a value if it is the first one, or the first one in a member that only errors have.
func (s *stated) set(m jsontree.Value, ofError bool) {
	if m.Kind() != jsontree.Absent && (s.Kind() == jsontree.Absent || ofError && !s.ofError) {
		*s = stated{m, ofError}
	}
}

// maxMembers is how many members are looked at for a failure behind one that is content.
const maxMembers = 16

// outcomeOf returns the outcome that a document states, and whether it is that of an error.
func outcomeOf(root jsontree.Value) (o outcome, isError bool) {
	v, inside := unwrap(root)
	o.wrapped, o.answer = v != root, inside == "" || containsAny(inside, tables().Answers...)
	_, o.described = textOf(v, "message", "msg", "detail")
	o.classed = o.described && isErrorName(v)
	o.failed = o.classed
	for m, n := v.FirstMember(), 0; m.Kind() != jsontree.Absent && (n < maxMembers || !o.content); m, n = m.Next(), n+1 {
		o.add(m, inside == " detail" || strings.Contains(inside, "error"), false)
	}
	if o.notDone && o.code.Kind()+o.text.Kind() == jsontree.Absent {
		o.inside(o.item, false, false)
	}
	if o.notDone {
		o.text.set(o.sentence.Value, false)
	}
	o.only = root.Len() == 1 && v.Len() == 1
	return o, o.isError(v, inside)
}

// isError reports whether the outcome of an object, in others with these names, is that of an
// error: there is no success and no content, but a failure with a code or a text, or an error by
// the names of members, or the text of an error beside a code.
func (o *outcome) isError(v jsontree.Value, inside string) bool {
	code, text := o.code.Scalar(), o.text.Scalar()
	about, ends := strings.CutSuffix(strings.ToLower(o.code.Name()), "code") // "response", as of the text
	if about = strings.TrimRight(about, "_-"); ends && about != "" && !o.code.ofError &&
		!containsAny(about, tables().Answers...) && !hasAnySuffix(about, tables().Coded...) {
		code, ends = "", false // of a thing: countryCode
	}
	aboutText, low := strings.ToLower(o.text.Name()), strings.ToLower(text)
	isPair, isBare := ends && len(about) > 5 && strings.HasPrefix(aboutText, about), ends && about == ""
	dot, isMinus := strings.LastIndexByte(code, '.'), strings.HasPrefix(code, "-")
	isNumber, isName := isFailedNumber(code), isConstant(code[dot+1:])
	isLettered := isFailedNumber(strings.TrimLeft(code, capitals+"-")) // E0701
	isCode := isNumber || isName && dot > 0 || isLettered && (o.empty || !isBare)
	isFault := (isCode || isPair) && containsAny(low, tables().Faults...)
	if !isFault && (isNumber || isName || isLettered) {
		_, _, isFault = guess.Kind(wire.FailedCall, text)
	}
	// A code and what it means are an entry of a catalog.
	isFault = isFault && !(isBare && !o.wrapped && !isMinus && hasAnyPrefix(aboutText, "desc", "text", "info"))
	named := o.text.ofError || o.code.ofError && !isState(code)
	isResource := o.content || o.labels && (!isFault || strings.HasPrefix(about, "stat"))
	isResource = isResource && !o.notDone && !containsAny(inside, "error")
	if o.done || isResource && !(o.failed && named && containsAny(inside, "respon", "reply", "retorno")) ||
		o.flag && !o.failed && !(o.text.ofError && o.code.ofError) || !o.failed && slices.Contains(tables().Done, low) ||
		text == "" && (code == "" || !o.failed && !o.code.ofError) {
		return false
	}
	return (o.answer || (o.empty || o.only) && inside == "[]") && (o.failed || named) || named && code != "" ||
		o.listed && (o.empty || o.described) || o.only && text != "" && inside == " error" || isFault ||
		isNumber && isMinus || o.status && o.answer && code != "" || isStatusPhrase(text) && isTraced(v) ||
		isKnown(code) && !isState(code) && !isWeak(code)
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
		if body := only.Next(); strings.HasPrefix(only.Name(), "head") && body.FirstMember().Kind() != jsontree.Absent {
			only = body
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
	ofError = ofError || strings.Contains(name, "error") || strings.HasSuffix(name, "erro") ||
		hasAnyPrefix(name, "err", "fail", "fault")
	switch m.Kind() {
	case jsontree.Bool:
		isTrue := m.Scalar() == "true"
		switch {
		case name == "status", name == "result", name == "return", name == "response", isDoneName(name):
			o.done, o.failed = o.done || isTrue, o.failed || !isTrue
			o.notDone = o.notDone || !isTrue && isDoneName(name)
		case strings.Contains(name, "error"), name == "erro":
			o.failed = o.failed || isTrue
			o.notDone = o.notDone || isTrue && hasAnyPrefix(name, "has", "is")
		default:
			o.flag = o.flag || !known
		}
	case jsontree.Array:
		if first := m.FirstElement(); first.Kind() == jsontree.Object {
			o.item = first
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
	if (in.content || in.labels) && !content || in.code.Kind()+in.text.Kind() == jsontree.Absent {
		return false
	}
	o.done, o.failed, o.listed = o.done || in.done, o.failed || in.failed, o.listed || in.listed
	o.status = o.status || in.status
	o.code.set(in.code.Value, in.code.ofError)
	o.text.set(in.text.Value, in.text.ofError)
	return true
}

// scalar adds what a text or a number states.
func (o *outcome) scalar(name string, m jsontree.Value, ofError, nested bool) {
	s := m.Scalar()
	low := strings.ToLower(s[:min(len(s), maxCode)])
	isNumber := consistsOf(strings.TrimPrefix(s, "-"), digits) || m.Kind() == jsontree.Number
	ofOutcome, ofCode := slices.Contains(tables().Outcomes, name), isCodeName(name, ofError)
	isDone, isFailed := isDoneName(name), slices.Contains(tables().Failed, low)
	switch _, known := slices.BinarySearch(tables().Members, name); {
	case strings.TrimSpace(s) == "", slices.Contains(tables().None, low), o.classed && name == "name":
	case isNumber && (ofOutcome || ofCode) && statusIn(m) != 0:
		o.status = true
		o.code.set(m, ofError)
	case isDone && low == "1":
		o.done = true
	case isNumber && ofOutcome && !strings.HasSuffix(name, "code"):
		if isFailedNumber(s) {
			o.code.set(m, false)
		}
	case hasAnySuffix(name, "type", "class", "exception") && isErrorClass(m):
		o.failed = true
		o.code.set(m, false)
	case isDone && (low == "0" || low == "n" || low == "no" || low == "f"),
		isFailed && (isDone || ofOutcome || ofCode || name == "type" && o.described):
		isResource := name == "status" || name == "result" || name == "response" // perhaps of one
		o.failed, o.notDone = true, o.notDone || isDone || name == "ret" || ofOutcome && !isResource
	case ofCode && ofError && s == "1":
		o.code.set(m, true)
	case !isNumber && ofOutcome || isDone:
		o.state(m, low, ofError)
	case ofCode, isNumber && (name == "error" || name == "err" || name == "value" && o.wrapped):
		o.number(m, isNumber, ofError || name == "retval" && isNumber) // of a function that failed
	case isNumber:
		o.other(name, known || ofError || s == "0")
	case name == "err" || hasAnySuffix(name, "error", "errors"):
		isWord := name == "error" || name == "errors" || name == "err" || hasAnyPrefix(name, "desc", "mens", "msg", "text")
		if o.text.set(m, isWord); isWord && (isConstant(s) || strings.ContainsAny(s, "_.") && isName(s)) {
			o.code.set(m, true)
		}
	case hasAnySuffix(name, tables().Texts...), strings.IndexByte(s, ' ') > 0 && hasAnyPrefix(name, "mens", "mess", "msg"):
		o.text.set(m, ofError)
	case ofError && strings.IndexByte(s, ' ') > 0:
		o.text.set(m, false)
		o.listed = o.listed || nested
	default:
		known = known || ofError || name == "severity" && nested // that of a log has one
		if o.other(name, known); !known && strings.IndexByte(s, ' ') > 0 {
			o.sentence.set(m, false)
		}
	}
}

// other adds a member that states nothing; known reports whether errors have it.
func (o *outcome) other(name string, known bool) {
	switch {
	case known, isAbout(name):
	case len(name) > 3 && hasAnySuffix(name, "id", "no", "number", "ref", "reference", "account", "key"):
		o.labels = true
	default:
		o.content = true
	}
}

// state adds what a text of a member such as status states.
func (o *outcome) state(m jsontree.Value, low string, ofError bool) {
	switch s := m.Scalar(); {
	case hasAnySuffix(low, "failure", "_error"), hasAnyPrefix(low, "fail_", "error_", "error-", "err_"),
		ofError && isKnown(s):
		o.failed = true
		o.code.set(m, ofError)
	case strings.IndexByte(s, ' ') > 0:
		o.text.set(m, ofError)
	case ofError, !o.wrapped && words(s) > 1 && isKnown(s) && !isState(s) && !isWeak(s):
		o.code.set(m, ofError)
	default: // the state of something
		o.content = true
	}
}

// number adds what a text or a number of a member such as code states.
func (o *outcome) number(m jsontree.Value, isNumber, ofError bool) {
	switch s := m.Scalar(); {
	case strings.Trim(s, "0") == "", isSuccessCode(s):
		o.done = true
	case isFailedNumber(s), !isNumber && strings.IndexByte(s, ' ') < 0:
		o.code.set(m, ofError)
	}
}

// isAbout reports whether a member is about the request or the answer, rather than content.
func isAbout(name string) bool {
	return slices.Contains(tables().Echoes, name) || hasAnySuffix(name, tables().Abouts...)
}

// isCodeName reports whether a member has a code by its name; ofError as for add.
func isCodeName(name string, ofError bool) bool {
	return hasAnyPrefix(name, "code", "codigo", "cdigo") ||
		hasAnySuffix(name, "code", "codes", "errno", "messagekey", "exctype", "retval") ||
		name == "cod" || name == "ret" || name == "rtn" || name == "estado" ||
		ofError && name != "error" && hasAnySuffix(name, "cd", "type", "tag", "no", "number")
}

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

// textOf returns the first of the named members that is a string and not empty.
func textOf(v jsontree.Value, names ...string) (string, bool) {
	for _, name := range names {
		if s, ok := v.Member(name).Text(); ok && s != "" {
			return s, true
		}
	}
	return "", false
}
