package bridge

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// events are a stream of events that is edited.
type events struct {
	rpc.Events
	held    []byte // of the event at hand
	through bool   // the event is longer than what is held: the rest of it passes
	dropped bool   // the rest of the event does not pass
	resumes bool   // an event had an id: the client can continue an interrupted stream
	failed  bool   // an error was sent
}

// Edit appends to dst the next part of a body that is edited. Events are passed byte for byte as
// soon as they are complete, and the data of an error is replaced. It allocates nothing for events
// that are passed, beside room in dst and for an event that arrives in parts. A body that ended
// with an error has no more parts, see [Exchange.Ended].
//
// The parts of a compressed body are decoded. One that cannot be, or whose text is longer than
// 16 MiB, ends the stream as a broken one, see [Exchange.EndEdit].
func (x *Exchange) Edit(dst, p []byte) []byte {
	var err error
	switch start := len(dst); {
	case x.ended:
		return dst
	case x.inflater == nil:
		dst = x.edit(dst, p)
	default:
		err = x.inflater.write(p, func(text []byte) bool {
			dst = x.edit(dst, text)
			return len(dst)-start <= maxInflated && !x.ended
		})
		if len(dst)-start > maxInflated {
			err = errInflated
		}
	}
	if err != nil && !x.ended {
		dst, err = x.endEdit(dst, err)
		x.stop(err)
	}
	if x.ended {
		x.Close()
	}
	return dst
}

// Ended reports whether a body that is edited is over before that of the upstream.
func (x *Exchange) Ended() bool { return x.ended }

// edit is Edit for a text.
func (x *Exchange) edit(dst, p []byte) []byte {
	if x.events == nil {
		return x.editAnswer(dst, p)
	}
	s := x.events
	dst = slices.Grow(dst, len(s.held)+len(p))
	hasReturn, hasEscape := bytes.IndexByte(p, '\r') >= 0, bytes.IndexByte(p, '\\') >= 0
	for len(p) > 0 {
		calls := 0 // bytes of them, which pass together
		for !hasReturn && len(s.held) == 0 && !s.through && !s.dropped {
			size, data := s.Short(p[calls:])
			if size == 0 || hasEscape && bytes.Contains(data, []byte(`\u`)) || !isCall(data) {
				break
			}
			calls += size
		}
		dst, p = append(dst, p[:calls]...), p[calls:]
		n, complete := s.Next(p)
		part := p[:n]
		p = p[n:]
		switch {
		case s.through:
			dst = append(dst, part...)
			s.through = !complete
		case s.dropped:
			s.dropped = !complete
		case complete && len(s.held) == 0:
			dst = x.event(dst, part)
		case complete:
			s.held = append(s.held, part...)
			dst = x.event(dst, s.held)
			s.held = s.held[:0]
		default:
			s.held = append(s.held, part...) // whose room is counted until the end
			if len(s.held) > x.bridge.hold() || !x.charge(max(0, len(s.held)-x.charged)) {
				dst = x.longEvent(dst, s.held, false)
				s.held = nil
				x.uncharge()
			}
		}
	}
	return dst
}

// editAnswer is edit for the answer to a call whose head has passed.
func (x *Exchange) editAnswer(dst, p []byte) []byte {
	if err := x.passed(p); err != nil {
		x.stop(err)
		return dst
	}
	if x.decided {
		return append(dst, p...)
	}
	keep := x.keep
	if x.inflater != nil {
		keep = x.keepText
	}
	action := x.scan(p, keep(p))
	dst = append(dst, x.text()[x.blanks:x.blank]...)
	x.blanks = x.blank
	return x.resolve(dst, action)
}

// resolve appends what an action makes of an answer that is held.
func (x *Exchange) resolve(dst []byte, action Action) []byte {
	switch action {
	case Pass:
		x.decided = true
		dst = append(dst, x.text()[x.blanks:]...)
		x.plain = nil
		x.release()
	case Replace:
		dst = append(dst, x.response.Body...)
		x.stop(nil)
	}
	return dst
}

// stop ends a body that is edited: with an error in it, or because of err.
func (x *Exchange) stop(err error) { x.ended, x.broken = true, err }

// event appends a complete event.
func (x *Exchange) event(dst, event []byte) []byte {
	s := x.events
	s.Read(event)
	s.resumes = s.resumes || s.ID != nil
	name := string(s.Name)
	if (name == "" || name == "message") && !bytes.Contains(s.Data, []byte(`\u`)) && isCall(s.Data) {
		return append(dst, event...)
	}
	s.Data = bytes.TrimPrefix(s.Data, []byte("\ufeff"))
	data := s.Data
	x.frontEvent(data)
	if x.channel == toCall && data == nil && name == "" && s.ID == nil && s.Retry == nil &&
		len(bytes.TrimSpace(event)) > 0 && event[0] != ':' {
		return x.drop(dst) // a page, which is no event
	}
	if name != "" && name != "message" && name != "error" || len(bytes.TrimLeft(data, blank)) == 0 {
		return append(dst, event...)
	}
	x.found = rpc.Message{}
	rest := data[x.found.Write(data):]
	if x.channel == inSuccess {
		return x.documentEvent(dst, event, name == "error")
	}
	m := &x.found
	if m.IsBatch() && m.Done {
		return x.batchEvent(dst, event, data)
	}
	if len(bytes.TrimLeft(rest, blank)) > 0 || !m.Done || !m.IsRPC() || name == "error" && !m.HasMethod() {
		return x.noMessage(dst, event, name == "error")
	}
	if m.HasMethod() && !m.HasError() {
		return append(dst, event...)
	}
	if x.channel == toCall && x.hasOtherID() {
		return x.drop(dst) // nobody waits for it
	}
	if e := x.judged(data, m, new(x.peekOf(m.CallID())), true); e != nil {
		return x.replaceEvent(dst, e)
	}
	x.frontResult(m, data)
	x.answered = x.answered || x.isAnswer(m.Value(rpc.ID))
	return append(dst, event...)
}

// isCall reports whether data, in which there is no \u, is a request or a notification of JSON-RPC
// as SDKs write them: it has a string that ends like the name of the method, and none that ends
// like those of a result and an error, or of the notification of changed tools. It is faster than
// a scanner, and false where only a scanner can know.
func isCall(data []byte) (hasMethod bool) {
	last := len(data) - 17
	if last < 0 || (string(data[:16]) != `{"jsonrpc":"2.0"` || data[16] != ',') &&
		(string(data[last+1:]) != `"jsonrpc":"2.0"}` || data[last] != ',') {
		return false
	}
	const low, high = 0x0101010101010101, 0x8080808080808080
	for at := 0; at < last+16; at += 16 {
		part := (*[17]byte)(data[min(at, last):])
		// The letters r, t and d, and five others, have these bits. A byte is 0 if it is one and a
		// quote follows.
		a := binary.LittleEndian.Uint64(part[:])&(low*0xE9) ^ low*0x60 | (binary.LittleEndian.Uint64(part[1:]) ^ low*'"')
		b := binary.LittleEndian.Uint64(part[8:])&(low*0xE9) ^ low*0x60 | (binary.LittleEndian.Uint64(part[9:]) ^ low*'"')
		for found := (a-low)&^a&high | (b-low)&^b&high>>1; found != 0; found &= found - 1 {
			bit := bits.TrailingZeros64(found) // the last of a byte for a, the one before it for b
			name := data[:min(at, last)+bit>>3+8*(^bit&1)+1]
			if c := name[len(name)-1]; c == 'r' && bytes.HasSuffix(name, []byte("rror")) ||
				c == 't' && bytes.HasSuffix(name, []byte("result")) || c == 'd' && bytes.HasSuffix(name, []byte("list_changed")) {
				return false
			}
			hasMethod = hasMethod || bytes.HasSuffix(name, []byte(`"method`))
		}
	}
	return hasMethod
}

// documentEvent appends an event with a document that may be an error in the dialect of the
// upstream. One that is named an error is one, whatever its data is.
func (x *Exchange) documentEvent(dst, event []byte, named bool) []byte {
	data := x.events.Data
	if x.found.IsBatch() && x.found.Done {
		return x.batchEvent(dst, event, data)
	}
	e := x.inDocument(data, &x.found, true)
	switch {
	case e != nil:
	case named:
		e = x.unknown(data)
	default:
		return append(dst, event...)
	}
	return x.replaceEvent(dst, e)
}

// noMessage appends an event that is not a message of JSON-RPC. If it is meant to be an answer, it
// is an error. Another one does not pass in a stream that answers a call: no client reads it, and
// its text has no reader.
func (x *Exchange) noMessage(dst, event []byte, named bool) []byte {
	data, m := x.events.Data, &x.found
	switch {
	case named:
		return x.replaceEvent(dst, x.unknown(data))
	case m.IsAnswered() && !m.HasMethod():
		return x.replaceEvent(dst, x.brokenAnswer(noMessage, data))
	case x.channel != toCall:
		return append(dst, event...)
	}
	return x.drop(dst)
}

// drop appends what remains of an event that does not pass.
func (x *Exchange) drop(dst []byte) []byte {
	x.report(&Report{Outcome: Unread, Event: true})
	start := len(dst)
	if dst = x.events.AppendFields(dst); len(dst) > start {
		dst = append(dst, '\n')
	}
	return dst
}

// longEvent appends the start of an event that is longer than what is held, or whose rest is not
// read. A success passes, and an error is rendered without its text.
func (x *Exchange) longEvent(dst, event []byte, unread bool) []byte {
	s := x.events
	s.Read(event)
	x.found = rpc.Message{}
	x.found.Write(s.Data)
	m := &x.found
	// The version and the id may be the last members.
	isMessage := m.Has(rpc.Version) ||
		!m.Done && !m.Batch && (m.Has(rpc.Result) || m.HasMethod() || m.First(rpc.Error) == '{')
	id := m.Value(rpc.ID)
	isOfCall := id != nil || x.peek().ID != nil // it is known of which
	switch {
	case string(s.Name) == "error", x.isRPC && isMessage && !m.Batch && m.HasError() && isOfCall:
		s.dropped = true
		return x.replaceEvent(dst, x.cutError(s.Data, m, true))
	case x.isRPC && isMessage && !m.Batch && m.Has(rpc.Result):
		x.answered = x.answered || id == nil || x.isAnswer(id)
	case x.channel == toCall && !isMessage && !unread:
		s.dropped = true
		return x.drop(dst)
	default:
		x.answered = x.answered || m.Batch
		x.report(&Report{Outcome: Oversize, Event: true})
	}
	s.through = true
	return append(dst, event...)
}

// replaceEvent appends an event with an error in place of one of the upstream, with its id and its
// retry. If the request is a batch and the event is not a document of JSON-RPC, there is an event
// for each call that has no response.
func (x *Exchange) replaceEvent(dst []byte, e *errkit.Error) []byte {
	s := x.events
	s.failed = true
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
	if x.isRPC {
		return rpc.AppendEvent(dst, "", doc)
	}
	return rpc.AppendEvent(dst, "error", doc)
}

// ErrUnread is passed to [Exchange.EndEdit] if the Exchange does not get the rest of a body.
var ErrUnread = errors.New("bridge: the rest of the body is not read")

// EndEdit appends to dst the end of a body that is edited: err is nil for a complete one, else why
// the rest of it cannot be read. An answer that has no end is an error. A stream that ends within
// an event, and one that ends before the response to the call, end with an error in an event, one
// for each such call of a batch. If the client can continue the stream, because its events have
// ids, or if the call has its response, or a part of it, a broken stream stays broken: then the
// returned error is err.
func (x *Exchange) EndEdit(dst []byte, err error) ([]byte, error) {
	if x.ended {
		return dst, x.broken
	}
	defer x.Close()
	if x.inflater != nil && (x.events != nil || x.decided) && err == nil {
		err = x.inflater.close(func(text []byte) bool {
			dst = x.edit(dst, text)
			return true
		})
	}
	if dst, err = x.endEdit(dst, err); errors.Is(err, ErrUnread) {
		err = nil
	}
	return dst, err
}

func (x *Exchange) endEdit(dst []byte, err error) ([]byte, error) {
	s := x.events
	switch {
	case x.events == nil && x.decided:
		return dst, cmp.Or(err, x.passedEnd())
	case x.events == nil:
		return x.resolve(dst, x.end(err)), nil
	case err != nil && !errors.Is(err, ErrUnread):
		return x.breakOff(dst, err)
	}
	switch {
	case len(s.held) > 0 && err != nil:
		dst = x.longEvent(dst, s.held, true)
	case len(s.held) > 0: // some clients take an event without its end for one
		dst = x.event(dst, s.held)
	}
	s.held = nil
	if err == nil && x.channel == toCall && x.peek().ID != nil {
		dst, _ = x.breakOff(dst, x.brokenAnswer(noAnswer, nil))
	}
	return dst, nil
}

// breakOff appends the last event of a stream that breaks, or returns why it is broken for the
// client, too.
func (x *Exchange) breakOff(dst []byte, err error) ([]byte, error) {
	s := x.events
	calls := x.calls()
	if s.resumes || s.through || s.failed && !x.isBatch() || x.answered || x.isRPC && calls[0].ID == nil ||
		x.request.Context().Err() != nil {
		return dst, err
	}
	e, ok := err.(*errkit.Error)
	if !ok {
		e = x.unreached(err)
	}
	for _, doc := range x.messages(calls, e, &Report{Event: true}) {
		dst = x.appendEvent(dst, doc)
	}
	return dst, nil
}
