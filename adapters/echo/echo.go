package echoerr

import (
	"context"
	"errors"
	"net/http"
	"reflect"

	"github.com/labstack/echo/v5"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
)

// Install makes e respond with errors of an API: it adds a middleware that renders errors and
// recovers from panics, and sets the HTTPErrorHandler for errors of the middlewares that were
// added before. Call it before adding routes, and instead of middleware.Recover of echo. A nil API
// is the zero API, which responds with problem details.
func Install(e *echo.Echo, api *nethttp.API) {
	own := api.WithClassifier(classify)
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

// classify is a classifier of the errors of echo, which have the status of the response. Errors of
// other modules with a StatusCode method are about other requests, and are not classified. What
// other classifiers find in an error, such as what is wrong with JSON, describes more than the
// status that a binder gives it.
func classify(_ context.Context, err error) *errkit.Error {
	var coder echo.HTTPStatusCoder
	if !errors.As(err, &coder) || !isOfEcho(coder) {
		return nil
	}
	status := coder.StatusCode()
	if status < 400 || status > 599 {
		return nil
	}
	e := &errkit.Error{Kind: errkit.FromStatus(status), Status: uint16(status)}
	if b, ok := coder.(*echo.BindingError); ok && b.Field != "" && status == http.StatusBadRequest {
		e.Kind = errkit.InvalidInput
		e.Fields = []errkit.Field{{Path: pointer.FromKey(b.Field), Message: "is not valid"}}
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
