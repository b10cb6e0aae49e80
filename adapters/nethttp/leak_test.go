package nethttp_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/errkit"
)

// A goroutine that goes on after the request cannot write, even if no handler has
// written anything and a framework outside may still respond.
func TestWriteAfterRequest(t *testing.T) {
	for _, name := range []string{"the server's context", "a context that is canceled before"} {
		t.Run(name, func(t *testing.T) {
			failed := make(chan error, 3)
			var api nethttp.API
			h := api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				go func() {
					<-r.Context().Done()
					w.Header().Set("X-Late", "1")
					w.WriteHeader(http.StatusTeapot)
					_, err := io.WriteString(w, "<late>")
					failed <- err
					_, err = w.Write([]byte("<late>"))
					failed <- err
					failed <- http.NewResponseController(w).Flush()
				}()
			}))
			outside := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if name == "the server's context" {
					h.ServeHTTP(foreign{w}, r)
					return
				}
				ctx, cancel := context.WithCancel(r.Context())
				defer cancel()
				h.ServeHTTP(foreign{w}, r.WithContext(ctx))
			})
			overWires(t, outside, func(t *testing.T, s served) {
				resp, body := s.do(t, "GET", "/", "")
				require.Equal(t, 200, resp.StatusCode)
				require.Empty(t, body)
				for range cap(failed) {
					require.EqualError(t, <-failed, "nethttp: the handler has returned")
				}
			})
		})
	}
}

// A goroutine that outlives its handler writes to no other response, and does
// not end the program, as it would over plain HTTP/2.
func TestNoForeignBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it sends hundreds of requests whose handlers write late")
	}
	pool := sync.Pool{New: func() any { return new(pooled) }}
	tests := []struct {
		name     string
		requests int
		wrap     func(http.Handler) http.Handler // what is outside of this package
	}{
		{"the server's ResponseWriter", 2000, func(h http.Handler) http.Handler { return h }},
		{"a wrapper with Unwrap", 640, func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(foreign{w}, r) })
		}},
		{"a wrapper with Unwrap that is used again", 640, func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				p := pool.Get().(*pooled)
				defer pool.Put(p)
				p.ResponseWriter = w
				h.ServeHTTP(p, r)
			})
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { foreignBytes(t, tt.requests, tt.wrap) })
	}
}

// pooled is a ResponseWriter that a framework uses for one request after the other.
type pooled struct{ http.ResponseWriter }

func (p *pooled) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// foreignBytes fails if a response of handlers that leave goroutines behind has bytes of another
// one.
func foreignBytes(t *testing.T, requests int, wrap func(http.Handler) http.Handler) {
	var leaked sync.WaitGroup
	late := func(w http.ResponseWriter, n string) {
		leaked.Go(func() {
			time.Sleep(time.Duration(rand.N(10_000)) * time.Microsecond)
			text := fmt.Sprintf("<late %s>", n)
			_, _ = w.Write([]byte(text))
			_, _ = io.WriteString(w, text)
			_, _ = io.Copy(w, strings.NewReader(text))
			w.(http.Flusher).Flush()
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute))
			w.WriteHeader(http.StatusTeapot)
		})
	}
	api := nethttp.API{Boundary: new(reports).boundary(), Rewrite: true, Choose: nethttp.ChooseByBody}
	mux := http.NewServeMux()
	mux.Handle("/ok/{n}", api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		late(w, r.PathValue("n"))
		_, err := fmt.Fprintf(w, "<own %s>", r.PathValue("n"))
		return err
	}))
	mux.Handle("/error/{n}", api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		late(w, r.PathValue("n"))
		return errkit.New(errkit.NotFound, errkit.Textf("<own %s>", r.PathValue("n")))
	}))
	mux.Handle("/nothing/{n}", api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		late(w, r.PathValue("n"))
		return nil
	}))
	mux.HandleFunc("/panic/{n}", func(w http.ResponseWriter, r *http.Request) {
		late(w, r.PathValue("n"))
		panic(canary)
	})
	mux.HandleFunc("/plain/{n}", func(w http.ResponseWriter, r *http.Request) {
		late(w, r.PathValue("n"))
		http.Error(w, "conflict", http.StatusConflict)
	})
	overWires(t, wrap(api.Middleware(mux)), func(t *testing.T, s served) {
		var wg sync.WaitGroup
		slots := make(chan struct{}, 32)
		bad := make(chan string, requests)
		for n := range requests {
			slots <- struct{}{}
			wg.Go(func() {
				defer func() { <-slots }()
				path := []string{"ok", "error", "nothing", "panic", "plain"}[n%5]
				resp, err := s.client.Get(fmt.Sprintf("%s/%s/%d", s.URL, path, n))
				if err != nil {
					return // a handler that was too late to respond aborts
				}
				defer resp.Body.Close()
				b, _ := io.ReadAll(resp.Body)
				own := !strings.Contains(string(b), canary)
				for _, mark := range []string{"<late ", "<own "} {
					for _, after := range strings.Split(string(b), mark)[1:] {
						id, _, _ := strings.Cut(after, ">")
						own = own && id == strconv.Itoa(n)
					}
				}
				if !own {
					bad <- fmt.Sprintf("%s %d: %s", path, n, b)
				}
			})
		}
		wg.Wait()
		leaked.Wait()
		close(bad)
		if n := len(bad); n > 0 {
			t.Errorf("%d of %d responses have bytes of others, such as %s", n, requests, <-bad)
		}
		resp, body := s.do(t, "GET", "/nowhere", "")
		require.Equal(t, 404, resp.StatusCode, "the server is alive")
		require.Contains(t, body, `"kind":"not_found"`)
	})
}

// A third-party dialect of any type gets the call.
func TestThirdPartyRPC(t *testing.T) {
	type own struct{ aai.Dialect }
	api := nethttp.API{Dialect: own{}, Boundary: unreported}
	h := api.Handler(func(http.ResponseWriter, *http.Request) error { return errkit.NotFound })
	overWires(t, h, func(t *testing.T, s served) {
		_, body := s.do(t, "POST", "/", `{"jsonrpc":"2.0","id":7,"method":"x"}`, "Content-Type", "application/json")
		require.Contains(t, body, `{"jsonrpc":"2.0","id":7,"error":`)
	})
}
