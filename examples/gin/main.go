// Command gin shows an engine of gin-gonic/gin inside the middleware, which recovers from panics and rewrites the 404
// responses of gin. Handlers return errors.
//
//	go run ./gin
//	curl -i localhost:8080/bells/back
//	curl -i localhost:8080/panic
//	curl -i localhost:8080/nowhere
//	curl -N localhost:8080/stream
package main

import (
	"io"
	"log"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
)

var api = nethttp.API{Rewrite: true}

// handle returns a gin handler that renders the error of f.
func handle(f func(*gin.Context) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := f(c); err != nil {
			api.WriteError(c.Writer, c.Request, err)
			c.Abort()
		}
	}
}

func handler() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New() // without gin.Recovery
	e.HandleMethodNotAllowed = true
	e.GET("/bells/:bell", handle(func(c *gin.Context) error {
		if c.Param("bell") != "front" {
			return errkit.New(errkit.NotFound, "There is no bell with this id.")
		}
		c.String(http.StatusOK, "a bell\n")
		return nil
	}))
	e.GET("/panic", func(*gin.Context) { panic("postgres://admin:hunter2@db/bells") })
	e.GET("/old", func(c *gin.Context) {
		c.String(http.StatusInternalServerError, "open /etc/bells/hunter2: permission denied")
	})
	e.GET("/stream", func(c *gin.Context) {
		n := 0
		c.Stream(func(w io.Writer) bool {
			if n++; n == 3 {
				panic("postgres://admin:hunter2@db/bells") // between two events, so the error is written as an event
			}
			c.SSEvent("ding", n)
			return true
		})
	})
	return api.Middleware(e)
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
