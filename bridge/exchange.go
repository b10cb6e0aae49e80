package bridge

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/rpc"
)

// An Action is what becomes of an upstream's response.
type Action uint8

const (
	// Pass: the head, [Exchange.Held] and the rest of the response are sent as they are. The
	// Exchange needs none of the rest.
	Pass Action = iota
	// Hold: nothing can be sent yet. [Exchange.Body] gets the next part of the body, and
	// [Exchange.End] its end. [Exchange.Late] is called if neither is known after [Exchange.Wait].
	Hold
	// Edit: the head is sent without the headers of the bytes of its body (Content-Length,
	// Content-Encoding, ETag, Accept-Ranges, Content-Digest, Repr-Digest, Digest and Content-MD5),
	// then what [Exchange.Edit] returns for each part of the body, which is a stream of events,
	// and what [Exchange.EndEdit] returns for its end. A compressed stream is decoded.
	Edit
	// Replace: [Exchange.Response] is sent. The rest of the upstream's response is not needed.
	Replace
)

var actionNames = [...]string{"pass", "hold", "edit", "replace"}

// String returns "pass", "hold", "edit" or "replace".
func (a Action) String() string { return actionNames[a&3] }

// An Exchange is one request and the response to it. Its methods are called by one goroutine at a
// time, except [Exchange.Sent], which may be called during the others.
type Exchange struct {
	bridge  *Bridge
	request *http.Request
	isJSON  bool            // the body of the request is
	to      dialect.Dialect // of the response
	isRPC   bool            // to is a dialect of JSON-RPC
	needsID bool            // a document in it has the id of a call
	body    *sentBody       // of the request; nil: what was not passed to Sent cannot be read
	sent    sent            // what is known of it

	asked, had atomic.Int32 // connections to the upstream that its transport asked for, and had
	unsent     bool         // the response is that of a gateway which sent nothing to it

	status   int
	header   http.Header
	action   Action
	answered bool        // a response to the call was passed
	inflater *inflater   // of a compressed body of a success; nil: it has none
	found    rpc.Message // what is held: the first value of a body, or the data of an event
	held     []byte      // of the body
	room     *[]byte     // of held, from rooms; nil: held has none
	plain    []byte      // the text of held, if it is compressed
	blank    int         // bytes of the text before its first value
	response *Response   // of Replace
	events   events
	front    front
}

// Exchange returns the Exchange of a request, of which only the method, the URL, the header and
// the context are used. Its body is passed to [Exchange.Sent], if possible before the response is
// received.
func (b *Bridge) Exchange(r *http.Request) *Exchange {
	x := &Exchange{bridge: b, request: r, to: b.to(r), isJSON: header.IsJSON(header.MediaType(r.Header))}
	x.isRPC, x.needsID = dialect.IsRPC(x.to)
	return x
}

// isFailure reports whether a status is that of an error (RFC 9110 §15: an unknown class is a
// server error).
func isFailure(status int) bool { return status >= 400 }

// Head gets the status and the header of the response, without those of 1xx before it. The header
// must not be changed until the action is known.
func (x *Exchange) Head(status int, header http.Header) Action {
	x.status, x.header = status, header
	x.action = x.head()
	return x.action
}

func (x *Exchange) head() Action {
	media := header.MediaType(x.header)
	switch {
	case isFailure(x.status):
		return Hold
	case !slices.Contains(statusesWithDocument[:], x.status):
		return Pass
	case x.request.Method == http.MethodHead || x.request.Method == http.MethodConnect || !mayBeDocument(media) ||
		!x.bridge.readsSuccesses(x.to):
		return Pass
	case !isReadable(x.header):
		return x.unreadable()
	case encoding(x.header) != "":
		x.inflater = newInflater(x.request.Context())
	}
	if media == mediaEvents {
		return Edit
	}
	return Hold
}

// statusesWithDocument are those of a success that may have an error in its body.
var statusesWithDocument = [...]int{http.StatusOK, http.StatusCreated, http.StatusAccepted, http.StatusMultiStatus}

// mediaEvents is the type of a stream of events (HTML, Server-sent events).
const mediaEvents = "text/event-stream"

// mayBeDocument reports whether a success of this type may have an error in it. Servers in Go send
// JSON as plain text unless the handler sets the type.
func mayBeDocument(media string) bool {
	return media == "" || media == "text/plain" || media == mediaEvents || header.IsJSON(media)
}

// Body gets the next part of the body of a response that is held.
func (x *Exchange) Body(p []byte) Action {
	if x.action != Hold {
		return x.action
	}
	return x.settle(x.hold(p))
}

// settle sets the action. Only that of Hold needs the inflater further.
func (x *Exchange) settle(action Action) Action {
	if x.action = action; action != Hold {
		x.endInflater()
	}
	return action
}

func (x *Exchange) endInflater() {
	if x.inflater != nil {
		x.inflater.end()
	}
}

func (x *Exchange) hold(p []byte) Action {
	start := len(x.text())
	isBound := len(p) <= x.bridge.hold()-len(x.held)
	switch {
	case isFailure(x.status) && !isBound:
		x.held = nil
		return x.replace(x.bridge.failure(x.status, x.header, nil))
	case isFailure(x.status):
		x.keep(p)
		return Hold
	}
	x.keep(p)
	if x.inflater != nil && x.inflater.write(p, x.keepText) != nil {
		x.report(&Report{Outcome: Unread})
		return Pass
	}
	return x.scan(start, isBound && len(x.plain) <= x.bridge.hold())
}

// text returns the text of what is held.
func (x *Exchange) text() []byte {
	if x.inflater != nil {
		return x.plain
	}
	return x.held
}

// keepText adds a part to the text of a compressed body. It is false if that is longer than what
// is held.
func (x *Exchange) keepText(part []byte) bool {
	x.plain = append(x.plain, part...)
	return len(x.plain) <= x.bridge.hold()
}

// scan reads the text of a body from start on. It is within the bound or not.
func (x *Exchange) scan(start int, bound bool) Action {
	text := x.text()
	first := bytes.TrimLeft(text[x.blank:], blank)
	if x.blank = len(text) - len(first); len(first) > 0 && !mayBeMessage(first) {
		return Pass
	}
	n := x.found.Write(text[start:])
	x.frontResult(&x.found, text[start:start+n])
	switch {
	case len(first) == 0:
		return x.within(bound)
	case x.found.Item && !x.found.IsBatch():
		return Pass // a list
	case x.found.Done:
		return x.examine(text[:start+n])
	}
	return x.within(bound)
}

// rooms has buffers for what is held.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// keep adds a part to what is held. There is room at once for the length that the header states,
// within the bound.
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

// release gives the buffer of what was held to others. It is called when a success has passed: an
// error keeps what it was decoded from.
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

// mayBeMessage reports whether a text that starts with this, at least one byte, may be an object
// or an array of objects.
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
	if x.found.Batch {
		return x.examineBatch(doc)
	}
	if e := x.inDocument(doc, &x.found, false); e != nil {
		return x.replace(e)
	}
	return Pass
}

// inDocument returns the error in a document of a success or of an event, nil if it has none. Of a
// document that is not JSON the scanner knows whether it is an error. One that neither can read is
// reported.
func (x *Exchange) inDocument(doc []byte, m *rpc.Message, event bool) *errkit.Error {
	if m.IsRequest() {
		return nil // of the server
	}
	header := x.header
	if event {
		header = nil
	}
	e, read := x.bridge.inSuccess(x.status, header, doc, m.Longest)
	switch {
	case e != nil && x.isOfProtocol(e):
		return nil
	case read:
		return e
	case x.bridge.readsRPC() && m.IsFailure():
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

// Unread ends the examination of a success whose body does not arrive: it passes, which is
// reported.
func (x *Exchange) Unread() Action {
	x.report(&Report{Outcome: Unread})
	return x.settle(Pass)
}

// Wait returns how long the rest of a response that is held is awaited, from its head on. Then
// [Exchange.Late] is called.
func (x *Exchange) Wait() time.Duration { return x.bridge.wait(x.status) }

// errLate is the cause of the error of a response whose body is not complete in time.
var errLate = context.DeadlineExceeded

// Late ends the wait for the rest of a response that is held: an error is rendered without its
// body, and a success passes, which is reported, unless what arrived of it is known to be an
// error.
func (x *Exchange) Late() Action {
	if x.action != Hold || isFailure(x.status) {
		return x.End(errLate)
	}
	if !x.bridge.readsRPC() || !x.found.IsFailure() {
		return x.Unread()
	}
	return x.settle(x.replace(x.unknown(x.text())))
}

// End gets the end of a body that is held: nil for a complete one, else why the rest of it cannot
// be read.
func (x *Exchange) End(err error) Action {
	if x.action != Hold {
		return x.action
	}
	return x.settle(x.end(err))
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
	if x.inflater != nil {
		start := len(x.plain)
		if err = x.inflater.close(x.keepText); len(x.plain) > start {
			if action := x.scan(start, len(x.plain) <= x.bridge.hold()); action != Hold {
				return action
			}
		}
	}
	body := x.text()
	object, ok := bytes.CutPrefix(bytes.TrimLeft(body, blank), []byte("{"))
	switch {
	case x.found.IsBatch():
		return x.examineBatch(body)
	case x.bridge.readsRPC() && x.found.IsFailure():
		return x.replace(x.unknown(body)) // without its end
	case err != nil, ok && bytes.HasPrefix(bytes.TrimLeft(object, blank), []byte(`"`)):
		x.report(&Report{Outcome: Unread}) // without its end
	}
	return Pass
}

// Held returns what [Exchange.Body] got while the response was held, which is sent first if it is
// passed.
func (x *Exchange) Held() []byte { return x.held }

// Response returns the response to send for Replace.
func (x *Exchange) Response() *Response { return x.response }

// Fail returns the response to a request for which the upstream has none: it cannot be reached, it
// does not respond in time, its response is not HTTP, or the client disconnected. err is the
// cause, which is only reported. It decides whether the request may have been sent: after an error
// of DNS, of a dial or of a TLS handshake it was not, and the response invites to repeat the call.
// An [errkit.Error] in err with the stage BeforeCall states that, too.
func (x *Exchange) Fail(err error) *Response {
	x.endInflater()
	x.status, x.header = 0, nil
	x.fail(err)
	return x.response
}
