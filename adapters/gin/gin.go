package ginerr

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Install makes an engine respond with errors of an API: it adds a middleware that renders errors and recovers from panics, and
// handlers for requests without a route or with another method. Call it before adding routes, and instead of gin.Recovery. A nil
// API is the zero API, which responds with problem details.
func Install(engine *gin.Engine, api *nethttp.API) {
	own := withClassifier(api)
	engine.HandleMethodNotAllowed = true
	engine.Use(func(c *gin.Context) { respond(own, c) })
	engine.NoRoute(Handle(func(*gin.Context) error { return statusError(http.StatusNotFound) }))
	engine.NoMethod(Handle(func(*gin.Context) error { return statusError(http.StatusMethodNotAllowed) }))
}

// Handle returns a handler of gin that adds the error of f to the context, and aborts.
func Handle(f func(*gin.Context) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := f(c); err != nil {
			_ = c.Error(err)
			c.Abort()
		}
	}
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
		inner := &writer{ResponseWriter: outer, w: w, status: outer.Status(), size: -1}
		c.Request, c.Writer = r, inner
		c.Next()
		switch last := c.Errors.Last(); {
		case inner.sent:
		case last != nil:
			return errorOf(last, inner.status)
		case inner.status >= http.StatusBadRequest: // AbortWithStatus
			return statusError(inner.status)
		default:
			inner.send()
		}
		return nil
	})).ServeHTTP(outer, c.Request)
	c.Abort()
}

// withClassifier returns an API whose boundary classifies the errors of gin, after all others: what is wrong with JSON says more
// than a status.
func withClassifier(api *nethttp.API) *nethttp.API {
	own := nethttp.API{}
	if api != nil {
		own = *api
	}
	boundary := standard.Boundary()
	if own.Boundary != nil {
		b := *own.Boundary
		boundary = &b
	}
	boundary.Classify = append(slices.Clone(boundary.Classify), Classify)
	own.Boundary = boundary
	return &own
}

var _ middleware.Classifier = Classify

// Classify is a classifier of the errors of gin: it knows the status that the handler has set, and public texts.
func Classify(_ context.Context, err error) *errkit.Error {
	e := &errkit.Error{Kind: errkit.Internal}
	status, hasStatus := errors.AsType[statusError](err)
	if hasStatus {
		e.Kind, e.Status = errkit.FromStatus(int(status)), uint16(status)
	}
	own, ok := errors.AsType[*gin.Error](err)
	isPublic := ok && own.IsType(gin.ErrorTypePublic)
	if isPublic {
		// gin: "ErrorTypePublic indicates a public error"; the author has set it.
		e.Message = errkit.Text(own.Error())
	}
	if !hasStatus && !isPublic {
		return nil
	}
	return e
}

// statusError is an HTTP status from 400 to 599.
type statusError int

func (s statusError) Error() string { return http.StatusText(int(s)) }

// errorOf returns an error of a context, with the status that the handler has set, unless it is coded.
func errorOf(e *gin.Error, status int) error {
	switch {
	case isCoded(e.Err):
		return e.Err
	case status < http.StatusBadRequest || status > 599:
		return e
	}
	return errors.Join(e, statusError(status))
}

func isCoded(err error) bool {
	_, coded := errors.AsType[*errkit.Error](err)
	_, kind := errors.AsType[errkit.Kind](err)
	return coded || kind
}
