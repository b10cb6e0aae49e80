package jsonrpc

import (
	"cmp"
	"encoding/json"
	"net/http"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// A message is one request, or a batch of requests.
type message struct {
	requests []rpcRequest
	batch    bool
	failed   error // of the whole message; then there are no requests
}

// An rpcRequest is one request of a message.
type rpcRequest struct {
	id           json.RawMessage // as received; null if it is not known
	notification bool            // there is no response
	req          *jrpc2.Request
	failed       error // then req is nil
}

var null = json.RawMessage("null")

// read parses a message.
func (s *Server) read(body []byte) message {
	if limit := s.maxBody(); int64(len(body)) > limit {
		return message{failed: request.TooLarge(&http.MaxBytesError{Limit: limit})}
	}
	root, err := request.Parse(body)
	if err != nil {
		return message{failed: err}
	}
	parsed, err := jrpc2.ParseRequests([]byte(root.Raw()))
	if err != nil {
		return message{failed: &errkit.Error{Kind: errkit.Malformed, Err: err}}
	}
	if root.Kind() != jsontree.Array {
		return message{requests: []rpcRequest{newRequest(root, parsed[0])}}
	}
	switch limit := cmp.Or(max(s.MaxBatch, 0), 100); {
	case len(parsed) == 0:
		return message{failed: errkit.New(errkit.InvalidRequest, "The batch is empty.")}
	case len(parsed) > limit:
		return message{failed: errkit.New(errkit.TooLarge,
			errkit.Textf("The batch has more than %d requests.", limit))}
	}
	m := message{batch: true}
	for v := range root.Elements() {
		m.requests = append(m.requests, newRequest(v, parsed[len(m.requests)]))
	}
	return m
}

// newRequest returns the request v, which jrpc2 has parsed. Its id is kept as text, so that large
// numbers do not change. JSON-RPC 2.0 §4: a request without an id is a notification; one with the
// id null is not.
func newRequest(v jsontree.Value, parsed *jrpc2.ParsedRequest) rpcRequest {
	r := rpcRequest{id: null}
	switch id := v.Member("id"); id.Kind() {
	case jsontree.Absent:
		r.notification = true
	case jsontree.String, jsontree.Number:
		r.id = json.RawMessage(id.Raw())
	}
	if len(r.id) > text.MaxID { // it would be in the response
		r.id = null
		r.failed = errkit.New(errkit.InvalidRequest, errkit.Textf("The id is longer than %d bytes.", text.MaxID))
		return r
	}
	if reason := invalidReason(v, parsed); reason != "" {
		r.failed = errkit.New(errkit.InvalidRequest, "The request is not valid: "+reason+".")
		r.notification = false // an invalid request may not be one
		return r
	}
	r.req = parsed.ToRequest()
	return r
}

// invalidReason returns why a request is not valid, or "".
func invalidReason(v jsontree.Value, parsed *jrpc2.ParsedRequest) errkit.Text {
	if parsed.Error != nil {
		return errkit.Text(parsed.Error.Message) // a constant of jrpc2
	}
	if parsed.Method == "" {
		return "it has no method"
	}
	seen := map[string]bool{}
	for name := range v.Members() {
		if seen[name] {
			return "a member is given twice"
		}
		seen[name] = true
	}
	return ""
}
