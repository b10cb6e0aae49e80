package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
)

// An Action is what becomes of an upstream's response.
type Action uint8

const (
	// Pass: the head, [Exchange.Held] and the rest of the response are sent as they are. The Exchange needs none of the rest.
	Pass Action = iota
	// Hold: nothing can be sent yet. [Exchange.Body] gets the next part of the body, and [Exchange.End] its end. [Exchange.Late] is
	// called if neither is known after [Exchange.Wait].
	Hold
	// Edit: the head is sent without the headers of the bytes of its body (Content-Length, Content-Encoding, ETag, Accept-Ranges,
	// Content-Digest, Repr-Digest, Digest and Content-MD5), then what [Exchange.Edit] returns for each part of the body, which is a
	// stream of events, and what [Exchange.EndEdit] returns for its end. A compressed stream is decoded.
	Edit
	// Replace: [Exchange.Response] is sent. The rest of the upstream's response is not needed.
	Replace
)

var actionNames = [...]string{"pass", "hold", "edit", "replace"}

// String returns "pass", "hold", "edit" or "replace".
func (a Action) String() string { return actionNames[a&3] }

// An Exchange is one request and the response to it. Its methods are called by one goroutine at a time, except
// [Exchange.Sent], which may be called during the others.
type Exchange struct {
	bridge  *Bridge
	request *http.Request
	body    *sentBody // of the request; nil: what was not passed to Sent cannot be read

	mu        sync.Mutex
	sent      scanner   // of the request's body
	sentBatch sentCalls // of it, if it is a batch

	connection atomic.Int32 // to the upstream

	status   int
	header   http.Header
	action   Action
	answered bool      // a response to the call was passed
	inflater *inflater // of a compressed body of a success; nil: it has none
	first    scanner   // of the held body: its first value
	held     []byte    // of the body
	room     *[]byte   // of held, from rooms; nil: held has none
	plain    []byte    // the text of held, if it is compressed
	blank    int       // bytes of the text before its first value
	response *Response // of Replace
	events   events
}

// Values of connection.
const (
	unknownConnection = iota
	connecting        // the transport has none yet
	connected         // it had one
)

// Exchange returns the Exchange of a request, of which only the method, the URL, the header and the context are used. Its body
// is passed to [Exchange.Sent], if possible before the response is received.
func (b *Bridge) Exchange(r *http.Request) *Exchange { return &Exchange{bridge: b, request: r} }

// Sent gets the next part of the request's body, for the id of a JSON-RPC call and the types of its params. It keeps nothing else.
func (x *Exchange) Sent(p []byte) {
	if !httphead.IsJSON(httphead.MediaType(x.request.Header)) {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.sent.done {
		return
	}
	if x.sent.write(p); x.sent.batch {
		x.sentBatch.write(p)
	}
}

// IsIdentified reports whether nothing of the request's body is missing that the response needs: the id of a call, if its dialect is one
// of JSON-RPC.
func (x *Exchange) IsIdentified() bool {
	if envelope, _ := isRPC(x.bridge.to(x.request)); !envelope {
		return true
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.sent.done || !httphead.IsJSON(httphead.MediaType(x.request.Header))
}

// calls returns the calls that the request makes and that have no response yet, for a response in a dialect: one, unless it is a batch.
func (x *Exchange) calls(to dialect.Dialect) []dialect.Call {
	envelope, _ := isRPC(to)
	if envelope && x.body != nil && !x.IsIdentified() {
		x.body.readAhead()
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if calls := x.sentBatch.unanswered(); envelope && len(calls) > 0 {
		return calls
	}
	return []dialect.Call{x.sent.call()}
}

// isBatch reports whether the request is a batch with calls, and the dialect of the response has batches.
func (x *Exchange) isBatch(to dialect.Dialect) bool {
	envelope, _ := isRPC(to)
	x.mu.Lock()
	defer x.mu.Unlock()
	return envelope && len(x.sentBatch.list) > 0
}

// callOf returns the call to which a response belongs, which may have an id. Of a batch it is unknown without one.
func (x *Exchange) callOf(to dialect.Dialect, id json.RawMessage) dialect.Call {
	calls := x.calls(to)
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, call := range x.sentBatch.list {
		if bytes.Equal(call.ID, id) {
			return call.Call
		}
	}
	if len(x.sentBatch.list) > 0 {
		return dialect.Call{ID: id}
	}
	if id != nil {
		calls[0].ID = id
	}
	return calls[0]
}

// isAnswer reports whether the call has its response with one that has an id. Of a batch, whether all calls have.
func (x *Exchange) isAnswer(id []byte) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.sentBatch.list) > 0 {
		x.sentBatch.answer(id)
		return len(x.sentBatch.unanswered()) == 0
	}
	return len(id) > 0 && bytes.Equal(id, x.sent.id)
}

// isFailure reports whether a status is that of an error (RFC 9110 §15: an unknown class is a server error).
func isFailure(status int) bool { return status >= 400 }

// Head gets the status and the header of the response, without those of 1xx before it. The header must not be changed
// until the action is known.
func (x *Exchange) Head(status int, header http.Header) Action {
	x.status, x.header = status, header
	x.action = x.head()
	return x.action
}

func (x *Exchange) head() Action {
	media := httphead.MediaType(x.header)
	switch {
	case isFailure(x.status):
		return Hold
	case x.status != http.StatusOK && x.status != http.StatusCreated && x.status != http.StatusAccepted && x.status != http.StatusMultiStatus:
		return Pass
	case x.request.Method == http.MethodHead || x.request.Method == http.MethodConnect || !mayBeDocument(media) ||
		!x.bridge.readsSuccesses(x.bridge.to(x.request)):
		return Pass
	case !isReadable(x.header):
		return x.unreadable()
	case isEncoded(x.header):
		x.inflater = newInflater(x.request.Context())
	}
	if media == mediaEvents {
		return Edit
	}
	return Hold
}

// mediaEvents is the type of a stream of events (HTML, Server-sent events).
const mediaEvents = "text/event-stream"

// mayBeDocument reports whether a success of this type may have an error in it. Servers in Go send JSON as plain text unless the
// handler sets the type.
func mayBeDocument(media string) bool {
	return media == "" || media == "text/plain" || media == mediaEvents || httphead.IsJSON(media)
}

// Body gets the next part of the body of a response that is held.
func (x *Exchange) Body(p []byte) Action {
	if x.action != Hold {
		return x.action
	}
	if x.action = x.hold(p); x.action != Hold {
		x.endInflater()
	}
	return x.action
}

func (x *Exchange) endInflater() {
	if x.inflater != nil {
		x.inflater.end()
	}
}

func (x *Exchange) hold(p []byte) Action {
	room := x.bridge.hold() - len(x.held)
	if isFailure(x.status) {
		if len(p) > room {
			x.held = nil
			return x.replace(x.bridge.failure(x.status, x.header, nil))
		}
		x.keep(p)
		return Hold
	}
	if x.inflater == nil {
		start := len(x.held)
		x.keep(p)
		return x.scan(x.held, start, len(p) <= room)
	}
	start := len(x.plain)
	x.keep(p)
	err := x.inflater.write(p, x.keepText)
	if err != nil {
		x.report(&Report{Outcome: Unread})
		return Pass
	}
	return x.scan(x.plain, start, len(p) <= room && len(x.plain) <= x.bridge.hold())
}

// keepText adds a part to the text of a compressed body. It is false if that is longer than what is held.
func (x *Exchange) keepText(part []byte) bool {
	x.plain = append(x.plain, part...)
	return len(x.plain) <= x.bridge.hold()
}

// scan reads the text of a body from start on. It is within the bound or not.
func (x *Exchange) scan(text []byte, start int, bound bool) Action {
	first := bytes.TrimLeft(text[x.blank:], blank)
	if x.blank = len(text) - len(first); len(first) > 0 && !mayBeMessage(first) {
		return Pass
	}
	n := x.first.write(text[start:])
	switch {
	case len(first) == 0:
		return x.within(bound)
	case x.first.item && x.first.batch && !x.first.rpc:
		return Pass // a list
	case x.first.done:
		return x.examine(text[:start+n])
	}
	return x.within(bound)
}

// rooms has buffers for what is held.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// keep adds a part to what is held. There is room at once for the length that the header states, within the bound.
func (x *Exchange) keep(p []byte) {
	if x.room == nil && len(p) > 0 {
		x.room = rooms.Get().(*[]byte)
		x.held = (*x.room)[:0]
		if values := x.header["Content-Length"]; len(values) == 1 {
			n, _ := strconv.Atoi(values[0])
			x.held = slices.Grow(x.held, max(len(p), min(n, x.bridge.hold())))
		}
	}
	x.held = append(x.held, p...)
}

// release gives the buffer of what was held to others. It is called when a success has passed: an error keeps what it was decoded from.
func (x *Exchange) release() {
	if x.room == nil {
		return
	}
	if cap(x.held) <= defaultHold+chunkSize {
		*x.room = x.held[:0]
		rooms.Put(x.room)
	}
	x.room, x.held = nil, nil
}

// mayBeMessage reports whether a text that starts with this, at least one byte, may be an object or an array of objects.
func mayBeMessage(text []byte) bool {
	if text[0] != '[' {
		return text[0] == '{'
	}
	items := bytes.TrimLeft(text[1:], blank)
	return len(items) == 0 || items[0] == '{'
}

// blank are the characters before a JSON value, with the byte order mark that some servers send.
const blank = " \t\r\n\ufeff"

// within returns Hold if what is held is within the bound, else Pass, which is reported.
func (x *Exchange) within(bound bool) Action {
	if bound {
		return Hold
	}
	x.report(&Report{Outcome: Oversize})
	return Pass
}

// examine returns Replace if a document of a success is an error.
func (x *Exchange) examine(doc []byte) Action {
	if x.first.batch {
		return x.examineBatch(doc)
	}
	if e := x.inDocument(doc, &x.first, false); e != nil {
		return x.replace(e)
	}
	return Pass
}

// inDocument returns the error in a document of a success or of an event, nil if it has none. Of a document that is not JSON the
// scanner knows whether it is an error. One that neither can read is reported.
func (x *Exchange) inDocument(doc []byte, s *scanner, event bool) *errkit.Error {
	if s.isRequest() {
		return nil // of the server
	}
	header := x.header
	if event {
		header = nil
	}
	e, read := x.bridge.inSuccess(x.status, header, doc, s.longest)
	switch {
	case e != nil && x.isOfProtocol(e):
		return nil
	case read:
		return e
	case x.bridge.readsRPC() && s.isFailure():
		return x.unknown(doc)
	}
	x.report(&Report{Outcome: Unread, Event: event})
	return nil
}

// unknown returns the error of a document of a success or of an event that no dialect reads.
func (x *Exchange) unknown(doc []byte) *errkit.Error {
	e := x.bridge.failure(0, nil, doc)
	e.Status = 0
	return e
}

// Unread ends the examination of a success whose body does not arrive: it passes, which is reported.
func (x *Exchange) Unread() Action {
	x.endInflater()
	x.report(&Report{Outcome: Unread})
	x.action = Pass
	return Pass
}

// Wait returns how long the rest of a response that is held is awaited, from its head on. Then [Exchange.Late] is called.
func (x *Exchange) Wait() time.Duration { return x.bridge.wait(x.status) }

// errLate is the cause of the error of a response whose body is not complete in time.
var errLate = context.DeadlineExceeded

// Late ends the wait for the rest of a response that is held: an error is rendered without its body, and a success passes, which is
// reported, unless what arrived of it is known to be an error.
func (x *Exchange) Late() Action {
	if x.action != Hold || isFailure(x.status) {
		return x.End(errLate)
	}
	text := x.held
	if x.inflater != nil {
		text = x.plain
	}
	if !x.bridge.readsRPC() || !x.first.isFailure() {
		return x.Unread()
	}
	x.endInflater()
	x.action = x.replace(x.unknown(text))
	return x.action
}

// End gets the end of a body that is held: nil for a complete one, else why the rest of it cannot be read.
func (x *Exchange) End(err error) Action {
	if x.action != Hold {
		return x.action
	}
	x.action = x.end(err)
	x.endInflater()
	return x.action
}

func (x *Exchange) end(err error) Action {
	switch {
	case isFailure(x.status) && err != nil:
		return x.replace(x.bridge.failure(x.status, x.header, nil))
	case isFailure(x.status):
		body, _ := decoded(x.header, x.held, x.bridge.hold())
		return x.replace(x.bridge.failure(x.status, x.header, body))
	case err != nil:
		x.fail(err)
		return Replace
	}
	body := x.held
	if x.inflater != nil {
		start := len(x.plain)
		if err = x.inflater.close(x.keepText); len(x.plain) > start {
			if action := x.scan(x.plain, start, len(x.plain) <= x.bridge.hold()); action != Hold {
				return action
			}
		}
		body = x.plain
	}
	object, ok := bytes.CutPrefix(bytes.TrimLeft(body, blank), []byte("{"))
	switch {
	case x.first.batch && x.first.rpc:
		return x.examineBatch(body)
	case x.bridge.readsRPC() && x.first.isFailure():
		return x.replace(x.unknown(body)) // without its end
	case err != nil, ok && bytes.HasPrefix(bytes.TrimLeft(object, blank), []byte(`"`)):
		x.report(&Report{Outcome: Unread}) // without its end
	}
	return Pass
}

// Held returns what [Exchange.Body] got while the response was held, which is sent first if it is passed.
func (x *Exchange) Held() []byte { return x.held }

// Response returns the response to send for Replace.
func (x *Exchange) Response() *Response { return x.response }

// Fail returns the response to a request for which the upstream has none: it cannot be reached, it does not respond in time, its
// response is not HTTP, or the client disconnected. err is the cause, which is only reported. It decides whether the request may have been
// sent: after an error of DNS, of a dial or of a TLS handshake it was not, and the response invites to repeat the call.
// An [errkit.Error] in err with the stage BeforeCall states that, too.
func (x *Exchange) Fail(err error) *Response {
	x.endInflater()
	x.status, x.header = 0, nil
	x.fail(err)
	return x.response
}
