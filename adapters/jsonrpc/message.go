package jsonrpc

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
)

// A message is one request, or a batch of them, as it came.
type message struct {
	requests []request
	batch    bool
	fault    *fault // instead of requests: what is wrong with the whole
}

// A request is one request of a message.
type request struct {
	id    json.RawMessage // as it came; null where it is not known
	call  bool            // it has an id, so it is answered
	req   *jrpc2.Request
	fault *fault // instead of req: what is wrong with it
}

var null = json.RawMessage("null")

// read reads a message.
func (s *Server) read(body []byte) message {
	limit := s.maxBody()
	if len(body) > limit {
		return message{fault: tooLong(limit)}
	}
	root, err := jsontree.Parse(body, jsontree.Limits{Bytes: limit})
	if err != nil {
		// The text has no more of the document than one character.
		return message{fault: refuse(&errkit.Error{Kind: errkit.Malformed, Message: errkit.Textf("The request is not valid JSON: %s.", err.Error()), Err: err})}
	}
	parsed, err := jrpc2.ParseRequests([]byte(root.Raw()))
	if err != nil {
		return message{fault: refuse(&errkit.Error{Kind: errkit.Malformed, Err: err})}
	}
	if root.Kind() != jsontree.Array {
		return message{requests: []request{readRequest(root, parsed[0])}}
	}
	most := s.MaxBatch
	if most <= 0 {
		most = 100
	}
	switch {
	case len(parsed) == 0:
		return message{fault: refuse(&errkit.Error{Kind: errkit.InvalidRequest, Message: "The batch is empty."})}
	case len(parsed) > most:
		return message{fault: refuse(&errkit.Error{Kind: errkit.TooLarge, Message: errkit.Textf("The batch has more than %d requests.", most)})}
	}
	m := message{batch: true}
	i := 0
	for v := range root.Elements() {
		m.requests = append(m.requests, readRequest(v, parsed[i]))
		i++
	}
	return m
}

// readRequest reads one request. Its id is text and stays as it came, however big the number is. JSON-RPC 2.0 §4: a
// request without an id is a notification, one whose id is null is not.
func readRequest(v jsontree.Value, parsed *jrpc2.ParsedRequest) request {
	r := request{id: null, call: true}
	switch id := v.Member("id"); id.Kind() {
	case jsontree.Absent:
		r.call = false
	case jsontree.String, jsontree.Number:
		if r.id = json.RawMessage(id.Raw()); len(r.id) > limit.ID { // the response would have it
			r.id = null
			r.fault = refuse(&errkit.Error{Kind: errkit.InvalidRequest, Message: errkit.Textf("The id is longer than %d bytes.", limit.ID)})
		}
	}
	seen := map[string]bool{}
	for name := range v.Members() {
		if seen[name] {
			r.fault = refuse(&errkit.Error{Kind: errkit.InvalidRequest, Message: "The request is not valid: a member stands twice."})
		}
		seen[name] = true
	}
	if parsed.Error != nil { // in constant words
		r.fault = refuse(&errkit.Error{Kind: errkit.InvalidRequest, Message: errkit.Textf("The request is not valid: %s.", parsed.Error.Message)})
	} else if parsed.Method == "" {
		r.fault = refuse(&errkit.Error{Kind: errkit.InvalidRequest, Message: "The request is not valid: it has no method."})
	}
	if r.fault == nil {
		r.req = parsed.ToRequest()
	} else {
		r.call = true // it could not be told to be a notification
	}
	return r
}

func refuse(e *errkit.Error) *fault { return &fault{err: e} }

func tooLong(limit int) *fault {
	return refuse(&errkit.Error{Kind: errkit.TooLarge, Message: errkit.Textf("The request is longer than %d bytes.", limit)})
}

func (s *Server) maxBody() int {
	if s.MaxBody <= 0 {
		return 1 << 20
	}
	return s.MaxBody
}

func (s *Server) concurrent() int {
	if s.Concurrent <= 0 {
		return 16
	}
	return s.Concurrent
}

// silent reports whether a message gets no answer, whatever becomes of it.
func (m *message) silent() bool {
	for _, r := range m.requests {
		if r.call {
			return false
		}
	}
	return m.fault == nil
}

// answer runs the requests of a message and returns the response, nil if there is none, and its HTTP status. The
// responses of a batch are in the order of its requests.
func (s *Server) answer(ctx context.Context, m message, shared bool) ([]byte, int) {
	if m.fault != nil {
		s.report(ctx, m.fault)
		return m.fault.append(nil, s, null)
	}
	if !m.batch {
		r := s.respond(ctx, m.requests[0], shared)
		return r.doc, r.status
	}
	responses := make([]response, len(m.requests))
	var wg sync.WaitGroup
	free := make(chan struct{}, s.concurrent())
	for i, r := range m.requests {
		free <- struct{}{}
		wg.Go(func() {
			defer func() { <-free }()
			responses[i] = s.respond(ctx, r, true)
		})
	}
	wg.Wait()
	var all []byte
	faults := 0 // bytes
	for i, r := range responses {
		if r.doc == nil {
			continue
		}
		if r.fault != nil {
			if faults += len(r.doc); faults > limit.Input {
				r.doc, _ = r.fault.short().append(nil, s, m.requests[i].id)
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

// A response is the answer to one request.
type response struct {
	doc    []byte // nil: there is none
	status int    // of HTTP
	fault  *fault // nil: the response is a result
}

// respond runs one request.
func (s *Server) respond(ctx context.Context, r request, shared bool) response {
	failed := func(f *fault) response {
		doc, status := f.append(nil, s, r.id)
		return response{doc, status, f}
	}
	if r.fault != nil {
		s.report(ctx, r.fault)
		return failed(r.fault)
	}
	out, fault := s.invoke(ctx, r.req.Method(), r.req, shared)
	switch {
	case !r.call:
		return response{status: http.StatusNoContent}
	case fault != nil:
		return failed(fault)
	}
	doc := append(append([]byte(`{"jsonrpc":"2.0","id":`), r.id...), `,"result":`...)
	return response{doc: append(append(doc, out...), '}'), status: http.StatusOK}
}

// report lets the boundary know of a request that never came to be a call.
func (s *Server) report(ctx context.Context, f *fault) {
	f.err = errkit.From(s.boundary().Handle(middleware.WithTable(ctx, s.Codec.Table), f.err))
}
