package echoerr_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/labstack/echo/v5"
	"github.com/stretchr/testify/require"

	echoerr "github.com/toolerr/toolerr/adapters/echo"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/latewrite"
	"github.com/toolerr/toolerr/middleware"
)

// What is written to the Response of a context after its handler has returned, as by a goroutine,
// reaches no other response, although echo uses the context again.
func TestNoForeignBytes(t *testing.T) {
	writers := latewrite.New(func(w http.ResponseWriter) {
		_, _ = w.Write([]byte(latewrite.Text))
		_ = http.NewResponseController(w).Flush()
	})
	begin := func(c *echo.Context) { writers.Begin(c.Param("n"), c.Response()) }
	e := echo.New()
	e.Logger = slog.New(slog.DiscardHandler)
	echoerr.Install(e, &nethttp.API{Boundary: new(middleware.Boundary)})
	e.GET("/ok/:n", func(c *echo.Context) error { begin(c); return c.String(http.StatusOK, "ding") })
	e.GET("/nothing/:n", func(c *echo.Context) error { begin(c); return nil })
	e.GET("/panic/:n", func(c *echo.Context) error { begin(c); panic(canary) })
	e.GET("/error/:n", func(c *echo.Context) error { begin(c); return errkit.NotFound })
	writers.Run(t, e, "/ok", "/nothing", "/panic", "/error")
}

// The error of a middleware that is around that of Install, or around [nethttp.API.Middleware],
// arrives after these have returned.
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
		{"of a middleware outside", func(e *echo.Echo) { e.Use(outside); echoerr.Install(e, api) }, "/", 429,
			`"kind":"rate_limited"`},
		{"of echo's own handler", func(e *echo.Echo) { e.Use(echo.WrapMiddleware(api.Middleware)) }, "/teapot", 418,
			`{"message":"no coffee"}`},
		{"of echo's own handler for no route", func(e *echo.Echo) { e.Use(echo.WrapMiddleware(api.Middleware)) },
			"/nowhere", 404, `{"message":"Not Found"}`},
		{"after a timeout is canceled", func(e *echo.Echo) {
			e.Use(timeout(time.Minute), echo.WrapMiddleware(api.Middleware))
		}, "/teapot", 418, `{"message":"no coffee"}`},
		{"after a timeout, which is the answer of the API", func(e *echo.Echo) {
			e.Use(timeout(time.Nanosecond), echo.WrapMiddleware(api.Middleware))
		}, "/wait", 504, `"status":504`},
		{"after the context is canceled", func(e *echo.Echo) { e.Use(canceling, echo.WrapMiddleware(api.Middleware)) },
			"/teapot", 418, `{"message":"no coffee"}`},
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
