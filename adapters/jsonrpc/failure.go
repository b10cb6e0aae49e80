package jsonrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
)

// The failure of a request is an *errkit.Error, or a *jrpc2.Error of the handler, which is sent as
// it is.

// appendFailure appends the response for the failure of a call, and returns its HTTP status.
func (s *Server) appendFailure(dst []byte, call dialect.Call, failed error) ([]byte, int) {
	if own, ok := failed.(*jrpc2.Error); ok {
		return appendError(dst, call.ID, own), http.StatusOK
	}
	dst, head := s.Codec.Append(dst, s.dialect(call.Method), call, errkit.From(failed))
	return dst, head.Status
}

// short returns a failure without its fields, for a batch in which many requests fail.
func short(failed error) error {
	e, ok := failed.(*errkit.Error)
	if !ok || len(e.Fields) == 0 {
		return failed
	}
	cut := *e
	cut.Fields = []errkit.Field{{Message: text.MoreMessage, Rule: text.MoreRule}}
	return &cut
}

// appendError appends an error response. Data that is not JSON is left out.
func appendError(dst []byte, id json.RawMessage, e *jrpc2.Error) []byte {
	dst = append(append(append(dst, `{"jsonrpc":"2.0","id":`...), id...), `,"error":{"code":`...)
	dst = strconv.AppendInt(dst, int64(e.Code), 10)
	dst = text.AppendString(append(dst, `,"message":`...), e.Message)
	var data bytes.Buffer
	if json.Compact(&data, e.Data) == nil && data.Len() > 0 {
		dst = append(append(dst, `,"data":`...), data.Bytes()...)
	}
	return append(dst, `}}`...)
}

// kinds has the codes that JSON-RPC and jrpc2 define. jrpc2 makes errors with them, whose data
// may be a text of encoding/json, so only the code is used.
var kinds = map[jrpc2.Code]errkit.Kind{
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

// fromCode converts an error with a code that JSON-RPC or jrpc2 defines, and returns any other as
// it is. own is a JSON-RPC error with a code of the application, which is sent as it is.
func fromCode(err error) (own *jrpc2.Error, converted error) {
	e, isRPC := err.(*jrpc2.Error)
	if isRPC && e == nil {
		return nil, errkit.Internal // its methods would panic
	}
	if _, ok := err.(jrpc2.ErrCoder); !ok && !isRPC {
		return nil, err
	}
	if kind, ok := kinds[jrpc2.ErrorCode(err)]; ok {
		return nil, &errkit.Error{Kind: kind, Err: err}
	}
	return e, err
}

// FromError returns the error of a call of a jrpc2.Client as an [*errkit.Error] with err as its
// cause, and nil for nil. An error of the server has its Peer. If there was no response the error
// is Timeout, Canceled or Network.
func FromError(err error) error {
	return middleware.ClientError(context.Background(), err, func(_ context.Context, err error) *errkit.Error {
		if rpc, ok := errors.AsType[*jrpc2.Error](err); ok && rpc != nil {
			return decode(rpc)
		}
		return &errkit.Error{Kind: errkit.Network}
	}, nil)
}

func decode(rpc *jrpc2.Error) *errkit.Error {
	doc := appendError(nil, null, rpc)
	var c dialect.Codec
	e, err := c.Decode(dialect.Document{Dialect: aai.Dialect{}, Body: doc})
	if err != nil || e == nil { // data of another type
		return &errkit.Error{Kind: errkit.Unknown,
			Peer: &errkit.Peer{Dialect: aai.Dialect{}.Name(), Code: strconv.Itoa(int(rpc.Code)), Raw: string(doc)}}
	}
	return e
}
