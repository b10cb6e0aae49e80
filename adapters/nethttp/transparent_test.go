package nethttp_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// The APIs whose responses depend on the body.
var bodied = map[string]nethttp.API{
	"a fixed dialect": {Dialect: aai.Dialect{}, Boundary: unreported},
	"ChooseByBody":    {Choose: nethttp.ChooseByBody, Boundary: unreported},
}

// A success reads nothing of the body.
func TestNothingIsReadAhead(t *testing.T) {
	for name, api := range bodied {
		body := &countedReads{}
		r := httptest.NewRequest("POST", "/", body)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		api.Middleware(api.Handler(func(w http.ResponseWriter, _ *http.Request) error {
			_, err := io.WriteString(w, "ok")
			return err
		})).ServeHTTP(w, r)
		require.Equal(t, "ok", w.Body.String())
		require.Zero(t, body.reads, name)
	}
}

type countedReads struct{ reads int }

func (c *countedReads) Read([]byte) (int, error) { c.reads++; return 0, io.EOF }

// head sends a request of HTTP/1.1 and returns the first bytes that come back.
func head(t *testing.T, s *httptest.Server, request string) string {
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, request)
	require.NoError(t, err)
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(5*time.Second)))
	buf := make([]byte, 4096)
	n, err := conn.Read(buf)
	require.NoError(t, err)
	return string(buf[:n])
}

// A client that waits for "100 Continue" is not asked for a body that nothing
// needs, and the connection is closed.
func TestExpectContinue(t *testing.T) {
	const request = "POST %s HTTP/1.1\r\nHost: bells.test\r\nContent-Type: application/json\r\nContent-Length: 30\r\nExpect: 100-continue\r\n\r\n"
	for name, api := range bodied {
		mux := http.NewServeMux()
		mux.Handle("/refused", api.Handler(func(http.ResponseWriter,
			*http.Request) error {
			return errkit.Unauthenticated
		}))
		mux.Handle("/ok", api.Handler(func(w http.ResponseWriter,
			_ *http.Request) error {
			w.WriteHeader(204)
			return nil
		}))
		mux.Handle("/reads", api.Handler(func(_ http.ResponseWriter,
			r *http.Request) error {
			_, err := io.ReadAll(r.Body)
			return err
		}))
		s := httptest.NewServer(api.Middleware(mux))
		defer s.Close()
		for _, path := range []string{"/refused", "/ok"} {
			began := time.Now()
			head := head(t, s, fmt.Sprintf(request, path))
			require.NotContains(t, head, "100 Continue", "%s %s", name, path)
			require.Contains(t, head, "Connection: close")
			require.Less(t, time.Since(began), 2*time.Second)
		}
		require.Contains(t, head(t, s, fmt.Sprintf(request, "/reads")), "HTTP/1.1 100 Continue",
			"a handler that reads asks for it")
	}
}

// A client that does not send its body gets its response all the same, without
// an id, and soon.
func TestErrorBeforeASlowBody(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for a body that is sent slowly")
	}
	t.Parallel() // it waits
	api := nethttp.API{Dialect: aai.Dialect{}, Boundary: unreported}
	h := api.Middleware(api.Handler(func(http.ResponseWriter, *http.Request) error { return errkit.Unauthenticated }))
	overWires(t, h, func(t *testing.T, s served) {
		t.Parallel()
		body, send := io.Pipe()
		defer send.Close()
		r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL, body)
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		began := time.Now()
		resp, err := s.client.Do(r)
		require.NoError(t, err)
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		require.Contains(t, string(text), `"id":null,"error":`)
		require.Less(t, time.Since(began), 5*time.Second)
	})
}

// The rest of a body is not waited for if the id is there.
func TestErrorBeforeTheRestOfABody(t *testing.T) {
	api := nethttp.API{Dialect: aai.Dialect{}, Boundary: unreported}
	h := api.Middleware(api.Handler(func(http.ResponseWriter, *http.Request) error { return errkit.Unauthenticated }))
	overWires(t, h, func(t *testing.T, s served) {
		body, send := io.Pipe()
		defer send.Close()
		go func() { _, _ = io.WriteString(send, `{"jsonrpc":"2.0","id":7,"method":"x","params":{"file":"`) }()
		r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL, body)
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		began := time.Now()
		resp, err := s.client.Do(r)
		require.NoError(t, err)
		defer resp.Body.Close()
		start := make([]byte, 30)
		_, err = io.ReadFull(resp.Body, start)
		require.NoError(t, err)
		require.Contains(t, string(start), `"id":7`)
		require.Less(t, time.Since(began), time.Second, "it is 2 seconds that a body is waited for")
	})
}

// A body that arrives is read as far as the id needs, and no further than
// net/http itself would.
func TestIDOfAnUnreadBody(t *testing.T) {
	api := nethttp.API{Dialect: aai.Dialect{}, Boundary: unreported}
	mux := http.NewServeMux()
	mux.Handle("/handler", api.Handler(func(http.ResponseWriter,
		*http.Request) error {
		return errkit.Unauthenticated
	}))
	mux.Handle("/part", api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
		_, _ = io.ReadFull(r.Body, make([]byte, 5))
		return errkit.Unauthenticated
	}))
	mux.HandleFunc("/write", func(w http.ResponseWriter, r *http.Request) {
		api.WriteError(w, r,
			errkit.Unauthenticated)
	})
	mux.HandleFunc("/panic", func(http.ResponseWriter, *http.Request) { panic(canary) })
	var left string
	mux.HandleFunc("/later", func(w http.ResponseWriter, r *http.Request) {
		api.WriteError(w, r, errkit.Unauthenticated)
		b, _ := io.ReadAll(r.Body)
		left = string(b)
	})
	file := strings.Repeat("x", 200_000)
	for name, h := range map[string]http.Handler{"in middleware": api.Middleware(mux), "alone": mux} {
		overWires(t, h, func(t *testing.T, s served) {
			for _, path := range []string{"/handler", "/part", "/write", "/panic"} {
				if name == "alone" && path == "/panic" {
					continue
				}
				const short = `{"jsonrpc":"2.0","id":7,"method":"x"}`
				_, _ = s.do(t, "POST", "/later", short, "Content-Type", "application/json")
				require.Equal(t, short, left, "what was read ahead can be read")
				for body, id := range map[string]string{
					short: "7",
					`{"jsonrpc":"2.0","method":"x","params":["` + file + `"],"id":"end"}`:    `"end"`,
					`{"jsonrpc":"2.0","method":"x","params":["` + file + file + `"],"id":7}`: "null",
				} {
					_, text := s.do(t, "POST", path, body, "Content-Type", "application/json")
					require.Contains(t, text, `{"jsonrpc":"2.0","id":`+id+`,"error":`, "%s %s", name, path)
				}
			}
		})
	}
}

// A handler may respond while the client sends.
func TestFullDuplex(t *testing.T) {
	for name, api := range bodied {
		h := api.Middleware(api.Handler(func(w http.ResponseWriter, r *http.Request) error {
			c := http.NewResponseController(w)
			if err := c.EnableFullDuplex(); err != nil {
				return err
			}
			if r.URL.Path == "/refused" {
				return errkit.Unauthenticated
			}
			for lines := bufio.NewScanner(r.Body); lines.Scan(); {
				if _, err := fmt.Fprintln(w, lines.Text()); err != nil {
					return err
				}
				if err := c.Flush(); err != nil {
					return err
				}
			}
			return nil
		}))
		overWires(t, h, func(t *testing.T, s served) {
			for _, path := range []string{"/", "/refused"} {
				body, send := io.Pipe()
				r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+path, body)
				require.NoError(t, err)
				r.Header.Set("Content-Type", "application/json")
				go func() { _, _ = io.WriteString(send, "{}\n") }()
				began := time.Now()
				resp, err := s.client.Do(r)
				require.NoError(t, err)
				require.Less(t, time.Since(began), 5*time.Second, "%s %s", name, path)
				if path == "/" {
					lines := bufio.NewReader(resp.Body)
					for _, want := range []string{"{}\n", "second\n"} {
						line, err := lines.ReadString('\n')
						require.NoError(t, err)
						require.Equal(t, want, line)
						go func() { _, _ = io.WriteString(send, "second\n") }()
					}
				}
				_ = send.Close()
				require.NoError(t, resp.Body.Close())
			}
		})
	}
}

// What the handlers changed of the request can be seen outside, as without this
// package: an access log shows the pattern and the form.
func TestRequestOutside(t *testing.T) {
	api := nethttp.API{Boundary: unreported}
	mux := http.NewServeMux()
	mux.Handle("POST /bells/{id}", api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
		if r.FormValue("panic") != "" {
			panic(canary)
		}
		return nil
	}))
	for _, query := range []string{"?a=1", "?a=1&panic=1"} {
		r := httptest.NewRequest("POST", "/bells/7"+query, strings.NewReader("x"))
		body, ctx := r.Body, r.Context()
		api.Middleware(mux).ServeHTTP(httptest.NewRecorder(), r)
		require.Equal(t, "POST /bells/{id}", r.Pattern)
		require.Equal(t, "7", r.PathValue("id"))
		require.Equal(t, "1", r.Form.Get("a"))
		require.Equal(t, body, r.Body)
		require.Equal(t, ctx, r.Context())
	}
}

// A request without a body is the one that came, as long as the handler runs and afterwards.
func TestRequestWithoutABody(t *testing.T) {
	var api nethttp.API
	r := httptest.NewRequest("GET", "/", nil)
	api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, got *http.Request) {
		require.Same(t, r, got)
		require.Equal(t, http.NoBody, got.Body)
		body, err := got.GetBody()
		require.NoError(t, err)
		text, err := io.ReadAll(body)
		require.NoError(t, err)
		require.Empty(t, text, "a client may ask for it, if the handler passes the request on")
	})).ServeHTTP(httptest.NewRecorder(), r)
	require.Nil(t, r.GetBody)
	require.Equal(t, http.NoBody, r.Body)
}

// A request that a handler makes with its own context is another one.
func TestRequestInsideARequest(t *testing.T) {
	api := nethttp.API{Dialect: aai.Dialect{}, Boundary: unreported}
	inner := api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
		_, _ = io.ReadAll(r.Body)
		return errkit.NotFound
	})
	h := api.Middleware(api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		sub := httptest.NewRequestWithContext(r.Context(), "POST", "/",
			strings.NewReader(`{"jsonrpc":"2.0","id":"inner","method":"x"}`))
		sub.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		inner.ServeHTTP(answer, sub)
		_, err := w.Write(answer.Body.Bytes())
		return err
	}))
	overWires(t, h, func(t *testing.T, s served) {
		_, body := s.do(t, "POST", "/", `{"jsonrpc":"2.0","id":"outer","method":"x"}`, "Content-Type",
			"application/json")
		require.Contains(t, body, `"id":"inner"`)
	})
}

// The routes of an API that is mounted in another one keep its dialect for
// every failure.
func TestNestedAPIs(t *testing.T) {
	b := new(reports).boundary()
	inner := nethttp.API{Dialect: oxp.Dialect{Flat: true}, Boundary: b}
	tools := http.NewServeMux()
	tools.Handle("GET /tools/coded", inner.Handler(func(http.ResponseWriter,
		*http.Request) error {
		return errkit.Unavailable
	}))
	tools.HandleFunc("GET /tools/plain",
		func(w http.ResponseWriter, _ *http.Request) { http.Error(w, canary, http.StatusServiceUnavailable) })
	tools.HandleFunc("GET /tools/panic", func(http.ResponseWriter, *http.Request) { panic(canary) })
	outer := nethttp.API{Boundary: b, Rewrite: true}
	mux := http.NewServeMux()
	mux.Handle("/tools/", inner.Middleware(tools))
	mux.Handle("/timed/tools/", http.StripPrefix("/timed",
		http.TimeoutHandler(inner.Middleware(tools), time.Minute, "")))
	mux.Handle("/wrapped/tools/", http.StripPrefix("/wrapped",
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			inner.Middleware(tools).ServeHTTP(foreign{w}, r)
		})))
	overWires(t, outer.Middleware(mux), func(t *testing.T, s served) {
		for _, prefix := range []string{"", "/timed", "/wrapped"} {
			for _, path := range []string{"/tools/coded", "/tools/plain", "/tools/panic", "/tools/nowhere"} {
				_, body := s.do(t, "GET", prefix+path, "")
				require.Contains(t, body, `"message":`, "%s%s", prefix, path)
				require.NotContains(t, body, "about:blank", "%s%s", prefix, path)
			}
			resp, body := s.do(t, "POST", prefix+"/tools/coded", "")
			require.Equal(t, 405, resp.StatusCode)
			require.Contains(t, body, `{"message":`)
		}
		_, body := s.do(t, "GET", "/nowhere", "")
		require.Contains(t, body, `"type":"about:blank"`)
	})
}

// A panic is reported with the context of the innermost Middleware.
func TestPanicIsReportedWithTheInnermostContext(t *testing.T) {
	type key struct{}
	var trace any
	var route string
	b := &middleware.Boundary{Report: func(ctx context.Context, _ *errkit.Error) {
		trace = ctx.Value(key{})
		for _, a := range middleware.AttrsFrom(ctx) {
			if a.Key == "route" {
				route = a.Value.String()
			}
		}
	}}
	api := nethttp.API{Boundary: b}
	mux := http.NewServeMux()
	mux.Handle("/bells/{id}", api.Middleware(http.HandlerFunc(func(http.ResponseWriter,
		*http.Request) {
		panic(canary)
	})))
	traced := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mux.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, "trace-7")))
	})
	api.Middleware(traced).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/bells/7", nil))
	require.Equal(t, "trace-7", trace)
	require.Equal(t, "/bells/{id}", route)
}

func TestTexts(t *testing.T) {
	put := func(ctype string, status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", ctype)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	mux := http.NewServeMux()
	mux.Handle("/public/404", put("text/plain; charset=utf-8", 404, "There is \x1b[31mno such bell.\n"))
	mux.Handle("/public/500", put("text/plain; charset=utf-8", 500, canary))
	mux.Handle("/public/html", put("text/html", 404, canary))
	mux.Handle("/kept/", put("text/plain; charset=utf-8", 500, "as it is"))
	mux.Handle("/other", put("text/plain; charset=utf-8", 404, canary))
	mux.Handle("/panics", put("text/plain; charset=utf-8", 404, canary))
	api := nethttp.API{Boundary: unreported, Rewrite: true, Texts: func(r *http.Request, _ int) nethttp.TextPolicy {
		switch {
		case strings.HasPrefix(r.Pattern, "/public/"):
			return nethttp.PublicText
		case r.Pattern == "/kept/":
			return nethttp.KeepText
		case r.Pattern == "/panics":
			panic(canary)
		}
		return nethttp.ReplaceText
	}}
	overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
		for path, want := range map[string]string{
			"/public/404":  `{"type":"about:blank","title":"Not Found","status":404,"detail":"There is no such bell.","kind":"not_found"}`,
			"/public/500":  `{"type":"about:blank","title":"Internal Server Error","status":500,"kind":"internal","effect":"unknown"}`,
			"/public/html": `{"type":"about:blank","title":"Not Found","status":404,"kind":"not_found"}`,
			"/kept/x":      `as it is`,
			"/other":       `{"type":"about:blank","title":"Not Found","status":404,"kind":"not_found"}`,
			"/panics":      `{"type":"about:blank","title":"Not Found","status":404,"kind":"not_found"}`,
		} {
			_, body := s.do(t, "GET", path, "")
			require.Equal(t, want, body, path)
		}
	})
}

// JSON that is declared as plain text, as by http.Error, is not replaced.
func TestRewriteLooksForJSONInPlainText(t *testing.T) {
	api := nethttp.API{Boundary: unreported, Rewrite: true}
	for body, kept := range map[string]bool{
		`{"error":"no"}`:              true,
		" \n{ }":                      true,
		`[{"error":"no"}]`:            true,
		`[2026-11-21] ` + canary:      false,
		`"bell" is unknown`:           false,
		`{` + canary + `}`:            false,
		`[`:                           false,
		"{":                           false,
		"404 page not found":          false,
		"":                            false,
		"<html>" + canary + "</html>": false,
	} {
		w := httptest.NewRecorder()
		api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.WriteHeader(404)
			_, _ = io.WriteString(w, body)
		})).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		require.Equal(t, 404, w.Code)
		require.Equal(t, kept, w.Body.String() == body, "%q became %q", body, w.Body.String())
	}
}

// A copy is made in a buffer that is used again, as net/http does.
func TestGarbageOfACopy(t *testing.T) {
	src := bytes.Repeat([]byte("x"), 64<<10)
	w := &stub{h: http.Header{}}
	h := nethttp.Middleware(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.Copy(w, struct{ io.Reader }{bytes.NewReader(src)})
	}))
	r := httptest.NewRequest("GET", "/", nil)
	least := uint64(1 << 20) // the race detector drops at random what is put into a pool
	for range 30 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		h.ServeHTTP(w, r)
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	require.Less(t, least, uint64(1024))
}

// A sender is a ResponseWriter of a server that can send files.
type sender struct {
	*httptest.ResponseRecorder
	got []io.Reader
}

func (s *sender) ReadFrom(src io.Reader) (int64, error) {
	s.got = append(s.got, src)
	return io.Copy(s.ResponseRecorder, src)
}

// The server gets a file itself, by which it can send it without reading it.
func TestFilesReachTheServer(t *testing.T) {
	name := filepath.Join(t.TempDir(), "bell.txt")
	require.NoError(t, os.WriteFile(name, []byte("ding"), 0o600))
	tests := []struct {
		name  string
		serve func(t *testing.T, w http.ResponseWriter, r *http.Request)
	}{
		{"ServeFile", func(_ *testing.T, w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, name) }},
		{"io.Copy", func(t *testing.T, w http.ResponseWriter, _ *http.Request) {
			f, err := os.Open(name)
			require.NoError(t, err)
			defer f.Close()
			_, err = io.Copy(w, f)
			require.NoError(t, err)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := &sender{ResponseRecorder: httptest.NewRecorder()}
			nethttp.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { tt.serve(t, w, r) })).
				ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
			require.Equal(t, "ding", w.Body.String())
			require.Len(t, w.got, 1)
			src := w.got[0]
			if l, ok := src.(*io.LimitedReader); ok {
				src = l.R
			}
			require.Implements(t, new(syscall.Conn), src, "what sendfile needs")
		})
	}
}
