package nethttp_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

func TestRewrite(t *testing.T) {
	put := func(ctype string, status int, body ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			if ctype != "" {
				w.Header().Set("Content-Type", ctype)
			}
			w.WriteHeader(status)
			for _, b := range body {
				_, _ = w.Write([]byte(b))
			}
		}
	}
	const problem = "application/problem+json"
	tests := []struct {
		name   string
		h      http.HandlerFunc
		status int
		ctype  string
		body   string // the beginning of it
		cause  string // in the report; "": none is made
	}{
		{"http.Error", func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, canary,
				http.StatusInternalServerError)
		}, 500, problem, `{"type":"about:blank","title":"Internal Server Error","status":500,"kind":"internal"`,
			"responded with 500: " + canary},
		{"http.NotFound", http.NotFound, 404, problem,
			`{"type":"about:blank","title":"Not Found","status":404,"kind":"not_found"`,
			"responded with 404: 404 page not found"},
		{"a status that no kind has", func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, canary,
				http.StatusTeapot)
		}, 418, problem, `{"type":"about:blank","title":"I'm a teapot","status":418,"kind":"invalid_request"`,
			"responded with 418"},
		{"a status that nobody has", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, canary, 597) }, 597,
			problem, `{"type":"about:blank","title":"Error","status":597,"kind":"internal"`, "responded with 597"},
		{"html", put("text/html; charset=utf-8", 502, "<h1>", canary, "</h1>"), 502, problem,
			`{"type":"about:blank","title":"Bad Gateway"`, "<h1>" + canary + "</h1>"},
		{"a status alone", put("", 403), 403, problem, `{"type":"about:blank","title":"Forbidden"`,
			"responded with 403"},
		{"no type, text", put("", 400, canary), 400, problem, `{"type":"about:blank","title":"Bad Request"`, canary},
		{"no type, brackets", put("", 400, "["+canary+"] boom"), 400, problem,
			`{"type":"about:blank","title":"Bad Request"`, canary},
		{"no type, html", put("", 400, "<html>"+canary), 400, problem, `{"type":"about:blank","title":"Bad Request"`,
			canary},
		{"no type, an object", put("", 400, ` {"e":1}`), 400, "text/plain; charset=utf-8", ` {"e":1}`, ""},
		{"no type, an array", put("", 400, `[1]`), 400, "text/plain; charset=utf-8", `[1]`, ""},
		{"no type, a string", put("", 400, `"e"`), 400, "text/plain; charset=utf-8", `"e"`, ""},
		{"no type, an image", put("", 400, "\x89PNG\x0D\x0A\x1A\x0A"), 400, "image/png", "\x89PNG", ""},
		{"json", put("application/json", 500, `{"error":1}`), 500, "application/json", `{"error":1}`, ""},
		{"events", put("text/event-stream", 500, "data: 1\n\n"), 500, "text/event-stream", "data: 1\n\n", ""},
		{"text of a success", put("text/plain", 200, "fine"), 200, "text/plain", "fine", ""},
		{"text of a redirect", put("text/plain", 302, "there"), 302, "text/plain", "there", ""},
		{"two answers", func(w http.ResponseWriter, r *http.Request) {
			http.NotFound(w, r)
			http.Error(w, canary, http.StatusInternalServerError)
		}, 404, problem, `{"type":"about:blank","title":"Not Found"`, "404 page not found\n" + canary},
		{"copied", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			w.WriteHeader(500)
			_, _ = io.Copy(w, strings.NewReader(canary))
			w.(http.Flusher).Flush()
		}, 500, problem, `{"type":"about:blank","title":"Internal Server Error"`, canary},
		{"long", put("text/plain", 500, strings.Repeat("x", 5000), canary), 500, problem,
			`{"type":"about:blank","title":"Internal Server Error"`,
			fmt.Sprintf("xxx... (%d more bytes)", 5000+len(canary)-2048)},
		{"binary", put("text/plain", 500, "\xff\xfe"), 500, problem,
			`{"type":"about:blank","title":"Internal Server Error"`, "\uFFFD"},
		{"panic after it", func(w http.ResponseWriter, _ *http.Request) { http.NotFound(w, nil); panic(canary) }, 500,
			problem, `{"type":"about:blank","title":"Internal Server Error"`, "panic"},
		{"a delay", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3")
			http.Error(w, canary, http.StatusTooManyRequests)
		}, 429, problem, `{"type":"about:blank","title":"Too Many Requests","status":429,"kind":"rate_limited","retry_after_ms":3000`, canary},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var seen reports
			api := nethttp.API{Rewrite: true, Boundary: seen.boundary()}
			overWires(t, api.Middleware(tt.h), func(t *testing.T, s served) {
				seen.reset()
				resp, body := s.do(t, "POST", "/", "")
				require.Equal(t, tt.status, resp.StatusCode)
				require.Equal(t, tt.ctype, resp.Header.Get("Content-Type"))
				require.True(t, strings.HasPrefix(body, tt.body), body)
				if tt.cause == "" {
					require.Empty(t, seen.kinds())
					return
				}
				require.Len(t, seen.all, 1)
				require.Contains(t, seen.all[0].Err.Error(), tt.cause)
				require.Empty(t, s.log.String())
			})
		})
	}
}

// Only the text of a router means that no handler ran.
func TestStageOfPlainTexts(t *testing.T) {
	api := nethttp.API{Boundary: unreported, Rewrite: true}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /bells/{id}", http.NotFound)
	mux.HandleFunc("GET /text", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no bell", 404) })
	mux.Handle("GET /coded/{id}", api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		http.NotFound(w, r)
		return nil
	}))
	tests := []struct {
		name, method, path string
		h                  http.Handler
		before             bool
	}{
		{"no route", "GET", "/nowhere", mux, true},
		{"no route for the method", "POST", "/bells/7", mux, true},
		{"a handler's http.NotFound", "GET", "/bells/7", mux, false},
		{"a handler's text", "GET", "/text", mux, false},
		{"a text of a handler without a router", "GET", "/",
			http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no bell", 404) }), false},
		{"a handler that returns nil", "GET", "/coded/7", mux, false},
		{"no route of a router that sets no pattern", "POST", "/nowhere", http.HandlerFunc(http.NotFound), true},
		{"a handler of such a router, which may have done a part of the call", "POST", "/",
			http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.ReadAll(r.Body)
				http.NotFound(w, r)
			}), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			api.Middleware(tt.h).ServeHTTP(w, httptest.NewRequest(tt.method, tt.path, nil))
			require.Equal(t, tt.before, strings.Contains(w.Body.String(), `"stage":"before_call"`), w.Body.String())
		})
	}
}

// The error of a router keeps its status in every dialect; other failures have the
// dialect's.
func TestRewriteInEveryDialect(t *testing.T) {
	for _, d := range []dialect.Dialect{oxp.Dialect{}, oxp.Dialect{Flat: true}, aai.Dialect{}, aai.Strings{},
		mcp.Dialect{}, toolerror.Dialect{}, problem.Dialect{}} {
		t.Run(d.Name(), func(t *testing.T) {
			api := nethttp.API{Dialect: d, Rewrite: true, Boundary: new(reports).boundary()}
			mux := http.NewServeMux()
			mux.HandleFunc("GET /bells",
				func(w http.ResponseWriter, r *http.Request) { http.Error(w, canary, http.StatusServiceUnavailable) })
			overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
				resp, _ := s.do(t, "GET", "/nowhere", "")
				require.Equal(t, 404, resp.StatusCode)
				resp, body := s.do(t, "POST", "/bells", "")
				require.Equal(t, 405, resp.StatusCode)
				require.Equal(t, "GET, HEAD", resp.Header.Get("Allow"))
				doc := dialect.Document{Dialect: d, Status: resp.StatusCode, Header: resp.Header, Body: []byte(body)}
				e, err := new(dialect.Codec).Decode(doc)
				require.NoError(t, err)
				require.NotNil(t, e)
				resp, body = s.do(t, "GET", "/bells", "")
				e, err = new(dialect.Codec).Decode(dialect.Document{Dialect: d, Status: resp.StatusCode,
					Header: resp.Header, Body: []byte(body)})
				require.NoError(t, err)
				require.NotNil(t, e)
			})
		})
	}
}

// A 400 in plain text about a body that is not JSON is the parse error of JSON-RPC; about any
// other body it is an invalid request.
func TestRewriteOfMalformedInput(t *testing.T) {
	tests := []struct {
		name, ctype, body string
		reads             bool
		want              string
	}{
		{"not JSON", "application/json", `{"jsonrpc":`, true, `"code":-32700`},
		{"JSON", "application/json", `{"jsonrpc":"2.0"}`, true, `"code":-32600`},
		{"too deep", "application/json", strings.Repeat("[", 20_000), true, `"code":-32600`},
		{"not read", "application/json", `{"jsonrpc":`, false, `"code":-32600`},
		{"another type", "text/plain", `{"jsonrpc":`, true, `"code":-32600`},
		{"nothing", "application/json", ``, true, `"code":-32600`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			api := nethttp.API{Dialect: mcp.Dialect{}, Rewrite: true}
			h := api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if tt.reads {
					_, _ = io.ReadAll(r.Body)
				}
				http.Error(w, canary, http.StatusBadRequest)
			}))
			r := httptest.NewRequest("POST", "/", strings.NewReader(tt.body))
			r.Header.Set("Content-Type", tt.ctype)
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, r)
			require.Equal(t, http.StatusBadRequest, rec.Code)
			require.Contains(t, rec.Body.String(), tt.want)
			require.NotContains(t, rec.Body.String(), canary)
		})
	}
}

// A response that is not an error is not held back.
func TestRewriteDoesNotBreakStreaming(t *testing.T) {
	api := nethttp.API{Rewrite: true, Boundary: new(reports).boundary()}
	for _, tt := range []struct {
		name, ctype string
		status      int
	}{{"success", "text/plain", 200}, {"events", "text/event-stream", 200},
		{"an error as JSON", "application/json", 500}, {"an error of no type", "", 500}} {
		t.Run(tt.name, func(t *testing.T) {
			next := make(chan struct{})
			h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if tt.ctype != "" {
					w.Header().Set("Content-Type", tt.ctype)
				}
				w.WriteHeader(tt.status)
				w.(http.Flusher).Flush()
				for range 3 {
					<-next
					_, _ = io.WriteString(w, "line\n")
					w.(http.Flusher).Flush()
				}
			})
			overWires(t, api.Middleware(h), func(t *testing.T, s served) {
				resp, err := s.client.Get(s.URL)
				require.NoError(t, err)
				defer resp.Body.Close()
				require.Equal(t, tt.status, resp.StatusCode)
				lines := bufio.NewScanner(resp.Body)
				for range 3 {
					next <- struct{}{}
					require.True(t, lines.Scan())
					require.Equal(t, "line", lines.Text())
				}
				require.False(t, lines.Scan())
				require.NoError(t, lines.Err())
			})
		})
	}
}

// gzipped compresses as the common middlewares do: the header first.
func gzipped(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		next.ServeHTTP(&zipped{ResponseWriter: w, z: z}, r)
	})
}

type zipped struct {
	http.ResponseWriter
	z *gzip.Writer
}

func (z *zipped) Write(p []byte) (int, error) {
	z.Header().Del("Content-Length")
	return z.z.Write(p)
}

func (z *zipped) Unwrap() http.ResponseWriter { return z.ResponseWriter }

// snooped is a ResponseWriter with the methods of the wrappers of github.com/felixge/httpsnoop
// 1.1.0: each one of the server's, and Unwrap.
type snooped struct {
	http.ResponseWriter
	http.Flusher
	io.ReaderFrom
	fullDuplexer
	write func([]byte) (int, error)
}

type fullDuplexer interface{ EnableFullDuplex() error }

func (s *snooped) Write(p []byte) (int, error) { return s.write(p) }
func (s *snooped) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// snoopedGzip is [gzipped] by a wrapper that has each method of the server's ResponseWriter, as
// CompressHandler of github.com/gorilla/handlers.
func snoopedGzip(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		gzipped(http.HandlerFunc(func(z http.ResponseWriter, r *http.Request) {
			flusher, _ := w.(http.Flusher)
			from, _ := w.(io.ReaderFrom)
			duplex, _ := w.(fullDuplexer)
			next.ServeHTTP(&snooped{w, flusher, from, duplex, z.Write}, r)
		})).ServeHTTP(w, r)
	})
}

func TestCompressionOutsideStays(t *testing.T) {
	api := nethttp.API{Rewrite: true, Boundary: new(reports).boundary()}
	mux := http.NewServeMux()
	mux.Handle("/coded", api.Handler(func(http.ResponseWriter, *http.Request) error {
		return &errkit.Error{Kind: errkit.NotFound, Message: errkit.Text(strings.Repeat("long ", 1000))}
	}))
	mux.Handle("/headers", api.Handler(func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Etag", canary)
		return errkit.NotFound
	}))
	mux.HandleFunc("/plain", func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, canary,
			http.StatusNotFound)
	})
	mux.HandleFunc("/write", func(w http.ResponseWriter, r *http.Request) { api.WriteError(w, r, errkit.NotFound) })
	mux.HandleFunc("/panic", func(http.ResponseWriter, *http.Request) { panic(canary) })
	for name, h := range map[string]http.Handler{
		"outside":                            gzipped(api.Middleware(mux)),
		"between":                            api.Middleware(gzipped(mux)),
		"outside, with the server's methods": snoopedGzip(api.Middleware(mux)),
	} {
		t.Run(name, func(t *testing.T) {
			overWires(t, h, func(t *testing.T, s served) {
				for _, path := range []string{"/coded", "/headers", "/plain", "/write", "/panic"} {
					if name == "between" && path == "/plain" {
						continue // the text is compressed before it comes to us
					}
					resp, body, err := s.try(t, "POST", path, "")
					if name == "between" && path == "/panic" {
						require.Error(t, err, "the compressor has written its end")
						continue
					}
					require.NoError(t, err)
					require.Equal(t, "gzip", resp.Header.Get("Content-Encoding"), path)
					z, err := gzip.NewReader(strings.NewReader(body))
					require.NoError(t, err)
					text, err := io.ReadAll(z)
					require.NoError(t, err)
					require.Contains(t, string(text), `"kind":`)
					require.NotContains(t, string(text), canary)
				}
			})
		})
	}
}

// A Content-Encoding belongs to an outer compressing handler only if that is between
// this package and the server, and set it before the handler was called.
func TestEncodingOfNobody(t *testing.T) {
	api := nethttp.API{Boundary: new(reports).boundary()}
	encode := func(w http.ResponseWriter) { w.Header().Set("Content-Encoding", "br") }
	outside := func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { encode(w); h.ServeHTTP(w, r) })
	}
	behind := func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(foreign{w}, r) })
	}
	for _, tt := range []struct {
		name string
		wrap func(http.Handler) http.Handler
		f    func(http.ResponseWriter, *http.Request) error
	}{
		{"nobody between, headers asked for", outside,
			func(w http.ResponseWriter, _ *http.Request) error { w.Header().Set("X-A", "b"); return errkit.NotFound }},
		{"nobody between, headers not asked for", outside,
			func(http.ResponseWriter, *http.Request) error { return errkit.NotFound }},
		{"nobody between, panic", outside, func(http.ResponseWriter, *http.Request) error { panic(canary) }},
		{"the handler's own", behind, func(w http.ResponseWriter,
			_ *http.Request) error {
			encode(w)
			return errkit.NotFound
		}},
		{"the handler's own, panic", behind,
			func(w http.ResponseWriter, _ *http.Request) error { encode(w); panic(canary) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			overWires(t, tt.wrap(api.Handler(tt.f)), func(t *testing.T, s served) {
				resp, body := s.do(t, "GET", "/", "")
				require.Empty(t, resp.Header.Get("Content-Encoding"))
				require.Contains(t, body, `"kind":`)
			})
		})
	}
}

// A client that is gone gets nothing, and is no error to log.
func TestClientGone(t *testing.T) {
	for _, tt := range []struct {
		name string
		end  func(w http.ResponseWriter, r *http.Request) error
	}{
		{"the context's error", func(_ http.ResponseWriter, r *http.Request) error { return r.Context().Err() }},
		{"wrapped by the author", func(_ http.ResponseWriter, r *http.Request) error {
			return errkit.Wrap(fmt.Errorf("query: %w", r.Context().Err()), errkit.Unavailable,
				"The bell did not answer.")
		}},
		{"the error of a write", func(w http.ResponseWriter, _ *http.Request) error {
			for {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return fmt.Errorf("copy: %w", err)
				}
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			overTwo := make(chan struct{})
			done := make(chan string, 1)
			var seen reports
			api := nethttp.API{Boundary: seen.boundary()}
			report := api.Boundary.Report
			api.Boundary.Report = func(ctx context.Context, e *errkit.Error) {
				report(ctx, e)
				done <- e.Kind.String()
			}
			h := api.Handler(func(w http.ResponseWriter, r *http.Request) error {
				overTwo <- struct{}{}
				<-r.Context().Done()
				return tt.end(w, r)
			})
			overWires(t, api.Middleware(h), func(t *testing.T, s served) {
				ctx, cancel := context.WithCancel(t.Context())
				go func() { <-overTwo; cancel() }()
				r, err := http.NewRequestWithContext(ctx, "GET", s.URL, nil)
				require.NoError(t, err)
				_, err = s.client.Do(r) //nolint
				require.ErrorIs(t, err, context.Canceled)
				select {
				case kind := <-done:
					require.Equal(t, "canceled", kind)
				case <-time.After(10 * time.Second):
					t.Fatal("nothing was reported")
				}
				require.Empty(t, s.log.String())
			})
		})
	}
	t.Run("a canceled part of a live request", func(t *testing.T) {
		was := slog.Default()
		slog.SetDefault(slog.New(slog.DiscardHandler))
		defer slog.SetDefault(was)
		var api nethttp.API
		w := httptest.NewRecorder()
		api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
			ctx, cancel := context.WithCancel(r.Context())
			cancel()
			return ctx.Err()
		}).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		require.Equal(t, 500, w.Code, "is not the client's doing")
	})
}
