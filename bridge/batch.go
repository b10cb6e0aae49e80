package bridge

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// examineBatch returns Replace if a response in a batch (JSON-RPC 2.0 §6) is an error or not an
// answer, or if a call has no answer: the other responses stay as they are, unless the dialect of
// the client is not one of JSON-RPC.
func (x *Exchange) examineBatch(doc []byte) Action {
	if x.channel == toCall && (!x.found.IsBatch() || x.peek().ID != nil) {
		return x.violated(noMessage)
	}
	isBatch := x.isBatch()
	var first *errkit.Error
	batch, ok := x.batch(doc, false, func(e *errkit.Error, m *rpc.Message) []byte {
		first = cmp.Or(first, e)
		if !x.isRPC {
			return nil
		}
		return x.answer(e, m, &Report{Response: x.status})
	})
	switch {
	case x.channel != toCall && first == nil:
		return Pass
	case !x.isRPC:
		return x.replace(first)
	case !ok:
		return x.violated(noMessage)
	case !x.answered && isBatch:
		missing := x.messages(x.calls(), x.brokenAnswer(noAnswer, nil), &Report{Response: x.status})
		end := bytes.LastIndexByte(batch, ']')
		batch = append(append(batch[:end:end], ','), append(bytes.Join(missing, []byte(",")), ']')...)
	case first == nil:
		return x.pass()
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
	batch, _ := x.batch(data, true, func(e *errkit.Error, m *rpc.Message) []byte {
		x.events.failed = true
		return x.answer(e, m, &Report{Event: true})
	})
	if bytes.Equal(batch, data) {
		return append(dst, event...)
	}
	return rpc.AppendEvent(x.events.AppendFields(dst), "", batch)
}

// batch returns a batch in which render has replaced the errors. It is false if there is something
// else than objects, of which nothing is examined.
func (x *Exchange) batch(
	doc []byte, event bool, render func(*errkit.Error, *rpc.Message) []byte,
) (out []byte, ok bool) {
	start := bytes.IndexByte(doc, '[') + 1
	out = append(out, doc[:start]...)
	for rest := doc[start:]; ; {
		n := len(rest) - len(bytes.TrimLeft(rest, blank+","))
		if out, rest = append(out, rest[:n]...), rest[n:]; len(rest) == 0 || rest[0] == ']' {
			return append(out, rest...), true
		}
		var m rpc.Message
		if rest[0] != '{' {
			return append(out, rest...), false
		}
		n = m.Write(rest)
		var e *errkit.Error
		switch {
		case m.HasMethod() && !m.HasError():
		case x.channel != inSuccess:
			e = x.judged(rest[:n], &m, new(x.peekOf(m.CallID())), event)
			x.answered = x.answered || x.isAnswer(m.Value(rpc.ID))
		default:
			e = x.inDocument(rest[:n], &m, event)
		}
		if e != nil {
			out = append(out, render(e, &m)...)
		} else {
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
}
