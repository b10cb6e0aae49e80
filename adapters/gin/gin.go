package ginerr

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/gin-gonic/gin"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
)

// Install makes an engine respond with errors of an API: it adds a middleware that renders errors
// and recovers from panics, and handlers for requests without a route or with another method. Call
// it before adding routes, and instead of gin.Recovery. A nil API is the zero API, which responds
// with problem details.
func Install(engine *gin.Engine, api *nethttp.API) {
	own := api.WithClassifier(classify)
	engine.HandleMethodNotAllowed = true
	engine.Use(func(c *gin.Context) { respond(own, c) })
	engine.NoRoute(Handle(func(*gin.Context) error { return ofStatus(http.StatusNotFound) }))
	engine.NoMethod(Handle(func(*gin.Context) error { return ofStatus(http.StatusMethodNotAllowed) }))
}

// Handle returns a handler of gin that adds the error of f to the context, and aborts. If f has
// begun a response of 200 to 399, that is ended, see package nethttp.
func Handle(f func(*gin.Context) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := f(c); err != nil {
			c.Errors = append(c.Errors, asGin(err))
			c.Set(returned{}, true)
			c.Abort()
		}
	}
}

// returned is the key of a context whose handler has returned an error: it has not done what the
// status of its response states.
type returned struct{}

// asGin returns the error that Context.Error would add: that does not return if err wraps itself.
func asGin(err error) *gin.Error {
	if e, ok := errchain.As[*gin.Error](err); ok {
		return e
	}
	return &gin.Error{Err: err, Type: gin.ErrorTypePrivate}
}

// respond calls the handlers of a request inside of the middleware of the API.
func respond(api *nethttp.API, c *gin.Context) {
	outer := c.Writer
	defer func() { c.Writer = outer }() // of the middlewares around this one
	c.Request.Pattern = c.FullPath()
	for _, p := range c.Params {
		c.Request.SetPathValue(p.Key, p.Value)
	}
	api.Middleware(api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		inner := &writer{w: w, pushes: outer.Pusher() != nil}
		inner.status.Store(int64(outer.Status()))
		inner.size.Store(-1)
		c.Request, c.Writer = r, inner
		c.Next()
		last := c.Errors.Last()
		if last == nil {
			inner.begin(false)
		}
		status, sent := inner.Status(), inner.sent.Load()
		switch {
		case sent && (last == nil || status < http.StatusBadRequest && !c.GetBool(returned{})):
			return nil
		case last == nil:
			return ofStatus(status) // AbortWithStatus
		}
		if e, ok := last.Err.(*errkit.Error); ok && len(c.Errors) == 1 {
			return e // it has no cause that is not logged
		}
		return &failure{last, slices.Clone(c.Errors).Errors, status} // gin reuses c.Errors
	})).ServeHTTP(outer, c.Request)
	if c.Request.Method == http.MethodHead && outer.Status() >= http.StatusBadRequest {
		outer.WriteHeaderNow() // else gin responds once more to a request without a route
	}
	c.Abort()
}

// failure is the last error of a context, with the status that the handler has set.
type failure struct {
	err    *gin.Error
	texts  func() []string // of all errors of the context
	status int
}

func (f *failure) Error() string { return strings.Join(slices.Compact(f.texts()), "\n") }
func (f *failure) Unwrap() error { return f.err }

// classify is a classifier of the errors of gin: it knows their status, and public texts. What
// other classifiers find in an error, such as what is wrong with JSON, describes more.
func classify(_ context.Context, err error) *errkit.Error {
	f, ok := errors.AsType[*failure](err)
	if !ok {
		return nil
	}
	e := &errkit.Error{Kind: errkit.Internal}
	switch {
	case f.status >= http.StatusBadRequest:
		e = ofStatus(f.status)
	case f.err.IsType(gin.ErrorTypeBind): // as Context.Bind sets it
		e = ofStatus(http.StatusBadRequest)
	}
	if f.err.IsType(gin.ErrorTypePublic) { // "ErrorTypePublic indicates a public error": the author has set it
		e.Message = errkit.Text(f.err.Error())
	}
	return e
}

// ofStatus returns the error of an HTTP status.
func ofStatus(status int) *errkit.Error {
	if status > 599 {
		status = http.StatusInternalServerError
	}
	return &errkit.Error{Kind: errkit.FromStatus(status), Status: uint16(status)}
}

// A writer is the gin.ResponseWriter of one request, which writes to w. That of gin is used for
// one request after the other, so what a goroutine writes after its handler returned would reach
// another client; w refuses it. A writer keeps the header of an error until there is a body,
// because AbortWithStatus sends it at once.
type writer struct {
	w      http.ResponseWriter // of package nethttp
	pushes bool                // the server does

	status atomic.Int64
	size   atomic.Int64 // bytes of the body; -1: the handler did not begin the response
	sent   atomic.Bool  // the header
}

// begin notes that the handler begins the response, and sends the header, unless it is that of an
// error without a body.
func (w *writer) begin(body bool) {
	w.size.CompareAndSwap(-1, 0)
	status := w.Status()
	if (body || status < http.StatusBadRequest) && w.sent.CompareAndSwap(false, true) {
		w.w.WriteHeader(status)
	}
}

func (w *writer) Unwrap() http.ResponseWriter { return w.w }
func (w *writer) Header() http.Header         { return w.w.Header() }
func (w *writer) Status() int                 { return int(w.status.Load()) }
func (w *writer) Size() int                   { return int(w.size.Load()) }
func (w *writer) Written() bool               { return w.Size() >= 0 }

// WriteHeader sets the status. As in gin, it is sent with the body.
func (w *writer) WriteHeader(status int) {
	if status > 0 && !w.Written() {
		w.status.Store(int64(status))
	}
}

func (w *writer) WriteHeaderNow() { w.begin(false) }

func (w *writer) Write(data []byte) (int, error) {
	w.begin(true)
	n, err := w.w.Write(data)
	w.size.Add(int64(n))
	return n, err
}

func (w *writer) WriteString(s string) (int, error) {
	w.begin(true)
	n, err := io.WriteString(w.w, s)
	w.size.Add(int64(n))
	return n, err
}

func (w *writer) Flush() {
	w.begin(true)
	_ = http.NewResponseController(w.w).Flush()
}

func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.w).Hijack()
	if err == nil {
		w.size.CompareAndSwap(-1, 0)
		w.sent.Store(true)
	}
	return conn, rw, err
}

func (w *writer) CloseNotify() <-chan bool {
	if c, ok := w.w.(interface{ CloseNotify() <-chan bool }); ok {
		return c.CloseNotify()
	}
	return make(chan bool)
}

func (w *writer) Pusher() http.Pusher {
	if p, ok := w.w.(http.Pusher); ok && w.pushes {
		return p
	}
	return nil
}
