package nethttp

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"reflect"
	"sync/atomic"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/header"
)

// A call is one request on its way through one handler of this package.
type call struct {
	api       *API
	x         *exchange           // nil in [API.WriteError] until the body of the request has to be known
	r         *http.Request       // what this handler passes on
	original  *http.Request       // what it was given, if it opened the exchange
	w         *writer             // nil in [API.WriteError] if the ResponseWriter is not known
	to        http.ResponseWriter // what the response is written to: w, or a wrapper around it
	own       bool                // w is of this call, not of one outside
	rewrites  bool                // w may hold back a plain text
	outer     scope               // of w
	inside    int32               // handlers of this package between the outermost one and this one, and this one
	envelope  bool                // what was rendered is a JSON-RPC response
	notified  bool                // to a notification, which has no id
	done      bool                // the handler returned, and there is no panic to recover
	succeeded bool                // the handler returned nil
	closed    bool                // w, by the response
}

// open finds or opens the exchange that a request belongs to.
func (c *call) open(w http.ResponseWriter, r *http.Request) {
	c.r = r
	s := scope{request: r}
	if c.api.Rewrite {
		s.rewrite = c.api
	}
	if t, ok := w.(*writer); ok {
		c.x, c.w = t.exchange, t
		c.inside = c.x.nested.Add(1)
		c.outer, c.rewrites = t.enter(s)
	} else {
		around := tracked(w)
		if c.x = exchangeOf(around, r); c.x == nil {
			c.x = newExchange(w, r)
			c.original, c.r, c.w = r, c.x.request, &c.x.writer
			s.request = c.r
		} else {
			c.inside = c.x.nested.Add(1)
			c.w = &writer{inner: w, exchange: c.x}
			around = cmp.Or(around, &c.x.writer)
		}
		c.own = true
		if around != nil {
			c.outer = around.inherit()
			s.rewrite = cmp.Or(s.rewrite, c.outer.rewrite)
		}
		c.w.scope = s // no other goroutine has it yet
		c.rewrites = s.rewrite != nil
	}
	c.to = c.w
}

// end is deferred: it responds for a handler that panicked, and ends the call.
func (c *call) end() {
	defer c.leave()
	if c.done {
		return
	}
	if v := recover(); v != nil { // nil: the goroutine ends by Goexit, as tests do
		c.respond(errkit.From(c.api.boundary().HandlePanic(c.context(), v)), 0)
	}
}

// leave ends the call. What a goroutine of the handler writes later fails.
func (c *call) leave() {
	if c.succeeded {
		c.x.succeeded.Store(true)
	}
	if !c.closed {
		c.w.leave(c.outer, c.own)
	}
	if c.original != nil {
		c.x.restore(c.original)
	} else {
		c.x.nested.Add(-1)
	}
}

// fail responds with an error that a handler returned. A handler that responded to its failure
// itself, as one that upgrades to WebSocket does, has informed the client already, unless it asks to
// abort the response ([http.ErrAbortHandler]).
func (c *call) fail(err error) {
	e := c.failure(err)
	if c.w.answer().status == 0 || c.w.progress() != sent || errchain.Is(err, http.ErrAbortHandler) {
		c.respond(e, 0)
	}
}

// finish responds in place of a plain text that is held back, and for a handler
// that stopped without a response because its request ended.
func (c *call) finish() {
	if c.rewrites {
		if h := c.w.take(); h != nil {
			c.respond(c.rewritten(h))
			return
		}
	}
	if err := c.r.Context().Err(); err != nil && c.w.progress() == open && !c.succeeded && !c.x.succeeded.Load() {
		c.fail(err)
	}
}

// respond writes e unless the response is committed. A status of a router is
// kept in every dialect; status is 0 if no plain response had one.
func (c *call) respond(e *errkit.Error, status int) {
	state := open
	if c.w != nil {
		state = c.w.progress()
		c.w.take() // what was held back is dropped
	}
	if state == sent && !c.event(e) || state < sent && !c.write(e, status) {
		panic(http.ErrAbortHandler)
	}
}

// An exchange is one request and its response. The outermost handler of this
// package opens it; those inside find it by the ResponseWriter, or by the
// request where another handler is between, such as [http.TimeoutHandler].
//
// It is never used for another request: a goroutine that goes on after its
// handler returned may still hold it.
type exchange struct {
	context.Context                        // of the request as it came
	request         *http.Request          // what the handlers are given, see [newExchange]
	body            *body                  // of the request, nil if that is not copied
	ref             atomic.Pointer[string] // of the report about the end of this request, see [call.reportEnding]
	nested          atomic.Int32           // handlers of this package inside of the outermost one that have not returned
	succeeded       atomic.Bool            // a handler returned nil
	choosing        atomic.Bool            // the dialect of a response is chosen, and no handler inside is running
	writer          writer                 // the outermost one
}

type exchangeKey struct{}

func (x *exchange) Value(key any) any {
	switch key {
	case exchangeKey{}:
		return x
	case header.RepeatableKey{}:
		v := x.Context.Value(key)
		if r := header.Repeatable(x.request.Method); v == nil && r == errkit.RepeatableYes {
			return r // POST may be that of a protocol in the body, which knows more
		}
		return v
	case header.LanguageKey{}:
		if v := x.Context.Value(key); v != nil {
			return v
		}
		return x.request.Header.Get(header.AcceptLanguage)
	}
	return x.body.requests.Value(x.Context, key)
}

// String keeps package fmt from printing the request with the context.
func (x *exchange) String() string { return "nethttp.exchange" }

// newExchange opens an exchange.
//
// The handlers are given a copy of the request, with the context and the body of x: net/http looks
// at the type of the original's body when it sends the headers, to close the connection of a
// client that waits for "100 Continue".
//
// A request without a body is not copied, because its method has what the context would have: that
// it may be repeated, whatever the handlers did. It has a link to x in GetBody, which clients have
// a use for, and servers none.
func newExchange(w http.ResponseWriter, r *http.Request) (x *exchange) {
	if hasBody(r) || r.Header[header.AcceptLanguage] != nil {
		all := new(struct { // one allocation
			exchange
			request http.Request
			body    body
		})
		x = &all.exchange
		all.request = *r.WithContext(x)
		x.request, x.body = &all.request, &all.body
		if hasBody(r) {
			x.body.from, x.request.Body = r.Body, x.body
			x.body.limit, x.body.encoded = keeps(r.Header)
		}
	} else {
		x = new(exchange)
		x.request, r.GetBody = r, x.link
	}
	x.Context, x.writer.inner, x.writer.exchange = r.Context(), w, x
	return x
}

// linked is the body that the link of an exchange returns. It is empty, as that of the request is.
type linked exchange

func (*linked) Read([]byte) (int, error) { return 0, io.EOF }
func (*linked) Close() error             { return nil }

func (x *exchange) link() (io.ReadCloser, error) { return (*linked)(x), nil }

// linkOf returns the exchange of a request by the context or the link of the request, nil if it
// has neither.
func linkOf(r *http.Request) *exchange {
	if x, ok := r.Context().Value(exchangeKey{}).(*exchange); ok {
		return x
	}
	if r.GetBody != nil && !hasBody(r) {
		b, _ := r.GetBody()
		if x, ok := b.(*linked); ok {
			return (*exchange)(x)
		}
	}
	return nil
}

// hasBody reports whether a handler may read a body. That of a POST is looked
// at even if it is empty: a handler that reads it fails with [io.EOF].
func hasBody(r *http.Request) bool {
	if r.Body == nil {
		return false
	}
	switch r.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodConnect:
		return r.ContentLength != 0
	}
	return true
}

// exchangeOf returns the exchange that a request belongs to, nil if it is the
// first that this package sees of it. A handler may make a request of its own
// with the same context, which is another one. around is the writer that the
// ResponseWriter wraps.
func exchangeOf(around *writer, r *http.Request) *exchange {
	x := linkOf(r)
	if x != nil && (around != nil && around.exchange == x || sameMap(r.Header, x.request.Header)) {
		return x
	}
	return nil
}

func sameMap(a, b http.Header) bool {
	return reflect.ValueOf(a).UnsafePointer() == reflect.ValueOf(b).UnsafePointer()
}

// restore copies to the original what handlers changed of the request: the pattern that matched,
// for an access log, and forms, whose files net/http removes. Nothing is written if they changed
// nothing, because a goroutine of a handler outside may be reading it.
func (x *exchange) restore(original *http.Request) {
	r, o := x.request, original
	if r == o {
		o.GetBody = nil
		return
	}
	ctx := r.Context()
	isSame := ctx == x && r.URL == o.URL && r.MultipartForm == o.MultipartForm && r.ContentLength == o.ContentLength &&
		(r.Form == nil) == (o.Form == nil) && (r.PostForm == nil) == (o.PostForm == nil) &&
		r.Pattern == o.Pattern && r.Method == o.Method && r.Host == o.Host && r.RemoteAddr == o.RemoteAddr
	if isSame {
		return
	}
	if ctx == x {
		ctx = x.Context // else a handler replaced it
	}
	b := o.Body
	*o = *r.WithContext(ctx)
	o.Body = b
}
