package echoerr

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/labstack/echo/v5"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Install makes e respond with errors of an API: it adds a middleware that renders errors and recovers from panics, and sets the
// HTTPErrorHandler for errors of the middlewares that were added before. Call it before adding routes, and instead of
// middleware.Recover of echo. A nil API is the zero API, which responds with problem details.
func Install(e *echo.Echo, api *nethttp.API) {
	own := withClassifier(api)
	e.HTTPErrorHandler = func(c *echo.Context, err error) {
		if r, ok := c.Response().(*echo.Response); !ok || !r.Committed {
			own.WriteError(c.Response(), c.Request(), err)
		}
	}
	e.Use(func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c *echo.Context) error {
			respond(own, c, next)
			return nil
		}
	})
}

// respond calls next inside of the middleware of the API.
func respond(api *nethttp.API, c *echo.Context, next echo.HandlerFunc) {
	outer := c.Response()
	defer c.SetResponse(outer) // of the middlewares around this one
	r := c.Request()
	r.Pattern = c.Path()
	for _, p := range c.PathValues() {
		r.SetPathValue(p.Name, p.Value)
	}
	api.Middleware(api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		c.SetRequest(r)
		c.SetResponse(echo.NewResponse(w, c.Echo().Logger))
		return next(c)
	})).ServeHTTP(outer, r)
}

// withClassifier returns an API whose boundary classifies the errors of echo, after all others: what is wrong with JSON says more
// than the status that a binder gives it.
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

// Classify is a classifier of the errors of echo, which have the status of the response. Errors of other modules with a StatusCode
// method are about other requests, and are not classified.
func Classify(_ context.Context, err error) *errkit.Error {
	var coder echo.HTTPStatusCoder
	if !errors.As(err, &coder) || !isOfEcho(coder) {
		return nil
	}
	status := coder.StatusCode()
	if status < 400 || status > 599 {
		return nil
	}
	e := &errkit.Error{Kind: errkit.FromStatus(status), Status: uint16(status)}
	if binding, ok := errors.AsType[*echo.BindingError](err); ok && binding.Field != "" && status == http.StatusBadRequest {
		e.Kind, e.Fields = errkit.InvalidInput, []errkit.Field{{Path: "/" + escape.Replace(binding.Field), Message: "is not valid"}}
	}
	return e
}

// isOfEcho reports whether an error has a type of echo.
func isOfEcho(err any) bool {
	t := reflect.TypeOf(err)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath() == reflect.TypeFor[echo.Echo]().PkgPath()
}

// escape escapes a token of a JSON pointer (RFC 6901 §3).
var escape = strings.NewReplacer("~", "~0", "/", "~1")
