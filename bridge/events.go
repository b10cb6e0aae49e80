package bridge

import (
	"bytes"
	"slices"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// events are a stream of events that is edited.
type events struct {
	rpc.Events
	held    []byte // of the event at hand
	through bool   // the event is longer than what is held: it passes
	resumes bool   // an event had an id: the client can continue an interrupted stream
	failed  bool   // an error was sent
	broken  bool   // the stream cannot be decoded
	err     error  // of its end then
}

// Edit appends to dst the next part of a stream of events: events are passed byte for byte as soon
// as they are complete, and the data of an error is replaced. It allocates nothing for events that
// are passed, beside room in dst and for an event that arrives in parts.
//
// The parts of a compressed stream are decoded. One that cannot be, or whose text is longer than
// 16 MiB, ends the stream as a broken one, see [Exchange.EndEdit].
func (x *Exchange) Edit(dst, p []byte) []byte {
	s := &x.events
	switch {
	case x.inflater == nil:
		return x.edit(dst, p)
	case s.broken:
		return dst
	}
	start := len(dst)
	err := x.inflater.write(p, func(text []byte) bool {
		dst = x.edit(dst, text)
		return len(dst)-start <= maxInflated
	})
	if len(dst)-start > maxInflated {
		err = errInflated
	}
	if err != nil {
		x.inflater.end()
		s.broken = true
		dst, s.err = x.breakOff(dst, err)
	}
	return dst
}

func (x *Exchange) edit(dst, p []byte) []byte {
	s := &x.events
	dst = slices.Grow(dst, len(p))
	for len(p) > 0 {
		n, complete := s.Next(p)
		part := p[:n]
		p = p[n:]
		switch {
		case s.through:
			dst = append(dst, part...)
			s.through = !complete
		case complete && len(s.held) == 0:
			dst = x.event(dst, part)
		case complete:
			s.held = append(s.held, part...)
			dst = x.event(dst, s.held)
			s.held = s.held[:0]
		case len(s.held)+len(part) > x.bridge.hold():
			x.report(&Report{Outcome: Oversize, Event: true})
			dst = append(append(dst, s.held...), part...)
			s.held, s.through = s.held[:0], true
		default:
			s.held = append(s.held, part...)
		}
	}
	return dst
}

// event appends a complete event.
func (x *Exchange) event(dst, event []byte) []byte {
	s := &x.events
	s.Read(event)
	s.resumes = s.resumes || s.ID != nil
	named, data := string(s.Name) == "error", s.Data
	if first := bytes.TrimLeft(data, blank); !named && (len(first) == 0 || !mayBeMessage(first)) {
		return append(dst, event...)
	}
	x.frontEvent(data)
	if !named && !bytes.Contains(data, []byte("result")) && (isCall(data) || !hasSuspect(data)) {
		return append(dst, event...) // neither an error nor the response to a call
	}
	x.found = rpc.Message{}
	if x.found.Write(data); x.found.IsBatch() {
		return x.batchEvent(dst, event, data)
	}
	if e := x.inEvent(data, named); e != nil {
		s.failed = true
		return x.replaceEvent(dst, e)
	}
	if !x.found.HasMethod() && x.isAnswer(x.found.Value(rpc.ID)) {
		x.answered = true
		x.frontResult(&x.found, data)
	}
	return append(dst, event...)
}

// isCall reports whether data without a result is a request or a notification of JSON-RPC as SDKs
// write them: it has no error either. It is faster than a scanner, and false where only a scanner
// can know.
func isCall(data []byte) bool {
	isRPC := bytes.HasPrefix(data, []byte(`{"jsonrpc":"2.0",`)) || bytes.HasSuffix(data, []byte(`,"jsonrpc":"2.0"}`))
	return isRPC && !bytes.Contains(data, []byte("rror")) && !bytes.Contains(data, []byte(`\u`))
}

// inEvent returns the error in the data of an event, nil if it has none. One that is named an
// error is one, whatever its data is.
func (x *Exchange) inEvent(data []byte, named bool) *errkit.Error {
	if !named || x.found.IsRequest() {
		return x.inDocument(data, &x.found, true)
	}
	if e, _ := x.bridge.inSuccess(x.status, nil, data, x.found.Longest); e != nil {
		if x.isOfProtocol(e) {
			return nil
		}
		return e
	}
	return x.unknown(data)
}

// replaceEvent appends an event with an error in place of one of the upstream, with its id and its
// retry. If the request is a batch and the event is not a document of JSON-RPC, there is an event
// for each call that has no response.
func (x *Exchange) replaceEvent(dst []byte, e *errkit.Error) []byte {
	s := &x.events
	report := &Report{Event: true}
	calls := x.calls()
	if x.found.IsRPC() || !x.isBatch() || calls[0].ID == nil {
		x.answered = x.answered || x.isAnswer(x.found.Value(rpc.ID))
		return x.appendEvent(s.AppendFields(dst), x.answer(e, &x.found, report))
	}
	docs := x.messages(calls, x.relay(e, nil, report), report)
	for i, doc := range docs {
		if i == len(docs)-1 { // a client that gets only some of them does not continue after them
			dst = s.AppendFields(dst)
		}
		dst = x.appendEvent(dst, doc)
		x.answered = x.isAnswer(calls[i].ID)
	}
	return dst
}

// answer returns the document of an error of the upstream in place of its response to a call, and
// reports it.
func (x *Exchange) answer(e *errkit.Error, m *rpc.Message, report *Report) []byte {
	call := x.callOf(m.CallID())
	return x.messages([]dialect.Call{call}, x.relay(e, m.CallID(), report), report)[0]
}

// messages returns the documents of an error within a response, one for each call, and reports it.
func (x *Exchange) messages(calls []dialect.Call, e *errkit.Error, report *Report) [][]byte {
	if x.needsID && calls[0].ID == nil {
		calls[0].ID, calls[0].Method = []byte("null"), "unknown"
	}
	docs, _ := x.documents(calls, e, report)
	x.report(report)
	return docs
}

// appendEvent appends an event with the document of an error.
func (x *Exchange) appendEvent(dst, doc []byte) []byte {
	name := "error"
	if x.isRPC {
		name = ""
	}
	return rpc.AppendEvent(dst, name, doc)
}

// EndEdit appends to dst the end of a stream of events: err is nil for a complete one, else why
// the rest of it cannot be read. A stream that ends within an event, and one that breaks before
// the response to the call, end with an error in an event, one for each such call of a batch. If
// the client can continue the stream, because its events have ids, or if the call has its
// response, a broken stream stays broken: then the returned error is err.
func (x *Exchange) EndEdit(dst []byte, err error) ([]byte, error) {
	s := &x.events
	switch {
	case s.broken:
		return dst, s.err
	case x.inflater != nil && err == nil:
		err = x.inflater.close(func(text []byte) bool {
			dst = x.edit(dst, text)
			return true
		})
	case x.inflater != nil:
		x.inflater.end()
	}
	if err != nil {
		return x.breakOff(dst, err)
	}
	if len(s.held) > 0 { // some clients take an event without its end for one
		dst = x.event(dst, s.held)
		s.held = nil
	}
	return dst, nil
}

// breakOff appends the last event of a stream that breaks, or returns why it is broken for the
// client, too.
func (x *Exchange) breakOff(dst []byte, err error) ([]byte, error) {
	s := &x.events
	calls := x.calls()
	if s.resumes || s.through || s.failed && !x.isBatch() || x.answered || x.isRPC && calls[0].ID == nil ||
		x.request.Context().Err() != nil {
		return dst, err
	}
	for _, doc := range x.messages(calls, x.unreached(err), &Report{Event: true}) {
		dst = x.appendEvent(dst, doc)
	}
	return dst, nil
}
