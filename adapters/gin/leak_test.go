package ginerr_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/stretchr/testify/require"

	ginerr "github.com/toolerr/toolerr/adapters/gin"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// What is written to the Writer of a context after its handler has returned, as by a goroutine,
// reaches no other response, although gin uses the context again.
func TestNoForeignBytes(t *testing.T) {
	const requests = 640
	var (
		writers sync.Map                                  // of each request
		ended   = make(chan gin.ResponseWriter, requests) // of those that have ended
	)
	begin := func(c *gin.Context) {
		select {
		case w := <-ended:
			_, _ = w.Write([]byte("<late>"))
			_, _ = w.WriteString("<late>")
			w.WriteHeader(http.StatusTeapot)
			w.WriteHeaderNow()
			w.Flush()
			w.CloseNotify()
			if p := w.Pusher(); p != nil {
				_ = p.Push("/", nil)
			}
		default:
		}
		writers.Store(c.Param("n"), c.Writer)
	}
	engine := gin.New()
	ginerr.Install(engine, &nethttp.API{Boundary: new(middleware.Boundary)})
	engine.GET("/ok/:n", func(c *gin.Context) { begin(c); c.String(http.StatusOK, "ding") })
	engine.GET("/nothing/:n", begin)
	engine.GET("/abort/:n", func(c *gin.Context) { begin(c); c.AbortWithStatus(http.StatusGone) })
	engine.GET("/panic/:n", func(c *gin.Context) { begin(c); panic(canary) })
	engine.GET("/error/:n", ginerr.Handle(func(c *gin.Context) error { begin(c); return errkit.NotFound }))
	server := httptest.NewServer(engine)
	defer server.Close()
	var (
		wg    sync.WaitGroup
		slots = make(chan struct{}, 16)
		bad   = make(chan string, requests)
	)
	for n := range requests {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			path := []string{"ok", "nothing", "abort", "panic", "error"}[n%5]
			resp, err := server.Client().Get(fmt.Sprintf("%s/%s/%d", server.URL, path, n))
			if err != nil {
				bad <- err.Error()
				return
			}
			defer resp.Body.Close()
			text, err := io.ReadAll(resp.Body)
			if err != nil || strings.Contains(string(text), "<late>") {
				bad <- fmt.Sprintf("%s %d: %v, %s", path, n, err, text)
			}
			if w, ok := writers.Load(strconv.Itoa(n)); ok {
				ended <- w.(gin.ResponseWriter)
			}
		})
	}
	wg.Wait()
	close(bad)
	require.Empty(t, bad, "%d of %d responses are not their own, such as %s", len(bad), requests, <-bad)
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
	require.Equal(t, []string{"WriteHeader 201 true 0", "Write 201 true 0", "WriteString 201 true 5", "Flush 201 true 9"}, seen)
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
