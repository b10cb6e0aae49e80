package nethttp_test

import (
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
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

const internalProblem = `{"type":"about:blank","title":"Internal Server Error","status":500,"kind":"internal","instance":"`

type typed struct{ secret string }

// Each way to panic before the answer began, in a handler of ours, in one that
// Middleware is around, and in one deep inside.
func TestPanicBeforeTheFirstByte(t *testing.T) {
	values := map[string]any{
		"string":  canary,
		"error":   errors.New(canary),
		"nil":     nil,
		"typed":   typed{canary},
		"pointer": &typed{canary},
		"kind":    errkit.NotFound,
		"wrapped": fmt.Errorf("%s: %w", canary, http.ErrAbortHandler),
		"nil err": (*errkit.Error)(nil),
	}
	boom := func(name string) {
		switch name {
		case "runtime":
			var m map[string]int
			m[canary] = 1
		case "index":
			_ = []int{}[len(name)]
		default:
			panic(values[name])
		}
	}
	var seen reports
	api := nethttp.API{Boundary: seen.boundary()}
	h := func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("X-Stays", "yes")
		w.Header().Set("Content-Length", "100000")
		boom(r.URL.Query().Get("v"))
		return nil
	}
	mux := http.NewServeMux()
	mux.Handle("/handler", api.Handler(h))
	mux.Handle("/middleware", api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _ = h(w, r) })))
	mux.Handle("/both", api.Middleware(http.StripPrefix("/both", api.Handler(h))))
	overWires(t, mux, func(t *testing.T, s served) {
		for _, name := range []string{"string", "error", "nil", "typed", "pointer", "kind", "wrapped", "nil err", "runtime", "index"} {
			for _, path := range []string{"/handler", "/middleware", "/both"} {
				seen.reset()
				resp, body := s.do(t, "GET", path+"?v="+url.QueryEscape(name), "")
				require.Equal(t, 500, resp.StatusCode, name)
				require.Contains(t, body, internalProblem)
				require.Equal(t, "yes", resp.Header.Get("X-Stays"))
				require.Equal(t, "no-store", resp.Header.Get("Cache-Control"))
				require.Equal(t, int64(len(body)), resp.ContentLength)
				require.Equal(t, []string{"internal"}, seen.kinds(), "%s %s: reported once", name, path)
				require.Contains(t, body, seen.all[0].Ref)
			}
		}
		require.Empty(t, s.log.String())
	})
}

// After the first byte nothing is appended, and the client sees that the answer
// is not whole.
func TestFailureAfterTheFirstByte(t *testing.T) {
	begin := map[string]func(w http.ResponseWriter){
		"write":       func(w http.ResponseWriter) { _, _ = io.WriteString(w, `{"items":[`) },
		"bytes":       func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"items":[`)) },
		"header":      func(w http.ResponseWriter) { w.WriteHeader(201) },
		"flush":       func(w http.ResponseWriter) { w.(http.Flusher).Flush() },
		"control":     func(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() },
		"write flush": func(w http.ResponseWriter) { _, _ = io.WriteString(w, `{"items":[`); w.(http.Flusher).Flush() },
		"read from":   func(w http.ResponseWriter) { _, _ = io.Copy(w, strings.NewReader(`{"items":[`)) },
		"large":       func(w http.ResponseWriter) { _, _ = w.Write([]byte(strings.Repeat("x", 1<<20))) },
		"json error":  func(w http.ResponseWriter) { w.Header().Set("Content-Type", "application/json"); w.WriteHeader(500) },
	}
	end := map[string]func() error{
		"error":  func() error { return errors.New(canary) },
		"panic":  func() error { panic(canary) },
		"coded":  func() error { return errkit.NotFound },
		"abort":  func() error { panic(http.ErrAbortHandler) },
		"nobody": func() error { return nil },
	}
	var seen reports
	api := nethttp.API{Boundary: seen.boundary(), Rewrite: true}
	h := api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		begin[r.URL.Query().Get("begin")](w)
		return end[r.URL.Query().Get("end")]()
	})
	overWires(t, api.Middleware(h), func(t *testing.T, s served) { // by POST, which the client does not make again by itself
		for b := range begin {
			for e := range end {
				seen.reset()
				_, body, err := s.try(t, "POST", "/?begin="+url.QueryEscape(b)+"&end="+e, "")
				require.NotContains(t, body, "kind", "%s, %s", b, e)
				switch e {
				case "nobody":
					require.NoError(t, err, b)
					require.Empty(t, seen.kinds())
				case "abort":
					require.Error(t, err, b)
					require.Empty(t, seen.kinds())
				default:
					require.Error(t, err, "%s, %s: the client sees that it is not whole", b, e)
					require.Len(t, seen.kinds(), 1, "%s, %s", b, e)
				}
			}
		}
		require.NotContains(t, s.log.String(), "panic")
		require.NotContains(t, s.log.String(), "superfluous")
	})
}

func TestServerSentEvents(t *testing.T) {
	const between, within, crlf = "data: 1\n\n", "data: {\"half\":", "data: 1\r\n\r\n"
	tests := []struct {
		name  string
		begin string
		api   nethttp.API
		head  string // a Content-Type
		want  string // what is appended; "": the stream breaks off
	}{
		{"between", between, nethttp.API{}, "text/event-stream", "event: error\ndata: " + internalProblem},
		{"crlf", crlf, nethttp.API{}, "text/event-stream; charset=utf-8", "event: error\ndata: " + internalProblem},
		{"at the beginning", "", nethttp.API{}, "text/event-stream", "event: error\ndata: " + internalProblem},
		{"json-rpc", between, nethttp.API{Dialect: dialect.AAI{}}, "text/event-stream", `data: {"jsonrpc":"2.0","id":null,"error":{"code":-32603`},
		{"lines", between, nethttp.API{Dialect: lines{}}, "text/event-stream", "event: error\ndata: {\ndata: }\n\n"},
		{"within", within, nethttp.API{}, "text/event-stream", ""},
		{"after one line", "data: 1\n", nethttp.API{}, "text/event-stream", ""},
		{"other lines", "{}\n\n", nethttp.API{}, "application/x-ndjson", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, how := range []string{"panic", "error"} {
				var seen reports
				tt.api.Boundary = seen.boundary()
				h := tt.api.Handler(func(w http.ResponseWriter, _ *http.Request) error {
					w.Header().Set("Content-Type", tt.head)
					for _, b := range []byte(tt.begin) {
						_, _ = w.Write([]byte{b})
					}
					w.(http.Flusher).Flush()
					if how == "panic" {
						panic(canary)
					}
					return errors.New(canary)
				})
				overWires(t, tt.api.Middleware(h), func(t *testing.T, s served) {
					_, body, err := s.try(t, "GET", "/", "")
					if tt.want == "" {
						require.Error(t, err)
						require.Equal(t, tt.begin, body)
						return
					}
					require.NoError(t, err)
					require.True(t, strings.HasPrefix(body, tt.begin+tt.want), body)
					require.True(t, strings.HasSuffix(body, "\n\n"))
				})
				require.Len(t, seen.kinds(), 2)
			}
		})
	}
}

// lines is a dialect of somebody else's whose documents have lines.
type lines struct{}

func (lines) Name() string { return "lines" }
func (lines) Append(dst []byte, _ *dialect.Codec, _ dialect.Call, _ *errkit.Error) ([]byte, dialect.Head) {
	return append(dst, "{\n}"...), dialect.Head{Status: 1000, ContentType: "text/lines\x00"}
}
func (lines) Decode(*dialect.Codec, dialect.Document) (*errkit.Error, error) {
	return nil, dialect.ErrNotDocument
}

type panics struct{ lines }

func (panics) Append([]byte, *dialect.Codec, dialect.Call, *errkit.Error) ([]byte, dialect.Head) {
	panic(canary)
}

func TestForeignDialectsCannotBreakAnAnswer(t *testing.T) {
	api := nethttp.API{Dialect: lines{}, Boundary: new(reports).boundary()}
	broken := nethttp.API{Dialect: panics{}, Boundary: new(reports).boundary()}
	choose := nethttp.API{Choose: func(*http.Request) dialect.Dialect { panic(canary) }, Boundary: new(reports).boundary()}
	mux := http.NewServeMux()
	fail := func(http.ResponseWriter, *http.Request) error { return errkit.NotFound }
	mux.Handle("/lines", api.Handler(fail))
	mux.Handle("/panics", broken.Handler(fail))
	mux.Handle("/choose", choose.Handler(fail))
	overWires(t, mux, func(t *testing.T, s served) {
		resp, body := s.do(t, "GET", "/lines", "")
		require.Equal(t, 500, resp.StatusCode, "1000 is no status")
		require.Equal(t, "{\n}", body)
		for _, path := range []string{"/panics", "/choose"} {
			resp, body = s.do(t, "GET", path, "")
			require.Equal(t, 500, resp.StatusCode)
			require.Contains(t, body, internalProblem)
		}
		require.Empty(t, s.log.String())
	})
}

func TestHijack(t *testing.T) {
	var seen reports
	api := nethttp.API{Boundary: seen.boundary()}
	h := api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		conn, rw, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return errkit.Wrap(err, errkit.Unsupported, "No such thing here.")
		}
		defer conn.Close()
		_, _ = rw.WriteString("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
		_ = rw.Flush()
		if r.URL.Path == "/panic" {
			panic(canary)
		}
		return errors.New(canary)
	})
	overWires(t, api.Middleware(h), func(t *testing.T, s served) {
		for _, path := range []string{"/panic", "/error"} {
			seen.reset()
			resp, body := s.do(t, "GET", path, "")
			require.Eventually(t, func() bool { return len(seen.kinds()) == 1 }, 10*time.Second, time.Millisecond)
			if resp.ProtoMajor == 2 {
				require.Equal(t, 501, resp.StatusCode)
				continue
			}
			require.Equal(t, "ok", body, "nobody writes to a connection that is not the server's any more")
		}
		require.Empty(t, s.log.String())
	})
}

// The server's own ResponseWriter is known by a method that wrappers leave to
// http.ResponseController.
func TestServersWriterIsKnown(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if _, ok := w.(interface{ EnableFullDuplex() error }); !ok {
			w.WriteHeader(500)
		}
	})
	overWires(t, h, func(t *testing.T, s served) {
		resp, _ := s.do(t, "GET", "/", "")
		require.Equal(t, 200, resp.StatusCode)
	})
}

// A framework that goes on writing to what its middleware was given writes to
// its own client's answer, and nobody else gets that writer.
func TestWriterThatIsKept(t *testing.T) {
	api := nethttp.API{Rewrite: true, Boundary: new(reports).boundary()}
	mux := http.NewServeMux()
	mux.HandleFunc("/{n}", func(w http.ResponseWriter, r *http.Request) {
		var kept http.ResponseWriter
		api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { kept = w })).ServeHTTP(foreign{w}, r)
		time.Sleep(time.Millisecond)
		http.Error(kept, r.PathValue("n"), 418)
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
	handle("/twice", func(w http.ResponseWriter, _ *http.Request) error { w.WriteHeader(201); w.WriteHeader(500); return nil })
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
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
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
	mux.Handle("/plain", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Error(w, canary, 503) }))
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
		for _, name := range []string{"Accept-Ranges", "Content-Disposition", "Content-Digest", "Content-Language", "Content-Location",
			"Content-Range", "Etag", "Expires", "Last-Modified"} {
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
	mux.Handle("/coded", api.Handler(func(w http.ResponseWriter, _ *http.Request) error { stale(w, 0); return errkit.NotFound }))
	mux.Handle("/panic", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { stale(w, 0); panic(canary) }))
	mux.Handle("/plain", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { stale(w, 502) }))
	mux.Handle("/write", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { stale(w, 0); api.Write(w, r, errkit.Conflict) }))
	overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
		for path, status := range map[string]int{"/coded": 404, "/panic": 500, "/plain": 502, "/write": 409} {
			resp, body := s.do(t, "GET", path, "")
			require.Equal(t, status, resp.StatusCode)
			require.Contains(t, body, `"status":`)
			require.Equal(t, int64(len(body)), resp.ContentLength, path)
			require.Empty(t, resp.Trailer)
			require.Empty(t, resp.Header.Get("Content-Encoding"))
			require.Equal(t, "no-store", resp.Header.Get("Cache-Control"), "what was for the success is not for the error")
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
		if err := errors.Join(c.SetWriteDeadline(time.Now().Add(time.Minute)), c.SetReadDeadline(time.Now().Add(time.Minute)), c.Flush()); err != nil {
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
		resp, body = s.do(t, "GET", "/source", "")
		require.Equal(t, 500, resp.StatusCode, "a source that fails before its first byte began no answer")
		require.Contains(t, body, `"kind":"internal"`)
	})
}

func TestTimeoutHandler(t *testing.T) {
	var seen reports
	api := nethttp.API{Boundary: seen.boundary(), Rewrite: true}
	done := make(chan error, 2)
	slow := api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		<-r.Context().Done()
		time.Sleep(20 * time.Millisecond) // until the other answer is out
		_, err := io.WriteString(w, canary)
		done <- err
		return err
	})
	boom := api.Handler(func(http.ResponseWriter, *http.Request) error { panic(canary) })
	mux := http.NewServeMux()
	mux.Handle("/slow", http.TimeoutHandler(slow, 10*time.Millisecond, canary))
	mux.Handle("/boom", http.TimeoutHandler(boom, time.Minute, canary))
	mux.Handle("/raw", http.TimeoutHandler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(canary) }), time.Minute, canary))
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
	quiet := &serverLog{}
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
	var seen reports
	api := nethttp.API{Boundary: seen.boundary(), Rewrite: true, Choose: nethttp.ByBody}
	mux := http.NewServeMux()
	mux.Handle("/ok/{n}", api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		_, err := io.WriteString(w, "ok "+r.PathValue("n"))
		return err
	}))
	mux.HandleFunc("/panic/{n}", func(_ http.ResponseWriter, r *http.Request) { panic(canary + r.PathValue("n")) })
	mux.HandleFunc("/plain/{n}", func(w http.ResponseWriter, r *http.Request) { http.Error(w, canary, 409) })
	overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
		seen.reset()
		const requests = 1000
		var wg sync.WaitGroup
		limit := make(chan struct{}, 100)
		bad := make(chan string, requests)
		for n := range requests {
			limit <- struct{}{}
			wg.Go(func() {
				defer func() { <-limit }()
				path := []string{"ok", "panic", "plain"}[n%3]
				resp, err := s.client.Post(fmt.Sprintf("%s/%s/%d", s.URL, path, n), "application/json", strings.NewReader(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d}`, n)))
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
