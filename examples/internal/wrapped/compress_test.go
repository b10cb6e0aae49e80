package wrapped_test

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	gingzip "github.com/gin-contrib/gzip"
	"github.com/gin-gonic/gin"
	chimiddleware "github.com/go-chi/chi/v5/middleware"
	"github.com/gorilla/handlers"
	"github.com/klauspost/compress/gzhttp"
	"github.com/labstack/echo/v5"
	echomiddleware "github.com/labstack/echo/v5/middleware"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	echoerr "github.com/toolerr/toolerr/adapters/echo"
	ginerr "github.com/toolerr/toolerr/adapters/gin"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/examples/internal/wire"
	"github.com/toolerr/toolerr/middleware"
)

const canary = "postgres://admin:hunter2@db/bells"

var (
	api  = &nethttp.API{Boundary: new(middleware.Boundary)}
	long = strings.Repeat("There is no bell with this id. ", 200)
)

// The handlers, by path.
var routes = map[string]func(http.ResponseWriter, *http.Request) error{
	"success": func(w http.ResponseWriter, _ *http.Request) error { return write(w, "ding\n") },
	"long":    func(w http.ResponseWriter, _ *http.Request) error { return write(w, long) },
	"error": func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Content-Length", "5") // of the response that does not come
		return errkit.New(errkit.NotFound, "There is no bell with this id.")
	},
	"long-error": func(http.ResponseWriter, *http.Request) error { return errkit.New(errkit.NotFound, errkit.Text(long)) },
	"panic":      func(http.ResponseWriter, *http.Request) error { panic(canary) },
	"write-error": func(w http.ResponseWriter, r *http.Request) error {
		api.WriteError(w, r, errkit.New(errkit.Conflict, errkit.Text(long)))
		return nil
	},
	"no-content": func(w http.ResponseWriter, _ *http.Request) error { w.WriteHeader(http.StatusNoContent); return nil },
	"stream": func(w http.ResponseWriter, _ *http.Request) error {
		for range 3 {
			if err := write(w, "ding "); err != nil {
				return err
			}
			if err := http.NewResponseController(w).Flush(); err != nil {
				return err
			}
		}
		return nil
	},
	"late-error": func(w http.ResponseWriter, _ *http.Request) error {
		_ = write(w, long)
		_ = http.NewResponseController(w).Flush()
		return errors.New(canary)
	},
	"late-panic": func(w http.ResponseWriter, _ *http.Request) error {
		_ = write(w, long)
		_ = http.NewResponseController(w).Flush()
		panic(canary)
	},
}

func write(w http.ResponseWriter, text string) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, err := io.WriteString(w, text)
	return err
}

func mux() http.Handler {
	m := http.NewServeMux()
	for name, f := range routes {
		m.Handle("/"+name, api.Handler(f))
	}
	return m
}

func echoApp(use func(e *echo.Echo)) http.Handler {
	e := echo.New()
	use(e)
	for name, f := range routes {
		e.Any("/"+name, func(c *echo.Context) error { return f(c.Response(), c.Request()) })
	}
	return e
}

func ginApp(use func(e *gin.Engine)) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	use(e)
	for name, f := range routes {
		e.Any("/"+name, ginerr.Handle(func(c *gin.Context) error { return f(c.Writer, c.Request) }))
	}
	return e
}

// A client that accepts gzip gets what another one gets, and no header lies.
func TestCompression(t *testing.T) {
	chi := chimiddleware.Compress(5)
	apps := map[string]http.Handler{
		"gorilla":                 handlers.CompressHandler(api.Middleware(mux())),
		"gorilla, handlers only":  handlers.CompressHandler(mux()),
		"gorilla, between":        api.Middleware(handlers.CompressHandler(mux())),
		"otelhttp":                otelhttp.NewHandler(api.Middleware(mux()), "bells"),
		"otelhttp around gorilla": otelhttp.NewHandler(handlers.CompressHandler(api.Middleware(mux())), "bells"),
		"gzhttp":                  gzhttp.GzipHandler(api.Middleware(mux())),
		"gzhttp, between":         api.Middleware(gzhttp.GzipHandler(mux())),
		"chi":                     chi(api.Middleware(mux())),
		"chi, between":            api.Middleware(chi(mux())),
		"echo":                    echoApp(func(e *echo.Echo) { e.Use(echomiddleware.Gzip()); echoerr.Install(e, api) }),
		"echo, between":           echoApp(func(e *echo.Echo) { echoerr.Install(e, api); e.Use(echomiddleware.Gzip()) }),
		"gin":                     ginApp(func(e *gin.Engine) { e.Use(gingzip.Gzip(gzip.DefaultCompression)); ginerr.Install(e, api) }),
		"gin, between":            ginApp(func(e *gin.Engine) { ginerr.Install(e, api); e.Use(gingzip.Gzip(gzip.DefaultCompression)) }),
	}
	for name, app := range apps {
		t.Run(name, func(t *testing.T) {
			s := wire.Serve(t, app)
			for path := range routes {
				for _, method := range []string{"GET", "HEAD"} {
					plain := wire.Do(t, s, method, "/"+path, "", "Accept-Encoding", "identity")
					got := wire.Do(t, s, method, "/"+path, "", "Accept-Encoding", "gzip")
					what := method + " " + path
					require.Equal(t, plain.Status, got.Status, what)
					require.Equal(t, plain.Broken, got.Broken, what)
					require.NotContains(t, plain.Body, "hunter2", what)
					if method == "HEAD" {
						require.Empty(t, got.Body, what)
						continue
					}
					if path == "long" && name != "otelhttp" {
						require.Equal(t, "gzip", got.Header.Get("Content-Encoding"), "it is compressed")
					}
					require.Equal(t, plain.Header.Get("Content-Type"), got.Header.Get("Content-Type"), what)
					if plain.Broken {
						require.Contains(t, path, "late", what)
						require.True(t, strings.HasPrefix(plain.Body, decoded(t, got)), what)
						continue
					}
					require.NotEqual(t, "late-panic", path, what)
					require.Equal(t, plain.Body, decoded(t, got), what)
					if length := got.Header.Get("Content-Length"); length != "" {
						require.Equal(t, strconv.Itoa(len(got.Body)), length, what)
					}
				}
			}
		})
	}
}

// decoded returns the body of a response, as far as it can be decoded by its Content-Encoding.
func decoded(t *testing.T, resp wire.Response) string {
	t.Helper()
	switch encoding := resp.Header.Get("Content-Encoding"); {
	case encoding == "", resp.Body == "":
		return resp.Body
	default:
		require.Equal(t, "gzip", encoding)
	}
	z, err := gzip.NewReader(strings.NewReader(resp.Body))
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.True(t, err == nil || resp.Broken, err)
	return string(text)
}

// After chi's Timeout the response is still that of the API.
func TestTimeoutOfChi(t *testing.T) {
	h := chimiddleware.Timeout(time.Millisecond)(api.Middleware(api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
		<-r.Context().Done()
		return r.Context().Err()
	})))
	logged := chimiddleware.RequestLogger(&chimiddleware.DefaultLogFormatter{Logger: discard{}, NoColor: true})
	s := wire.Serve(t, logged(h))
	resp := wire.Do(t, s, "GET", "/", "")
	require.Equal(t, http.StatusGatewayTimeout, resp.Status)
	require.Contains(t, resp.Body, `"kind":"timeout"`)
}

type discard struct{}

func (discard) Print(...any) {}
