package ginerr

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
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

// Handle returns a handler of gin that adds the error of f to the context, and aborts.
func Handle(f func(*gin.Context) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := f(c); err != nil {
			c.Errors = append(c.Errors, asGin(err))
			c.Abort()
		}
	}
}

// asGin returns the error that Context.Error would add: that does not return if err wraps itself.
func asGin(err error) *gin.Error {
	const maxLinks = 1000
	for link, n := err, 0; link != nil && n < maxLinks; link, n = errors.Unwrap(link), n+1 {
		if e, ok := link.(*gin.Error); ok {
			return e
		}
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
		inner := &writer{w: w, pushes: outer.Pusher() != nil, status: outer.Status(), size: -1}
		c.Request, c.Writer = r, inner
		c.Next()
		last := c.Errors.Last()
		status, sent := inner.finish(last != nil)
		switch {
		case sent:
			return nil
		case last != nil:
			return &failure{last, status}
		}
		return ofStatus(status) // AbortWithStatus
	})).ServeHTTP(outer, c.Request)
	c.Abort()
}

// failure is the last error of a context, with the status that the handler has set.
type failure struct {
	err    *gin.Error
	status int
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// classify is a classifier of the errors of gin: it knows their status, and public texts. What
// other classifiers find in an error, such as what is wrong with JSON, describes more.
func classify(_ context.Context, err error) *errkit.Error {
	f, ok := errors.AsType[*failure](err)
	if !ok {
		return nil
	}
	e := &errkit.Error{Kind: errkit.Internal}
	if f.status >= http.StatusBadRequest {
		e = ofStatus(f.status)
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
// because AbortWithStatus sends it at once. It calls w without mu: what is around this package may
// ask for the status while it writes.
type writer struct {
	w      http.ResponseWriter // of package nethttp
	pushes bool                // the server does

	mu     sync.Mutex // for what follows
	status int
	size   int  // bytes of the body; -1: the handler did not begin the response
	sent   bool // the header
}

// begin notes that the handler begins the response, and sends the header, unless it is that of an
// error without a body. It returns the status, and whether the header was sent.
func (w *writer) begin(body bool) (status int, sent bool) {
	w.mu.Lock()
	w.size = max(w.size, 0)
	status, sent = w.status, w.sent
	send := !sent && (body || status < http.StatusBadRequest)
	w.sent = sent || send
	w.mu.Unlock()
	if send {
		w.w.WriteHeader(status)
	}
	return status, sent || send
}

// wrote notes that n bytes of the body were written.
func (w *writer) wrote(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size += n
}

// finish sends the header of a handler that has not failed, unless it is that of an error. It
// returns the status, and whether the header was sent.
func (w *writer) finish(failed bool) (status int, sent bool) {
	if !failed {
		return w.begin(false)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.status, w.sent
}

func (w *writer) Unwrap() http.ResponseWriter { return w.w }
func (w *writer) Header() http.Header         { return w.w.Header() }

func (w *writer) Status() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.status
}

func (w *writer) Size() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.size
}

func (w *writer) Written() bool { return w.Size() >= 0 }

// WriteHeader sets the status. As in gin, it is sent with the body.
func (w *writer) WriteHeader(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if status > 0 && w.size < 0 {
		w.status = status
	}
}

func (w *writer) WriteHeaderNow() { w.begin(false) }

func (w *writer) Write(data []byte) (int, error) {
	w.begin(true)
	n, err := w.w.Write(data)
	w.wrote(n)
	return n, err
}

func (w *writer) WriteString(s string) (int, error) {
	w.begin(true)
	n, err := io.WriteString(w.w, s)
	w.wrote(n)
	return n, err
}

func (w *writer) Flush() {
	w.begin(true)
	_ = http.NewResponseController(w.w).Flush()
}

func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.w).Hijack()
	if err == nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.size, w.sent = max(w.size, 0), true
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
