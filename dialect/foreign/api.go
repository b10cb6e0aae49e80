package foreign

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// ByStatus sets the kind of the HTTP status of an API, and reports whether the status is that of
// an error. A 400 is about the input of the call, unless a code or a text names the request
// itself. APIs send 403 for limits and credentials, too, and 503 for limits, so a text may say
// that; a 500 may be about the call.
func ByStatus(r *wire.Reader) bool {
	ok := r.ByStatus()
	switch r.Document.Status {
	case http.StatusBadRequest:
		badRequest(r, "HTTP status 400")
		r.Error.Status = http.StatusBadRequest // until the kind is final
	case http.StatusForbidden, http.StatusNotAcceptable, http.StatusInternalServerError, http.StatusServiceUnavailable:
		r.Refine(r.Guess.Open | wire.BadCall)
	}
	return ok
}

// badRequest sets the kind that the HTTP status 400 of an API has, for the status or for a code
// that is as general.
func badRequest(r *wire.Reader, rule string) {
	r.Kind(errkit.InvalidInput, rule)
	r.Refine(wire.BadRequest | wire.BadCall)
	r.Guess.StatusOnly = true
}

// APIError reads the error body of an HTTP API: an object, or the first one of an array. The kind
// is that of a code of the API, of the HTTP status and of the codes that APIs share.
func APIError(r *wire.Reader, root jsontree.Value) {
	apiError(r, root, knownAPI(&r.Document, root, header.IsError(r.Document.Status)))
}

// An apiBody is the error body of an API while it is read.
type apiBody struct {
	*wire.Reader
	api           *api           // that it is known to be of; the zero one: it is of none
	list, root, v jsontree.Value // the body, the first object of it, and the one in that which describes the error
	stated        outcome        // see outcome
}

// apiError is APIError for a document of a known API, nil if it is of none.
func apiError(r *wire.Reader, list jsontree.Value, a *api) {
	a = cmp.Or(a, new(api))
	root := list
	if root.Kind() == jsontree.Array {
		root = root.FirstElement()
	}
	v := errorObject(root)
	if v == root { // perhaps XML
		inner, _ := unwrap(root)
		v = errorObject(inner)
	}
	b := apiBody{Reader: r, api: a, list: list, root: root, v: v}
	b.readStatus()
	b.readCodes()
	b.readTexts()
	a.readRest(r, list)
	if r.Error.Kind == errkit.Internal && a.places["status"] != nil { // SOAP: services blame the server for any failure
		r.Peer.Guessed, r.Peer.Coarse = true, errkit.Internal
	}
}

// outcome returns what the members of the body state, which is found out when it is needed.
func (b *apiBody) outcome() *outcome {
	if b.stated == (outcome{}) {
		b.stated, _ = outcomeOf(b.list)
	}
	return &b.stated
}

// readStatus sets the kind of the HTTP status, which the body states if the response has none.
func (b *apiBody) readStatus() {
	if status := b.Document.Status; !header.IsError(status) {
		b.Document.Status = bodyStatus(b.v, b.root)
		isOwn := statusIn(b.v.Member("code")) == http.StatusInternalServerError ||
			containsAny(lower(b.outcome().text.Scalar()), "invalid")
		isOwn = isOwn && b.Document.Status >= http.StatusInternalServerError // of any failure
		isOwn = isOwn || b.api.name == "" && http.StatusText(b.Document.Status) == "" ||
			slices.Contains(tables().Unlikely, strconv.Itoa(b.Document.Status))
		switch {
		case b.Document.Status == 0:
			b.Document.Status = PhraseStatus(MessageOf(b.v))
		case isOwn && header.IsSuccess(status):
			b.Document.Status = 0
		}
	}
	// An API whose status says nothing has 500 for every failure.
	b.Peer.AnyStatus = b.Document.Status == http.StatusInternalServerError && b.api.places["status"] != nil
	if b.Peer.AnyStatus || !ByStatus(b.Reader) {
		b.Kind(errkit.ExecutionFailed, "an error of an HTTP API")
		b.Refine(wire.UnknownCode)
	}
	isText := b.list.Len() == 1 && b.list.FirstMember().Kind() == jsontree.String // there is nothing else
	if isText && b.Document.Status == http.StatusUnprocessableEntity {
		b.Refine(wire.BadCall)
	}
}

// readCodes sets the kind of the codes: of the API, of JSON-RPC, or that APIs share.
func (b *apiBody) readCodes() {
	r, e := b.Reader, b.Error
	known := b.api.byOwnCode(r, b.list)
	if known && b.Document.Status == http.StatusInternalServerError && b.api.name == "GraphQL" {
		// Servers have 500 when nothing resolved, for one reason; the credentials may be theirs.
		isNothing := b.list.Member("data").IsNull() && b.list.Member("errors").Len() == 1
		b.Peer.AnyStatus = isNothing && e.Kind != errkit.Unauthenticated && e.Kind != errkit.PermissionDenied
	}
	if b.api.name == oauthName {
		refineOAuth(r, b.Peer.Code)
	}
	named := b.v == b.root.FirstMember() && byFaultName(r, b.v.Name())
	isRPC := !known && !named && byNumber(r, b.v)
	if !known && !named && !isRPC {
		byCodes(r, b.v, b.root)
	}
	for code, in := range b.api.values("code", b.Document.Header, b.list) {
		if !isKept(code) {
			continue
		}
		if b.Guess.StatusOnly { // no rule knows the other one, either
			e.Code = ""
		}
		if keepCode(r, code) {
			b.Used(in)
		}
		break
	}
	if e.Code != "" || isRPC || slices.Contains(b.api.places["code"], "-") {
		return
	}
	stated := b.outcome().code
	isCode := stated.Name() != "exception" && PhraseStatus(stated.Scalar()) == 0 // which is private
	if isCode && keepCode(r, stated.Scalar()) {
		b.Used(stated.Value)
		if b.Guess.StatusOnly && e.Kind != errkit.Unauthenticated || e.Kind == errkit.ExecutionFailed {
			ByAPICode(r, stated.Scalar(), wire.Place(stated.Value))
		}
	}
}

// readTexts reads the message and the lists of invalid members.
func (b *apiBody) readTexts() {
	r, e := b.Reader, b.Error
	b.api.readPlaces(r, b.list)
	for _, in := range [...]jsontree.Value{b.v, b.root, b.list} {
		if message := MessageOf(in); e.Message == "" && (message != b.Peer.Code || b.api.name != oauthName) {
			b.Message(message)
		}
	}
	readLists(r, b.v, b.root, b.list)
	if f := e.Fields; len(f) == 0 || f[0].Message == e.Message { // else their texts are in the lists
		if e.Message == "" && b.outcome().text.Scalar() != string(e.Code) {
			b.Used(b.stated.text.Value)
			b.Message(b.stated.text.Scalar())
		}
		addMessage(r, b.v)
		addMessage(r, b.root)
	}
	own := isConstant(string(e.Code)) || len(b.api.places["code"]) > 0
	if f := e.Fields; len(f) > 0 && f[0].Rule == string(e.Code) && !own {
		e.Code = "" // of the field
	}
}

// readLists reads the lists of invalid members of an error object, of the document around it and
// of the whole document, which may be such a list.
func readLists(r *wire.Reader, v, root, list jsontree.Value) {
	fieldList(r, list) // Yii
	membersOf(r, v, root)
	// That of FastAPI behind an API, which may name another member.
	fieldList(r, root.Member("message").Member("detail"))
	switch { // Django REST framework
	case r.Error.Message != "" || len(r.Error.Fields) > 0:
	case root.FirstMember().Kind() == jsontree.Array && isFieldList(root):
		InvalidMembers(r, root)
		fieldsFound(r)
	case r.Document.Status != http.StatusBadRequest && r.Document.Status != http.StatusUnprocessableEntity:
	default:
		for _, tree := range [...]jsontree.Value{root, root.Member("error")} {
			if isTree(tree, 0) {
				treeMembers(r, tree, nil)
				fieldsFound(r)
			}
		}
	}
}

// byFaultName sets the kind of the name of a fault: OpenStack. A name such as apiError has none.
func byFaultName(r *wire.Reader, name string) bool {
	k, _, _ := lookupCode(name)
	return k != errkit.Internal && ByAPICode(r, name, "the name of the fault")
}

// GuessFromAPI adds what describes the failure in the error body of an HTTP API: the texts, the
// codes and the status. A code that APIs share comes before the texts.
func GuessFromAPI(r *wire.Reader, root jsontree.Value) {
	v := errorObject(root)
	if status := bodyStatus(v, root); status != 0 {
		r.GuessFrom("HTTP " + strconv.Itoa(status))
	}
	r.GuessFrom(MessageOf(v))
	guessCodes(r, v)
	r.Guess.Body = root
}

// guessCodes adds the codes of an error object. After a general code a more exact one counts.
func guessCodes(r *wire.Reader, v jsontree.Value) {
	for _, place := range tables().Codes {
		code, _ := v.At(place).Text()
		r.GuessFrom(code)
		before, _ := sharedCode(r.Guess.Code)
		if _, known := sharedCode(code); known && (r.Guess.Code == "" || before == errkit.InvalidRequest) {
			r.Guess.Code = code
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
	if only := root.FirstMember(); root.Len() == 1 && !isFieldList(only) && describesError(firstObject(only)) {
		return firstObject(only) // OpenStack: behind the name of the fault
	}
	if MessageOf(root) == "" {
		for _, name := range tables().Envelopes {
			inner := firstObject(root.Member(name))
			isRecord := root.Member(name).Kind() == jsontree.Array && !inner.Member("id").IsNull()
			for _, name := range [...]string{"error", "Error", "meta"} {
				if v := inner.Member(name); describesError(v) {
					return v
				}
			}
			if !isRecord && describesError(inner) {
				return inner
			}
		}
	}
	if nested := root.Member("data").Member("error"); describesError(nested) {
		return nested
	}
	return root
}

// firstObject returns an object or the first one of an array, or the one that it wraps: superjson,
// QuickBooks.
func firstObject(v jsontree.Value) jsontree.Value {
	if v.Kind() == jsontree.Array {
		v = v.FirstElement()
	}
	for _, name := range [...]string{"json", "error", "Error"} {
		if inner := v.Member(name); inner.Kind() == jsontree.Object || inner.FirstElement().Kind() == jsontree.Object {
			return firstObject(inner)
		}
	}
	return v
}

// describesError reports whether an object has a message or a list of invalid members.
func describesError(v jsontree.Value) bool {
	return v.Kind() == jsontree.Object && (MessageOf(v) != "" || isFieldList(v.Member("issues")))
}

// APIRefine reads what an error body of an HTTP API has beside its message: the codes, unless
// something else than the HTTP status determined the kind, and the members of [APIMembers].
func APIRefine(r *wire.Reader, root jsontree.Value) {
	v := errorObject(root)
	if r.Guess.StatusOnly {
		byCodes(r, v, root)
	}
	membersOf(r, v, root)
}

// membersOf reads the members of an error object and of the document around it.
func membersOf(r *wire.Reader, v, root jsontree.Value) {
	APIMembers(r, root)
	if v != root {
		APIMembers(r, v)
	}
	retryDetails(r, v)
}

// APIMembers reads the members that many HTTP APIs have beside a message: lists of invalid
// members, delays.
func APIMembers(r *wire.Reader, v jsontree.Value) {
	Fields(r, v)
	OnlyField(r, v)
	RetryMembers(r, v)
}

// OnlyField reads the name of the only invalid member, or a list of names: Salesforce.
func OnlyField(r *wire.Reader, v jsontree.Value) {
	if r.Guess.StatusOnly && r.Error.Kind == errkit.InvalidInput && isParam(v) {
		r.Kind(errkit.InvalidInput, "the parameter of an invalid request")
	}
	if r.Error.Kind != errkit.InvalidInput || len(r.Error.Fields) > 0 {
		return
	}
	message := MessageOf(v)
	name, ok := textOf(v, tables().Only...)
	for i := 0; i < len(tables().Within) && !ok; i++ {
		name, ok = textOf(v.Member(tables().Within[i]), tables().Only...)
	}
	if !ok && isErrorClass(v.Member("name")) { // Yup
		name, ok = textOf(v, "path")
	}
	if ok {
		r.Field(errkit.Field{Path: pointer.FromPath(name), Message: errkit.Text(message)})
		return
	}
	for _, names := range tables().Named {
		beside, _ := memberMessage(v.At(names[:strings.LastIndexByte(names, '/')]))
		for item := v.At(names).FirstElement(); item.Kind() == jsontree.String; item = item.Next() {
			text, _ := item.Text()
			name, sentence, _ := strings.Cut(text, ": ") // govalidator
			if !strings.Contains(name, " ") {
				r.Field(errkit.Field{Path: pointer.FromPath(name), Message: errkit.Text(cmp.Or(sentence, beside, message))})
				fieldsFound(r)
			}
		}
	}
}

// isParam reports whether an object blames a parameter for an invalid request, and has no code
// that is more specific: OpenAI.
func isParam(v jsontree.Value) bool {
	param, _ := v.Member("param").Text() // LiteLLM writes None
	return param != "" && param != "None" && v.Member("type").Is("invalid_request_error") && v.Member("code").IsNull()
}

// Fields reads the lists of invalid members that an object has, or a list that is one where the
// input is invalid, if there are no fields yet, and refines a kind that only means that the request
// or the call failed.
func Fields(r *wire.Reader, v jsontree.Value) {
	if len(r.Error.Fields) == 0 && !(r.Error.Kind == errkit.InvalidInput && fieldList(r, v)) && FieldLists(r, v) {
		fieldsFound(r)
	}
}

// fieldList reads a list of invalid members, and reports whether a value is one.
func fieldList(r *wire.Reader, list jsontree.Value) bool {
	if list.Kind() != jsontree.Array || !isFieldList(list) {
		return false
	}
	InvalidMembers(r, list)
	fieldsFound(r)
	return true
}

// fieldsFound refines a kind that only means that the request or the call failed.
func fieldsFound(r *wire.Reader) {
	k := r.Error.Kind
	if k == errkit.InvalidInput && r.Guess.StatusOnly || k == errkit.InvalidRequest || k == errkit.ExecutionFailed {
		r.Kind(errkit.InvalidInput, "a list of invalid members")
	}
}

// RetryMembers reads retryable and the members of [Guidance].
func RetryMembers(r *wire.Reader, v jsontree.Value) {
	Guidance(r, v)
	r.Retryable(v, "retryable")
}

// Guidance reads the time to wait and the https URL of what documents the error, under any name
// that servers use for them; a time in milliseconds counts before one in seconds. An object that
// has a name many times is read only in part: to look up each takes the time of all.
func Guidance(r *wire.Reader, v jsontree.Value) {
	uses, exact, used := &tables().uses, false, 0
	for m := v.FirstMember(); m.Kind() != jsontree.Absent && used < 64; m = m.Next() {
		name := m.Name()
		use := uses.get(name)
		used += int(min(use, 1))
		switch {
		case use&forSeconds != 0:
			if d, ok := r.Seconds(v, name); ok && !exact {
				r.Error.RetryAfter = d
			}
		case use&forMilliseconds != 0:
			if d, ok := r.Milliseconds(v, name); ok {
				r.Error.RetryAfter, exact = d, true
			}
		case use&forDocs != 0:
			if s := text.WebURL(m.Scalar()); strings.HasPrefix(s, "https://") && r.Error.DocURL == "" {
				r.Error.DocURL = s
				r.Used(m)
			}
		}
	}
}

// retryDetails reads the delays that APIs have in the details of an error: google.rpc.RetryInfo,
// Kubernetes, Telegram, GraphQL.
func retryDetails(r *wire.Reader, v jsontree.Value) {
	details := v.Member("details")
	for item := details.FirstElement(); item.Kind() == jsontree.Object; item = item.Next() {
		delay, _ := item.Member("retryDelay").Text()
		if d, err := time.ParseDuration(delay); err == nil && d > 0 && strings.HasSuffix(delay, "s") {
			r.Error.RetryAfter = d
			r.Used(item.Member("@type"))
		}
	}
	Guidance(r, details)
	for _, name := range tables().Guides {
		Guidance(r, v.Member(name))
	}
}
