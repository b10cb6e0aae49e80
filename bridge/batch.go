package bridge

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// examineBatch returns Replace if a response in a batch (JSON-RPC 2.0 §6) is an error: the others
// stay as they are, unless the dialect of the client is not one of JSON-RPC.
func (x *Exchange) examineBatch(doc []byte) Action {
	var first *errkit.Error
	batch := x.batch(doc, false, func(e *errkit.Error, m *rpc.Message) []byte {
		if first == nil {
			first = e
		}
		if !x.isRPC {
			return nil
		}
		return x.answer(e, m, &Report{Response: x.status})
	})
	switch {
	case first == nil:
		return Pass
	case !x.isRPC:
		return x.replace(first)
	}
	h := maps.Clone(x.header)
	maps.DeleteFunc(h, func(name string, _ []string) bool { return isOfBody(name) })
	h.Set("Content-Length", strconv.Itoa(len(batch)))
	x.response = &Response{Status: x.status, Header: h, Body: batch}
	return Replace
}

// isOfBody reports whether a header describes a body or its end.
func isOfBody(name string) bool {
	return isOfBytes(name) || name == "Last-Modified" || name == "Trailer" || name == "Transfer-Encoding"
}

// isOfBytes reports whether a header describes the bytes of a body.
func isOfBytes(name string) bool {
	return slices.Contains(ofBytes[:], name) || strings.HasSuffix(name, "Digest")
}

var ofBytes = [...]string{"Accept-Ranges", "Content-Encoding", "Content-Length", "Content-Md5", "Etag"}

// batchEvent appends an event whose data is a batch.
func (x *Exchange) batchEvent(dst, event, data []byte) []byte {
	batch := x.batch(data, true, func(e *errkit.Error, m *rpc.Message) []byte {
		x.events.failed = true
		return x.answer(e, m, &Report{Event: true})
	})
	if bytes.Equal(batch, data) {
		return append(dst, event...)
	}
	return rpc.AppendEvent(x.events.AppendFields(dst), "", batch)
}

// batch returns a batch in which render has replaced the errors. What is not an object ends the
// examination, which is reported.
func (x *Exchange) batch(doc []byte, event bool, render func(*errkit.Error, *rpc.Message) []byte) []byte {
	start := bytes.IndexByte(doc, '[') + 1
	out := append([]byte(nil), doc[:start]...)
	for rest := doc[start:]; ; {
		n := len(rest) - len(bytes.TrimLeft(rest, blank+","))
		if out, rest = append(out, rest[:n]...), rest[n:]; len(rest) == 0 || rest[0] == ']' {
			return append(out, rest...)
		}
		var m rpc.Message
		if rest[0] != '{' {
			x.report(&Report{Outcome: Unread, Event: event})
			return append(out, rest...)
		}
		n = m.Write(rest)
		e := x.inDocument(rest[:n], &m, event)
		if e != nil || !m.HasMethod() {
			x.answered = x.answered || x.isAnswer(m.Value(rpc.ID))
		}
		if e != nil {
			out = append(out, render(e, &m)...)
		} else {
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
}
