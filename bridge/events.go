package bridge

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// events are the parts of a stream of events (HTML, Server-sent events, Parsing an event stream).
type events struct {
	held    []byte  // of the event at hand
	line    int     // bytes of the line at hand
	fields  bool    // the event has a line that is not a comment
	through bool    // the event is longer than what is held: it passes
	cr      bool    // the last byte was a carriage return
	resumes bool    // an event had an id: the client can continue an interrupted stream
	failed  bool    // an error was sent
	begun   bool    // an event was examined
	broken  bool    // the stream cannot be decoded
	err     error   // of its end then
	id      []byte  // of the event at hand; nil: it has none
	retry   []byte  // of the event at hand: the delay before the client continues an interrupted stream, in milliseconds
	data    []byte  // of the event, if it has several lines of data
	scan    scanner // of the data of the event
}

// Edit appends to dst the next part of a stream of events: events are passed byte for byte as soon as they are complete, and the
// data of an error is replaced. It allocates nothing for events that are passed, beside room in dst and for an event that
// arrives in parts.
//
// The parts of a compressed stream are decoded. One that cannot be, or whose text is longer than 16 MiB, ends the stream as a broken one, see
// [Exchange.EndEdit].
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

// deleteOfBytes deletes the headers that describe the bytes of a stream before it is edited.
func deleteOfBytes(h http.Header) {
	for name := range h {
		if isOfBytes(name) {
			delete(h, name)
		}
	}
}

func (x *Exchange) edit(dst, p []byte) []byte {
	s := &x.events
	dst = slices.Grow(dst, len(p))
	for len(p) > 0 {
		n, complete := s.next(p)
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

// next returns how many bytes of p belong to the event at hand, and whether they complete it. Comments between events are
// complete at the end of their line, because servers send them to keep the connection open.
func (s *events) next(p []byte) (n int, complete bool) {
	for n < len(p) {
		c := p[n]
		switch {
		case c == '\n' && s.cr: // the end of the same line
			s.cr = false
			n++
			if s.line == 0 && !s.fields {
				return n, true
			}
		case c == '\n' || c == '\r':
			s.cr = c == '\r'
			n++
			empty := s.line == 0
			s.line = 0
			if empty || !s.fields {
				s.fields = false
				return n, true
			}
		default:
			s.cr = false
			if s.line == 0 && c != ':' {
				s.fields = true
			}
			k := lineLength(p[n:])
			s.line += k
			n += k
		}
	}
	return n, false
}

// window is how far an end of a line is searched before the other one is, in bytes: in a text that has one of them only, too, the work is
// linear.
const window = 256

// lineLength returns the number of bytes before the end of a line, len(p) if it has none.
func lineLength(p []byte) int {
	for n := 0; ; n += window {
		part := p[n:min(n+window, len(p))]
		k := indexByte(part[:indexByte(part, '\n')], '\r')
		if k < len(part) || n+k == len(p) {
			return n + k
		}
	}
}

// event appends a complete event.
func (x *Exchange) event(dst, event []byte) []byte {
	s := &x.events
	name, data := s.parse(event)
	named := string(name) == "error"
	if first := bytes.TrimLeft(data, blank); !named && (len(first) == 0 || !mayBeMessage(first)) {
		return append(dst, event...)
	}
	if !named && !bytes.Contains(data, []byte("result")) && (isCall(data) || !hasSuspect(data)) {
		return append(dst, event...) // neither an error nor the response to a call
	}
	s.scan.reset()
	if s.scan.write(data); s.scan.batch && s.scan.rpc {
		return x.batchEvent(dst, event, data)
	}
	if e := x.inEvent(data, named); e != nil {
		s.failed = true
		return x.replaceEvent(dst, e)
	}
	x.answered = x.answered || !s.scan.hasMethod() && x.isAnswer(s.scan.id)
	return append(dst, event...)
}

// isCall reports whether data without a result is a request or a notification of JSON-RPC as SDKs write them: it has no error either. It is
// faster than a scanner, and false where only a scanner can know.
func isCall(data []byte) bool {
	return (bytes.HasPrefix(data, []byte(`{"jsonrpc":"2.0",`)) || bytes.HasSuffix(data, []byte(`,"jsonrpc":"2.0"}`))) &&
		!bytes.Contains(data, []byte("rror")) && !bytes.Contains(data, []byte(`\u`))
}

// inEvent returns the error in the data of an event, nil if it has none. One that is named an error is one, whatever its data is.
func (x *Exchange) inEvent(data []byte, named bool) *errkit.Error {
	s := &x.events.scan
	if !named || s.isRequest() {
		return x.inDocument(data, s, true)
	}
	if e, _ := x.bridge.inSuccess(x.status, nil, data, s.longest); e != nil {
		if x.isOfProtocol(e) {
			return nil
		}
		return e
	}
	return x.unknown(data)
}

// parse returns the name of an event and its data.
func (s *events) parse(event []byte) (name, data []byte) {
	s.data, s.id, s.retry = s.data[:0], nil, nil
	lines := 0
	if !s.begun { // by HTML, a stream may start with a byte order mark
		event, s.begun = bytes.TrimPrefix(event, []byte("\ufeff")), true
	}
	for len(event) > 0 {
		n := lineLength(event)
		line := event[:n]
		event = event[min(n+1, len(event)):]
		field, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event":
			name = value
		case "id":
			s.resumes, s.id = true, value
		case "retry":
			if isDigits(value) {
				s.retry = value
			}
		case "data":
			if lines++; lines == 1 {
				data = value
				continue
			}
			if lines == 2 {
				s.data = append(s.data, data...)
			}
			s.data = append(append(s.data, '\n'), value...)
			data = s.data
		}
	}
	return name, data
}

// isDigits reports whether a value is one of retry, which clients ignore otherwise.
func isDigits(value []byte) bool {
	return len(value) > 0 && len(bytes.Trim(value, "0123456789")) == 0
}

// replaceEvent appends an event with an error in place of one of the upstream, with its id and its retry. If the request is a batch and the
// event is not a document of JSON-RPC, there is an event for each call that has no response.
func (x *Exchange) replaceEvent(dst []byte, e *errkit.Error) []byte {
	s := &x.events
	to := x.bridge.to(x.request)
	report := &Report{Event: true}
	calls := x.calls(to)
	if s.scan.rpc || !x.isBatch(to) || calls[0].ID == nil {
		x.answered = x.answered || x.isAnswer(s.scan.id)
		return appendEvent(s.appendFields(dst), to, x.answer(e, &s.scan, report))
	}
	docs := x.messages(to, calls, x.relayWithin(e, nil, report), report)
	for i, doc := range docs {
		if i == len(docs)-1 { // a client that gets only some of them does not continue after them
			dst = s.appendFields(dst)
		}
		dst = appendEvent(dst, to, doc)
		x.answered = x.isAnswer(calls[i].ID)
	}
	return dst
}

// appendFields appends the lines with the id and the retry of the event at hand, if it has them.
func (s *events) appendFields(dst []byte) []byte {
	if s.id != nil {
		dst = append(append(append(dst, "id: "...), s.id...), '\n')
	}
	if s.retry != nil {
		dst = append(append(append(dst, "retry: "...), s.retry...), '\n')
	}
	return dst
}

// answer returns the document of an error of the upstream in place of its response to a call, and reports it.
func (x *Exchange) answer(e *errkit.Error, s *scanner, report *Report) []byte {
	to := x.bridge.to(x.request)
	call := x.callOf(to, s.callID())
	return x.messages(to, []dialect.Call{call}, x.relayWithin(e, s.callID(), report), report)[0]
}

// relayWithin returns what the client sees of an upstream's error within a response, in a document with an id.
func (x *Exchange) relayWithin(e *errkit.Error, id json.RawMessage, report *Report) *errkit.Error {
	sent, losses := x.relay(e, id)
	sent.Err = &upstreamError{x.status, e}
	report.Upstream, report.Losses = e, losses
	return sent
}

// messages returns the documents of an error within a response, one for each call, and reports it.
func (x *Exchange) messages(to dialect.Dialect, calls []dialect.Call, e *errkit.Error, report *Report) [][]byte {
	if _, needsID := isRPC(to); calls[0].ID == nil && needsID {
		calls[0].ID, calls[0].Method = []byte("null"), "unknown"
	}
	docs, _ := x.documents(to, calls, e, report)
	x.report(report)
	return docs
}

// appendEvent appends an event with the document of an error.
func appendEvent(dst []byte, to dialect.Dialect, doc []byte) []byte {
	if envelope, _ := isRPC(to); !envelope {
		dst = append(dst, "event: error\n"...)
	}
	return appendData(dst, doc)
}

// appendData appends the data and the end of an event.
func appendData(dst, data []byte) []byte {
	for line := range bytes.Lines(data) {
		dst = append(append(append(dst, "data: "...), bytes.TrimRight(line, "\r\n")...), '\n')
	}
	return append(dst, '\n')
}

// EndEdit appends to dst the end of a stream of events: err is nil for a complete one, else why the rest of it cannot be read. A
// stream that ends within an event, and one that breaks before the response to the call, end with an error in an event, one for each such
// call of a batch. If
// the client can continue the stream, because its events have ids, or if the call has its response, a broken stream stays
// broken: then the returned error is err.
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

// breakOff appends the last event of a stream that breaks, or returns why it is broken for the client, too.
func (x *Exchange) breakOff(dst []byte, err error) ([]byte, error) {
	s := &x.events
	to := x.bridge.to(x.request)
	calls := x.calls(to)
	envelope, _ := isRPC(to)
	if s.resumes || s.through || s.failed && !x.isBatch(to) || x.answered || envelope && calls[0].ID == nil || x.request.Context().Err() != nil {
		return dst, err
	}
	for _, doc := range x.messages(to, calls, x.unreached(err), &Report{Event: true}) {
		dst = appendEvent(dst, to, doc)
	}
	return dst, nil
}
