package bridge

import (
	"bytes"
	"encoding/json"
	"sync"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// sent is what is known of the body of a request, of which the parts arrive during the response,
// too: the call that it makes, or those of a batch.
type sent struct {
	mu      sync.Mutex
	message rpc.Message
	call    dialect.Call // of a message that is complete
	batch   []sentCall   // at most maxBatch
	item    *rpc.Message // of the batch, that has no end yet; nil: there is none
	next    bool         // the start of the batch was read
	done    bool         // the batch has an item that is not an object
}

// A sentCall is a call of a batch.
type sentCall struct {
	dialect.Call
	answered bool
	fault    *errkit.Field // of the request; nil: none is known
}

// maxBatch is how many calls of a batch get an error of their own.
const maxBatch = 100

// lockSent locks what is known of the request's body, and returns it.
func (x *Exchange) lockSent() *sent {
	x.sent.mu.Lock()
	return &x.sent
}

// Sent gets the next part of the request's body, for the id of a JSON-RPC call and the types of
// its params. It keeps nothing else.
func (x *Exchange) Sent(p []byte) {
	s := x.lockSent()
	defer s.mu.Unlock()
	if !x.isJSON || s.message.Done {
		return
	}
	n := s.message.Write(p)
	x.frontRequest(p[:n])
	switch {
	case s.message.Batch:
		x.writeBatch(p)
	case s.message.Done:
		s.call = x.callIn(&s.message)
	}
}

// writeBatch reads the next part of a batch. What is not an object ends it.
func (x *Exchange) writeBatch(p []byte) {
	s := &x.sent
	for !s.done && len(s.batch) < maxBatch {
		if s.item == nil {
			if p = bytes.TrimLeft(p, blank+","); len(p) == 0 {
				return
			}
			if !s.next {
				s.next, p = true, p[1:]
				continue
			}
			if s.done = p[0] != '{'; s.done {
				return
			}
			s.item = new(rpc.Message)
		}
		p = p[s.item.Write(p):]
		if !s.item.Done {
			return
		}
		if call := x.callIn(s.item); call.ID != nil && s.item.IsRequest() {
			s.batch = append(s.batch, sentCall{Call: call, fault: faultOf(s.item)})
		}
		s.item = nil
	}
}

// find returns the call of the batch with an id, else nil.
func (s *sent) find(id []byte) *sentCall {
	for i := range s.batch {
		if call := &s.batch[i]; rpc.IsSameID(call.ID, id) {
			return call
		}
	}
	return nil
}

// unanswered returns the calls of the batch without a response.
func (s *sent) unanswered() (calls []dialect.Call) {
	for _, call := range s.batch {
		if !call.answered {
			calls = append(calls, call.Call)
		}
	}
	return calls
}

// IsIdentified reports whether nothing of the request's body is missing that the response needs:
// the id of a call, if its dialect is one of JSON-RPC.
func (x *Exchange) IsIdentified() bool {
	s := x.lockSent()
	defer s.mu.Unlock()
	return !x.isRPC || !x.isJSON || s.message.Done
}

// calls returns the calls that the request makes and that have no response yet: one, unless it is
// a batch.
func (x *Exchange) calls() []dialect.Call {
	if x.body != nil && !x.IsIdentified() {
		x.body.readAhead()
	}
	s := x.lockSent()
	defer s.mu.Unlock()
	if calls := s.unanswered(); x.isRPC && len(calls) > 0 {
		return calls
	}
	return []dialect.Call{x.callIn(&s.message)}
}

// peek returns the call that the request makes, as far as it is known by now: of a batch, and
// before the end of the body, nothing is.
func (x *Exchange) peek() (call dialect.Call) {
	s := x.lockSent()
	defer s.mu.Unlock()
	return s.call
}

// peekOf returns the call to which a response with an id belongs, as far as it is known by now.
func (x *Exchange) peekOf(id json.RawMessage) dialect.Call {
	if call := x.peek(); call.ID != nil && (id == nil || rpc.IsSameID(call.ID, id)) {
		return call
	}
	s := x.lockSent()
	defer s.mu.Unlock()
	if found := s.find(id); found != nil {
		return found.Call
	}
	return dialect.Call{ID: id}
}

// maySendRPC reports whether the body of the request is of JSON-RPC, as far as it is known.
func (x *Exchange) maySendRPC() bool {
	if !x.isJSON || x.body != nil && x.body.isEmpty() {
		return false
	}
	s := x.lockSent()
	defer s.mu.Unlock()
	return !s.message.Done || s.message.Has(rpc.Version) || len(s.batch) > 0
}

// sendsNoCall reports whether the request is known to have only notifications and responses.
func (x *Exchange) sendsNoCall() bool {
	s := x.lockSent()
	defer s.mu.Unlock()
	switch m := &s.message; {
	case !m.Done:
		return false
	case m.Batch:
		return len(s.batch) == 0
	default:
		return m.CallID() == nil || !m.IsRequest()
	}
}

// isBatch reports whether the request is a batch with calls, and the dialect of the response has
// batches.
func (x *Exchange) isBatch() bool {
	s := x.lockSent()
	defer s.mu.Unlock()
	return x.isRPC && len(s.batch) > 0
}

// callOf returns the call to which a response belongs, which may have an id. Of a batch it is
// unknown without one.
func (x *Exchange) callOf(id json.RawMessage) dialect.Call {
	call := x.calls()[0]
	s := x.lockSent()
	defer s.mu.Unlock()
	if found := s.find(id); found != nil {
		return found.Call
	}
	if len(s.batch) > 0 {
		return dialect.Call{ID: id, Repeatable: x.repeatable(new(rpc.Message), "")}
	}
	if id != nil {
		call.ID = id
	}
	return call
}

// isAnswer reports whether the call has its response with one that has an id. Of a batch, whether
// all calls have.
func (x *Exchange) isAnswer(id []byte) bool {
	s := x.lockSent()
	defer s.mu.Unlock()
	if len(s.batch) == 0 {
		return len(id) > 0 && rpc.IsSameID(id, s.message.Value(rpc.ID))
	}
	for i := range s.batch {
		s.batch[i].answered = s.batch[i].answered || rpc.IsSameID(s.batch[i].ID, id)
	}
	return len(s.unanswered()) == 0
}

// requirements are the types of members of params that methods of MCP require (MCP, Schema).
var requirements = [...]struct {
	method   string
	member   rpc.Member
	first    byte // of a value of the type
	optional bool // it may be absent, or null, which SDKs take for absent
	text     errkit.Text
	param    string
}{
	{"tools/call", rpc.Tool, '"', false, "the params must have the name of a tool, a string", "string"},
	{"tools/call", rpc.Arguments, '{', true, "the arguments must be an object", "object"},
	{"prompts/get", rpc.Tool, '"', false, "the params must have the name of a prompt, a string", "string"},
	{"prompts/get", rpc.Arguments, '{', true, "the arguments must be an object", "object"},
	{"resources/read", rpc.URI, '"', false, "the params must have the URI of a resource, a string", "string"},
	{"resources/subscribe", rpc.URI, '"', false, "the params must have the URI of a resource, a string", "string"},
	{"resources/unsubscribe", rpc.URI, '"', false, "the params must have the URI of a resource, a string", "string"},
}

// faultOf returns what is wrong with the params of a request of JSON-RPC, nil if nothing is known
// to be.
func faultOf(m *rpc.Message) *errkit.Field {
	params := m.First(rpc.Params)
	if !m.Done || !m.Has(rpc.Version) || !m.HasMethod() {
		return nil
	}
	noObject := &errkit.Field{Message: "the params must be an object", Rule: "type", Param: "object"}
	if params != 0 && params != 'n' && params != '{' && params != '[' { // JSON-RPC 2.0 §4.2
		return noObject
	}
	method := m.Text(rpc.Method)
	for i := range requirements {
		r := &requirements[i]
		got := m.First(r.member)
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
// fault: servers respond to one with Internal error. The id is that of the response, nil for one
// as a whole. The field is what is wrong, and public.
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
	c.Kind, c.Retry, c.RetryAfter = errkit.InvalidInput, errkit.RetryUnspecified, 0
	c.Stage, c.Status, c.Upstream = 0, 0, 0
	return &c, fault
}

// sentFault returns what is wrong with the request to which a response with an id belongs.
func (x *Exchange) sentFault(id json.RawMessage) *errkit.Field {
	s := x.lockSent()
	defer s.mu.Unlock()
	if found := s.find(id); found != nil {
		return found.fault
	}
	if s.message.Batch || id != nil && !rpc.IsSameID(id, s.message.Value(rpc.ID)) {
		return nil
	}
	return faultOf(&s.message)
}
