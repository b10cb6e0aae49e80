// Command echo shows a router of labstack/echo. [echoerr.Install] renders the errors that handlers
// return and those of echo, such as 404 and 405, and recovers from panics.
//
//	go run ./echo
//	curl -i localhost:8080/bells/back
//	curl -i localhost:8080/panic
//	curl -i localhost:8080/nowhere
package main

import (
	"log"
	"net/http"

	"github.com/labstack/echo/v5"

	echoerr "github.com/toolerr/toolerr/adapters/echo"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
)

func handler() http.Handler {
	e := echo.New()
	echoerr.Install(e, &nethttp.API{Rewrite: true})
	e.GET("/bells/:bell", func(c *echo.Context) error {
		if c.Param("bell") != "front" {
			return errkit.New(errkit.NotFound, "There is no bell with this id.")
		}
		return c.String(http.StatusOK, "a bell\n")
	})
	e.GET("/panic", func(*echo.Context) error { panic("postgres://admin:hunter2@db/bells") })
	e.GET("/old", func(c *echo.Context) error {
		return c.String(http.StatusInternalServerError, "open /etc/bells/hunter2: permission denied")
	})
	return e
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
