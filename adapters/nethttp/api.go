package nethttp

import (
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// API says how errors are answered. The zero API answers in RFC 9457. It may be
// used by many goroutines at once, and must not be changed while it is in use.
type API struct {
	// Dialect of the answers. Nil: [problem.Dialect]. For one of JSON-RPC the
	// first MiB of each JSON body is read ahead of the handler, which gets the
	// whole body all the same: the answer needs the id of the call.
	Dialect dialect.Dialect

	// Choose picks the dialect for a request; nil, or a nil answer, means the
	// field Dialect. It is called once before the handler, so that it can look
	// at the body. See [ByBody] and [ByAccept].
	Choose func(*http.Request) dialect.Dialect

	// Codec renders the errors.
	Codec dialect.Codec

	// Boundary makes an error of whatever goes wrong. Nil: one that knows errors
	// of contexts, networks and limits, and reports to [slog.Default]; to it
	// the errors of validators and of encoding/json that a handler returns are
	// Internal. The Boundary of package middleware/standard knows them, too.
	Boundary *middleware.Boundary

	// Validate is asked about each value that [Bind] has decoded. Nil: all are
	// valid.
	Validate func(any) error

	// Authenticate returns the value of the header WWW-Authenticate for an
	// answer of 401 or 403, "" for none. A value that is none for a header is
	// left out. Nil: a header that the handler set stays.
	Authenticate func(*http.Request, *errkit.Error) string

	// Rewrite turns answers of 400 to 599 that are plain text or HTML, as
	// [http.Error] and routers give, into answers of the dialect: with the
	// standing text, for the old text may be one of developers. That goes to
	// the report, shortened. Answers of any other type, JSON and server-sent
	// events among them, are left alone.
	Rewrite bool
}

// problem is the dialect where nobody chose one.
var defaultDialect dialect.Dialect = problem.Dialect{}

// dialect returns the dialect for a request, with the call that it answers.
func (a *API) dialect(r *http.Request) dialect.Dialect {
	d := a.fixed()
	if a.Choose != nil {
		if chosen := a.Choose(r); chosen != nil {
			d = chosen
		}
	}
	if isRPC(d) {
		return answering(d, r)
	}
	return d
}

func (a *API) fixed() dialect.Dialect {
	if a.Dialect != nil {
		return a.Dialect
	}
	return defaultDialect
}

// Handler makes an http.Handler of a function that returns its error. A panic
// is an error too. It adds no allocation where f does not fail.
func (a *API) Handler(f func(http.ResponseWriter, *http.Request) error) http.Handler {
	return &handler{api: a, f: f}
}

type handler struct {
	api *API
	f   func(http.ResponseWriter, *http.Request) error
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := call{api: h.api, r: r}
	c.open(w)
	defer func() {
		if !c.done {
			c.unfinished(c.api.boundary().Recovered(c.context(), recover()))
		}
	}()
	c.choose()
	if err := h.f(c.w, r); err != nil {
		c.fail(err)
	}
	c.close()
}

// Middleware answers for whatever goes wrong in next: it catches panics, and
// with [API.Rewrite] it turns plain texts into answers of the dialect. It goes
// around everything else. It adds no allocation but that of a ResponseWriter
// that is used again.
func (a *API) Middleware(next http.Handler) http.Handler {
	return &outer{api: a, next: next}
}

type outer struct {
	api  *API
	next http.Handler
}

func (o *outer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := call{api: o.api, r: r}
	c.open(w)
	defer func() {
		if !c.done {
			c.unfinished(c.api.boundary().Recovered(c.context(), recover()))
		}
	}()
	c.choose()
	o.next.ServeHTTP(c.w, r)
	c.close()
}

// Write answers with err, for handlers that return none; a nil err writes
// nothing. Where w came from [API.Handler] or [API.Middleware] of the same API,
// the dialect is the one that was chosen there; else it is chosen now, from a
// request whose body may have been read. If w knows that the answer began, Write
// does what the package comment says: it reports err and panics with
// [http.ErrAbortHandler].
func (a *API) Write(w http.ResponseWriter, r *http.Request, err error) {
	if err == nil {
		return
	}
	c := call{api: a, r: r, to: w, w: tracked(w)}
	if c.w != nil && c.w.said.api == a {
		c.dialect = c.w.said.dialect
	} else {
		c.dialect = a.dialect(r)
	}
	c.fail(err)
}

// boundary returns the boundary of the API.
func (a *API) boundary() *middleware.Boundary {
	if a.Boundary != nil {
		return a.Boundary
	}
	return defaultBoundary
}

// defaultBoundary has no [middleware.JSON]: a handler that returns an error of
// encoding/json may mean any document, and [Bind] says which.
var defaultBoundary = &middleware.Boundary{
	Classify: []middleware.Classifier{middleware.Context, middleware.Limits, middleware.Network},
	Report:   middleware.Log(nil),
}
