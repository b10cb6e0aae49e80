package nethttp

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// A call is one request on its way through one handler of ours.
type call struct {
	api     *API
	r       *http.Request
	dialect dialect.Dialect     // nil: not chosen yet
	to      http.ResponseWriter // what the answer is written to
	w       *writer             // what knows how far the answer is: to, or one that it wraps; nil if nobody knows
	own     bool                // w is of this call, not of one further out
	done    bool                // the handler returned and was answered for: there is no panic to recover
}

// open wraps w, unless it is one of ours already.
func (c *call) open(w http.ResponseWriter) {
	if t, ok := w.(*writer); ok && (t.rewrite || !c.api.Rewrite) {
		c.w = t
	} else {
		c.w, c.own = newWriter(w, c.api.Rewrite), true
	}
	c.to = c.w
}

// choose picks the dialect, before the handler reads the body.
func (c *call) choose() {
	c.dialect = c.api.dialect(c.r)
	c.w.said = said{c.api, c.dialect}
}

// close is called when the handler is done and did not panic. After a panic the
// writer is not used again: somebody may still hold it.
func (c *call) close() {
	if c.own {
		if c.w.state == unsure || c.w.state == holding {
			old := c.w.held
			c.answer(c.normal(old.err(c.api.Codec.Table, c.to.Header())), old.status)
		}
		c.w.release()
	}
	c.done = true
}

// unfinished answers for a handler that did not return. err is nil where the
// goroutine ends by Goexit, as tests do.
func (c *call) unfinished(err error) {
	if err != nil {
		c.answer(errkit.From(err), 0)
	}
}

// fail answers with an error that a handler returned.
func (c *call) fail(err error) { c.answer(c.normal(err), 0) }

// normal makes an error of err and reports it.
func (c *call) normal(err error) *errkit.Error {
	if c.gone(err) {
		err = &errkit.Error{Kind: errkit.Canceled, Err: err}
	}
	return errkit.From(c.api.boundary().Normal(c.context(), err))
}

// gone reports whether err says no more than that the client went away, in
// whatever words: the request is canceled and the error comes from that, or it
// is the one of a write to the client.
func (c *call) gone(err error) bool {
	ctx := c.r.Context()
	if ctx.Err() != nil && context.Cause(ctx) == context.Canceled && errors.Is(err, context.Canceled) {
		return true
	}
	return c.w != nil && c.w.failed != nil && errors.Is(err, c.w.failed)
}

// context is the request's, with the facts that a report wants.
func (c *call) context() context.Context {
	if c.api.boundary().Report == nil {
		return c.r.Context()
	}
	return middleware.WithAttrs(c.r.Context(), c.facts()...)
}

// facts are what a report says of the request: no headers, no query, no body.
func (c *call) facts() []slog.Attr {
	attrs := []slog.Attr{slog.String("method", c.r.Method)}
	if route := route(c.r); route != "" {
		attrs = append(attrs, slog.String("route", route))
	} else {
		attrs = append(attrs, slog.String("path", c.r.URL.Path))
	}
	if c.w != nil && (c.w.state == sent || c.w.state == hijacked) {
		attrs = append(attrs, slog.Bool("answer_began", true))
	}
	return attrs
}

// answer says e, if that can still be said. A status of a router stays whatever
// the dialect; status is 0 where no plain answer gave one.
func (c *call) answer(e *errkit.Error, status int) {
	if c.w != nil {
		switch c.w.state {
		case hijacked:
			return
		case sent:
			if !c.event(e) {
				panic(http.ErrAbortHandler)
			}
			return
		}
		c.w.state, c.w.rewrite = open, false // what was held back is off
	}
	if e.Kind == errkit.Canceled && c.r.Context().Err() == context.Canceled {
		c.to.WriteHeader(statusGone) // for the access log; nobody reads it
		return
	}
	c.write(e, status)
}

// statusGone is what nginx logs for a client that closed its connection.
const statusGone = 499
