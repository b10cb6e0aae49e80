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

// entry is a log entry of chi's that writes nothing.
type entry struct{}

func (entry) Write(int, int, http.Header, time.Duration, any) {}
func (entry) Panic(any, []byte)                               {}

// recovering is what a recovering middleware costs around a handler that
// succeeds, around one that panics, and around a router whose handler's tool
// panics: what is to be noted grows with the stack. toolerr-Boundary is the boundary alone,
// which knows nothing of HTTP and answers nothing; toolerr is the middleware,
// which has to know whether the answer began. chi-wrapped is chi's with its
// writer that knows that. What is to be logged goes nowhere.
func recovering() []work {
	return []work{
		{"path=success", recoverers(func(http.ResponseWriter, *http.Request) {}, 0)},
		{"path=panic", recoverers(func(http.ResponseWriter, *http.Request) { panic("the bell broke") }, http.StatusInternalServerError)},
		{"path=panic-in-tool", recoverers(routed().ServeHTTP, http.StatusInternalServerError)},
	}
}

// routed is a router before a handler whose tool panics some calls further in.
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

func recoverers(inner http.HandlerFunc, status int) []subject {
	w := &stub{header: http.Header{}, body: make([]byte, 0, 64<<10)}
	r := httptest.NewRequest("GET", "/", nil)
	noted := middleware.WithLogEntry(r, entry{})
	check := func(t *testing.T, _ []byte) { require.Equal(t, status, w.status) }

	var alone boundary.Boundary
	serve := func(context.Context) error { inner(w, r); return nil }
	ctx := context.Background()
	var last error
	checkAlone := func(t *testing.T, _ []byte) {
		require.Equal(t, status != 0, last != nil)
		if last != nil {
			require.Equal(t, errkit.Internal, errkit.KindOf(last))
		}
	}

	api := nethttp.API{Boundary: silent}
	toLog := nethttp.API{Boundary: &boundary.Boundary{Report: func(ctx context.Context, e *errkit.Error) {
		slog.New(slog.NewTextHandler(io.Discard, nil)).LogAttrs(ctx, slog.LevelError, "failed", slog.Any("error", e))
	}}}
	ours, logged := api.Middleware(inner), toLog.Middleware(inner)
	chi := middleware.Recoverer(inner)
	wrapped := middleware.Recoverer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner(middleware.NewWrapResponseWriter(w, 1), r)
	}))
	gorilla := handlers.RecoveryHandler(handlers.RecoveryLogger(log.New(io.Discard, "", 0)))(inner)
	app := echo.New()
	app.Use(echomiddleware.Recover())
	app.GET("/", func(c *echo.Context) error { inner(c.Response(), c.Request()); return nil })

	subjects := []subject{
		{"toolerr", func() []byte { return w.answer(func() { ours.ServeHTTP(w, r) }) }, check},
		{"toolerr-logged", func() []byte { return w.answer(func() { logged.ServeHTTP(w, r) }) }, check},
		{"toolerr-Boundary", func() []byte { return w.answer(func() { last = alone.Run(ctx, serve) }) }, checkAlone},
		{"chi", func() []byte { return w.answer(func() { chi.ServeHTTP(w, noted) }) }, check},
		{"chi-wrapped", func() []byte { return w.answer(func() { wrapped.ServeHTTP(w, noted) }) }, check},
		{"gorilla", func() []byte { return w.answer(func() { gorilla.ServeHTTP(w, r) }) }, check},
		{"echo", func() []byte { return w.answer(func() { app.ServeHTTP(w, r) }) }, check},
	}
	if status == 0 {
		none := subject{"none", func() []byte { return w.answer(func() { inner.ServeHTTP(w, r) }) }, check}
		subjects = append(subjects, none)
	}
	return subjects
}

func BenchmarkRecover(b *testing.B) { run(b, recovering()) }

func TestRecover(t *testing.T) { once(t, recovering()) }
