package wire

import (
	"slices"

	"github.com/toolerr/toolerr/jsontree"
)

// errorMembers are the names of members that error bodies have and few other documents, sorted, as [normalName] returns them.
var errorMembers = [...]string{
	"apierror", "apierrorcode", "basetype", "category", "cause", "causes", "class", "code", "context", "correlationid", "debugid",
	"debugmessage", "description", "detail", "details", "developermessage", "displaymessage", "docs", "documentation",
	"documentationurl", "docurl", "embedded", "errcode", "errinfo", "errmsg", "errno", "error", "errorcauses", "errorclass",
	"errorcode", "errorcodes", "errordata", "errordescription", "errordetails", "errorextra", "errorid", "errorinfo", "errorlink",
	"errormessage", "errormessages", "errormsg", "errorname", "errorparameters", "errorpropagate", "errors", "errorstack",
	"errorsummary", "errortag", "errortype", "erroruri", "exc", "exception", "exctype", "extensions", "extra", "extras",
	"faultcode", "faultstring", "field", "fielderrors", "fields", "global", "help", "helpmessage", "helpurl", "hint", "hostid",
	"httpcode", "httpresponse", "httpstatus", "httpstatuscode", "info", "informationlink", "innererror", "innerexception",
	"instance", "internalmessage", "invalidfields", "invalidparams", "isfailure", "issuccess", "issuccessful", "links", "logid",
	"logref", "message", "messages", "moreinfo", "moreinformation", "msg", "needed", "ok", "operationid", "param", "parameter",
	"path", "persona", "policyname", "precondition", "provided", "reason", "reasonphrase", "reference", "referenceerror", "refid",
	"request", "requestid", "resolution", "resource", "resourcetype", "responsecode", "responsemetadata", "retcode", "retmsg",
	"retryable", "retryafter", "schemalocation", "servermessages", "solution", "stack", "stacktrace", "status", "statuscode",
	"statusdesc", "statusmessage", "statusmsg", "statustext", "subcode", "suberror", "suberrors", "substatus", "subtype",
	"success", "successful", "suggestion", "suggestions", "support", "tag", "target", "technicalmessage", "text", "timestamp",
	"title", "trace", "traceid", "transactionid", "type", "typekey", "typename", "usermessage", "validationerrors", "varname",
	"version", "violations", "warning", "warnings",
}

// normalName appends a name in small letters, without what is not a letter: "request_id", "requestId" and "Request-Id" are
// "requestid".
func normalName(dst []byte, name string) []byte {
	for i := range len(name) {
		if c := name[i] | ' '; c >= 'a' && c <= 'z' {
			dst = append(dst, c)
		}
	}
	return dst
}

// maxErrorMembers is how many members an error body has that is recognized without the HTTP status of an error.
const maxErrorMembers = 12

// envelopeMembers are what an error that is inside of another object, or the object around it, has; classMembers what an error with
// the name of its class has.
var (
	envelopeMembers = [...]string{"id", "name", "summary", "meta"}
	classMembers    = [...]string{"name", "data", "meta"}
)

// hasErrorMembers reports whether an object has members, and all but inner, which is absent or in it, and empty ones have names that
// those of errors have. Beside or in an envelope there may be [envelopeMembers], too.
func hasErrorMembers(v, inner jsontree.Value, envelope bool) bool {
	n, class := 0, isErrorName(v)
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		var room [24]byte
		if n++; n > maxErrorMembers || len(m.Name()) > len(room) {
			return false
		}
		name := normalName(room[:0], m.Name())
		_, found := slices.BinarySearch(errorMembers[:], string(name))
		found = found || m.Name() == "$id" // ASP.NET
		switch {
		case found, m.IsNull(), m == inner, envelope && slices.Contains(envelopeMembers[:], string(name)), string(name) == "result" && m.Is("error"):
		case class && slices.Contains(classMembers[:], string(name)):
		case inner.Kind() != jsontree.Absent && (m.FirstElement() == inner || m.Member("error") == inner || m.Member("Error") == inner):
		case (m.Kind() == jsontree.Object || m.Kind() == jsontree.Array) && m.Len() == 0:
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
