package nethttp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/http/httputil"
	"net/textproto"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/testlog"
)

// The server's own ResponseWriter is known by a method that wrappers leave to
// http.ResponseController, and by having no Unwrap.
func TestServersWriterIsKnown(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, duplex := w.(interface{ EnableFullDuplex() error })
		if _, wraps := w.(interface{ Unwrap() http.ResponseWriter }); wraps || !duplex {
			w.WriteHeader(500)
		}
	})
	overWires(t, h, func(t *testing.T, s served) {
		resp, _ := s.do(t, "GET", "/", "")
		require.Equal(t, 200, resp.StatusCode)
	})
}

// A goroutine that goes on after its handler fails to write, and no more.
func TestWriterAfterTheEnd(t *testing.T) {
	api := nethttp.API{Rewrite: true, Boundary: new(reports).boundary()}
	var kept http.ResponseWriter
	api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { kept = w })).
		ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	kept.Header().Set("X-Late", canary)
	kept.WriteHeader(500)
	_, err := io.WriteString(kept, canary)
	require.EqualError(t, err, "nethttp: the handler has returned")
	_, err = io.Copy(kept, strings.NewReader(canary))
	require.Error(t, err)
	kept.(http.Flusher).Flush()
	_, _, err = kept.(http.Hijacker).Hijack()
	require.EqualError(t, err, "nethttp: the handler has returned")
	// no panic either, which would end the program
	api.WriteError(kept, httptest.NewRequest("GET", "/", nil), errkit.NotFound)
}

// Inside of a wrapper only a response that has not begun may come after the handlers have
// returned: a framework responds, and the server ends the request afterwards.
func TestWrappedWriterAfterTheEnd(t *testing.T) {
	api := nethttp.API{Boundary: new(reports).boundary()}
	returns := func(err error) func(http.Handler) http.Handler {
		return func(next http.Handler) http.Handler {
			return api.Handler(func(w http.ResponseWriter, r *http.Request) error { next.ServeHTTP(w, r); return err })
		}
	}
	tests := []struct {
		name    string
		by      func(http.Handler) http.Handler
		text    string // that the handler writes
		ended   bool   // the context, before the late write
		other   bool   // goroutine writes late, which may be after the request
		written bool   // the late one
	}{
		{"nothing was written", api.Middleware, "", false, false, true},
		{"nothing was written, other goroutine", api.Middleware, "", false, true, true},
		{"the context ended", api.Middleware, "", true, false, true},
		{"the request ended", api.Middleware, "", true, true, false},
		{"a response was written", api.Middleware, "ding", false, false, false},
		{"a handler succeeded", returns(nil), "", false, false, false},
		{"a handler failed", returns(errkit.NotFound), "", false, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var kept http.ResponseWriter
			ctx, end := context.WithCancel(t.Context())
			defer end()
			rec := httptest.NewRecorder()
			tt.by(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if kept = w; tt.text != "" {
					_, _ = io.WriteString(w, tt.text)
				}
			})).ServeHTTP(foreign{rec}, httptest.NewRequestWithContext(ctx, "GET", "/", nil))
			if tt.ended {
				end()
			}
			var write, control error
			late := func() {
				_, write = io.WriteString(kept, "<late>")
				control = http.NewResponseController(kept).SetWriteDeadline(time.Time{})
			}
			if tt.other {
				var wg sync.WaitGroup
				wg.Go(late)
				wg.Wait()
			} else {
				late()
			}
			if tt.written {
				require.NoError(t, write)
			} else {
				require.EqualError(t, write, "nethttp: the handler has returned")
				require.EqualError(t, control, "nethttp: the handler has returned")
			}
			require.Equal(t, tt.written, strings.Contains(rec.Body.String(), "<late>"))
		})
	}
}

// A framework that goes on writing to what its middleware was given writes to
// its own client's response, and no other handler gets that writer.
func TestWriterThatIsKept(t *testing.T) {
	api := nethttp.API{Rewrite: true, Boundary: new(reports).boundary()}
	mux := http.NewServeMux()
	mux.HandleFunc("/{n}", func(w http.ResponseWriter, r *http.Request) {
		var kept http.ResponseWriter
		api.Middleware(http.HandlerFunc(func(w http.ResponseWriter,
			_ *http.Request) {
			kept = w
		})).ServeHTTP(foreign{w}, r)
		time.Sleep(time.Millisecond)
		http.Error(kept, r.PathValue("n"), http.StatusTeapot)
	})
	overWires(t, mux, func(t *testing.T, s served) {
		var wg sync.WaitGroup
		for n := range 50 {
			wg.Go(func() {
				resp, err := s.client.Get(fmt.Sprintf("%s/%d", s.URL, n))
				if err != nil {
					t.Error(err)
					return
				}
				defer resp.Body.Close()
				body, err := io.ReadAll(resp.Body)
				if want := fmt.Sprintf("%d\n", n); err != nil || string(body) != want || resp.StatusCode != 418 {
					t.Errorf("got %d %q, %v, want 418 %q", resp.StatusCode, body, err, want)
				}
			})
		}
		wg.Wait()
	})
}

func TestStatuses(t *testing.T) {
	var seen reports
	api := nethttp.API{Boundary: seen.boundary()}
	mux := http.NewServeMux()
	handle := func(path string, f func(http.ResponseWriter, *http.Request) error) { mux.Handle(path, api.Handler(f)) }
	handle("/0", func(w http.ResponseWriter, _ *http.Request) error { w.WriteHeader(0); return nil })
	handle("/1000", func(w http.ResponseWriter, _ *http.Request) error { w.WriteHeader(1000); return nil })
	handle("/twice", func(w http.ResponseWriter,
		_ *http.Request) error {
		w.WriteHeader(201)
		w.WriteHeader(500)
		return nil
	})
	handle("/204", func(w http.ResponseWriter, _ *http.Request) error {
		w.WriteHeader(204)
		_, err := io.WriteString(w, canary)
		return err
	})
	handle("/304", func(w http.ResponseWriter, _ *http.Request) error { w.WriteHeader(304); return errkit.NotFound })
	handle("/103", func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Link", "</a.css>; rel=preload")
		w.WriteHeader(103)
		return errkit.Unavailable
	})
	overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
		for _, path := range []string{"/0", "/1000"} {
			resp, body := s.do(t, "GET", path, "")
			require.Equal(t, 500, resp.StatusCode)
			require.Contains(t, body, internalProblem)
		}
		resp, _ := s.do(t, "GET", "/twice", "")
		require.Equal(t, 201, resp.StatusCode, "the first one counts")
		for _, path := range []string{"/204", "/304"} {
			_, body, _ := s.try(t, "GET", path, "")
			require.Empty(t, body)
		}
		hints := 0
		ctx := httptrace.WithClientTrace(t.Context(),
			&httptrace.ClientTrace{Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
				hints++
				require.Equal(t, 103, code)
				return nil
			}})
		r, err := http.NewRequestWithContext(ctx, "GET", s.URL+"/103", nil)
		require.NoError(t, err)
		resp, err = s.client.Do(r)
		require.NoError(t, err)
		defer resp.Body.Close()
		require.Equal(t, 503, resp.StatusCode)
		require.Equal(t, 1, hints)
	})
}

func TestHead(t *testing.T) {
	api := nethttp.API{Boundary: new(reports).boundary(), Rewrite: true}
	api.Boundary.Report = nil
	mux := http.NewServeMux()
	mux.Handle("/coded", api.Handler(func(http.ResponseWriter, *http.Request) error { return errkit.NotFound }))
	mux.Handle("/plain", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, canary,
			http.StatusServiceUnavailable)
	}))
	mux.Handle("/panic", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(canary) }))
	overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
		for _, path := range []string{"/coded", "/plain", "/panic", "/nowhere"} {
			get, body := s.do(t, "GET", path, "")
			head, none := s.do(t, "HEAD", path, "")
			require.Empty(t, none)
			require.Equal(t, get.StatusCode, head.StatusCode)
			require.Equal(t, int64(len(body)), head.ContentLength)
			get.Header.Del("Date")
			head.Header.Del("Date")
			require.Equal(t, get.Header, head.Header)
		}
	})
	w := httptest.NewRecorder()
	api.Middleware(mux).ServeHTTP(w, httptest.NewRequest("HEAD", "/coded", nil))
	require.Empty(t, w.Body.String(), "also where no server drops it")
}

func TestStaleHeaders(t *testing.T) {
	api := nethttp.API{Boundary: new(reports).boundary(), Rewrite: true}
	stale := func(w http.ResponseWriter, status int) {
		h := w.Header()
		for _, name := range []string{"Accept-Ranges", "Content-Disposition", "Content-Digest", "Content-Language",
			"Content-Location",
			"Content-Range", "CDN-Cache-Control", "Etag", "Expires", "Last-Modified", "Surrogate-Control"} {
			h.Set(name, canary)
		}
		h.Set("Content-Length", "3")
		h.Set("Content-Encoding", "gzip")
		h.Set("Trailer", "X-Sum, X-Other")
		h.Set("X-Sum", canary)
		h.Set(http.TrailerPrefix+"X-Late", canary)
		h.Set("Cache-Control", "public, max-age=3600")
		h.Set("Vary", "Origin")
		h.Set("Access-Control-Allow-Origin", "https://app.test")
		h.Add("Set-Cookie", "a=1")
		if status != 0 {
			h.Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, canary)
		}
	}
	mux := http.NewServeMux()
	mux.Handle("/coded", api.Handler(func(w http.ResponseWriter, _ *http.Request) error {
		stale(w,
			0)
		return errkit.NotFound
	}))
	mux.Handle("/panic", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { stale(w, 0); panic(canary) }))
	mux.Handle("/plain", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { stale(w, 502) }))
	mux.Handle("/write", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stale(w, 0)
		api.WriteError(w,
			r, errkit.Conflict)
	}))
	overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
		for path, status := range map[string]int{"/coded": 404, "/panic": 500, "/plain": 502, "/write": 409} {
			resp, body := s.do(t, "GET", path, "")
			require.Equal(t, status, resp.StatusCode)
			require.Contains(t, body, `"status":`)
			require.Equal(t, int64(len(body)), resp.ContentLength, path)
			require.Empty(t, resp.Trailer)
			require.Empty(t, resp.Header.Get("Content-Encoding"))
			require.Equal(t, "no-store", resp.Header.Get("Cache-Control"),
				"what was for the success is not for the error")
			for name, values := range resp.Header {
				require.NotContains(t, values, canary, name)
			}
			require.Equal(t, "Origin", resp.Header.Get("Vary"))
			require.Equal(t, "https://app.test", resp.Header.Get("Access-Control-Allow-Origin"))
			require.Equal(t, "a=1", resp.Header.Get("Set-Cookie"))
		}
		require.Empty(t, s.log.String())
	})
}

func TestResponseController(t *testing.T) {
	api := nethttp.API{Boundary: new(reports).boundary(), Rewrite: true}
	api.Boundary.Report = nil
	name := filepath.Join(t.TempDir(), "file")
	content := strings.Repeat("0123456789", 100_000)
	require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
	mux := http.NewServeMux()
	mux.Handle("/control", api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		c := http.NewResponseController(w)
		if err := errors.Join(c.SetWriteDeadline(time.Now().Add(time.Minute)),
			c.SetReadDeadline(time.Now().Add(time.Minute)), c.Flush()); err != nil {
			return err
		}
		_, err := w.Write([]byte("ok"))
		return err
	}))
	mux.Handle("/duplex", api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		return http.NewResponseController(w).EnableFullDuplex()
	}))
	mux.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, name) })
	mux.HandleFunc("/missing", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, name+canary) })
	mux.Handle("/source", api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		f, err := os.Open(filepath.Dir(name)) // a directory: it opens, and cannot be read
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(w, f)
		return err
	}))
	overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
		_, body := s.do(t, "GET", "/control", "")
		require.Equal(t, "ok", body)
		resp, _ := s.do(t, "GET", "/duplex", "")
		require.Equal(t, 200, resp.StatusCode)
		_, body = s.do(t, "GET", "/file", "")
		require.Equal(t, content, body)
		resp, body = s.do(t, "GET", "/file", "", "Range", "bytes=0-3")
		require.Equal(t, 206, resp.StatusCode)
		require.Equal(t, "0123", body)
		resp, body = s.do(t, "GET", "/missing", "")
		require.Equal(t, 404, resp.StatusCode)
		require.Contains(t, body, `"kind":"not_found"`)
		resp, body = s.do(t, "GET", "/file", "", "Range", "bytes=9999999-")
		require.Equal(t, 416, resp.StatusCode)
		require.Contains(t, body, `"status":416`)
		require.Equal(t, "bytes */1000000", resp.Header.Get("Content-Range"))
		resp, body = s.do(t, "GET", "/source", "")
		require.Equal(t, 500, resp.StatusCode, "a source that fails before its first byte began no answer")
		require.Contains(t, body, `"kind":"internal"`)
	})
}

// A client that does not read blocks Write. A deadline that another goroutine
// sets must end it.
func TestWriteDeadlineEndsABlockedWrite(t *testing.T) {
	api := nethttp.API{Boundary: new(reports).boundary()}
	failed := make(chan error, 1)
	h := api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		wrote := make(chan struct{}, 1)
		go func() {
			for {
				select {
				case <-wrote:
				case <-time.After(100 * time.Millisecond): // the buffers are full
					_ = http.NewResponseController(w).SetWriteDeadline(time.Now())
					return
				}
			}
		}()
		for chunk := make([]byte, 1<<20); ; {
			if _, err := w.Write(chunk); err != nil {
				failed <- err
				return err
			}
			select {
			case wrote <- struct{}{}:
			default:
			}
		}
	})
	overWires(t, h, func(t *testing.T, s served) {
		resp, err := s.client.Get(s.URL)
		require.NoError(t, err)
		defer resp.Body.Close()
		select {
		case err := <-failed:
			require.Error(t, err)
		case <-time.After(10 * time.Second):
			require.Fail(t, "the deadline did not end the Write")
		}
	})
}

func TestTimeoutHandler(t *testing.T) {
	var seen reports
	api := nethttp.API{Boundary: seen.boundary(), Rewrite: true}
	done := make(chan error, 2)
	slow := api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		<-r.Context().Done()
		_, err := io.WriteString(w, canary)
		for err == nil { // until the other response is sent
			time.Sleep(time.Millisecond)
			_, err = io.WriteString(w, canary)
		}
		done <- err
		return err
	})
	boom := api.Handler(func(http.ResponseWriter, *http.Request) error { panic(canary) })
	mux := http.NewServeMux()
	mux.Handle("/slow", http.TimeoutHandler(slow, 10*time.Millisecond, canary))
	mux.Handle("/boom", http.TimeoutHandler(boom, time.Minute, canary))
	mux.Handle("/raw", http.TimeoutHandler(http.HandlerFunc(func(http.ResponseWriter,
		*http.Request) {
		panic(canary)
	}), time.Minute, canary))
	overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
		resp, body := s.do(t, "GET", "/slow", "")
		require.Equal(t, 503, resp.StatusCode)
		require.Contains(t, body, `"kind":"unavailable"`)
		require.ErrorIs(t, <-done, http.ErrHandlerTimeout)
		for _, path := range []string{"/boom", "/raw"} {
			resp, body = s.do(t, "GET", path, "")
			require.Equal(t, 500, resp.StatusCode)
			require.Contains(t, body, internalProblem)
		}
	})
}

func TestReverseProxyAborts(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "half")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}))
	defer backend.Close()
	to, err := url.Parse(backend.URL)
	require.NoError(t, err)
	gone, err := url.Parse("http://127.0.0.1:1")
	require.NoError(t, err)
	var seen reports
	api := nethttp.API{Boundary: seen.boundary(), Rewrite: true}
	quiet := new(testlog.Log)
	proxy := func(to *url.URL) http.Handler {
		p := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }}
		p.ErrorLog = logTo(quiet)
		return p
	}
	mux := http.NewServeMux()
	mux.Handle("/half", proxy(to))
	mux.Handle("/gone", proxy(gone))
	overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
		seen.reset()
		_, body, err := s.try(t, "GET", "/half", "")
		require.Error(t, err)
		require.True(t, strings.HasPrefix("half", body), body)
		require.Empty(t, seen.kinds(), "an abort is no failure of ours")
		require.NotContains(t, s.log.String(), "panic")
		resp, body := s.do(t, "GET", "/gone", "")
		require.Equal(t, 502, resp.StatusCode)
		require.Contains(t, body, `"kind":"upstream_failed"`, "the proxy's bare status has a body now")
	})
}

func TestManyAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it sends thousands of requests at once")
	}
	var seen reports
	api := nethttp.API{Boundary: seen.boundary(), Rewrite: true, Choose: nethttp.ChooseByBody}
	mux := http.NewServeMux()
	mux.Handle("/ok/{n}", api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		_, err := io.WriteString(w, "ok "+r.PathValue("n"))
		return err
	}))
	mux.HandleFunc("/panic/{n}", func(_ http.ResponseWriter, r *http.Request) { panic(canary + r.PathValue("n")) })
	mux.HandleFunc("/plain/{n}", func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, canary,
			http.StatusConflict)
	})
	overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
		seen.reset()
		s.do(t, "GET", "/ok/0", "")
		const requests = 1000
		var wg sync.WaitGroup
		bad := make(chan string, requests)
		for n := range requests {
			wg.Go(func() {
				path := []string{"ok", "panic", "plain"}[n%3]
				resp, err := s.client.Post(fmt.Sprintf("%s/%s/%d", s.URL, path, n), "application/json",
					strings.NewReader(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d}`, n)))
				if err != nil {
					bad <- err.Error()
					return
				}
				defer resp.Body.Close()
				b, err := io.ReadAll(resp.Body)
				body := string(b)
				want := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error":{"code":-32603,`, n)
				switch path {
				case "ok":
					want = fmt.Sprintf("ok %d", n)
				case "plain":
					want = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error":{"code":-32001,`, n)
				}
				if err != nil || !strings.HasPrefix(body, want) || strings.Contains(body, canary) {
					bad <- fmt.Sprintf("%s %d: %v %s", path, n, err, body)
				}
			})
		}
		wg.Wait()
		close(bad)
		for b := range bad {
			t.Error(b)
		}
		require.Len(t, seen.kinds(), 2*requests/3)
		require.Empty(t, s.log.String())
	})
}
