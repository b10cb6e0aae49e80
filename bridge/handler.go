package bridge

import (
	"bufio"
	"cmp"
	"errors"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/middleware"
)

// Handler returns a handler that calls next and replaces the errors in its responses. next is any
// handler that writes an upstream's response, such as a reverse proxy. A response that breaks off
// panics with [http.ErrAbortHandler].
//
// How long a client may take to send its request is not bounded here, nor in [Bridge.Serve], but
// by the ReadTimeout of [http.Server]: a read of the body then fails. The response is 408 if next
// returns that error, as in Serve and [Bridge.Proxy], and what next makes of it in a Handler.
// Without a ReadTimeout, a client that stalls holds next, or a call that [Tools.Refuse] has read
// first.
func (b *Bridge) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.Exchange(r).handle(w, func(w http.ResponseWriter, r *http.Request) error {
			next.ServeHTTP(w, r)
			return nil
		})
	})
}

// handle is serve for a handler.
func (x *Exchange) handle(w http.ResponseWriter, next func(http.ResponseWriter, *http.Request) error) {
	if to, err := x.serve(w, next); err != nil { // else the client would take the response for complete
		if to.sent { // which would be lost; a head alone is no response
			_ = http.NewResponseController(w).Flush()
		}
		panic(http.ErrAbortHandler)
	}
}

// Serve calls next and replaces the errors in the response. An error that next returns before it
// sent a response is rendered as that of a request without a response (see [Exchange.Fail]); one
// that it returns later is returned, and so is that of a compressed stream of events that cannot
// be decoded, if the client must not take it for complete. A transport of package net/http that
// next uses with the context of the request states whether the request may have been sent.
//
// If next panics with [http.ErrAbortHandler], as a reverse proxy does for a response that breaks
// off, an error is rendered if nothing was sent yet; else it is re-panicked.
func (b *Bridge) Serve(
	w http.ResponseWriter, r *http.Request, next func(http.ResponseWriter, *http.Request) error,
) error {
	_, err := b.Exchange(r).serve(w, next)
	return err
}

func (x *Exchange) serve(
	w http.ResponseWriter, next func(http.ResponseWriter, *http.Request) error,
) (to *writer, err error) {
	r := x.request
	in, cancel := x.outgoing()
	defer cancel()
	to = &writer{inner: w, x: x, header: http.Header{}, cancel: cancel,
		body: sentBody{from: r.Body, exchange: x, client: w}}
	x.body = &to.body
	if r.Body != nil && r.Body != http.NoBody {
		in.Body = x.body
	}
	for name, values := range w.Header() {
		to.outer, to.header[name] = append(to.outer, name), values
	}
	if resp := x.readCall(in); resp != nil {
		_ = resp.WriteTo(w, r)
		return to, nil
	}
	returned := false
	defer x.Close()
	defer func() {
		if returned {
			return
		}
		v := recover()
		late := to.stop()
		if late != nil {
			v = late
		}
		switch {
		case v == nil: // Goexit
		case v == http.ErrAbortHandler:
			if late != nil || to.end(cmp.Or(to.cause, errBroken)) != nil {
				panic(v)
			}
		default:
			failure := new(middleware.Boundary).HandlePanic(r.Context(), v)
			if !to.fail(failure) {
				panic(http.ErrAbortHandler)
			}
		}
	}()
	err = next(to, in)
	if v := to.stop(); v != nil {
		panic(v)
	}
	returned = true
	switch {
	case err == nil:
		err = to.end(to.cause)
	case to.fail(err):
		err = nil
	case to.x.action == Replace || errors.Is(err, errReplaced):
		err = to.x.broken
	}
	return to, err
}

// errBroken is the cause of an error for a response that next broke off.
var errBroken = errors.New("bridge: the response is not complete")

// errReplaced is the error of a write to a response that was replaced.
var errReplaced = errors.New("bridge: the response was replaced")

// A writer is the ResponseWriter of next. The wait for a response that is held ends in a goroutine
// of its own.
type writer struct {
	mu       sync.Mutex
	wait     *time.Timer // nil: nothing was held yet
	stopped  bool        // next is over
	panicked any         // the value of a panic in late
	cancel   func()      // of the request of next, or of the response that a proxy reads
	cause    error       // why the body of the response of next cannot be read, if that is known

	inner    http.ResponseWriter
	x        *Exchange
	outer    []string    // names of the headers that handlers around this one have set
	header   http.Header // of next
	informed int         // responses of 1xx
	wrote    bool        // WriteHeader was called
	passed   bool        // the head was sent
	sent     bool        // some of the body was sent
	whole    bool        // what was held is the whole body: the server adds its length unless the head is flushed
	edited   []byte      // room for events, of room
	room     *[]byte     // from rooms; nil: edited has none
	failed   error       // of inner

	unflushed int64 // bytes of the body: each part is flushed until they are written

	body sentBody // of the request
}

// Header returns the header of next, which starts as that of the server. It is sent when it is
// known that the response passes: next may keep it, and what it adds later is a trailer or
// nothing.
func (w *writer) Header() http.Header { return w.header }

func (w *writer) WriteHeader(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writeHeader(status)
}

func (w *writer) writeHeader(status int) {
	if w.wrote {
		return
	}
	if status >= 100 && status < 200 && status != http.StatusSwitchingProtocols {
		w.inform(status)
		return
	}
	w.wrote = true
	head := w.header
	if w.x.isProxied { // a ReverseProxy only adds trailers
		w.header = http.Header{}
	} else {
		head = maps.Clone(head)
	}
	switch w.act(w.x.Head(status, head)); {
	case w.x.action == Replace:
		w.hurry()
	case w.x.action == Hold && !w.stopped:
		w.wait = time.AfterFunc(w.x.Wait(), w.late)
	case w.unflushed > 0 && w.x.request.ProtoAtLeast(1, 1):
		w.wait = time.AfterFunc(headWait, w.late)
	}
}

// late ends the wait for the rest of a response that is held. What next does with a request whose
// response was replaced is canceled.
func (w *writer) late() {
	w.mu.Lock()
	defer w.mu.Unlock()
	// After stop, end writes without the lock.
	if isLate := w.x.action == Hold || w.x.action == Pass && !w.sent; w.stopped || !isLate {
		return
	}
	defer func() {
		if w.panicked = recover(); w.panicked != nil {
			w.x.action = Replace
		}
		if w.x.action == Replace {
			w.cancel()
		}
	}()
	if w.x.action == Hold {
		w.act(w.x.Late())
	}
	if w.x.action == Replace {
		w.hurry()
		return
	}
	_ = http.NewResponseController(w.inner).Flush()
}

// stop ends the wait, when next is over. It returns the value of a panic meanwhile.
func (w *writer) stop() any {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped = true; w.wait != nil {
		w.wait.Stop()
	}
	return w.panicked
}

// maxInformed is how many responses of 1xx a client gets.
const maxInformed = 100

// informing are the headers of a response of 1xx: links that a client can follow (RFC 8297), and
// where an upload goes on, how much of it arrived and its limits (104,
// draft-ietf-httpbis-resumable-upload).
var informing = [...]string{"Link", "Location", "Upload-Draft-Interop-Version", "Upload-Limit", "Upload-Offset"}

// inform sends a response of 1xx, which has only the headers of informing: an error may follow.
func (w *writer) inform(status int) {
	if w.informed++; w.informed > maxInformed {
		return
	}
	h := w.inner.Header()
	before := maps.Clone(h)
	clear(h)
	for _, name := range informing {
		isPrivate := func(line string) bool { return !isPublic(name, line) }
		h[name] = slices.DeleteFunc(slices.Clone(w.header[name]), isPrivate)
	}
	w.inner.WriteHeader(status)
	clear(h)
	maps.Copy(h, before)
}

// setTrailers adds the trailers that next set after the head. The head is flushed before those
// that were not announced: a server that adds the length of a short body sends none.
func (w *writer) setTrailers() {
	h, announced := w.inner.Header(), slices.Collect(header.Items(w.x.header["Trailer"]))
	for name, values := range w.header {
		switch {
		case strings.HasPrefix(name, http.TrailerPrefix):
			_ = http.NewResponseController(w.inner).Flush()
			h[name] = values
		case slices.ContainsFunc(announced, func(item string) bool { return strings.EqualFold(item, name) }):
			h[name] = values
		}
	}
}

// act sends what is known to be sent.
func (w *writer) act(action Action) {
	if w.passed {
		return
	}
	if w.wait != nil && action != Hold {
		w.wait.Stop()
	}
	switch action {
	case Pass:
		w.pass()
		w.write(w.x.Held())
		w.x.release()
	case Edit:
		maps.DeleteFunc(w.x.header, func(name string, _ []string) bool { return isOfBytes(name) })
		w.pass()
		w.room = rooms.Get().(*[]byte)
		w.edited = *w.room
		if w.x.events == nil { // it was held so far
			w.edited = w.x.editAnswer(w.edited[:0], nil)
			w.write(w.edited)
		}
	case Replace:
		w.replace(w.x.Response())
	}
}

// pass sends the head. What handlers around this one add to the header of the server meanwhile
// stays.
func (w *writer) pass() {
	w.passed = true
	h := w.inner.Header()
	for _, name := range w.outer {
		if _, ok := w.x.header[name]; !ok {
			delete(h, name)
		}
	}
	maps.Copy(h, w.x.header)
	w.inner.WriteHeader(w.x.status)
}

// replace sends a response in place of that of next.
func (w *writer) replace(r *Response) {
	w.passed, w.x.action = true, Replace
	w.failed = r.WriteTo(w.inner, w.x.request)
}

func (w *writer) write(p []byte) {
	if w.failed == nil && len(p) > 0 {
		w.sent = true
		_, w.failed = w.inner.Write(p)
		if w.unflushed -= int64(len(p)); w.unflushed > 0 {
			_ = http.NewResponseController(w.inner).Flush()
		}
	}
}

// Write implements [http.ResponseWriter]. What is not sent yet counts as written. A response that
// is replaced is sent at once, and the next Write fails: next may never end.
func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.wrote {
		w.writeHeader(http.StatusOK)
	}
	switch w.x.action {
	case Hold:
		if w.act(w.x.Body(p)); w.x.action == Replace {
			w.hurry()
		}
	case Replace:
		return 0, errReplaced
	case Pass:
		if err := w.x.passed(p); err != nil {
			w.cause = err
			return 0, err
		}
		w.write(p)
	case Edit:
		for part := range slices.Chunk(p, w.x.atOnce(len(p))) {
			w.edited = w.x.Edit(w.edited[:0], part)
			w.write(w.edited)
		}
		if w.x.Ended() { // next may never end
			return 0, errReplaced
		}
	}
	return len(p), w.failed
}

// hurry sends a response that was replaced although next has not returned. A client of HTTP/2 that
// gets an error sends no more of its request, and does not end it: what waits for the rest has to
// fail, or next never returns.
func (w *writer) hurry() {
	c := http.NewResponseController(w.inner)
	_ = c.Flush()
	if w.x.request.ProtoMajor >= 2 {
		_ = c.SetReadDeadline(time.Unix(1, 0))
	}
}

// FlushError implements what [http.ResponseController] calls. What is held stays held, and so does
// the head for a client of HTTP/1.0, which would take it for an empty response if nothing follows.
func (w *writer) FlushError() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.wrote {
		w.writeHeader(http.StatusOK)
	}
	if !w.passed || w.x.action == Replace || w.whole || !w.sent && !w.x.request.ProtoAtLeast(1, 1) {
		return nil
	}
	return http.NewResponseController(w.inner).Flush()
}

// Flush implements [http.Flusher].
func (w *writer) Flush() { _ = w.FlushError() }

// Hijack implements [http.Hijacker]: an upgraded connection is not touched.
func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	conn, buffered, err := http.NewResponseController(w.inner).Hijack()
	if err == nil {
		w.wrote, w.passed, w.x.action = true, true, Pass
	}
	return conn, buffered, err
}

// Unwrap returns the ResponseWriter of the server, for deadlines.
func (w *writer) Unwrap() http.ResponseWriter { return w.inner }

// end ends the response; err is not nil if it broke off. It returns why the response is not
// complete for the client, nil if it is: it was replaced or has an error at its end.
func (w *writer) end(err error) error {
	switch {
	case !w.wrote && err != nil:
		w.replace(w.x.Fail(err))
		return nil
	case !w.wrote:
		w.writeHeader(http.StatusOK)
	}
	defer func() {
		if w.x.action != Replace {
			w.setTrailers()
		}
	}()
	switch w.x.action {
	case Hold:
		w.act(w.x.End(err))
		return nil
	case Edit:
		w.edited, err = w.x.EndEdit(w.edited[:0], err)
		w.write(w.edited)
		giveBack(w.room, w.edited)
		w.room, w.edited = nil, nil
	case Pass:
		err = cmp.Or(err, w.x.passedEnd())
	case Replace:
		return nil
	}
	return err
}

// fail responds with the error of a request that has no response, and reports whether it could.
func (w *writer) fail(err error) bool {
	switch {
	case w.x.action == Edit && w.passed:
		return w.end(err) == nil
	case w.passed:
		return false
	}
	w.replace(w.x.Fail(err))
	return true
}
