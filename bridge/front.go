package bridge

// The part of an Exchange in the calls of tools, see Tools.

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// front is what an Exchange keeps for its part in the calls of tools. What is longer than the
// bounds is cut, and not JSON then.
type front struct {
	request []byte
	page    []byte // of a list of tools
	isCut   bool   // page is, because of Bridge.HoldAll
}

// frontRequest gets the next part of the request's body.
func (x *Exchange) frontRequest(part []byte) {
	if f := &x.front; x.bridge.Tools != nil && x.isRPC {
		f.request = append(f.request, part[:min(len(part), maxToolCall-len(f.request))]...)
	}
}

// A toolRequest is a request to call or list tools.
type toolRequest struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Name, Cursor string
		Arguments    json.RawMessage
	}
}

// toolRequests returns the requests in what was kept of the request's body, nil if it is not
// known.
func (x *Exchange) toolRequests() (list []toolRequest) {
	x.sent.mu.Lock()
	defer x.sent.mu.Unlock()
	text := x.front.request
	if !x.sent.message.Batch {
		text = append(append([]byte("["), text...), ']')
	}
	if json.Unmarshal(text, &list) != nil {
		return nil
	}
	return list
}

// frontCall adds to a call what is known of it: its arguments, and whether it may be made twice.
// It reports whether the arguments are known.
func (x *Exchange) frontCall(call *dialect.Call) bool {
	if x.bridge.Tools == nil || call.Method != "tools/call" {
		return false
	}
	for _, r := range x.toolRequests() {
		if r.Params.Name == call.Tool && (call.ID == nil || bytes.Equal(r.ID, call.ID)) {
			call.Arguments = r.Params.Arguments
			call.Repeatable = x.bridge.Tools.repeatable(x.request, call.Tool)
			return true
		}
	}
	return false
}

// frontResult gets the next part of the response to a request for a list of tools; m is all of it.
func (x *Exchange) frontResult(m *rpc.Message, part []byte) {
	f := &x.front
	if x.bridge.Tools == nil || x.peek().Method != "tools/list" {
		return
	}
	part = part[:min(len(part), maxPage-len(f.page))]
	if f.isCut = f.isCut || !x.charge(max(0, len(f.page)+len(part)-x.charged)); !f.isCut {
		f.page = append(f.page, part...)
	}
	if !m.Done {
		return
	}
	if list := x.toolRequests(); len(list) == 1 {
		x.bridge.Tools.learn(sessionOf(x.request), list[0].Params.Cursor == "", f.page)
	}
	f.page = nil
}

// frontEvent gets the data of an event that is neither a response nor an error.
func (x *Exchange) frontEvent(data []byte) {
	if x.bridge.Tools != nil && bytes.Contains(data, []byte("notifications/tools/list_changed")) {
		x.bridge.Tools.Changed(x.request)
	}
}

// readCall reads a call before the upstream gets the request r, and returns what Refused returns.
func (x *Exchange) readCall(r *http.Request) *Response {
	t := x.bridge.Tools
	if t == nil || !t.Refuse || !x.isRPC || !x.isJSON || r.Body == nil {
		return nil
	}
	body := r.Body
	head, _ := io.ReadAll(io.LimitReader(body, maxToolCall)) // the next Read returns its error, too
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(head), body), body}
	return x.Refused()
}

// Refused returns the response to a call that the upstream must not get, or to a batch with one,
// nil if it may get the request ([Tools.Refuse]). It is called when [Exchange.Sent] got all of the
// request's body.
func (x *Exchange) Refused() *Response {
	t := x.bridge.Tools
	if t == nil || !t.Refuse {
		return nil
	}
	list := x.toolRequests()
	for _, call := range list {
		name := call.Params.Name
		faults := t.faults(t.of(x.request), name, call.Params.Arguments)
		if call.Method != "tools/call" || len(faults) == 0 {
			continue
		}
		e := errkit.Error{Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Fields: faults}
		e.Message = invalidArguments(name)
		if len(list) > 1 {
			e.Message += " No call of the batch was made."
		}
		return x.Fail(&e)
	}
	return nil
}
