// Command echo shows a router of labstack/echo. The middleware recovers from panics. The error handler of echo renders the
// errors that handlers return, and the 404 and 405 errors of echo.
//
//	go run ./echo
//	curl -i localhost:8080/bells/back
//	curl -i localhost:8080/panic
//	curl -i localhost:8080/nowhere
package main

import (
	"errors"
	"log"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

var api = nethttp.API{Rewrite: true}

// withKind converts an *echo.HTTPError to an error with a kind. It omits the message, which may contain private text.
func withKind(err error) error {
	if e, ok := errors.AsType[*echo.HTTPError](err); ok {
		if kind, ok := mapping.Default().FromHTTP(e.Code); ok {
			return &errkit.Error{Kind: kind, Err: err}
		}
	}
	return err
}

func handler() http.Handler {
	e := echo.New()
	e.Use(echo.WrapMiddleware(api.Middleware))
	e.HTTPErrorHandler = func(err error, c echo.Context) { api.WriteError(c.Response(), c.Request(), withKind(err)) }
	e.GET("/bells/:bell", func(c echo.Context) error {
		if c.Param("bell") != "front" {
			return errkit.New(errkit.NotFound, "There is no bell with this id.")
		}
		return c.String(http.StatusOK, "a bell\n")
	})
	e.GET("/panic", func(echo.Context) error { panic("postgres://admin:hunter2@db/bells") })
	e.GET("/old", func(c echo.Context) error {
		return c.String(http.StatusInternalServerError, "open /etc/bells/hunter2: permission denied")
	})
	return e
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
