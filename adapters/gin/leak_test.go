package ginerr_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/stretchr/testify/require"

	ginerr "github.com/toolerr/toolerr/adapters/gin"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/latewrite"
	"github.com/toolerr/toolerr/middleware"
)

// What is written to the Writer of a context after its handler has returned, as by a goroutine,
// reaches no other response, although gin uses the context again.
func TestNoForeignBytes(t *testing.T) {
	writers := latewrite.New(func(w gin.ResponseWriter) {
		_, _ = w.Write([]byte(latewrite.Text))
		_, _ = w.WriteString(latewrite.Text)
		w.WriteHeader(http.StatusTeapot)
		w.WriteHeaderNow()
		w.Flush()
		w.CloseNotify()
		if p := w.Pusher(); p != nil {
			_ = p.Push("/", nil)
		}
	})
	begin := func(c *gin.Context) { writers.Begin(c.Param("n"), c.Writer) }
	engine := gin.New()
	ginerr.Install(engine, &nethttp.API{Boundary: new(middleware.Boundary)})
	engine.GET("/ok/:n", func(c *gin.Context) { begin(c); c.String(http.StatusOK, "ding") })
	engine.GET("/nothing/:n", begin)
	engine.GET("/abort/:n", func(c *gin.Context) { begin(c); c.AbortWithStatus(http.StatusGone) })
	engine.GET("/panic/:n", func(c *gin.Context) { begin(c); panic(canary) })
	engine.GET("/error/:n", ginerr.Handle(func(c *gin.Context) error { begin(c); return errkit.NotFound }))
	writers.Run(t, engine, "/ok", "/nothing", "/abort", "/panic", "/error")
}

// A middleware around that of Install responds after it has returned.
func TestLaterStatus(t *testing.T) {
	engine := gin.New()
	engine.Use(func(c *gin.Context) {
		c.Next()
		c.AbortWithStatus(http.StatusTeapot)
	})
	ginerr.Install(engine, nil)
	engine.GET("/", func(*gin.Context) {})
	rec := httptest.NewRecorder()
	engine.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	require.Equal(t, http.StatusTeapot, rec.Code)
}

// asking is the Writer of a middleware that looks at the Writer of the context while it writes.
type asking struct {
	gin.ResponseWriter
	c    *gin.Context
	seen []string
}

func (a *asking) ask(method string) {
	w := a.c.Writer
	a.seen = append(a.seen, fmt.Sprint(method, " ", w.Status(), " ", w.Written(), " ", w.Size()))
}

func (a *asking) Unwrap() http.ResponseWriter { return a.ResponseWriter }
func (a *asking) WriteHeader(status int)      { a.ask("WriteHeader"); a.ResponseWriter.WriteHeader(status) }
func (a *asking) Flush()                      { a.ask("Flush"); a.ResponseWriter.Flush() }

func (a *asking) Write(p []byte) (int, error) {
	a.ask("Write")
	return a.ResponseWriter.Write(p)
}

func (a *asking) WriteString(s string) (int, error) {
	a.ask("WriteString")
	return a.ResponseWriter.WriteString(s)
}

// A middleware around that of Install may look at the Writer of the context while it writes.
func TestOuterWriterAsks(t *testing.T) {
	engine := gin.New()
	var seen []string
	engine.Use(func(c *gin.Context) {
		a := &asking{ResponseWriter: c.Writer, c: c}
		c.Writer = a
		c.Next()
		seen = a.seen
	})
	ginerr.Install(engine, nil)
	engine.GET("/", func(c *gin.Context) {
		c.Status(http.StatusCreated)
		_, _ = c.Writer.Write([]byte("ding "))
		_, _ = c.Writer.WriteString("dong")
		c.Writer.Flush()
	})
	rec := httptest.NewRecorder()
	done := make(chan struct{})
	go func() {
		defer close(done)
		engine.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		require.FailNow(t, "the handler hangs")
	}
	require.Equal(t, http.StatusCreated, rec.Code)
	require.Equal(t, "ding dong", rec.Body.String())
	require.Equal(t, []string{"WriteHeader 201 true 0", "Write 201 true 0", "WriteString 201 true 5",
		"Flush 201 true 9"}, seen)
}

// A goroutine that writes when its handler returns gets an error then.
func TestWriterAfterTheEnd(t *testing.T) {
	engine := gin.New()
	ginerr.Install(engine, nil)
	var kept gin.ResponseWriter
	failed := make(chan error)
	engine.GET("/", func(c *gin.Context) {
		kept = c.Writer
		go func() {
			for {
				if _, err := kept.WriteString("ding "); err != nil {
					failed <- err
					return
				}
			}
		}()
	})
	rec := httptest.NewRecorder()
	engine.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	require.EqualError(t, <-failed, "nethttp: the handler has returned")
	require.Equal(t, http.StatusOK, rec.Code)
	require.NotPanics(t, func() { kept.CloseNotify() })
	_, _, err := kept.Hijack()
	require.Error(t, err)
}
