package nethttp

import (
	"net/http"

	"github.com/toolerr/toolerr/errkit"
)

// A call is one request on its way through one handler of this package.
type call struct {
	api       *API
	x         *exchange           // nil in [API.WriteError] until it is needed, see [call.exchange]
	r         *http.Request       // what this handler passes on
	original  *http.Request       // what it was given, if it opened the exchange
	w         *writer             // nil in [API.WriteError] if the ResponseWriter is not known
	to        http.ResponseWriter // what the response is written to: w, or a wrapper around it
	own       bool                // w is of this call, not of one outside
	outer     scope               // of w
	inside    int32               // handlers of this package that are around this one, and this one
	envelope  bool                // what was rendered is a JSON-RPC response
	notified  bool                // to a notification, which has no id
	done      bool                // the handler returned, and there is no panic to recover
	succeeded bool                // the handler returned nil
}

// open finds or opens the exchange that a request belongs to.
func (c *call) open(w http.ResponseWriter, r *http.Request) {
	c.r = r
	c.x = exchangeOf(w, r)
	if t, ok := w.(*writer); ok {
		c.w = t
	} else {
		c.own = true
		around := tracked(w)
		if c.x == nil {
			c.x = newExchange(w, r)
			c.original, c.r, c.w = r, &c.x.request, &c.x.writer
		} else {
			c.w = &writer{inner: w, exchange: c.x}
			if around == nil {
				around = &c.x.writer
			}
		}
		if around != nil {
			c.w.scope = around.inherit()
		}
	}
	c.to = c.w
	s := scope{api: c.api, request: c.r}
	if c.api.Rewrite {
		s.rewrite = c.api
	}
	c.outer = c.w.enter(s)
	c.inside = c.x.running.Add(1)
}

// exchange returns the exchange of the request. [API.WriteError] opens one of its own
// outside of the handlers of this package, only where it has to know the request's body.
func (c *call) exchange() *exchange {
	if c.x == nil {
		c.x, c.original = newExchange(c.to, c.r), c.r
		c.x.responding.Store(true)
	}
	return c.x
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
	c.x.running.Add(-1)
	c.w.leave(c.outer, c.own)
	if c.original != nil {
		c.x.restore(c.original)
	}
}

// fail responds with an error that a handler returned.
func (c *call) fail(err error) { c.respond(c.failure(err), 0) }

// finish responds in place of a plain text that is held back, and for a handler
// that stopped without a response because its request ended.
func (c *call) finish() {
	if h, ok := c.w.take(); ok {
		c.respond(c.rewritten(h))
		return
	}
	if err := c.r.Context().Err(); err != nil && c.w.progress() == open && !c.succeeded && !c.x.succeeded.Load() {
		c.fail(err)
	}
}

// respond writes e unless the response is committed. A status of a router is
// kept in every dialect; status is 0 if no plain response had one.
func (c *call) respond(e *errkit.Error, status int) {
	if c.w != nil {
		switch c.w.progress() {
		case over:
			return
		case sent:
			if !c.event(e) {
				panic(http.ErrAbortHandler)
			}
			return
		}
		c.w.take() // what was held back is dropped
	}
	if !c.write(e, status) {
		panic(http.ErrAbortHandler)
	}
}
