package jsonrpc

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/middleware"
)

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
