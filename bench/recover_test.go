package bench

import (
	"context"
	"errors"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/go-chi/chi/v5/middleware"
	"github.com/gorilla/handlers"
	"github.com/labstack/echo/v5"
	echomiddleware "github.com/labstack/echo/v5/middleware"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	boundary "github.com/toolerr/toolerr/middleware"
)

// entry is a chi log entry that discards its output.
type entry struct{}

func (entry) Write(int, int, http.Header, time.Duration, any) {}
func (entry) Panic(any, []byte)                               {}

// recoverTasks run recovery middleware around a handler that succeeds, around one that panics, and
// around a router whose handler panics in a nested call, which makes the recorded stack longer.
// toolerr-Boundary is only the boundary, which does not write a response; toolerr is the HTTP
// middleware, which tracks whether the response is committed. chi-wrapped is chi with its response
// writer that tracks the same. Log output is discarded.
func recoverTasks() []task {
	return []task{
		{"path=success", recoverers(func(http.ResponseWriter, *http.Request) {}, 0)},
		{"path=panic", recoverers(func(http.ResponseWriter, *http.Request) { panic("the bell broke") },
			http.StatusInternalServerError)},
		{"path=panic-in-tool", recoverers(routed().ServeHTTP, http.StatusInternalServerError)},
	}
}

// routed returns a router with a handler that panics in a nested call.
func routed() http.Handler {
	router := http.NewServeMux()
	router.HandleFunc("GET /", func(_ http.ResponseWriter, r *http.Request) { _ = ring(r.Context(), 5) })
	return router
}

//go:noinline
func ring(ctx context.Context, bells int) error {
	if bells == 0 {
		panic("the bell broke")
	}
	return errors.Join(ring(ctx, bells-1), ctx.Err())
}

func recoverers(inner http.HandlerFunc, status int) []implementation {
	w := &stub{header: http.Header{}, body: make([]byte, 0, 64<<10)}
	r := httptest.NewRequest("GET", "/", nil)
	withEntry := middleware.WithLogEntry(r, entry{})
	check := func(t *testing.T, _ []byte) { require.Equal(t, status, w.status) }

	var onlyBoundary boundary.Boundary
	serve := func(context.Context) error { inner(w, r); return nil }
	ctx := context.Background()
	var last error
	checkBoundary := func(t *testing.T, _ []byte) {
		require.Equal(t, status != 0, last != nil)
		if last != nil {
			require.Equal(t, errkit.Internal, errkit.KindOf(last))
		}
	}

	api := nethttp.API{Boundary: noReport}
	logging := nethttp.API{Boundary: &boundary.Boundary{Report: func(ctx context.Context, e *errkit.Error) {
		slog.New(slog.NewTextHandler(io.Discard, nil)).LogAttrs(ctx, slog.LevelError, "failed", slog.Any("error", e))
	}}}
	unlogged, logged := api.Middleware(inner), logging.Middleware(inner)
	chi := middleware.Recoverer(inner)
	wrapped := middleware.Recoverer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner(middleware.NewWrapResponseWriter(w, 1), r)
	}))
	gorilla := handlers.RecoveryHandler(handlers.RecoveryLogger(log.New(io.Discard, "", 0)))(inner)
	app := echo.New()
	app.Use(echomiddleware.Recover())
	app.GET("/", func(c *echo.Context) error { inner(c.Response(), c.Request()); return nil })

	impls := []implementation{
		{"toolerr", func() []byte { return w.record(func() { unlogged.ServeHTTP(w, r) }) }, check},
		{"toolerr-logged", func() []byte { return w.record(func() { logged.ServeHTTP(w, r) }) }, check},
		{"toolerr-Boundary", func() []byte { return w.record(func() { last = onlyBoundary.Run(ctx, serve) }) },
			checkBoundary},
		{"chi", func() []byte { return w.record(func() { chi.ServeHTTP(w, withEntry) }) }, check},
		{"chi-wrapped", func() []byte { return w.record(func() { wrapped.ServeHTTP(w, withEntry) }) }, check},
		{"gorilla", func() []byte { return w.record(func() { gorilla.ServeHTTP(w, r) }) }, check},
		{"echo", func() []byte { return w.record(func() { app.ServeHTTP(w, r) }) }, check},
	}
	if status == 0 {
		none := implementation{"none", func() []byte { return w.record(func() { inner.ServeHTTP(w, r) }) }, check}
		impls = append(impls, none)
	}
	return impls
}

func BenchmarkRecover(b *testing.B) { run(b, recoverTasks()) }

func TestRecover(t *testing.T) { once(t, recoverTasks()) }
