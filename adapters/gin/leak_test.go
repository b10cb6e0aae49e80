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
