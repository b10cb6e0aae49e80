package bridge_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
)

// A sentWriter is the ResponseWriter of a client that notes when the last byte arrived.
type sentWriter struct {
	*httptest.ResponseRecorder
	last time.Time
}

func (w *sentWriter) Write(p []byte) (int, error) {
	w.last = time.Now()
	return w.ResponseRecorder.Write(p)
}

// A Handler waits for the rest of a response that is held for Wait, as a Proxy does, and then
// does not wait for next.
func TestHandlerWait(t *testing.T) {
	tests := []struct {
		name, why string
		status    int
		part      string // is sent every second
		wait      time.Duration
		want      time.Duration // until the client has the response
		body      string        // in it
	}{
		{"an error", "", 500, canary, 3 * time.Second, 3 * time.Second, "A service that the tool depends on failed."},
		{"an error without a body", "", 503, "", 3 * time.Second, 3 * time.Second, `"isError":true`},
		{"an error, over the bound", "", 500, canary, 0, 5 * time.Second, `"isError":true`},
		{"an answer without its end", "its head has passed", 200, `{"a":`, 3 * time.Second, 25 * time.Second,
			`"isError":true`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log reports
				b := &bridge.Bridge{To: mcp.Dialect{}, Wait: tt.wait, Report: log.add}
				canceled := false
				next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Type", "application/json")
					w.WriteHeader(tt.status)
					for range 25 { // seconds
						_, _ = io.WriteString(w, tt.part)
						select {
						case <-time.After(time.Second):
						case <-r.Context().Done(): // of the request to the upstream
							canceled = true
							return
						}
					}
				})
				w, start := &sentWriter{ResponseRecorder: httptest.NewRecorder()}, time.Now()
				b.Handler(next).ServeHTTP(w, newCall())
				require.InDelta(t, tt.want, w.last.Sub(start), float64(time.Second))
				require.Contains(t, w.Body.String(), tt.body)
				require.NotContains(t, fmt.Sprint(w.Body, w.Header()), canary)
				require.Equal(t, tt.want < 25*time.Second, canceled)
				require.True(t, w.Flushed)
				require.Len(t, log.all(), 1)
			})
		})
	}
}

// The head of an answer passes before its body, with the space in which servers keep a connection
// open, and the body is an error nevertheless if it is none.
func TestHeadOfAnswer(t *testing.T) {
	const fine = `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`
	for _, tt := range []struct{ name, doc, want string }{
		{"an answer", fine, fine},
		{"an error", `{"jsonrpc":"2.0","id":7,` + rpcError + `}`, `"isError":true`},
		{"none", canary, `"isError":true`},
		{"a long answer", fine + strings.Repeat(" ", 100_000), fine},
	} {
		for _, compress := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w, start := httptest.NewRecorder(), time.Now()
					next := http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
						_, _ = io.Copy(io.Discard, r.Body)
						to.Header().Set("Content-Type", "application/json")
						to.Header().Set("Content-Length", "10")
						write := func(text string) { _, _ = io.WriteString(to, text) }
						if compress {
							to.Header().Set("Content-Encoding", "gzip")
							z := gzip.NewWriter(to)
							defer z.Close()
							write = func(text string) {
								_, _ = io.WriteString(z, text)
								_ = z.Flush()
							}
						}
						to.WriteHeader(200)
						write(" ")
						time.Sleep(time.Second)
						synctest.Wait() // for the timer that wrote
						require.Equal(t, " ", w.Body.String())
						require.True(t, w.Flushed)
						write("\n")
						require.Equal(t, " \n", w.Body.String())
						write(tt.doc[:5])
						time.Sleep(time.Minute)
						synctest.Wait()
						if tt.doc != canary { // what is none is known by now
							require.Equal(t, " \n", w.Body.String())
						}
						write(tt.doc[5:])
					})
					(&bridge.Bridge{To: mcp.Dialect{}}).Handler(next).ServeHTTP(w, newCall())
					require.Equal(t, time.Second+time.Minute, time.Since(start))
					require.Contains(t, w.Body.String(), tt.want)
					require.NotContains(t, w.Body.String(), canary)
					require.Empty(t, w.Header().Get("Content-Length")+w.Header().Get("Content-Encoding"))
				})
			})
		}
	}
}

// Nothing of next, which a front cannot end, reaches the response after the wait, and a response
// that is complete has no wait.
func TestHandlerWaitEnds(t *testing.T) {
	tests := []struct {
		name string
		next http.HandlerFunc
		want string
	}{
		{"it writes on", func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(500)
			<-r.Context().Done()
			_, err := io.WriteString(w, canary)
			if err == nil {
				panic("the Write succeeded")
			}
		}, `"error":`},
		{"it panics", func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(500)
			<-r.Context().Done()
			panic(http.ErrAbortHandler)
		}, `"error":`},
		{"it returns", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, `"error":`},
		{"it has another request", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w,
				`{"a":1}`)
		}, `{"a":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := httptest.NewRecorder()
				b := &bridge.Bridge{To: mcp.Dialect{}}
				b.Handler(tt.next).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
				length := w.Body.Len()
				time.Sleep(time.Hour) // of the test's clock
				require.Contains(t, w.Body.String(), tt.want)
				require.NotContains(t, w.Body.String(), canary)
				require.Equal(t, length, w.Body.Len())
			})
		})
	}
}

// panicking is the ResponseWriter of a handler around a bridge that panics.
type panicking struct {
	http.ResponseWriter
	value any
}

func (w *panicking) WriteHeader(status int) {
	if v := w.value; v != nil {
		w.value = nil
		panic(v)
	}
	w.ResponseWriter.WriteHeader(status)
}

// A panic at the end of the wait, which is in another goroutine, is one of the handler.
func TestHandlerWaitPanics(t *testing.T) {
	for _, value := range []any{"index out of range: " + canary, http.ErrAbortHandler} {
		synctest.Test(t, func(t *testing.T) {
			recorder := httptest.NewRecorder()
			w := &panicking{recorder, value}
			h := new(bridge.Bridge).Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(500)
				<-r.Context().Done()
			}))
			require.PanicsWithValue(t, http.ErrAbortHandler,
				func() { h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil)) })
			require.NotContains(t, recorder.Body.String(), canary)
		})
	}
}

// An error of next after the wait is not one of the response, which is complete.
func TestServeWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := httptest.NewRecorder()
		err := new(bridge.Bridge).Serve(w, httptest.NewRequest(http.MethodGet, "/", nil),
			func(w http.ResponseWriter, r *http.Request) error {
				w.WriteHeader(500)
				<-r.Context().Done()
				return r.Context().Err()
			})
		require.NoError(t, err)
		require.Equal(t, 500, w.Code)
		require.NotErrorIs(t, err, context.Canceled)
	})
}
