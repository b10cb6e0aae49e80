package oxpserver

import (
	"encoding/json"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/jsontree"
)

const (
	versionHeader = "OXP-Version"
	spoken        = "1.0"
	spokenSchema  = "urn:oxp:1.0"
)

// schemaNames are the values of $schema that mean OXP 1.0, in its own spelling and in those before it.
var schemaNames = []string{
	spokenSchema,
	"otc://1.0",
	"https://github.com/OpenToolCalling/Specification/tree/main/spec/http/1.0/openapi.json",
	"https://github.com/OpenExecProtocol/Specification/tree/main/spec/http/1.0/openapi.json",
}

// A request is what a body asks for, as far as it was read: enough to answer it in kind.
type request struct {
	flat    bool
	version string          // of the header
	callID  json.RawMessage // as it came, or one made here; nil until it is known
	given   bool            // the client gave the call id
	traceID string
	toolID  string
	input   jsontree.Value
	context jsontree.Value
}

// newRequest is a request of which only the header is known. The header belongs to the flat form.
func newRequest(r *http.Request) *request {
	v := r.Header.Get(versionHeader)
	return &request{flat: v != "", version: v}
}

// schema is the $schema of an answer: "" in the flat form.
func (q *request) schema() string {
	if q.flat {
		return ""
	}
	return spokenSchema
}

// readSchema reads the body that GET /tools may have.
func (q *request) readSchema(body []byte, err error) error {
	if err != nil {
		return err
	}
	if len(body) == 0 {
		return q.checkVersion(jsontree.Value{})
	}
	root, err := parse(body)
	if err != nil {
		return err
	}
	return q.checkVersion(root.Member("$schema"))
}

// read reads the body of a call.
func (q *request) read(r *http.Request, body []byte) error {
	if err := isJSON(r.Header); err != nil {
		return err
	}
	root, err := parse(body)
	if err != nil {
		return err
	}
	if root.Kind() != jsontree.Object {
		return wrong("The request must be a JSON object.")
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
		return wrong(`The request has neither "request" nor "tool_id".`)
	case call.Kind() != jsontree.Object:
		return wrong(`"request" must be an object.`)
	case !q.flat:
		if err := members(root, "$schema", "request"); err != nil {
			return err
		}
	}
	return q.readCall(call)
}

// readCall reads a CallToolRequest (OXP 1.0). "inputs" is what its prose calls "input".
func (q *request) readCall(v jsontree.Value) error {
	if err := q.readCallID(v.Member("call_id")); err != nil {
		return err
	}
	allowed := []string{"call_id", "trace_id", "tool_id", "input", "inputs", "context"}
	if q.flat {
		allowed = append(allowed, "$schema")
	}
	if err := members(v, allowed...); err != nil {
		return err
	}
	var err error
	if q.traceID, err = text(v.Member("trace_id")); err != nil {
		return err
	}
	if q.toolID, err = text(v.Member("tool_id")); err != nil {
		return err
	}
	if q.toolID == "" {
		return wrong(`"tool_id" is missing.`)
	}
	q.input, q.context = v.Member("input"), v.Member("context")
	if inputs := v.Member("inputs"); absent(q.input) {
		q.input = inputs
	} else if !absent(inputs) {
		return wrong(`The request has both "input" and "inputs".`)
	}
	if !absent(q.context) && q.context.Kind() != jsontree.Object {
		return wrong(`"context" must be an object.`)
	}
	return nil
}

// readCallID reads any string. A number counts as its digits.
func (q *request) readCallID(v jsontree.Value) error {
	switch {
	case v.Kind() == jsontree.String && v.Raw() != `""`:
		q.callID, q.given = json.RawMessage(v.Raw()), true
	case v.Kind() == jsontree.Number:
		q.callID, q.given = json.RawMessage(`"`+v.Raw()+`"`), true
	case v.Kind() != jsontree.String && !absent(v):
		return wrong(`"call_id" must be a string.`)
	}
	if len(q.callID) > limit.ID { // every answer has it
		q.callID, q.given = nil, false
		return wrong(errkit.Textf(`"call_id" is longer than %d bytes.`, limit.ID))
	}
	return nil
}

// checkVersion checks both places in which a client may say which OXP it speaks.
func (q *request) checkVersion(schema jsontree.Value) error {
	name, err := text(schema)
	if err != nil {
		return err
	}
	known := name == "" || slices.Contains(schemaNames, name)
	switch q.version {
	case "", "1", "1.0", "1.0.0":
	default:
		known = false
	}
	if !known {
		return &errkit.Error{Kind: errkit.UnsupportedVersion, Message: `This server speaks OXP 1.0 ("urn:oxp:1.0").`}
	}
	return nil
}

// isJSON insists on the Content-Type, so that no page of another site can make a browser call a tool: a form cannot send
// this type without asking first.
func isJSON(h http.Header) error {
	media, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset := strings.ToLower(params["charset"])
	if err != nil || media != "application/json" || charset != "" && charset != "utf-8" {
		return wrong("The Content-Type must be application/json.")
	}
	if c := h.Get("Content-Encoding"); c != "" && c != "identity" {
		return wrong("The request must not have a Content-Encoding.")
	}
	return nil
}

func parse(body []byte) (jsontree.Value, error) {
	if len(body) == 0 {
		return jsontree.Value{}, &errkit.Error{Kind: errkit.Malformed, Message: "The request has no body."}
	}
	root, err := jsontree.Parse(body, jsontree.Limits{Bytes: len(body)})
	if err != nil {
		// The text has no more of the document than one character.
		return root, &errkit.Error{Kind: errkit.Malformed, Message: errkit.Textf("The request is not valid JSON: %s.", err.Error()), Err: err}
	}
	return root, nil
}

func wrong(message errkit.Text) error { return errkit.New(errkit.InvalidRequest, message) }

// absent counts null as absent, as many JSON libraries write it.
func absent(v jsontree.Value) bool { return v.Kind() == jsontree.Absent || v.Kind() == jsontree.Null }

func text(v jsontree.Value) (string, error) {
	if absent(v) {
		return "", nil
	}
	s, ok := v.Text()
	if !ok {
		return "", wrong(errkit.Textf("%q must be a string.", v.ShortPointer()))
	}
	return s, nil
}

// members checks that an object has each member once and no others (OXP 1.0, additionalProperties: false).
func members(v jsontree.Value, allowed ...string) error {
	seen := map[string]bool{}
	for name, m := range v.Members() {
		if !slices.Contains(allowed, name) {
			return wrong(errkit.Textf("There is no member %q in a request.", jsonw.Clean(m.ShortPointer(), 80)))
		}
		if seen[name] {
			return wrong(errkit.Textf("The member %q stands twice.", name))
		}
		seen[name] = true
	}
	return nil
}
