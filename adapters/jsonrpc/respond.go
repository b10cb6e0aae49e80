package jsonrpc

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
)

// respond runs the requests of a message, and returns the response and its HTTP status. The
// response is nil if there are only notifications. The responses of a batch have the order of its
// requests.
func (s *Server) respond(ctx context.Context, m message) ([]byte, int) {
	if m.failed != nil {
		return s.appendFailure(nil, dialect.Call{ID: null}, s.reportInvalid(ctx, m.failed))
	}
	if !m.batch {
		r := s.respondTo(ctx, m.requests[0], false)
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
			if failures += len(r.doc); failures > text.MaxInput {
				r.doc, _ = s.appendFailure(nil, s.callOf(m.requests[i], r.failed), short(r.failed))
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
	doc    []byte // nil for a notification
	status int    // of HTTP
	failed error  // nil for a result
}

// respondTo runs one request.
func (s *Server) respondTo(ctx context.Context, r rpcRequest, shared bool) response {
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
		doc, status := s.appendFailure(nil, s.callOf(r, failed), failed)
		return response{doc, status, failed}
	}
	doc := append(append([]byte(`{"jsonrpc":"2.0","id":`), r.id...), `,"result":`...)
	return response{doc: append(append(doc, out...), '}'), status: http.StatusOK}
}

// callOf returns the call of a request that failed.
func (s *Server) callOf(r rpcRequest, failed error) dialect.Call {
	call := dialect.Call{ID: r.id, Repeatable: s.repeatable(r.req, failed)}
	if r.req != nil {
		call.Method = r.req.Method()
	}
	return call
}

// reportInvalid reports the failure of a request that was not run.
func (s *Server) reportInvalid(ctx context.Context, err error) error {
	return errkit.From(s.boundary().Handle(middleware.WithTable(ctx, s.Codec.Table), err))
}

// invoke calls a method within the boundary, and returns its result as JSON or its failure. If
// the connection is shared with other requests, the method runs in its own goroutine: panics of
// http.ErrAbortHandler and runtime.Goexit, which would affect the other requests, are then
// Internal.
func (s *Server) invoke(ctx context.Context, method string, req *jrpc2.Request, shared bool) (json.RawMessage,
	error) {
	var out json.RawMessage
	var own *jrpc2.Error
	ctx = middleware.WithTable(middleware.WithRequests(ctx), s.Codec.Table)
	ctx = middleware.WithAttrs(ctx, slog.String("method", text.Clean(method, 100)),
		slog.String("id", text.Clean(req.ID(), 100)))
	ctx = middleware.WithInput(ctx, func() middleware.Input { // a tool has its arguments instead
		return middleware.Input{Body: append([]byte(nil), req.ParamString()...)} // nil: no handler decodes absent ones
	})
	call := func(ctx context.Context) error {
		h, err := s.method(method)
		if err != nil {
			return err
		}
		result, err := h(ctx, req)
		if err != nil {
			if own, err = fromCode(err); own != nil {
				return nil
			}
			return err
		}
		if out, err = text.Marshal(result); err != nil {
			err = fmt.Errorf("jsonrpc: the result has no JSON: %w", err)
			err = &errkit.Error{Kind: errkit.OutputInvalid, Err: err}
		}
		return err
	}
	var err error
	if shared {
		err = <-s.boundary().Go(ctx, call)
	} else {
		err = s.boundary().Run(ctx, call)
	}
	switch {
	case err != nil:
		return nil, errkit.From(err)
	case own != nil:
		return nil, own
	}
	return out, nil
}
