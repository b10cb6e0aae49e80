package oxpserver

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/tool"
)

const (
	versionHeader = "OXP-Version"
	version       = "1.0"
	schemaName    = "urn:oxp:1.0"
)

// schemaNames are the values of $schema for OXP 1.0, the older ones included.
var schemaNames = []string{
	"", // absent
	schemaName,
	"otc://1.0",
	"https://github.com/OpenToolCalling/Specification/tree/main/spec/http/1.0/openapi.json",
	"https://github.com/OpenExecProtocol/Specification/tree/main/spec/http/1.0/openapi.json",
}

// A callRequest is what has been read of a request. At any time it has what is needed to render an
// error for it.
type callRequest struct {
	flat      bool
	version   string          // of the header OXP-Version
	callID    json.RawMessage // a JSON string; nil until it is known
	hasCallID bool            // the client sent the call id
	traceID   string
	toolID    string
	input     jsontree.Value
	context   jsontree.Value
	caller    tool.Caller // of the context

	repeatable errkit.Repeatable // of the tool, or of a route that only reads
}

// newRequest returns a request of which the headers have been read. The version header is only
// used with the flat form.
func newRequest(r *http.Request) *callRequest {
	v := r.Header.Get(versionHeader)
	q := &callRequest{flat: v != "", version: v}
	if r.Method != http.MethodPost { // which calls a tool
		q.repeatable = header.Repeatable(r.Method)
	}
	return q
}

// readBody returns the body of a request, within the limit.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	return request.ReadBody(w, r, cmp.Or(max(s.MaxBody, 0), 1<<20))
}

// readList reads the optional body of GET /tools.
func (q *callRequest) readList(body []byte) error {
	if len(body) == 0 {
		return q.checkVersion(jsontree.Value{})
	}
	root, err := request.Parse(body)
	if err != nil {
		return err
	}
	return q.checkVersion(root.Member("$schema"))
}

// read reads the body of a call.
func (q *callRequest) read(r *http.Request, body []byte) error {
	if err := request.CheckJSON(r.Header); err != nil {
		return err
	}
	root, err := request.Parse(body)
	if err != nil {
		return err
	}
	if root.Kind() != jsontree.Object {
		return invalid("The request must be a JSON object.")
	}
	call := root.Member("request")
	if call.Kind() != jsontree.Absent {
		q.flat = false
	} else if root.Member("tool_id").Kind() != jsontree.Absent {
		q.flat, call = true, root
	}
	if err := q.checkVersion(root.Member("$schema")); err != nil {
		return err
	}
	switch {
	case call.Kind() == jsontree.Absent:
		return invalid(`The request has neither "request" nor "tool_id".`)
	case call.Kind() != jsontree.Object:
		return invalid(`"request" must be an object.`)
	case !q.flat:
		if err := checkMembers(root, "$schema", "request"); err != nil {
			return err
		}
	}
	return q.readCall(call)
}

// readCall reads a CallToolRequest (OXP 1.0). Its prose calls the member "input" also "inputs".
func (q *callRequest) readCall(v jsontree.Value) error {
	if err := q.readCallID(v.Member("call_id")); err != nil {
		return err
	}
	allowed := []string{"call_id", "trace_id", "tool_id", "input", "inputs", "context"}
	if q.flat {
		allowed = append(allowed, "$schema")
	}
	if err := checkMembers(v, allowed...); err != nil {
		return err
	}
	var err error
	q.traceID, q.toolID = stringOf(v.Member("trace_id"), &err), stringOf(v.Member("tool_id"), &err)
	switch {
	case err != nil:
		return err
	case q.toolID == "":
		return invalid(`"tool_id" is missing.`)
	}
	q.input, q.context = v.Member("input"), v.Member("context")
	if inputs := v.Member("inputs"); q.input.IsNull() {
		q.input = inputs
	} else if !inputs.IsNull() {
		return invalid(`The request has both "input" and "inputs".`)
	}
	return q.readContext()
}

// readCallID reads a call id: any string, or a number, which becomes its text. Without one the
// call gets a random id.
func (q *callRequest) readCallID(v jsontree.Value) error {
	switch {
	case v.Kind() == jsontree.String && v.Raw() != `""`:
		q.callID, q.hasCallID = json.RawMessage(v.Raw()), true
	case v.Kind() == jsontree.Number:
		q.callID, q.hasCallID = json.RawMessage(`"`+v.Raw()+`"`), true
	case v.Kind() != jsontree.String && !v.IsNull():
		return invalid(`"call_id" must be a string.`)
	default:
		q.callID = json.RawMessage(`"` + request.NewID() + `"`)
	}
	if len(q.callID) > text.MaxID { // it would be in every response
		q.callID, q.hasCallID = nil, false
		return invalid(errkit.Textf(`"call_id" is longer than %d bytes.`, text.MaxID))
	}
	return nil
}

// readContext reads what the call brings besides its input (OXP 1.0, Call Tool Request, context).
func (q *callRequest) readContext() (err error) {
	if !q.context.IsNull() && q.context.Kind() != jsontree.Object {
		return invalid(`"context" must be an object.`)
	}
	q.caller.UserID = stringOf(q.context.Member("user_id"), &err)
	q.caller.Tokens, q.caller.Secrets = map[string]tool.Token{}, map[string]errkit.Private{}
	readPairs(q.context.Member("authorization"), "token", &err,
		func(id string, v errkit.Private) { q.caller.Tokens[id] = tool.Token{Value: v} })
	readPairs(q.context.Member("secrets"), "value", &err,
		func(id string, v errkit.Private) { q.caller.Secrets[id] = v })
	return err
}

// readPairs calls add for each object of a list, with its member id and its private member with a
// name. It sets err as stringOf does.
func readPairs(list jsontree.Value, name string, err *error, add func(id string, v errkit.Private)) {
	if *err == nil && !list.IsNull() && list.Kind() != jsontree.Array {
		*err = invalid(errkit.Textf("%q must be an array.", list.ShortPointer()))
	}
	for item := range list.Elements() {
		id, private := stringOf(item.Member("id"), err), stringOf(item.Member(name), err)
		if *err == nil && (id == "" || private == "") {
			*err = invalid(errkit.Textf("%q must be an object with %q and %q.", item.ShortPointer(), "id", name))
		}
		if *err != nil {
			return
		}
		add(id, errkit.Dev(private))
	}
}

// checkVersion checks the version of OXP in $schema and in the header.
func (q *callRequest) checkVersion(schema jsontree.Value) error {
	var err error
	name := stringOf(schema, &err)
	isKnown := slices.Contains(schemaNames, name) && slices.Contains([]string{"", "1", "1.0", "1.0.0"}, q.version)
	if err == nil && !isKnown {
		return &errkit.Error{Kind: errkit.UnsupportedVersion, Message: `This server supports OXP 1.0 ("urn:oxp:1.0").`}
	}
	return err
}

func invalid(message errkit.Text) error { return errkit.New(errkit.InvalidRequest, message) }

// stringOf returns a string, "" for an absent one or null, which many JSON libraries write for an
// absent value. For any other value it sets err, unless that is
// set already: the first error counts.
func stringOf(v jsontree.Value, err *error) string {
	s, ok := v.Text()
	if !ok && !v.IsNull() && *err == nil {
		*err = invalid(errkit.Textf("%q must be a string.", v.ShortPointer()))
	}
	return s
}

// checkMembers returns an error for an object with a repeated or unknown member (OXP 1.0,
// additionalProperties: false).
func checkMembers(v jsontree.Value, allowed ...string) error {
	seen := map[string]bool{}
	for name, m := range v.Members() {
		if !slices.Contains(allowed, name) {
			return invalid(errkit.Textf("A request has no member %q.", text.Clean(m.ShortPointer(), 80)))
		}
		if seen[name] {
			return invalid(errkit.Textf("The member %q must be given once.", name))
		}
		seen[name] = true
	}
	return nil
}
