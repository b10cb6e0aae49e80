package dialect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
)

// JSON-RPC 2.0 is the envelope of MCP and of AAI.

// appendID appends the id of a response: a string or a number as it came, null
// for anything else (JSON-RPC 2.0 §5).
func appendID(dst []byte, id json.RawMessage) []byte {
	if plainID(id) {
		return append(dst, id...)
	}
	if id = bytes.TrimSpace(id); !scalarID(id) {
		return append(dst, "null"...)
	}
	return append(dst, id...)
}

// appendIDBody appends an id as the body of a JSON string, nothing for what is
// neither a string nor a number.
func appendIDBody(dst []byte, id json.RawMessage) []byte {
	if !plainID(id) {
		if id = bytes.TrimSpace(id); !scalarID(id) {
			return dst
		}
	}
	if id[0] == '"' {
		id = id[1 : len(id)-1]
	}
	return append(dst, id...)
}

// scalarID reports whether id is a JSON string or number.
func scalarID(id []byte) bool {
	if plainID(id) {
		return true
	}
	if len(id) == 0 {
		return false
	}
	c := id[0]
	return (c == '"' || c == '-' || c >= '0' && c <= '9') && json.Valid(id) && utf8.Valid(id)
}

// plainID reports whether id is what most ids are: digits, or a string of
// printable ASCII without escapes.
func plainID(id []byte) bool {
	if len(id) > 1 && id[0] == '"' && id[len(id)-1] == '"' {
		for _, c := range id[1 : len(id)-1] {
			if c < ' ' || c > '~' || c == '"' || c == '\\' {
				return false
			}
		}
		return true
	}
	if len(id) == 0 || id[0] == '0' && len(id) > 1 {
		return false
	}
	for _, c := range id {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// The members that a response has besides its id, one of them.
const (
	memberResult = `,"result":`
	memberError  = `,"error":`
)

// appendCode appends the code of an error. Nearly all are of -32768 to -32000
// (JSON-RPC 2.0 §5.1).
func appendCode(dst []byte, code int) []byte {
	if code > -32000 || code < -32999 {
		return strconv.AppendInt(dst, int64(code), 10)
	}
	n := -32000 - code
	return append(dst, '-', '3', '2', byte('0'+n/100), byte('0'+n/10%10), byte('0'+n%10))
}

// appendNumber appends a number that mostly has three digits, as an HTTP status
// does.
func appendNumber(dst []byte, n int) []byte {
	if n < 100 || n > 999 {
		return strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, byte('0'+n/100), byte('0'+n/10%10), byte('0'+n%10))
}

// openResponse opens a response: member is its name and how its value starts.
func openResponse(dst []byte, id json.RawMessage, member string) []byte {
	dst = append(dst, `{"jsonrpc":"2.0"`...) // up to 16 bytes are stored in place, more are moved
	dst = append(dst, `,"id":`...)
	dst = appendID(dst, id)
	return append(dst, member...)
}

// openResult opens a result of a tool up to its first text: a response with an
// id, the result alone without. Results say their type since MCP 2026-07-28.
func openResult(dst []byte, id json.RawMessage, typed bool) []byte {
	open := memberResult + `{"content":[{"type":"text","text":"`
	if typed {
		open = memberResult + `{"resultType":"complete","content":[{"type":"text","text":"`
	}
	if id == nil {
		return append(dst, open[len(memberResult):]...)
	}
	return openResponse(dst, id, open)
}

// openMember is openResponse with an id, and without one the value alone, which
// starts where name ends.
func openMember(dst []byte, id json.RawMessage, name, member string) []byte {
	if id == nil {
		return append(dst, member[len(name):]...)
	}
	return openResponse(dst, id, member)
}

// rpc is an error of JSON-RPC as it was read, without its data.
type rpc struct {
	code    int64
	coded   bool   // there is a code
	name    string // a code that is a string and no number, or a number that is no whole one
	message string
}

// envelope finds what a response of JSON-RPC holds: its result, or its error.
// Without an envelope both are absent, unless v is a bare error object.
func (r *reader) envelope(v jsonr.Value) (result, fault jsonr.Value, err error) {
	switch v.Kind() {
	case jsonr.Array:
		return result, fault, fmt.Errorf("the document: a batch of %d documents, want one", v.Len())
	case jsonr.Object:
	default:
		return result, fault, fmt.Errorf("the document: want an object, got %s", v.Kind())
	}
	result, fault = v.Member("result"), v.Member("error")
	switch {
	case !null(fault) && !null(result):
		return result, fault, fmt.Errorf(`%s: contradicts "result" beside it`, place(fault))
	case null(v.Member("jsonrpc")):
		return result, fault, nil
	case !null(v.Member("method")) && null(fault) && null(result):
		return result, fault, fmt.Errorf("%s: a request, want a response", place(v.Member("method")))
	case null(fault) && result.Kind() == jsonr.Absent:
		return result, fault, fmt.Errorf(`the document: neither "result" nor "error"`)
	}
	return result, fault, nil
}

// fault reads an error object.
func (r *reader) fault(v jsonr.Value) (f rpc) {
	if v.Kind() != jsonr.Object {
		r.wrong(v, "an object")
		return f
	}
	r.need(v, "message", jsonr.String)
	f.message = r.text(v, "message")
	code := v.Member("code")
	if n, ok := code.Int(); ok {
		f.code = n
	} else if s, ok := code.Text(); ok {
		if f.code, ok = whole(s); !ok {
			f.name = s
		}
	} else if code.Kind() == jsonr.Number { // a fraction, or more than a machine's word holds
		f.name = code.Raw()
		r.note("%s: no whole number of 64 bits, read as a text", place(code))
	} else if !null(code) {
		r.wrong(code, "a whole number or a string")
	}
	r.peer.Code = f.name
	if f.coded = !null(code); f.coded && f.name == "" {
		r.peer.Code = strconv.FormatInt(f.code, 10)
	}
	return f
}

// byRPC is byCode for the code of an error object, which may have none.
func (r *reader) byRPC(k errkit.Kind, f rpc) {
	if !f.coded {
		r.kind(k, "an error without a code")
		return
	}
	r.byCode(k, "error.code", f.code)
}

// unprefix strips the prefixes "MCP error -32602: " that clients of the
// TypeScript SDK add, one a hop, and returns the innermost code. A prefix in the
// middle of a text gives its code and leaves the text whole.
func unprefix(s string) (text string, code int64, found bool) {
	const prefix = "MCP error "
	text = s
	for {
		rest, ok := strings.CutPrefix(text, prefix)
		if !ok {
			break
		}
		n, after, ok := codeBefore(rest)
		if !ok {
			break
		}
		text, code, found = after, n, true
	}
	if strings.Contains(text, prefix) { // which is faster than to look for the last one
		last := text[strings.LastIndex(text, prefix)+len(prefix):]
		if n, _, ok := codeBefore(last); ok {
			code, found = n, true
		}
	}
	return text, code, found
}

// codeBefore reads "-32602: rest".
func codeBefore(s string) (code int64, rest string, ok bool) {
	digits, rest, ok := strings.Cut(s, ": ")
	if !ok || len(digits) > 20 {
		return 0, "", false
	}
	code, err := strconv.ParseInt(digits, 10, 64)
	return code, rest, err == nil
}
