// Command gin shows an engine of gin-gonic/gin inside the middleware, which
// catches its panics and rewrites its plain 404; handlers write their errors.
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

// returning makes a handler of gin of one that returns its error.
func returning(f func(*gin.Context) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := f(c); err != nil {
			api.Write(c.Writer, c.Request, err)
			c.Abort()
		}
	}
}

func handler() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New() // without gin.Recovery
	e.HandleMethodNotAllowed = true
	e.GET("/bells/:bell", returning(func(c *gin.Context) error {
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
				panic("postgres://admin:hunter2@db/bells") // between two events: it becomes one
			}
			c.SSEvent("ding", n)
			return true
		})
	})
	return api.Middleware(e)
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
