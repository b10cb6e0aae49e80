package wrapped_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	chimiddleware "github.com/go-chi/chi/v5/middleware"
	"github.com/gorilla/handlers"
	"github.com/klauspost/compress/gzhttp"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/examples/internal/wire"
)

// What is written after a handler has returned, as by a goroutine, reaches no other response.
func TestLateWrites(t *testing.T) {
	const requests = 640
	logged := chimiddleware.RequestLogger(&chimiddleware.DefaultLogFormatter{Logger: discard{}, NoColor: true})
	for name, wrap := range map[string]func(http.Handler) http.Handler{
		"nothing":       func(h http.Handler) http.Handler { return h },
		"chi's Logger":  logged,
		"otelhttp":      otelhttp.NewMiddleware("bells"),
		"gorilla":       handlers.CompressHandler,
		"gzhttp":        func(h http.Handler) http.Handler { return gzhttp.GzipHandler(h) },
		"all, and gzip": func(h http.Handler) http.Handler { return logged(otelhttp.NewHandler(gzhttp.GzipHandler(h), "bells")) },
	} {
		t.Run(name, func(t *testing.T) {
			var (
				writers sync.Map                                   // of each request
				ended   = make(chan http.ResponseWriter, requests) // of those that have ended
			)
			begin := func(w http.ResponseWriter, r *http.Request) {
				select {
				case late := <-ended:
					_, _ = late.Write([]byte("<late>"))
					_ = http.NewResponseController(late).Flush()
				default:
				}
				writers.Store(r.PathValue("n"), w)
			}
			m := http.NewServeMux()
			m.Handle("/ok/{n}", api.Handler(func(w http.ResponseWriter, r *http.Request) error { begin(w, r); return write(w, long) }))
			m.Handle("/nothing/{n}", api.Handler(func(w http.ResponseWriter, r *http.Request) error { begin(w, r); return nil }))
			m.Handle("/error/{n}", api.Handler(func(w http.ResponseWriter, r *http.Request) error { begin(w, r); return errkit.NotFound }))
			m.HandleFunc("/panic/{n}", func(w http.ResponseWriter, r *http.Request) { begin(w, r); panic(canary) })
			s := wire.Serve(t, wrap(api.Middleware(m)))
			var wg sync.WaitGroup
			slots := make(chan struct{}, 16)
			bad := make(chan string, requests)
			for n := range requests {
				slots <- struct{}{}
				wg.Go(func() {
					defer func() { <-slots }()
					path := []string{"ok", "nothing", "error", "panic"}[n%4]
					resp := wire.Do(t, s, "GET", fmt.Sprintf("/%s/%d", path, n), "")
					if resp.Broken || strings.Contains(resp.Body, "<late>") {
						bad <- fmt.Sprintf("%s %d: broken %t, %s", path, n, resp.Broken, resp.Body)
					}
					if w, ok := writers.Load(strconv.Itoa(n)); ok {
						ended <- w.(http.ResponseWriter)
					}
				})
			}
			wg.Wait()
			close(bad)
			require.Empty(t, bad, "%d of %d responses are not their own, such as %s", len(bad), requests, <-bad)
		})
	}
}
