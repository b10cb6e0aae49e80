package bridge

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// examineBatch returns Replace if a response in a batch (JSON-RPC 2.0 §6) is an error: the others stay as they are, unless the dialect of
// the client is not one of JSON-RPC.
func (x *Exchange) examineBatch(doc []byte) Action {
	var first *errkit.Error
	envelope, _ := isRPC(x.bridge.to(x.request))
	batch := x.batch(doc, false, func(e *errkit.Error, s *scanner) []byte {
		if first == nil {
			first = e
		}
		if !envelope {
			return nil
		}
		return x.answer(e, s, &Report{Response: x.status})
	})
	switch {
	case first == nil:
		return Pass
	case !envelope:
		return x.replace(first)
	}
	h := http.Header{}
	for name, values := range x.header {
		if !isOfBody(name) {
			h[name] = values
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(batch)))
	x.response = &Response{Status: x.status, Header: h, Body: batch}
	return Replace
}

// maxBatch is how many calls of a batch get an error of their own.
const maxBatch = 100

// sentCalls are the calls of a batch that was sent.
type sentCalls struct {
	list []sentCall
	item scanner
	open bool // item has no end yet
	next bool // the start of the batch was read
	done bool
}

type sentCall struct {
	dialect.Call
	answered bool
	fault    *errkit.Field // of the request; nil: none is known
}

// write reads the next part of the batch. What is not an object ends it.
func (c *sentCalls) write(p []byte) {
	for !c.done && len(c.list) < maxBatch {
		if !c.open {
			if p = bytes.TrimLeft(p, blank+","); len(p) == 0 {
				return
			}
			if !c.next {
				c.next, p = true, p[1:]
				continue
			}
			if c.done = p[0] != '{'; c.done {
				return
			}
			c.item.reset()
			c.open = true
		}
		p = p[c.item.write(p):]
		if !c.item.done {
			return
		}
		c.open = false
		if id := c.item.callID(); id != nil && c.item.isRequest() {
			call := c.item.call()
			call.ID = bytes.Clone(id)
			c.list = append(c.list, sentCall{Call: call, fault: c.item.fault()})
		}
	}
}

// answer notes the response to the call with an id.
func (c *sentCalls) answer(id []byte) {
	for i := range c.list {
		c.list[i].answered = c.list[i].answered || bytes.Equal(c.list[i].ID, id)
	}
}

// unanswered returns the calls without a response.
func (c *sentCalls) unanswered() (calls []dialect.Call) {
	for _, call := range c.list {
		if !call.answered {
			calls = append(calls, call.Call)
		}
	}
	return calls
}

// isOfBody reports whether a header describes a body or its end.
func isOfBody(name string) bool {
	switch name {
	case "Last-Modified", "Trailer", "Transfer-Encoding":
		return true
	}
	return isOfBytes(name)
}

// isOfBytes reports whether a header describes the bytes of a body.
func isOfBytes(name string) bool {
	switch name {
	case "Accept-Ranges", "Content-Encoding", "Content-Length", "Content-Md5", "Etag":
		return true
	}
	return strings.HasSuffix(name, "Digest")
}

// batchEvent appends an event whose data is a batch.
func (x *Exchange) batchEvent(dst, event, data []byte) []byte {
	batch := x.batch(data, true, func(e *errkit.Error, s *scanner) []byte {
		x.events.failed = true
		return x.answer(e, s, &Report{Event: true})
	})
	if bytes.Equal(batch, data) {
		return append(dst, event...)
	}
	return appendData(x.events.appendFields(dst), batch)
}

// batch returns a batch in which render has replaced the errors. What is not an object ends the examination, which is reported.
func (x *Exchange) batch(doc []byte, event bool, render func(*errkit.Error, *scanner) []byte) []byte {
	start := bytes.IndexByte(doc, '[') + 1
	out := append([]byte(nil), doc[:start]...)
	for rest := doc[start:]; ; {
		n := len(rest) - len(bytes.TrimLeft(rest, blank+","))
		if out, rest = append(out, rest[:n]...), rest[n:]; len(rest) == 0 || rest[0] == ']' {
			return append(out, rest...)
		}
		var s scanner
		if rest[0] != '{' {
			x.report(&Report{Outcome: Unread, Event: event})
			return append(out, rest...)
		}
		n = s.write(rest)
		e := x.inDocument(rest[:n], &s, event)
		if e != nil || !s.hasMethod() {
			x.answered = x.answered || x.isAnswer(s.id)
		}
		if e != nil {
			out = append(out, render(e, &s)...)
		} else {
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
}
