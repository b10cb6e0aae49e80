package jsonrpc

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/internal/limit"
)

// A failure is the error of a request: one of AAI, or a JSON-RPC error of the handler.
type failure struct {
	err *errkit.Error
	own *jrpc2.Error // of the handler, instead of err
}

func fail(e *errkit.Error) *failure { return &failure{err: e} }

// append appends the response, and returns its HTTP status.
func (f *failure) append(dst []byte, s *Server, id json.RawMessage) ([]byte, int) {
	if f.own != nil {
		return appendError(dst, id, f.own), http.StatusOK
	}
	dst, head := s.Codec.Append(dst, aai.Dialect{}, dialect.Call{ID: id}, f.err)
	return dst, head.Status
}

// short returns the failure without its fields, for a batch in which many requests fail.
func (f *failure) short() *failure {
	if f.own != nil || len(f.err.Fields) == 0 {
		return f
	}
	e := *f.err
	e.Fields = []errkit.Field{{Message: limit.MoreMessage, Rule: limit.MoreRule}}
	return fail(&e)
}

// rpcError returns the error object of the response, for a jrpc2.Server.
func (f *failure) rpcError(s *Server) *jrpc2.Error {
	if f.own != nil {
		return f.own
	}
	code, message, data := aai.Dialect{}.Parts(&s.Codec, f.err)
	return &jrpc2.Error{Code: jrpc2.Code(code), Message: message, Data: data}
}

// appendError appends an error response. Data that is not JSON is left out.
func appendError(dst []byte, id json.RawMessage, e *jrpc2.Error) []byte {
	dst = append(append(append(dst, `{"jsonrpc":"2.0","id":`...), id...), `,"error":{"code":`...)
	dst = strconv.AppendInt(dst, int64(e.Code), 10)
	dst = jsonw.AppendString(append(dst, `,"message":`...), e.Message)
	var data bytes.Buffer
	if json.Compact(&data, e.Data) == nil && data.Len() > 0 {
		dst = append(append(dst, `,"data":`...), data.Bytes()...)
	}
	return append(dst, `}}`...)
}

// kinds has the codes that JSON-RPC and jrpc2 define. jrpc2 makes errors with them, whose data may be a text of encoding/json, so
// only the code is used.
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

// ownError returns err if it is a JSON-RPC error with a code of the application, which is sent as it is; otherwise nil.
func ownError(err error) *jrpc2.Error {
	own, ok := err.(*jrpc2.Error)
	if !ok || own == nil {
		return nil
	}
	if _, defined := kinds[own.Code]; defined {
		return nil
	}
	return own
}

// fromCode converts an error with a code that JSON-RPC or jrpc2 defines, and returns any other as it is.
func fromCode(err error) error {
	switch e := err.(type) {
	case *jrpc2.Error:
		if e == nil {
			return errkit.Internal // its methods would panic
		}
	case jrpc2.ErrCoder:
	default:
		return err
	}
	kind, ok := kinds[jrpc2.ErrorCode(err)]
	if !ok {
		return err
	}
	return &errkit.Error{Kind: kind, Err: err}
}
