package nethttp

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// An API responds with the errors of handlers. The zero API responds with problem
// details (RFC 9457).
// It may be used by many goroutines at once, and must not be changed while it is
// in use.
//
// APIs may be inside one another, as for a part of a program with a dialect of
// its own: the innermost one around a handler responds for it.
type API struct {
	// Dialect of the responses. Nil: [problem.Dialect].
	Dialect dialect.Dialect

	// Choose returns the dialect of the response to a request; nil, or a nil
	// result, means the field Dialect. It is called when an error has to be
	// rendered, so it must not read the body, which [ChooseByBody] knows all the
	// same. See [ChooseByAccept] too.
	Choose func(*http.Request) dialect.Dialect

	// Codec renders the errors.
	Codec dialect.Codec

	// Boundary converts all failures into errors. Nil: [standard.Boundary].
	Boundary *middleware.Boundary

	// Authenticate returns the value of the header WWW-Authenticate for a
	// response of 401 or 403, "" for none. A value that is not valid in a header
	// is left out. Nil: a header that the handler set stays.
	Authenticate func(*http.Request, *errkit.Error) string

	// Rewrite turns responses of 400 to 599 that are plain text or HTML, as
	// [http.Error] and routers write, into documents of the dialect with the
	// default text of the kind. The old text may be meant for developers: it
	// goes to the report only, shortened. Any other response, JSON and server-sent events
	// among them, is left as it is; so is a JSON object that was sent as plain text.
	Rewrite bool

	// Texts decides about each such response, by its route ([http.Request.Pattern])
	// for instance. Nil: [ReplaceText].
	Texts func(r *http.Request, status int) TextPolicy
}

// defaultDialect is the one of the zero API.
var defaultDialect dialect.Dialect = problem.Dialect{}

// Handler returns an http.Handler for a function that returns its error. A panic
// is an error too. For a request that has no other handler of this package around
// it, it allocates 160 bytes, or 576 at once if the request has a body.
func (a *API) Handler(f func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := call{api: a}
		c.open(w, r)
		defer c.end()
		if err := f(c.w, c.r); err != nil {
			c.fail(err)
		} else {
			c.succeeded = true
			c.finish()
		}
		c.done = true
	})
}

// Middleware responds for failures of next: it recovers panics, and with
// [API.Rewrite] it turns plain texts into documents of the dialect. It goes
// around everything else. Inside of other middleware it may be used once more,
// next to the handlers: a panic is reported with the context and the route that
// the innermost one was given.
func (a *API) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := call{api: a}
		c.open(w, r)
		defer c.end()
		next.ServeHTTP(c.w, c.r)
		c.finish()
		c.done = true
	})
}

// WriteError responds with err, for handlers that return none; a nil err writes
// nothing. If w knows that the response is committed, WriteError does what the
// package comment describes: it reports err and panics with
// [http.ErrAbortHandler].
//
// Outside of [API.Handler] and [API.Middleware] the body of the request may have
// been read, and the id of a JSON-RPC call with it; an [http.MaxBytesError] is
// about the request only if its Content-Length is above the limit. An error that has a kind
// allocates nothing there, unless the dialect is one of JSON-RPC.
func (a *API) WriteError(w http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		c := a.loose(w, r)
		c.fail(err)
		if c.original != nil && c.x.body != nil && c.x.body.ahead > c.x.body.back {
			r.Body = c.x.body
		}
	}
}

var zero API

// Handler is [API.Handler] of the zero API.
func Handler(f func(http.ResponseWriter, *http.Request) error) http.Handler { return zero.Handler(f) }

// Middleware is [API.Middleware] of the zero API.
func Middleware(next http.Handler) http.Handler { return zero.Middleware(next) }

// WriteError is [API.WriteError] of the zero API.
func WriteError(w http.ResponseWriter, r *http.Request, err error) { zero.WriteError(w, r, err) }

// NotFound responds with 404 in every dialect, even in one with other statuses, for a
// router that has no route for a request (RFC 9110 §15.5.5). It is a handler:
//
//	mux.HandleFunc("/", api.NotFound)
func (a *API) NotFound(w http.ResponseWriter, r *http.Request) {
	a.unrouted(w, r, errkit.NotFound, http.StatusNotFound)
}

// MethodNotAllowed responds with 405 in every dialect, for a router that has
// routes for the path of a request, but not for its method. The header Allow
// must be set before (RFC 9110 §15.5.6).
func (a *API) MethodNotAllowed(w http.ResponseWriter, r *http.Request) {
	a.unrouted(w, r, errkit.MethodNotAllowed, http.StatusMethodNotAllowed)
}

func (a *API) unrouted(w http.ResponseWriter, r *http.Request, kind errkit.Kind, status int) {
	c := a.loose(w, r)
	c.respond(c.failure(&errkit.Error{Kind: kind, Status: uint16(status), Stage: errkit.BeforeCall}), status)
}

// loose returns a call of a handler that is not of this package.
func (a *API) loose(w http.ResponseWriter, r *http.Request) call {
	c := call{api: a, r: r, to: w, w: tracked(w), rewrites: true}
	if t, ok := w.(*writer); ok {
		c.x = t.exchange
	} else {
		c.x = exchangeOf(c.w, r)
	}
	if c.x != nil {
		c.inside = c.x.nested.Load()
	}
	return c
}

// WithClassifier returns a copy of the API whose boundary has another classifier, after its own:
// for adapters of frameworks, whose errors have a status. The copy of a nil API is one of the zero
// API.
func (a *API) WithClassifier(c middleware.Classifier) *API {
	own := *cmp.Or(a, new(API))
	own.Boundary = new(*own.boundary())
	own.Boundary.Classify = append(slices.Clone(own.Boundary.Classify), c)
	return &own
}

// boundary returns the boundary of the API.
func (a *API) boundary() *middleware.Boundary { return standard.Or(a.Boundary) }
