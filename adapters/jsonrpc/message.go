package jsonrpc

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsoninput"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
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
		return message{failed: fail(middleware.Limits(context.Background(), &http.MaxBytesError{Limit: limit}))}
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

// Limits, or their defaults.
func (s *Server) maxBody() int64   { return orDefault(s.MaxBody, 1<<20) }
func (s *Server) maxBatch() int    { return orDefault(s.MaxBatch, 100) }
func (s *Server) concurrency() int { return orDefault(s.Concurrency, 16) }

func orDefault[N int | int64](limit, value N) N {
	if limit <= 0 {
		return value
	}
	return limit
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

// respond runs the requests of a message, and returns the response and its HTTP status. The response is nil if there are only
// notifications. The responses of a batch have the order of its requests.
func (s *Server) respond(ctx context.Context, m message, shared bool) ([]byte, int) {
	if m.failed != nil {
		return s.reportInvalid(ctx, m.failed).append(nil, s, null)
	}
	if !m.batch {
		r := s.respondTo(ctx, m.requests[0], shared)
		return r.doc, r.status
	}
	responses := make([]response, len(m.requests))
	var running sync.WaitGroup
	slots := make(chan struct{}, s.concurrency())
	for i, r := range m.requests {
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			responses[i] = s.respondTo(ctx, r, true)
		})
	}
	running.Wait()
	var all []byte
	failures := 0 // bytes
	for i, r := range responses {
		if r.doc == nil {
			continue
		}
		if r.failed != nil {
			if failures += len(r.doc); failures > limit.Input {
				r.doc, _ = r.failed.short().append(nil, s, m.requests[i].id)
			}
		}
		if all = append(all, ','); len(all) == 1 {
			all[0] = '['
		}
		all = append(all, r.doc...)
	}
	if all == nil {
		return nil, http.StatusNoContent
	}
	return append(all, ']'), http.StatusOK
}

// A response is the response to one request.
type response struct {
	doc    []byte   // nil for a notification
	status int      // of HTTP
	failed *failure // nil for a result
}

// respondTo runs one request.
func (s *Server) respondTo(ctx context.Context, r request, shared bool) response {
	var out json.RawMessage
	failed := r.failed
	if failed != nil {
		failed = s.reportInvalid(ctx, failed)
	} else {
		out, failed = s.invoke(ctx, r.req.Method(), r.req, shared)
	}
	switch {
	case r.notification:
		return response{status: http.StatusNoContent}
	case failed != nil:
		doc, status := failed.append(nil, s, r.id)
		return response{doc, status, failed}
	}
	doc := append(append([]byte(`{"jsonrpc":"2.0","id":`), r.id...), `,"result":`...)
	return response{doc: append(append(doc, out...), '}'), status: http.StatusOK}
}

// reportInvalid reports the failure of a request that was not run.
func (s *Server) reportInvalid(ctx context.Context, f *failure) *failure {
	return fail(errkit.From(s.boundary().Handle(middleware.WithTable(ctx, s.Codec.Table), f.err)))
}
