package foreign

import (
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect/foreign/internal/guess"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// isAPIError reports whether a document is the error body of an HTTP API whatever its HTTP status
// is, and why: every member has a name that those of errors have, and there are two independent
// signs, a message, and one of a code that APIs share, the HTTP status of an error and a member
// that reports a failure.
func isAPIError(document jsontree.Value) (why string, ok bool) {
	root := document
	if root.Kind() == jsontree.Array { // Philips Hue: nothing but errors
		for m := root.FirstElement(); m.Kind() != jsontree.Absent; m = m.Next() {
			if m.Len() != 1 || !describesError(m.Member("error")) {
				_, ok = outcomeOf(root)
				return "the outcome that its members state", ok
			}
		}
		root = root.FirstElement()
	}
	v := errorObject(root)
	if why, ok = hasSigns(v, root); !ok && v != root && MessageOf(root) != "" {
		why, ok = hasSigns(root, root) // a list in it has more
	}
	if !ok {
		_, ok = outcomeOf(document)
		why = "the outcome that its members state"
	}
	return why, ok
}

// hasSigns is isAPIError for a document and the object in it that describes the error.
func hasSigns(v, root jsontree.Value) (why string, ok bool) {
	enveloped := v != root
	for _, name := range [...]string{"data", "results"} {
		if list := root.Member(name); enveloped && list.Kind() == jsontree.Array && list.FirstElement() == v {
			return "", false // the results of several calls
		}
	}
	if only := root.FirstMember(); v == only && root.Len() == 1 && !v.Member("title").IsNull() && !isErrorMember(v.Name()) {
		return "", false // an article
	}
	switch {
	case isDone(v), isDone(root):
		return "", false
	case v.Kind() != jsontree.Object || MessageOf(v) == "":
		return "", false
	case isNotDone(root) && (v != root || MessageOf(v) != "" && wire.FirstOf(root, "error", "errors") != ""):
		return "a failure, and an error", true
	case !hasErrorMembers(v, jsontree.Value{}, enveloped) || enveloped && !hasErrorMembers(root, v, true):
		return "", false
	case hasCode(v, tables().coded), hasMessage(v) && hasClass(v),
		enveloped && (hasCode(v, inEnvelope[:]) || hasCode(root, tables().coded)):
		return "a code that APIs share, and a message", true
	case isErrorName(v) && hasMessage(v) && hasCode(v, inEnvelope[:]):
		return "the name of an error, and a message", true
	case isErrorClass(v.Member("type")) && hasMessage(v) && hasNumber(v):
		return "the class of an exception, its number and a message", true
	case hasMessage(v) && isOwnCode(v):
		return "a code in a member that only errors have, and a message", true
	case bodyStatus(v, root) != 0:
		return "the HTTP status of an error, and a message", true
	case isFailed(v), enveloped && isFailed(root):
		return "a failure, and a message", true
	case hasFaultText(v) && (hasNumber(v) || hasNumber(root) || failure(v) != "" || failure(root) != ""):
		return "a failure or a number that is not 0, and the text of an error", true
	case isListOfSentences(root.Member("errors")) && isFieldList(root.Member("errors")): // Laravel
		return "names to lists of sentences, and a message", true
	case PhraseStatus(MessageOf(v)) != 0 && isNamedList(v.At("/_embedded/errors")): // Micronaut
		return "the reason phrase of an HTTP status, and a list of errors", true
	case root.Len() == 1 && isErrorMember(root.FirstMember().Name()):
		return "nothing but an error", true
	case root.Len() == 2 && isPhrase(v) && isTraced(v):
		return "the reason phrase of an HTTP status, and another member of an error", true
	}
	return "", false
}

// isWeak reports whether a code is no sign of an error.
func isWeak(code string) bool {
	return len(code) > maxCode || slices.Contains(tables().weak, normalCode(code))
}

// isDone reports whether an object states a success, or that there is no error.
func isDone(v jsontree.Value) bool {
	for _, name := range doneNames {
		if done, ok := v.Member(name).Bool(); ok && done {
			return true
		}
		v.Member(name).SetRead(false)
	}
	status, _ := v.Member("status").Text()
	v.Member("status").SetRead(false)
	switch strings.ToLower(status) {
	case "success", "ok", "succeeded":
		return true
	}
	for _, name := range numberNames {
		code := v.Member(name)
		n, isNumber := code.Int()
		text, isText := code.Text()
		code.SetRead(false)
		if isNumber && n == 0 || isText && text != "" && (strings.Trim(text, "0") == "" || isSuccessCode(text)) {
			return true
		}
	}
	return false
}

// isSuccessCode reports whether a code is that of a success: OK, NO_ERROR, SUCCESS_CODE.
func isSuccessCode(code string) bool {
	if len(code) > maxCode {
		return false
	}
	normal := normalCode(code)
	return normal == "ok" || normal == "no" || normal == "none" || strings.HasPrefix(normal, "success")
}

// isPhrase reports whether the message of an error object is the reason phrase of the HTTP status
// of an error. Of those of one word only two are no usual words.
func isPhrase(v jsontree.Value) bool {
	text, _ := textOf(v, "message", "Message", "msg")
	return isStatusPhrase(text)
}

// isStatusPhrase reports whether a text is such a reason phrase.
func isStatusPhrase(text string) bool {
	return PhraseStatus(text) != 0 && (strings.IndexByte(text, ' ') > 0 || text == "Unauthorized" ||
		text == "Forbidden")
}

// isTraced reports whether an object has a member that an error has beside its message, and few
// other documents.
func isTraced(v jsontree.Value) bool {
	return slices.ContainsFunc(tables().beside, func(name string) bool { return !v.Member(name).IsNull() })
}

// isSQLState reports whether a code has the form of SQLSTATE, with the two digits that nearly all
// have: 42P01.
func isSQLState(code string) bool {
	return len(code) == 5 && strings.Trim(code, constantBytes[:36]) == "" &&
		len(strings.Trim(code, constantBytes[:26])) >= 2
}

// isOwnCode reports whether an object has a name in capital letters in a member that only has the
// code of an error.
func isOwnCode(v jsontree.Value) bool {
	code, _ := textOf(v, "errorCode", "error_code", "err_code", "ErrorCode")
	return isConstant(code) && !isState(code)
}

// isErrorName reports whether the name of an object is that of the class of an error, or a
// constant beside details: PayPal.
func isErrorName(v jsontree.Value) bool {
	name := v.Member("name")
	text, _ := name.Text()
	return isErrorClass(name) || isConstant(text) && (!v.Member("debug_id").IsNull() || v.Member("details").Len() > 0)
}

// isErrorMember reports whether a member has an error by its name: {"error": "No bell"}.
func isErrorMember(name string) bool { return slices.Contains(tables().faulty, name) }

// classNames are members that have the class of an error beside a message, inEnvelope those that have a code only in
// an object that is an error by its place, numberNames those that have a number or a code also of a success.
var (
	classNames  = [...]string{"type", "category"}
	inEnvelope  = [...]string{"name", "id"}
	numberNames = [...]string{"code", "Code", "error_code", "errorCode", "errcode", "err_code", "errno", "ErrorCode"}
)

// hasMessage reports whether the message of an object is in a member that only has one, not in a
// title or a description.
func hasMessage(v jsontree.Value) bool {
	_, ok := textOf(v, "message", "msg", "detail", "error", "error_description", "error_message", "errorMessage",
		"error_msg",
		"Message", "reason")
	return ok
}

// hasCode reports whether one of the named members has a code that APIs share.
func hasCode(v jsontree.Value, names []string) bool {
	for _, name := range names {
		code, _ := v.Member(name).Text()
		v.Member(name).SetRead(false)
		if _, known := sharedCode(code); known && !isState(code) && !isWeak(code) {
			return true
		}
	}
	return false
}

// hasClass reports whether an object has the class of an error that APIs share, in more than one
// word.
func hasClass(v jsontree.Value) bool {
	for _, name := range classNames {
		class, _ := v.Member(name).Text()
		v.Member(name).SetRead(false)
		if words(class) > 1 && hasCode(v, []string{name}) {
			return true
		}
	}
	return false
}

// words returns the number of words in a code: bell_rang, bellRang, BELL-RANG.
func words(code string) (n int) {
	small := false
	for i := range len(code) {
		upper := code[i] >= 'A' && code[i] <= 'Z'
		if code[i] == '_' || code[i] == '-' || code[i] == ' ' || small && upper {
			n++
		}
		small = code[i] >= 'a' && code[i] <= 'z'
	}
	return n + 1
}

// isState reports whether a code may be the state of a resource: it has one of the words of
// states, and none of nostates.
func isState(code string) bool {
	normal := normalCode(code)
	return !containsAny(normal, tables().nostates...) && containsAny(normal, tables().states...)
}

// sharedCode returns the kind of a code that APIs share. A single word in small letters may be
// anything.
func sharedCode(code string) (errkit.Kind, bool) {
	if !strings.ContainsAny(code, "_-ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		return 0, false
	}
	k, _, ok := lookupCode(code)
	return k, ok
}

// doneNames are members that report a success or a failure.
var doneNames = [...]string{"success", "ok", "is_success", "isSuccess", "isSuccessful", "successful"}

// rpcCodes is the greatest of the codes that JSON-RPC 2.0 §5.1 reserves. They are no sign of an API, nor are
// smaller ones.
const rpcCodes = -32000

// isNotDone reports whether a member of an object states that there is no success.
func isNotDone(v jsontree.Value) bool {
	return slices.ContainsFunc(doneNames[:], func(name string) bool {
		done, ok := v.Member(name).Bool()
		return ok && !done
	})
}

// isFailed reports whether a member of an object reports a failure.
func isFailed(v jsontree.Value) bool {
	if isNotDone(v) {
		return true
	}
	if failed, _ := v.Member("error").Bool(); failed || v.Member("result").Is("error") {
		return true
	}
	if s := failure(v); s == "error" || s == "fail" || s == "failure" {
		return true
	}
	if n, _ := v.Member("code").Int(); n != 0 && v.Member("error").FirstMember().Kind() != jsontree.Absent { // Lark
		return true
	}
	// only of errors
	_, described := textOf(v, "errmsg", "errorMessage", "error_message", "error_msg", "retMsg", "status_msg")
	for _, name := range [...]string{"errcode", "errorCode", "error_code", "errno", "retCode", "status_code"} {
		code, _ := v.Member(name).Text()
		if n, _ := v.Member(name).Int(); (n != 0 || code != "") && described {
			return true
		}
	}
	ret, _ := v.Member("ret").Int()
	code, _ := v.Member("code").Int()
	return ret < 0 || code < 0 && code > rpcCodes
}

// failure returns the value of a member that reports a failure, in small letters; else "". With "failed"
// it may be the state of a job.
func failure(v jsontree.Value) string {
	for _, name := range [...]string{"status", "Status", "stat", "result", "Result", "Response", "resultCode"} {
		s, _ := v.Member(name).Text()
		if s = strings.ToLower(s); slices.Contains([]string{"error", "fail", "failure", "failed", "false"}, s) {
			return s
		}
		v.Member(name).SetRead(false)
	}
	return ""
}

// hasNumber reports whether an object has the number of a failure, as a number or a text.
func hasNumber(v jsontree.Value) bool {
	names := append([]string{"ret", "retcode", "ret_code", "result_code", "resultCode", "status"}, numberNames[:]...)
	return slices.ContainsFunc(names, func(name string) bool {
		return isFailedNumber(strings.TrimLeft(v.Member(name).Scalar(), constantBytes[:26]))
	})
}

// hasFaultText reports whether the message of an object, in a member that only has one, is that of an error.
func hasFaultText(v jsontree.Value) bool {
	_, _, ok := guess.Kind(wire.FailedCall, MessageOf(v))
	return ok && hasMessage(v)
}

// normalName appends a name in small letters, without what is not a letter: "request_id",
// "requestId" and "Request-Id" are "requestid".
func normalName(dst []byte, name string) []byte {
	for i := range len(name) {
		if c := name[i] | ' '; c >= 'a' && c <= 'z' {
			dst = append(dst, c)
		}
	}
	return dst
}

// maxErrorMembers is how many members an error body has that is recognized without the HTTP status
// of an error.
const maxErrorMembers = 12

// envelopeMembers are what an error that is inside of another object, or the object around it,
// has; classMembers what an error with the name of its class has.
var (
	envelopeMembers = [...]string{"id", "name", "summary", "meta"}
	classMembers    = [...]string{"name", "data", "meta"}
)

// hasErrorMembers reports whether an object has members, and all but inner, which is absent or in
// it, and empty ones have names that those of errors have. Beside or in an envelope there may be
// [envelopeMembers], too.
func hasErrorMembers(v, inner jsontree.Value, envelope bool) bool {
	n, class := 0, isErrorName(v)
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		var room [24]byte
		if n++; n > maxErrorMembers || len(m.Name()) > len(room) {
			return false
		}
		name := normalName(room[:0], m.Name())
		_, found := slices.BinarySearch(tables().members, string(name))
		found = found || m.Name() == "$id" // ASP.NET
		switch {
		case found, m.IsNull(), m == inner, string(name) == "result" && (failure(v) != "" || m.Kind() == jsontree.Bool):
		case envelope && slices.Contains(envelopeMembers[:], string(name)):
		case class && slices.Contains(classMembers[:], string(name)):
		case inner.Kind() != jsontree.Absent &&
			(m.FirstElement() == inner || m.Member("error") == inner || m.Member("Error") == inner):
		case (m.Kind() == jsontree.Object || m.Kind() == jsontree.Array) && m.Len() == 0, m.Is(""):
		default:
			return false
		}
	}
	return n > 0
}

// textOf returns the first of the named members that is a string and not empty.
func textOf(v jsontree.Value, names ...string) (string, bool) {
	if v.Kind() != jsontree.Object {
		return "", false
	}
	for _, name := range names {
		if s, ok := v.Member(name).Text(); ok && s != "" {
			return s, true
		}
	}
	return "", false
}
