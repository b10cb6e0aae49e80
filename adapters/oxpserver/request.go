package oxpserver

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httpbody"
	"github.com/toolerr/toolerr/internal/jsoninput"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/internal/limit"
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
	schemaName,
	"otc://1.0",
	"https://github.com/OpenToolCalling/Specification/tree/main/spec/http/1.0/openapi.json",
	"https://github.com/OpenExecProtocol/Specification/tree/main/spec/http/1.0/openapi.json",
}

// A request is what has been read of a request. At any time it has what is needed to render an error for it.
type request struct {
	flat      bool
	version   string          // of the header OXP-Version
	callID    json.RawMessage // a JSON string; nil until it is known
	hasCallID bool            // the client sent the call id
	traceID   string
	toolID    string
	input     jsontree.Value
	context   jsontree.Value
	caller    tool.Caller // of the context
}

// newRequest returns a request of which the headers have been read. The version header is only used with the flat form.
func newRequest(r *http.Request) *request {
	v := r.Header.Get(versionHeader)
	return &request{flat: v != "", version: v}
}

// schema returns the $schema of a response: "" in the flat form.
func (q *request) schema() string {
	if q.flat {
		return ""
	}
	return schemaName
}

// readBody returns the body of a request, within the limit.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	limit := s.MaxBody
	if limit <= 0 {
		limit = 1 << 20
	}
	return httpbody.Read(w, r, limit)
}

// readList reads the optional body of GET /tools.
func (q *request) readList(body []byte) error {
	if len(body) == 0 {
		return q.checkVersion(jsontree.Value{})
	}
	root, err := jsoninput.Parse(body)
	if err != nil {
		return err
	}
	return q.checkVersion(root.Member("$schema"))
}

// read reads the body of a call.
func (q *request) read(r *http.Request, body []byte) error {
	if err := httpbody.CheckJSON(r.Header); err != nil {
		return err
	}
	root, err := jsoninput.Parse(body)
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
func (q *request) readCall(v jsontree.Value) error {
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
	if q.traceID, err = stringOf(v.Member("trace_id")); err != nil {
		return err
	}
	if q.toolID, err = stringOf(v.Member("tool_id")); err != nil {
		return err
	}
	if q.toolID == "" {
		return invalid(`"tool_id" is missing.`)
	}
	q.input, q.context = v.Member("input"), v.Member("context")
	if inputs := v.Member("inputs"); isAbsent(q.input) {
		q.input = inputs
	} else if !isAbsent(inputs) {
		return invalid(`The request has both "input" and "inputs".`)
	}
	return q.readContext()
}

// readCallID reads a call id: any string, or a number, which becomes its text. Without one the call gets a random id.
func (q *request) readCallID(v jsontree.Value) error {
	switch {
	case v.Kind() == jsontree.String && v.Raw() != `""`:
		q.callID, q.hasCallID = json.RawMessage(v.Raw()), true
	case v.Kind() == jsontree.Number:
		q.callID, q.hasCallID = json.RawMessage(`"`+v.Raw()+`"`), true
	case v.Kind() != jsontree.String && !isAbsent(v):
		return invalid(`"call_id" must be a string.`)
	default:
		q.callID = json.RawMessage(`"` + newCallID() + `"`)
	}
	if len(q.callID) > limit.ID { // it would be in every response
		q.callID, q.hasCallID = nil, false
		return invalid(errkit.Textf(`"call_id" is longer than %d bytes.`, limit.ID))
	}
	return nil
}

// callIDText returns the call id as a text.
func (q *request) callIDText() (id string) {
	_ = json.Unmarshal(q.callID, &id) // it is a valid JSON string
	return id
}

// readContext reads what the call brings besides its input (OXP 1.0, Call Tool Request, context).
func (q *request) readContext() (err error) {
	if !isAbsent(q.context) && q.context.Kind() != jsontree.Object {
		return invalid(`"context" must be an object.`)
	}
	if q.caller.UserID, err = stringOf(q.context.Member("user_id")); err != nil {
		return err
	}
	q.caller.Tokens = map[string]tool.Token{}
	err = readPairs(q.context.Member("authorization"), "token", func(id string, v errkit.Private) { q.caller.Tokens[id] = tool.Token{Value: v} })
	if err != nil {
		return err
	}
	q.caller.Secrets = map[string]errkit.Private{}
	return readPairs(q.context.Member("secrets"), "value", func(id string, v errkit.Private) { q.caller.Secrets[id] = v })
}

// readPairs calls add for each object of a list, with its member id and its private member with a name.
func readPairs(list jsontree.Value, name string, add func(id string, v errkit.Private)) error {
	if isAbsent(list) {
		return nil
	}
	if list.Kind() != jsontree.Array {
		return invalid(errkit.Textf("%q must be an array.", list.ShortPointer()))
	}
	for item := range list.Elements() {
		id, err := stringOf(item.Member("id"))
		if err != nil {
			return err
		}
		private, err := stringOf(item.Member(name))
		if err != nil {
			return err
		}
		if id == "" || private == "" {
			return invalid(errkit.Textf("%q must be an object with %q and %q.", item.ShortPointer(), "id", name))
		}
		add(id, errkit.Dev(private))
	}
	return nil
}

// checkVersion checks the version of OXP in $schema and in the header.
func (q *request) checkVersion(schema jsontree.Value) error {
	name, err := stringOf(schema)
	if err != nil {
		return err
	}
	if name != "" && !slices.Contains(schemaNames, name) || !slices.Contains([]string{"", "1", "1.0", "1.0.0"}, q.version) {
		return &errkit.Error{Kind: errkit.UnsupportedVersion, Message: `This server supports OXP 1.0 ("urn:oxp:1.0").`}
	}
	return nil
}

func invalid(message errkit.Text) error { return errkit.New(errkit.InvalidRequest, message) }

// isAbsent reports whether a member is absent or null, which many JSON libraries write for an absent value.
func isAbsent(v jsontree.Value) bool { return v.Kind() == jsontree.Absent || v.Kind() == jsontree.Null }

// stringOf returns a string, "" for an absent one.
func stringOf(v jsontree.Value) (string, error) {
	if isAbsent(v) {
		return "", nil
	}
	s, ok := v.Text()
	if !ok {
		return "", invalid(errkit.Textf("%q must be a string.", v.ShortPointer()))
	}
	return s, nil
}

// checkMembers returns an error for an object with a repeated or unknown member (OXP 1.0, additionalProperties: false).
func checkMembers(v jsontree.Value, allowed ...string) error {
	seen := map[string]bool{}
	for name, m := range v.Members() {
		if !slices.Contains(allowed, name) {
			return invalid(errkit.Textf("A request has no member %q.", jsonw.Clean(m.ShortPointer(), 80)))
		}
		if seen[name] {
			return invalid(errkit.Textf("The member %q must be given once.", name))
		}
		seen[name] = true
	}
	return nil
}
