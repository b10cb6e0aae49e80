// Command gin shows an engine of gin-gonic/gin. [ginerr.Install] renders the errors of handlers
// and those of gin, such as 404 and 405, and recovers from panics. Handlers return errors.
//
//	go run ./gin
//	curl -i localhost:8080/bells/back
//	curl -i localhost:8080/panic
//	curl -i localhost:8080/nowhere
//	curl -i -d page=0 localhost:8080/search
//	curl -N localhost:8080/stream
package main

import (
	"io"
	"log"
	"net/http"
	"reflect"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/gin-gonic/gin/binding"
	"github.com/go-playground/validator/v10"

	ginerr "github.com/toolerr/toolerr/adapters/gin"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
)

type search struct {
	Page int `form:"page" json:"page" binding:"required,min=1"`
}

// sentName returns the name of a field in requests. Without it, gin's errors have the Go names.
func sentName(f reflect.StructField) string {
	for _, tag := range []string{"json", "form", "uri", "header"} {
		if name, _, _ := strings.Cut(f.Tag.Get(tag), ","); name != "" && name != "-" {
			return name
		}
	}
	return ""
}

func handler() http.Handler {
	binding.Validator.Engine().(*validator.Validate).RegisterTagNameFunc(sentName)
	gin.SetMode(gin.ReleaseMode)
	e := gin.New() // without gin.Recovery
	ginerr.Install(e, &nethttp.API{Rewrite: true})
	e.GET("/bells/:bell", ginerr.Handle(func(c *gin.Context) error {
		if c.Param("bell") != "front" {
			return errkit.New(errkit.NotFound, "There is no bell with this id.")
		}
		c.String(http.StatusOK, "a bell\n")
		return nil
	}))
	e.POST("/search", func(c *gin.Context) {
		var in search
		if c.Bind(&in) == nil { // else it has added the error to the context
			c.JSON(http.StatusOK, in)
		}
	})
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
	return e
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
