package nethttp_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/errkit"
)

const internalProblem = `{"type":"about:blank","title":"Internal Server Error","status":500,"kind":"internal","effect":"unknown","instance":"`

type typed struct{ secret string }

// Each way to panic before the response is committed, in a handler of this package, in one that
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
			var p *typed
			p.secret = canary
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
	mux.Handle("/middleware", api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = h(w,
			r)
	})))
	mux.Handle("/both", api.Middleware(http.StripPrefix("/both", api.Handler(h))))
	overWires(t, mux, func(t *testing.T, s served) {
		for _, name := range []string{"string", "error", "nil", "typed", "pointer", "kind", "wrapped", "nil err",
			"runtime", "index"} {
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

// After the first byte nothing is appended, and the client sees that the response
// is not whole.
func TestFailureAfterTheFirstByte(t *testing.T) {
	begin := map[string]func(w http.ResponseWriter){
		"write":   func(w http.ResponseWriter) { _, _ = io.WriteString(w, `{"items":[`) },
		"bytes":   func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"items":[`)) },
		"header":  func(w http.ResponseWriter) { w.WriteHeader(201) },
		"flush":   func(w http.ResponseWriter) { w.(http.Flusher).Flush() },
		"control": func(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() },
		"write flush": func(w http.ResponseWriter) {
			_, _ = io.WriteString(w,
				`{"items":[`)
			w.(http.Flusher).Flush()
		},
		"read from": func(w http.ResponseWriter) { _, _ = io.Copy(w, strings.NewReader(`{"items":[`)) },
		"large":     func(w http.ResponseWriter) { _, _ = w.Write([]byte(strings.Repeat("x", 1<<20))) },
		"json error": func(w http.ResponseWriter) {
			w.Header().Set("Content-Type",
				"application/json")
			w.WriteHeader(500)
		},
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
	// by POST, which the client does not make again by itself
	overWires(t, api.Middleware(h), func(t *testing.T, s served) {
		for b := range begin {
			for e := range end {
				seen.reset()
				resp, body, err := s.try(t, "POST", "/?begin="+url.QueryEscape(b)+"&end="+e, "")
				require.NotContains(t, body, "kind", "%s, %s", b, e)
				switch e {
				case "nobody":
					require.NoError(t, err, b)
					require.Empty(t, seen.kinds())
				case "abort":
					require.Error(t, err, b)
					require.Empty(t, seen.kinds())
				case "error", "coded":
					if b == "json error" {
						require.NoError(t, err, "%s, %s: the client has been told that it failed", b, e)
						require.Equal(t, 500, resp.StatusCode)
						continue
					}
					fallthrough
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
		{"json-rpc", between, nethttp.API{Dialect: aai.Dialect{}}, "text/event-stream",
			`data: {"jsonrpc":"2.0","id":null,"error":{"code":-32603`},
		{"lines", between, nethttp.API{Dialect: lines{}}, "text/event-stream", "event: error\ndata: {\ndata: }\n\n"},
		{"within", within, nethttp.API{}, "text/event-stream", ""},
		{"after one line", "data: 1\n", nethttp.API{}, "text/event-stream", ""},
		{"other lines", "{}\n\n", nethttp.API{}, "application/x-ndjson", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, how := range []string{"panic", "error", "error, by bytes", "error, by a string",
				"panic, by halves"} {
				var seen reports
				tt.api.Boundary = seen.boundary()
				h := tt.api.Handler(func(w http.ResponseWriter, _ *http.Request) error {
					w.Header().Set("Content-Type", tt.head)
					switch half := len(tt.begin) / 2; how {
					case "error, by bytes":
						for _, b := range []byte(tt.begin) {
							_, _ = w.Write([]byte{b})
						}
					case "error, by a string":
						_, _ = io.WriteString(w, tt.begin)
					case "panic, by halves":
						_, _ = io.WriteString(w, tt.begin[:half])
						_, _ = w.Write([]byte(tt.begin[half:]))
					default:
						_, _ = w.Write([]byte(tt.begin))
					}
					w.(http.Flusher).Flush()
					if strings.HasPrefix(how, "panic") {
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

// lines is a third-party dialect whose documents have lines.
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
	choose := nethttp.API{Choose: func(*http.Request) dialect.Dialect { panic(canary) },
		Boundary: new(reports).boundary()}
	mux := http.NewServeMux()
	fail := func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Content-Type", "image/png")
		return errkit.NotFound
	}
	mux.Handle("/lines", api.Handler(fail))
	mux.Handle("/panics", broken.Handler(fail))
	mux.Handle("/choose", choose.Handler(fail))
	overWires(t, mux, func(t *testing.T, s served) {
		resp, body := s.do(t, "GET", "/lines", "")
		require.Equal(t, 500, resp.StatusCode, "1000 is no status")
		require.Equal(t, "{\n}", body)
		require.Equal(t, "text/plain; charset=utf-8", resp.Header.Get("Content-Type"),
			"neither the handler's nor one with NUL in it")
		for _, path := range []string{"/panics", "/choose"} {
			resp, body = s.do(t, "GET", path, "")
			require.Equal(t, 500, resp.StatusCode)
			require.Contains(t, body, internalProblem)
		}
		require.Empty(t, s.log.String())
	})
}

// There is no response for a goroutine that ends itself.
func TestGoexit(t *testing.T) {
	var seen reports
	api := nethttp.API{Boundary: seen.boundary()}
	w := httptest.NewRecorder()
	var wg sync.WaitGroup
	wg.Go(func() {
		api.Middleware(api.Handler(func(http.ResponseWriter, *http.Request) error {
			runtime.Goexit()
			return nil
		})).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	})
	wg.Wait()
	require.Empty(t, seen.kinds())
	require.Empty(t, w.Body.String())
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
