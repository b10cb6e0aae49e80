package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/jsontree"
)

// AppendRPC appends the start of a JSON-RPC response up to and including member, such as
// `,"error":{"code":`. The id is null unless it is a JSON string or number (JSON-RPC 2.0 §5) of at
// most 1 KiB.
func AppendRPC(dst []byte, id json.RawMessage, member string) []byte {
	dst = append(dst, `{"jsonrpc":"2.0"`...) // the compiler stores up to 16 bytes without a call
	dst = append(dst, `,"id":`...)
	dst = rpc.AppendID(dst, id)
	return append(dst, member...)
}

// UnwrapRPC returns what a JSON-RPC response contains: its result or its error. Without an
// envelope both are absent, unless v has such members. The error is not nil if v is not a
// response.
func UnwrapRPC(v jsontree.Value) (result, fault jsontree.Value, err error) {
	switch v.Kind() {
	case jsontree.Array:
		return result, fault, fmt.Errorf("the document: a batch of %d documents, want one", v.Len())
	case jsontree.Object:
	default:
		return result, fault, fmt.Errorf("the document: want an object, got %s", v.Kind())
	}
	result, fault = v.Member("result"), v.Member("error")
	if !fault.IsNull() && !result.IsNull() {
		return result, fault, fmt.Errorf(`%s: contradicts "result" beside it`, Place(fault))
	}
	v.Member("jsonrpc").SetRead(true)
	v.Member("id").SetRead(true)
	switch {
	case v.Member("jsonrpc").IsNull():
		return result, fault, nil
	case !v.Member("method").IsNull() && fault.IsNull() && result.IsNull():
		return result, fault, fmt.Errorf("%s: a request, want a response", Place(v.Member("method")))
	case fault.IsNull() && result.Kind() == jsontree.Absent:
		return result, fault, errors.New(`the document: neither "result" nor "error"`)
	}
	return result, fault, nil
}

// FailedTask reads the state of a task of A2A, which many protocols relay, and reports whether the
// task failed: a success of JSON-RPC. It returns the message of the state.
func (r *Reader) FailedTask(task jsontree.Value) (message jsontree.Value, failed bool) {
	status := task.Member("status")
	state, _ := status.Member("state").Text()
	k, failed := r.Codec.Table.FromA2AState(state)
	if !failed {
		return message, false
	}
	r.Note("a failed task inside a success")
	r.Kind(k, "the task's state is "+Clip(state))
	if k == errkit.ExecutionFailed {
		r.Refine(FailedCall)
	}
	message = status.Member("message")
	r.Used(task.Member("id"), task.Member("contextId"), task.Member("kind"), message.Member("messageId"),
		message.Member("role"), message.Member("taskId"), message.Member("contextId"), message.Member("kind"))
	return message, true
}

// An RPCError is the error object of a JSON-RPC response, without its data.
type RPCError struct {
	Code    int64
	HasCode bool   // there is a code
	Name    string // a code that is not an integer of 64 bits
	Message string
}

// RPCError reads an error object and records its code in the Peer.
func (r *Reader) RPCError(v jsontree.Value) (f RPCError) {
	if v.Kind() != jsontree.Object {
		r.WrongType(v, "an object")
		return f
	}
	f.Message = r.Text(r.Require(v, "message", jsontree.String))
	code := v.Member("code")
	if n, ok := code.Int(); ok {
		f.Code = n
	} else if s, ok := code.Text(); ok {
		if f.Code, ok = parseInteger(s); !ok {
			f.Name = s
		}
	} else if code.Kind() == jsontree.Number { // a fraction, or more than 64 bits
		f.Name = code.Raw()
		r.NoteAt(code, "not an integer of 64 bits, read as text")
	} else if !code.IsNull() {
		r.WrongType(code, "an integer or a string")
	}
	r.Peer.Code = f.Name
	if f.HasCode = !code.IsNull(); f.HasCode && f.Name == "" {
		r.Peer.Code = strconv.FormatInt(f.Code, 10)
		isHTTP, isReserved := f.Code >= 500 && f.Code < 600, f.Code >= -32768 && f.Code <= -32000
		r.Peer.Public = f.Code != 0 && !isHTTP && !isReserved // of the application (JSON-RPC 2.0 §5.1)
	}
	return f
}

// ByRPCCode sets the kind that an error object's code determines.
func (r *Reader) ByRPCCode(k errkit.Kind, f RPCError) {
	if !f.HasCode {
		r.Kind(k, "an error without a code")
		return
	}
	r.ByCode(k, "error.code", f.Code)
}
