package echoerr_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v5"
	"github.com/stretchr/testify/require"

	echoerr "github.com/toolerr/toolerr/adapters/echo"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// What is written to the Response of a context after its handler has returned, as by a goroutine,
// reaches no other response, although echo uses the context again.
func TestNoForeignBytes(t *testing.T) {
	const requests = 640
	var (
		writers sync.Map                                   // of each request
		ended   = make(chan http.ResponseWriter, requests) // of those that have ended
	)
	begin := func(c *echo.Context) {
		select {
		case w := <-ended:
			_, _ = w.Write([]byte("<late>"))
			_ = http.NewResponseController(w).Flush()
		default:
		}
		writers.Store(c.Param("n"), c.Response())
	}
	e := echo.New()
	e.Logger = slog.New(slog.DiscardHandler)
	echoerr.Install(e, &nethttp.API{Boundary: new(middleware.Boundary)})
	e.GET("/ok/:n", func(c *echo.Context) error { begin(c); return c.String(http.StatusOK, "ding") })
	e.GET("/nothing/:n", func(c *echo.Context) error { begin(c); return nil })
	e.GET("/panic/:n", func(c *echo.Context) error { begin(c); panic(canary) })
	e.GET("/error/:n", func(c *echo.Context) error { begin(c); return errkit.NotFound })
	server := httptest.NewServer(e)
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
			path := []string{"ok", "nothing", "panic", "error"}[n%4]
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
				ended <- w.(http.ResponseWriter)
			}
		})
	}
	wg.Wait()
	close(bad)
	require.Empty(t, bad, "%d of %d responses are not their own, such as %s", len(bad), requests, <-bad)
}

// The error of a middleware that is around that of Install, or around [nethttp.API.Middleware], arrives
// after these have returned.
func TestLaterError(t *testing.T) {
	api := &nethttp.API{Boundary: new(middleware.Boundary)}
	outside := func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c *echo.Context) error { return errors.Join(next(c), echo.ErrTooManyRequests) }
	}
	// as ContextTimeout of echo does
	within := func(ctx context.Context, cancel context.CancelFunc, c *echo.Context, next echo.HandlerFunc) error {
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
	timeout := func(d time.Duration) echo.MiddlewareFunc {
		return func(next echo.HandlerFunc) echo.HandlerFunc {
			return func(c *echo.Context) error {
				ctx, cancel := context.WithTimeout(c.Request().Context(), d)
				return within(ctx, cancel, c, next)
			}
		}
	}
	canceling := func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c *echo.Context) error {
			ctx, cancel := context.WithCancel(c.Request().Context())
			return within(ctx, cancel, c, next)
		}
	}
	tests := []struct {
		name   string
		use    func(*echo.Echo)
		path   string
		status int
		want   string
	}{
		{"of a middleware outside", func(e *echo.Echo) { e.Use(outside); echoerr.Install(e, api) }, "/", 429, `"kind":"rate_limited"`},
		{"of echo's own handler", func(e *echo.Echo) { e.Use(echo.WrapMiddleware(api.Middleware)) }, "/teapot", 418, `{"message":"no coffee"}`},
		{"of echo's own handler for no route", func(e *echo.Echo) { e.Use(echo.WrapMiddleware(api.Middleware)) }, "/nowhere", 404, `{"message":"Not Found"}`},
		{"after a timeout is canceled", func(e *echo.Echo) {
			e.Use(timeout(time.Minute), echo.WrapMiddleware(api.Middleware))
		}, "/teapot", 418, `{"message":"no coffee"}`},
		{"after a timeout, which is the answer of the API", func(e *echo.Echo) {
			e.Use(timeout(time.Nanosecond), echo.WrapMiddleware(api.Middleware))
		}, "/wait", 504, `"status":504`},
		{"after the context is canceled", func(e *echo.Echo) { e.Use(canceling, echo.WrapMiddleware(api.Middleware)) }, "/teapot", 418, `{"message":"no coffee"}`},
		{"after the context is canceled, in parts", func(e *echo.Echo) {
			e.Use(canceling, echo.WrapMiddleware(api.Middleware))
			e.HTTPErrorHandler = func(c *echo.Context, _ error) {
				c.Response().WriteHeader(http.StatusTeapot)
				_, _ = io.WriteString(c.Response(), "no ")
				_, _ = io.WriteString(c.Response(), "coffee")
			}
		}, "/teapot", 418, "no coffee"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := echo.New()
			tt.use(e)
			e.GET("/", func(*echo.Context) error { return nil })
			e.GET("/wait", func(c *echo.Context) error {
				<-c.Request().Context().Done()
				return c.Request().Context().Err()
			})
			e.GET("/teapot", func(*echo.Context) error { return echo.NewHTTPError(http.StatusTeapot, "no coffee") })
			server := httptest.NewServer(e)
			defer server.Close()
			resp, err := server.Client().Get(server.URL + tt.path)
			require.NoError(t, err)
			defer resp.Body.Close()
			text, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			require.Equal(t, tt.status, resp.StatusCode)
			require.Contains(t, string(text), tt.want)
		})
	}
}
