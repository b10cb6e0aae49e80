// Command echo4 serves doorbells with echo v4, whose clients get errors as problem details.
package main

import (
	"errors"
	"log"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

func handler() http.Handler {
	b := standard.Boundary()
	b.Classify = append(b.Classify, middleware.HTTPStatus(func(e *echo.HTTPError) int { return e.Code })) // of the router, too
	api := &nethttp.API{Boundary: b, Rewrite: true}
	e := echo.New() // without middleware.Recover
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		api.WriteError(c.Response().Writer, c.Request(), err) // ends a response that has started
	}
	e.GET("/bells/:bell", func(c echo.Context) error {
		if c.Param("bell") != "front" {
			return errkit.New(errkit.NotFound, "There is no bell with this id.")
		}
		return c.String(http.StatusOK, "a bell\n")
	})
	e.POST("/bells", func(c echo.Context) error {
		var in struct {
			Times int `json:"times"`
		}
		if err := c.Bind(&in); err != nil {
			return err
		}
		return c.NoContent(http.StatusCreated)
	})
	e.GET("/panic", func(echo.Context) error { panic("postgres://admin:hunter2@db/bells") })
	e.GET("/old", func(c echo.Context) error {
		return c.String(http.StatusInternalServerError, "open /etc/bells/hunter2: permission denied")
	})
	e.GET("/half", func(c echo.Context) error {
		return errors.Join(c.String(http.StatusOK, "a be"), errors.New("postgres://admin:hunter2@db/bells"))
	})
	return api.Middleware(e)
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
