package api_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

func replaying() *api.API {
	return &api.API{API: nethttp.API{Boundary: new(middleware.Boundary)},
		Keys: &idempotency.Keys{Replay: true, Log: slog.New(slog.DiscardHandler)}}
}

// Each row sends a request with a key twice.
func TestKeyed(t *testing.T) {
	server := replaying()
	fails := func(e *errkit.Error) http.Handler {
		return server.Handler(func(http.ResponseWriter, *http.Request) error { return e })
	}
	status := func(code int, header ...string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if len(header) > 0 {
				w.Header().Set(header[0], header[1])
			}
			w.WriteHeader(code)
			_, _ = io.WriteString(w, "body")
		})
	}
	tests := []struct {
		name, why   string
		h           http.Handler
		runs        int32
		first, then int // the statuses
	}{
		{"a success", "the first response", status(201, "Location", "/orders/1"), 1, 201, 201},
		{"nothing is written", "net/http sends 200", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), 1, 200, 200},
		{"a refusal", "of the same request", status(404), 1, 404, 404},
		{"a failure", "it may have happened", status(500, "Retry-After", "1"), 1, 500, 500},
		{"an error", "as it was rendered", fails(&errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown}), 1, 504, 504},
		{"a challenge", "the next request brings a token", status(401), 2, 401, 401},
		{"too many", "nothing was done", status(429), 2, 429, 429},
		{"later", "nothing was done", status(503, "Retry-After", "1"), 2, 503, 503},
		{"too large", "it was done", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			for range 3 {
				_, _ = w.Write(make([]byte, 1<<19))
			}
		}), 1, 200, 500},
		{"a panic", "it may have happened", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("CANARY") }),
			1, 500, 500},
		{"Goexit", "it may have happened", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { runtime.Goexit() }),
			1, 500, 500},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var runs atomic.Int32
			h := replaying().Keyed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				runs.Add(1)
				body, err := io.ReadAll(r.Body)
				require.NoError(t, err)
				require.Equal(t, "tea", string(body))
				http.SetCookie(w, &http.Cookie{Name: "session", Value: "CANARY"})
				tt.h.ServeHTTP(w, r)
			}))
			first, then := keyedCall(h, "tea", "ada"), keyedCall(h, "tea", "ada")
			require.Equal(t, tt.runs, runs.Load(), tt.why)
			require.Equal(t, []int{tt.first, tt.then}, []int{first.Code, then.Code})
			if tt.runs == 2 {
				require.Equal(t, first.Header(), then.Header())
				return
			}
			require.Equal(t, "true", then.Header().Get("Idempotent-Replayed"))
			require.Empty(t, then.Header().Get("Retry-After"))
			require.Empty(t, then.Header().Get("Set-Cookie"))
			require.Equal(t, first.Header().Get("Location"), then.Header().Get("Location"))
			require.NotContains(t, first.Body.String()+then.Body.String(), "CANARY")
			if tt.first == tt.then && tt.name != "a panic" { // of which the first response knows less
				require.Equal(t, first.Body.String(), then.Body.String())
			}
		})
	}
}

// A protocol may not keep the failures of a server.
func TestKeyedRunsAgain(t *testing.T) {
	for status, runs := range map[int]int{200: 1, 409: 1, 500: 2, 503: 2} {
		count, a := 0, replaying()
		a.RunsAgain = func(status int) bool { return status >= 500 }
		h := a.Keyed(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { count++; w.WriteHeader(status) }))
		for range 2 {
			r := httptest.NewRequest("POST", "/checkout_sessions", strings.NewReader("{}"))
			r.Header.Set("Idempotency-Key", "k")
			r.Header.Set("Authorization", "ada")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			require.Equal(t, status, w.Code)
		}
		require.Equal(t, runs, count, status)
	}
}

// What makes another request, and what has no key.
func TestKeyedOthers(t *testing.T) {
	tests := []struct {
		name, why, method, url, body, key, caller string
		status                                    int
		runs                                      int
	}{
		{"the same", "", "POST", "/orders", "tea", "k", "ada", 200, 1},
		{"another body", "draft §2.7", "POST", "/orders", "milk", "k", "ada", 422, 1},
		{"another query", "draft §2.7", "POST", "/orders?gift=1", "tea", "k", "ada", 422, 1},
		{"another path", "a key is of a resource", "POST", "/carts", "tea", "k", "ada", 200, 2},
		{"another method", "a key is of a resource", "PATCH", "/orders", "tea", "k", "ada", 200, 2},
		{"another key", "", "POST", "/orders", "tea", "l", "ada", 200, 2},
		{"another caller", "", "POST", "/orders", "tea", "k", "eve", 200, 2},
		{"no caller", "anyone could send the key", "POST", "/orders", "tea", "k", "", 200, 2},
		{"an empty key", "is none", "POST", "/orders", "tea", "", "ada", 200, 2},
		{"an empty string", "is none", "POST", "/orders", "tea", `""`, "ada", 200, 2},
		{"a safe method", "has no effect", "GET", "/orders", "", "k", "ada", 200, 2},
		{"a large body", "is not read", "POST", "/orders", strings.Repeat("a", 5<<20), "k", "ada", 413, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			runs := 0
			h := replaying().Keyed(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { runs++ }))
			send := func(method, url, body, key, caller string) int {
				r := httptest.NewRequest(method, url, strings.NewReader(body))
				r.Header["Idempotency-Key"] = []string{key}
				if caller != "" {
					r.Header.Set("Authorization", caller)
				}
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				return w.Code
			}
			require.Equal(t, 200, send("POST", "/orders", "tea", "k", "ada"))
			require.Equal(t, tt.status, send(tt.method, tt.url, tt.body, tt.key, tt.caller), tt.why)
			require.Equal(t, tt.runs, runs, tt.why)
		})
	}
}

// Of concurrent requests one runs, also if its client leaves.
func TestKeyedConcurrent(t *testing.T) {
	var runs atomic.Int32
	entered, release := make(chan bool, 1), make(chan bool)
	h := replaying().Keyed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		runs.Add(1)
		entered <- true
		select {
		case <-release:
			w.WriteHeader(http.StatusCreated)
		case <-r.Context().Done():
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	ctx, leave := context.WithCancel(t.Context())
	r := httptest.NewRequest("POST", "/", strings.NewReader("tea")).WithContext(ctx)
	r.Header.Set("Idempotency-Key", "k")
	r.Header.Set("Authorization", "ada")
	var first sync.WaitGroup
	first.Go(func() { h.ServeHTTP(httptest.NewRecorder(), r) })
	<-entered
	var others sync.WaitGroup
	for range 20 {
		others.Go(func() {
			w := keyedCall(h, "tea", "ada")
			require.Equal(t, 409, w.Code)
			require.Equal(t, "1", w.Header().Get("Retry-After"))
		})
	}
	others.Wait()
	leave()
	time.AfterFunc(50*time.Millisecond, func() { close(release) })
	first.Wait()
	require.Equal(t, 201, keyedCall(h, "tea", "ada").Code, "the response that the client did not wait for")
	require.EqualValues(t, 1, runs.Load())
}
