package bridge

import (
	"bytes"
	"encoding/json"

	"github.com/toolerr/toolerr/errkit"
)

// Members of a request whose types a scanner keeps.
const (
	memberParams = iota
	memberName
	memberURI
	memberArguments
	typedMembers
)

// requirements are the types of members of params that methods of MCP require (MCP, Schema).
var requirements = [...]struct {
	method   string
	member   int
	first    byte // of a value of the type
	optional bool // it may be absent, or null, which SDKs take for absent
	text     errkit.Text
	param    string
}{
	{"tools/call", memberName, '"', false, "the params must have the name of a tool, a string", "string"},
	{"tools/call", memberArguments, '{', true, "the arguments must be an object", "object"},
	{"prompts/get", memberName, '"', false, "the params must have the name of a prompt, a string", "string"},
	{"prompts/get", memberArguments, '{', true, "the arguments must be an object", "object"},
	{"resources/read", memberURI, '"', false, "the params must have the URI of a resource, a string", "string"},
	{"resources/subscribe", memberURI, '"', false, "the params must have the URI of a resource, a string", "string"},
	{"resources/unsubscribe", memberURI, '"', false, "the params must have the URI of a resource, a string", "string"},
}

// fault returns what is wrong with the params of a request of JSON-RPC, nil if nothing is known to
// be.
func (s *scanner) fault() *errkit.Field {
	params := s.types[memberParams]
	if !s.done || !s.rpc || s.hidden || !s.hasMethod() {
		return nil
	}
	noObject := &errkit.Field{Message: "the params must be an object", Rule: "type", Param: "object"}
	if params != 0 && params != 'n' && params != '{' && params != '[' { // JSON-RPC 2.0 §4.2
		return noObject
	}
	method := text(s.method)
	for i := range requirements {
		r := &requirements[i]
		got := s.types[r.member]
		switch {
		case r.method != method || got == r.first || r.optional && (got == 0 || got == 'n'):
		case params == '[':
			return noObject
		default:
			return &errkit.Field{Message: r.text, Rule: "type", Param: r.param}
		}
	}
	return nil
}

// blamed returns an error of the upstream, or the caller's error that it is if the request has a
// fault: servers respond to one with Internal error. The id is that of the response, nil for one as
// a whole. The field is what is wrong, and public.
func (x *Exchange) blamed(e *errkit.Error, id json.RawMessage) (*errkit.Error, *errkit.Field) {
	switch e.Kind {
	case errkit.Internal, errkit.Unknown, errkit.InvalidInput, errkit.InvalidRequest:
	default:
		return e, nil
	}
	fault := x.sentFault(id)
	if fault == nil {
		return e, nil
	}
	c := *e
	c.Kind, c.Retry, c.Stage, c.Status, c.Upstream, c.RetryAfter = errkit.InvalidInput, errkit.RetryUnspecified, 0, 0, 0, 0
	return &c, fault
}

// sentFault returns what is wrong with the request to which a response with an id belongs.
func (x *Exchange) sentFault(id json.RawMessage) *errkit.Field {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case x.sent.batch:
		for i := range x.sentBatch.list {
			if call := &x.sentBatch.list[i]; bytes.Equal(call.ID, id) {
				return call.fault
			}
		}
		return nil
	case id != nil && !bytes.Equal(id, x.sent.id):
		return nil
	}
	return x.sent.fault()
}
