package wire

import (
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
)

// Servers, gateways and proxies respond with bodies that are of no dialect. The HTTP status is what counts of them; the
// names below are those of many APIs.

// byStatus reads a response with the HTTP status of an error that is not a document of the dialect.
func (r *Reader) byStatus(root jsontree.Value, reason error) {
	r.Error, r.StageOf, r.rejected = errkit.Error{}, nil, nil
	name := r.Peer.Dialect
	r.Peer = errkit.Peer{Dialect: "http"}
	r.dropTexts()
	r.ByStatus()
	r.Note("not a document of %s: %v", name, reason)
	switch root.Kind() {
	case jsontree.Absent:
		if !r.byXML(r.Document.Body) {
			r.byCodes(root, root) // of the headers
			r.Message(plainText(r.Document.Header, r.Document.Body))
		}
	case jsontree.String:
		s, _ := root.Text()
		r.Message(s)
	case jsontree.Object, jsontree.Array:
		r.APIError(root)
	}
}

// APIError reads the error body of an HTTP API: an object, or the first one of an array. The kind is that of the HTTP status
// and of the codes that APIs share.
func (r *Reader) APIError(root jsontree.Value) {
	list := root
	if root.Kind() == jsontree.Array {
		root = root.FirstElement()
	}
	v := errorObject(root)
	if !httphead.IsError(r.Document.Status) {
		if r.Document.Status = bodyStatus(v, root); r.Document.Status == 0 {
			r.Document.Status = PhraseStatus(MessageOf(v))
		}
	}
	if !r.ByStatus() {
		r.Kind(errkit.ExecutionFailed, "an error of an HTTP API")
		r.Refine(UnknownCode)
	}
	if r.OAuth(root) {
		if r.Error.Kind == errkit.InvalidRequest {
			r.byCodes(v, root)
		}
	} else {
		if named := v != root && v == root.FirstMember() && r.byFaultName(v.Name()); !named && !r.byNumber(v) {
			r.byCodes(v, root)
		}
		if r.Message(MessageOf(v)); r.Error.Message == "" {
			r.Message(MessageOf(root))
		}
	}
	if list.Kind() == jsontree.Array && isFieldList(list) { // Yii
		r.InvalidMembers(list)
		r.fieldsFound()
	}
	if isPostgREST(v) {
		if code, _ := v.Member("code").Text(); isSQLState(code) {
			r.GuessFrom("SQLSTATE " + code)
		}
	}
	r.APIMembers(root)
	if v != root {
		r.APIMembers(v)
	}
	r.retryDetails(v)
	if inner := root.Member("message"); inner.Kind() == jsontree.Object { // the body of a service behind the API
		if list := inner.Member("detail"); list.Kind() == jsontree.Array && isFieldList(list) { // FastAPI
			r.InvalidMembers(list)
			r.fieldsFound()
		}
	}
	switch { // Django REST framework
	case r.Error.Message != "" || len(r.Error.Fields) > 0:
	case root.FirstMember().Kind() == jsontree.Array && isFieldList(root):
		r.InvalidMembers(root)
		r.fieldsFound()
	case (r.Document.Status == http.StatusBadRequest || r.Document.Status == http.StatusUnprocessableEntity) && isTree(root, 0):
		r.treeMembers(root, nil)
		r.fieldsFound()
	}
}

// byFaultName sets the kind of the name of a fault: OpenStack. A name such as apiError has none.
func (r *Reader) byFaultName(name string) bool {
	k, _, _ := lookupCode(name)
	return k != errkit.Internal && r.ByAPICode(name, "the name of the fault")
}

// GuessFromAPI adds what describes the failure in the error body of an HTTP API: the texts, the codes and the status. A code that
// APIs share comes before the texts.
func (r *Reader) GuessFromAPI(root jsontree.Value) {
	v := errorObject(root)
	if status := bodyStatus(v, root); status != 0 {
		r.GuessFrom("HTTP " + strconv.Itoa(status))
	}
	r.GuessFrom(MessageOf(v))
	r.guessCodes(v)
	if v != root && r.code == "" {
		r.guessCodes(root)
	}
	r.body = root
}

// guessCodes adds the codes of an error object. After a general code a more exact one counts.
func (r *Reader) guessCodes(v jsontree.Value) {
	for _, place := range codePlaces {
		code, ok := v.At(place).Text()
		if !ok {
			continue
		}
		r.GuessFrom(code)
		k, known := sharedCode(code)
		before, _ := sharedCode(r.code)
		if known && (r.code == "" || before == errkit.InvalidRequest && k != errkit.InvalidRequest && k != errkit.Internal && !isClassPlace(place)) {
			r.code = code
		}
	}
}

// errorObject returns the object inside of a document that describes the error, or the document.
func errorObject(root jsontree.Value) jsontree.Value {
	for _, name := range [...]string{"error", "errors", "fault", "detail", "Fault", "odata.error"} {
		if inner := firstObject(root.Member(name)); describesError(inner) {
			return inner
		}
	}
	if only := root.FirstMember(); root.Len() == 1 && describesError(only) { // OpenStack: the name of the fault
		return only
	}
	if MessageOf(root) == "" {
		for _, name := range envelopes {
			inner := firstObject(root.Member(name))
			if root.Member(name).Kind() == jsontree.Array && !inner.Member("id").IsNull() { // a list of records
				continue
			}
			for _, v := range [...]jsontree.Value{inner.Member("error"), inner.Member("Error"), inner.Member("meta"), inner} {
				if describesError(v) {
					return v
				}
			}
		}
	}
	if nested := root.Member("data").Member("error"); describesError(nested) {
		return nested
	}
	return root
}

// envelopes are the members that have the error of a document without a message.
var envelopes = [...]string{"response", "Response", "ResponseMetadata", "result", "value", "meta", "_error", "status", "responseStatus", "Error", "exceptions", "results", "data", "base_resp", "ocs"}

// firstObject returns an object or the first one of an array, or the one that it wraps: superjson, QuickBooks.
func firstObject(v jsontree.Value) jsontree.Value {
	if v.Kind() == jsontree.Array {
		v = v.FirstElement()
	}
	for _, name := range [...]string{"json", "error", "Error"} {
		switch inner := v.Member(name); {
		case inner.Kind() == jsontree.Object && name == "json":
			return inner
		case inner.Kind() == jsontree.Array && inner.FirstElement().Kind() == jsontree.Object:
			return inner.FirstElement()
		}
	}
	return v
}

// describesError reports whether an object has a message or a list of invalid members.
func describesError(v jsontree.Value) bool {
	return v.Kind() == jsontree.Object && (MessageOf(v) != "" || isFieldList(v.Member("issues")) || isFieldList(v.Member("fieldErrors")))
}

// APIRefine reads what an error body of an HTTP API has beside its message: the codes, unless something else than the HTTP status
// determined the kind, and the members of [Reader.APIMembers].
func (r *Reader) APIRefine(root jsontree.Value) {
	v := errorObject(root)
	if r.statusOnly {
		r.byCodes(v, root)
	}
	r.APIMembers(root)
	if v != root {
		r.APIMembers(v)
	}
	r.retryDetails(v)
}

// APIMembers reads the members that many HTTP APIs have beside a message: lists of invalid members, delays.
func (r *Reader) APIMembers(v jsontree.Value) {
	if len(r.Error.Fields) == 0 && r.FieldLists(v) {
		r.fieldsFound()
	}
	r.OnlyField(v)
	r.RetryMembers(v)
}

// onlyFields are the members that name the only invalid member, beside the message of an error: Mollie, Ghost, OpenAI, OData.
var onlyFields = [...]string{
	"field", "param", "property", "attr", "parameter", "fieldName", "field_name", "value_name", "target", "argument", "error_field", "errorField",
}

// onlyIn are the members in which one of onlyFields may be: Twirp, GraphQL.
var onlyIn = [...]string{"meta", "extensions", "details", "context"}

// OnlyField reads the name of the only invalid member, or a list of names: Salesforce.
func (r *Reader) OnlyField(v jsontree.Value) {
	if r.Error.Kind == errkit.InvalidRequest && isParam(v) {
		r.Kind(errkit.InvalidInput, "the parameter of an invalid request")
	}
	if r.Error.Kind != errkit.InvalidInput || len(r.Error.Fields) > 0 {
		return
	}
	message := errkit.Text(MessageOf(v))
	name, ok := textOf(v, onlyFields[:]...)
	for i := 0; i < len(onlyIn) && !ok; i++ {
		name, ok = textOf(v.Member(onlyIn[i]), onlyFields[:]...)
	}
	if !ok && isErrorClass(v.Member("name")) { // Yup
		name, ok = textOf(v, "path")
	}
	if ok {
		r.Field(errkit.Field{Path: pointer.FromPath(name), Message: message})
		return
	}
	for item := v.Member("fields").FirstElement(); item.Kind() == jsontree.String; item = item.Next() {
		if name, _ := item.Text(); !r.Field(errkit.Field{Path: pointer.FromPath(name), Message: message}) {
			break
		}
	}
}

// isParam reports whether an object says that a request is invalid because of a parameter, and no code says more: OpenAI.
func isParam(v jsontree.Value) bool {
	param, _ := v.Member("param").Text()
	return param != "" && param != "None" && v.Member("type").Is("invalid_request_error") && v.Member("code").IsNull() // LiteLLM writes None
}

// fieldsFound refines a kind that only means that the request or the call failed.
func (r *Reader) fieldsFound() {
	switch r.Error.Kind {
	case errkit.InvalidRequest, errkit.ExecutionFailed, errkit.Unknown:
		r.Kind(errkit.InvalidInput, "a list of invalid members")
	}
}

// RetryMembers reads retryable and the members of [Reader.Delay].
func (r *Reader) RetryMembers(v jsontree.Value) {
	r.Delay(v)
	if retryable, ok := r.Bool(v, "retryable"); ok {
		r.Peer.Retry = errkit.Never
		if retryable {
			r.Peer.Retry = errkit.Allowed
		}
	}
}

// Delay reads the time to wait, under any name that servers use for it.
func (r *Reader) Delay(v jsontree.Value) {
	for _, name := range [...]string{"retry_after", "retryAfter", "retry_after_seconds", "retryAfterSeconds", "retry_in_seconds", "wait_seconds", "retry-after", "retry_after_sec", "retryAfterSecs", "reset_after_seconds"} {
		if d, ok := r.Seconds(v, name); ok {
			r.Error.RetryAfter = d
		}
	}
	for _, name := range [...]string{"retry_after_ms", "retryAfterMs", "backoff_ms", "retry_in_ms", "retryInMs"} {
		if d, ok := r.Milliseconds(v, name); ok {
			r.Error.RetryAfter = d
		}
	}
}

// retryDetails reads the delays that APIs have in the details of an error: google.rpc.RetryInfo, Kubernetes, Telegram, GraphQL.
func (r *Reader) retryDetails(v jsontree.Value) {
	details := v.Member("details")
	for item := details.FirstElement(); item.Kind() == jsontree.Object; item = item.Next() {
		delay := item.Member("retryDelay")
		if text, _ := delay.Text(); strings.HasSuffix(text, "s") {
			if d, err := time.ParseDuration(text); err == nil && d > 0 {
				r.Error.RetryAfter = d
				r.Used(item.Member("@type"))
			}
		}
	}
	for _, name := range [...]string{"details", "parameters", "extensions", "error_extra", "extras", "error", "metadata", "meta"} {
		r.Delay(v.Member(name))
	}
}

// messageNames are the members in which servers have the message of an error.
var messageNames = [...]string{
	"message", "msg", "detail", "error_description", "error_message", "errorMessage", "error_msg", "errmsg", "err_msg", "retMsg", "error", "reason",
	"description", "title", "Message", "faultstring", "errorSummary", "err", "info", "hydra:description", "text",
	"status_message", "status_msg", "user_message", "errorDescription", "summary", "Error", "error-type", "Error Message", "errormessage", "details", "exception",
}

// MessageOf returns the message of an error object, under any name that servers use for it.
func MessageOf(v jsontree.Value) string {
	if s, ok := v.Member("result").Text(); ok && v.Member("message").Is("NOTOK") { // Etherscan
		return s
	}
	if list := v.Member("message"); list.Kind() == jsontree.Array && (v.Member("statusCode").Kind() == jsontree.Number || v.Member("error").Kind() == jsontree.String) {
		if s := sentences(list); s != "" { // NestJS, beside the reason phrase
			return s
		}
	}
	if s, ok := textOf(v, messageNames[:]...); ok {
		if reason, _ := v.Member("reason").Text(); strings.IndexByte(s, ' ') < 0 && strings.IndexByte(reason, ' ') > 0 { // CouchDB, RabbitMQ
			return reason
		}
		return s
	}
	if s, ok := v.Member("message").Member("value").Text(); ok && s != "" { // OData 2
		return s
	}
	for _, name := range [...]string{"errorMessages", "errors", "error", "error_messages", "problems", "reasons", "messages"} {
		switch first := v.Member(name).FirstElement(); first.Kind() {
		case jsontree.Object:
			s, _ := textOf(first, "message", "detail", "title", "msg")
			return s
		case jsontree.String:
			return sentences(v.Member(name))
		}
	}
	return ""
}

// sentences returns the texts of a list, joined; "" if the first one is not a text.
func sentences(list jsontree.Value) string {
	all, _ := list.FirstElement().Text()
	for next := list.FirstElement().Next(); all != "" && len(all) < maxJoined; next = next.Next() {
		s, ok := next.Text()
		if !ok {
			break
		}
		all += "; " + s
	}
	return all
}

// The text of a body that is not JSON is a message if it is short; anything else is a page.
const (
	maxPlainText  = 500 // bytes
	maxPlainLines = 3
)

// plainText returns the message of a body of plain text, "" if the body is something else or has more than a message.
func plainText(h http.Header, body []byte) string {
	if len(body) > 2*maxPlainText {
		return ""
	}
	text := strings.TrimSpace(string(body))
	if media := httphead.MediaType(h); media != "" && media != "text/plain" {
		return ""
	}
	if text == "" || strings.IndexByte("<{[", text[0]) >= 0 || len(text) > maxPlainText || !utf8.ValidString(text) ||
		strings.Count(text, "\n") >= maxPlainLines {
		return ""
	}
	return text
}
