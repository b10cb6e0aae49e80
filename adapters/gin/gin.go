package ginerr

import (
	"context"
	"errors"
	"net/http"

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
		inner := newWriter(w, outer)
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
