package jsonrpc

import (
	"encoding/json"
	"net/http"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httpbody"
	"github.com/toolerr/toolerr/internal/jsoninput"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/jsontree"
)

// A message is one request, or a batch of requests.
type message struct {
	requests []request
	batch    bool
	failed   *failure // of the whole message; then there are no requests
}

// A request is one request of a message.
type request struct {
	id           json.RawMessage // as received; null if it is not known
	notification bool            // there is no response
	req          *jrpc2.Request
	failed       *failure // then req is nil
}

var null = json.RawMessage("null")

// read parses a message.
func (s *Server) read(body []byte) message {
	if limit := s.maxBody(); int64(len(body)) > limit {
		return message{failed: fail(httpbody.TooLarge(&http.MaxBytesError{Limit: limit}))}
	}
	root, err := jsoninput.Parse(body)
	if err != nil {
		return message{failed: fail(errkit.From(err))}
	}
	parsed, err := jrpc2.ParseRequests([]byte(root.Raw()))
	if err != nil {
		return message{failed: fail(&errkit.Error{Kind: errkit.Malformed, Err: err})}
	}
	if root.Kind() != jsontree.Array {
		return message{requests: []request{newRequest(root, parsed[0])}}
	}
	switch limit := s.maxBatch(); {
	case len(parsed) == 0:
		return message{failed: fail(&errkit.Error{Kind: errkit.InvalidRequest, Message: "The batch is empty."})}
	case len(parsed) > limit:
		return message{failed: fail(&errkit.Error{Kind: errkit.TooLarge, Message: errkit.Textf("The batch has more than %d requests.", limit)})}
	}
	m := message{batch: true}
	i := 0
	for v := range root.Elements() {
		m.requests = append(m.requests, newRequest(v, parsed[i]))
		i++
	}
	return m
}

// newRequest returns the request v, which jrpc2 has parsed. Its id is kept as text, so that large numbers do not change.
// JSON-RPC 2.0 §4: a request without an id is a notification; one with the id null is not.
func newRequest(v jsontree.Value, parsed *jrpc2.ParsedRequest) request {
	r := request{id: null}
	switch id := v.Member("id"); id.Kind() {
	case jsontree.Absent:
		r.notification = true
	case jsontree.String, jsontree.Number:
		r.id = json.RawMessage(id.Raw())
	}
	if len(r.id) > limit.ID { // it would be in the response
		r.id = null
		r.failed = fail(&errkit.Error{Kind: errkit.InvalidRequest, Message: errkit.Textf("The id is longer than %d bytes.", limit.ID)})
		return r
	}
	if reason := invalidReason(v, parsed); reason != "" {
		r.failed = fail(&errkit.Error{Kind: errkit.InvalidRequest, Message: "The request is not valid: " + reason + "."})
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

// onlyNotifications reports whether a message gets no response.
func (m *message) onlyNotifications() bool {
	for _, r := range m.requests {
		if !r.notification {
			return false
		}
	}
	return m.failed == nil
}
