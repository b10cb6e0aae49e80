package jsonrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/middleware"
)

// invoke calls a method within the boundary, and returns its result as JSON or its failure. If the connection is shared with
// other requests, the method runs in its own goroutine: panics of http.ErrAbortHandler and runtime.Goexit, which would affect the
// other requests, are then Internal.
func (s *Server) invoke(ctx context.Context, method string, req *jrpc2.Request, shared bool) (json.RawMessage, *failure) {
	var out json.RawMessage
	var own *jrpc2.Error
	ctx = middleware.WithTable(ctx, s.Codec.Table)
	ctx = middleware.WithAttrs(ctx, slog.String("method", jsonw.Clean(method, 100)), slog.String("id", jsonw.Clean(req.ID(), 100)))
	ctx = middleware.WithInput(ctx, func() middleware.Input { return paramsOf(req) })
	call := func(ctx context.Context) error {
		h, err := s.method(method)
		if err != nil {
			return err
		}
		result, err := h(ctx, req)
		if err != nil {
			if own = ownError(err); own != nil {
				return nil
			}
			return fromCode(err)
		}
		out, err = encode(result)
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
		return nil, fail(errkit.From(err))
	case own != nil:
		return nil, &failure{own: own}
	}
	return out, nil
}

// paramsOf returns the params of a request, for classifiers. A tool has its arguments instead. Absent params are nil: no handler
// decodes them.
func paramsOf(req *jrpc2.Request) (in middleware.Input) {
	if params := req.ParamString(); params != "" {
		in.Body = []byte(params)
	}
	return in
}

// encode returns the JSON of a result.
func encode(result any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(result); err != nil {
		return nil, &errkit.Error{Kind: errkit.OutputInvalid, Err: fmt.Errorf("jsonrpc: the result has no JSON: %w", err)}
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
