package jsonrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
)

// A fault is what went wrong with a request: an error of AAI, or one that a handler chose itself.
type fault struct {
	err   *errkit.Error
	own   *jrpc2.Error // instead of err
	facts dialect.Call // without the id
}

// append appends the response that says the fault, and its HTTP status.
func (f *fault) append(dst []byte, s *Server, id json.RawMessage) ([]byte, int) {
	if f.own == nil {
		facts := f.facts
		facts.ID = id
		dst, head := s.Codec.Append(dst, aai.Dialect{}, facts, f.err)
		return dst, head.Status
	}
	dst = append(append(append(dst, `{"jsonrpc":"2.0","id":`...), id...), `,"error":{"code":`...)
	dst = strconv.AppendInt(dst, int64(f.own.Code), 10)
	dst = jsonw.AppendString(append(dst, `,"message":`...), f.own.Message)
	var data bytes.Buffer
	if json.Compact(&data, f.own.Data) == nil && data.Len() > 0 {
		dst = append(append(dst, `,"data":`...), data.Bytes()...)
	}
	return append(dst, `}}`...), http.StatusOK
}

// short returns the fault without its fields: for a batch in which most requests are wrong.
func (f *fault) short() *fault {
	if f.own != nil || len(f.err.Fields) == 0 {
		return f
	}
	e := *f.err
	e.Fields = []errkit.Field{{Message: limit.MoreMessage, Rule: limit.MoreRule}}
	return &fault{err: &e, facts: f.facts}
}

// wire is the fault as a jrpc2.Server takes it: what append renders, in parts.
func (f *fault) wire(s *Server, id json.RawMessage) *jrpc2.Error {
	if f.own != nil {
		return f.own
	}
	doc, _ := f.append(nil, s, id)
	var response struct{ Error *jrpc2.Error }
	if json.Unmarshal(doc, &response) != nil || response.Error == nil {
		return &jrpc2.Error{Code: jrpc2.InternalError, Message: string(errkit.Internal.Text())} // a dialect never renders that
	}
	return response.Error
}

// invoke calls a method within the boundary and returns its result as JSON. Where the connection is shared with other
// requests the method has a goroutine of its own, so that neither a panic of http.ErrAbortHandler nor runtime.Goexit
// reaches them: both are Internal there.
func (s *Server) invoke(ctx context.Context, method string, req *jrpc2.Request, shared bool) (json.RawMessage, *fault) {
	f := &fault{facts: dialect.Call{Method: method}}
	var out json.RawMessage
	ctx = middleware.WithInput(middleware.WithTable(ctx, s.Codec.Table), func() middleware.Input { return inputOf(method, req) })
	ctx = middleware.WithAttrs(ctx, slog.String("method", jsonw.Clean(method, 100)), slog.String("id", jsonw.Clean(req.ID(), 100)))
	call := func(ctx context.Context) error {
		h, err := s.method(method)
		if err != nil {
			return err
		}
		result, err := h(ctx, req)
		if err != nil {
			if f.own = chosen(err); f.own != nil {
				return nil
			}
			return coded(err)
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
		f.err = errkit.From(err)
	case f.own == nil:
		return out, nil
	}
	return nil, f
}

// inputOf is the evidence for classifiers: the arguments of a tool, or the params
// of any other method. An absent document is none that a handler decodes.
func inputOf(method string, req *jrpc2.Request) (in middleware.Input) {
	params := []byte(req.ParamString())
	if method != callMethod {
		if len(params) > 0 {
			in.Body = params
		}
		return in
	}
	if root, err := jsontree.Parse(params, jsontree.Limits{Bytes: max(len(params), 1)}); err == nil {
		if args := root.Member("arguments"); args.Kind() != jsontree.Absent {
			in.Body = []byte(args.Raw())
		}
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

// codes are those that JSON-RPC and jrpc2 give a meaning to. Their errors are made by jrpc2, with the text of an
// error of encoding/json for data, so nothing but the code is taken from them.
var codes = map[jrpc2.Code]errkit.Kind{
	jrpc2.ParseError:       errkit.Malformed,
	jrpc2.InvalidRequest:   errkit.InvalidRequest,
	jrpc2.MethodNotFound:   errkit.MethodNotFound,
	jrpc2.InvalidParams:    errkit.InvalidInput,
	jrpc2.InternalError:    errkit.Internal,
	jrpc2.NoError:          errkit.Internal,
	jrpc2.SystemError:      errkit.Internal,
	jrpc2.Cancelled:        errkit.Canceled,
	jrpc2.DeadlineExceeded: errkit.Timeout,
}

// chosen returns the error that a handler returned if it is one for the wire with a code of the handler's own.
func chosen(err error) *jrpc2.Error {
	own, ok := err.(*jrpc2.Error)
	if !ok || own == nil {
		return nil
	}
	if _, ok := codes[own.Code]; ok {
		return nil
	}
	return own
}

// coded gives errors that have a code of JSON-RPC the kind of that.
func coded(err error) error {
	switch e := err.(type) {
	case *jrpc2.Error:
		if e == nil {
			return errkit.Internal // its methods would panic
		}
	case jrpc2.ErrCoder:
	default:
		return err
	}
	k, ok := codes[jrpc2.ErrorCode(err)]
	if !ok {
		return err
	}
	return &errkit.Error{Kind: k, Err: err}
}

// FromError returns what a call of a jrpc2.Client failed with, as an [*errkit.Error] with err as its cause, and nil for
// nil. An error that the peer answered with has its Peer. Without an answer it is Timeout, Canceled or Network.
func FromError(err error) error {
	var e *errkit.Error
	wire, answered := errors.AsType[*jrpc2.Error](err)
	switch {
	case err == nil:
		return nil
	case answered && wire != nil:
		e = decode(wire)
	case errors.Is(err, context.DeadlineExceeded):
		e = &errkit.Error{Kind: errkit.Timeout}
	case errors.Is(err, context.Canceled):
		e = &errkit.Error{Kind: errkit.Canceled}
	default:
		e = &errkit.Error{Kind: errkit.Network}
	}
	e.Err = err
	return e
}

func decode(wire *jrpc2.Error) *errkit.Error {
	doc, _ := (&fault{own: wire}).append(nil, nil, null)
	var c dialect.Codec
	e, err := c.Decode(dialect.Document{Dialect: aai.Dialect{}, Body: doc})
	if err != nil || e == nil { // data of the wrong shape
		return &errkit.Error{Kind: errkit.Unknown, Peer: &errkit.Peer{Dialect: aai.Dialect{}.Name(), Code: strconv.Itoa(int(wire.Code)), Raw: doc}}
	}
	return e
}
