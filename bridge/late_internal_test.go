package bridge

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// A timedWriter is the ResponseWriter of a client that notes when the response began.
type timedWriter struct {
	*httptest.ResponseRecorder
	began time.Time
}

func (w *timedWriter) WriteHeader(status int) {
	w.began = time.Now()
	w.ResponseRecorder.WriteHeader(status)
}

type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// throughProxy sends a request through a Proxy, whose upstream has a response. It returns what
// the client gets, and after how long.
func throughProxy(
	b *Bridge, method string, status int, header http.Header, body *io.PipeReader,
) (*httptest.ResponseRecorder, time.Duration) {
	w, start := &timedWriter{ResponseRecorder: httptest.NewRecorder()}, time.Now()
	b.Proxy(&httputil.ReverseProxy{
		Rewrite:  func(*httputil.ProxyRequest) {},
		ErrorLog: log.New(w.Body, "log: ", 0),
		Transport: transportFunc(func(r *http.Request) (*http.Response, error) {
			context.AfterFunc(r.Context(), func() { _ = body.CloseWithError(r.Context().Err()) })
			return &http.Response{StatusCode: status, Header: header, Body: body, Request: r}, nil
		}),
	}).ServeHTTP(w, httptest.NewRequest(method, "/", nil))
	return w.ResponseRecorder, w.began.Sub(start)
}

// A flusher is the ResponseWriter of a client whose Flush panics.
type flusher struct{ *httptest.ResponseRecorder }

func (flusher) Flush() { panic("flush") }

// A panic of the ResponseWriter when the wait ends, which is in a goroutine of its own, breaks off
// the response like one in a Write, and does not end the program.
func TestLateFlushPanics(t *testing.T) {
	tests := []struct {
		name, body string // before it stops
		status     int
		header     http.Header
	}{
		{"a success of HTTP without a body", "", 200, http.Header{"Content-Length": {"5"}, "Content-Type": {"text/html"}}},
		{"a success that is held", `{"a":`, 200, http.Header{"Content-Type": {"application/json"}}},
		{"an error that is held", `{"a":`, 500, http.Header{"Content-Type": {"application/json"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				body, upstream := io.Pipe()
				go func() { _, _ = io.WriteString(upstream, tt.body) }()
				length, _ := strconv.ParseInt(tt.header.Get("Content-Length"), 10, 64)
				proxy := (&Bridge{From: mcp.Dialect{}}).Proxy(&httputil.ReverseProxy{
					Rewrite: func(*httputil.ProxyRequest) {},
					Transport: transportFunc(func(r *http.Request) (*http.Response, error) {
						context.AfterFunc(r.Context(), func() { _ = body.CloseWithError(r.Context().Err()) })
						return &http.Response{StatusCode: tt.status, Header: tt.header, Body: body, Request: r, ContentLength: length}, nil
					}),
				})
				require.PanicsWithValue(t, http.ErrAbortHandler, func() {
					proxy.ServeHTTP(flusher{httptest.NewRecorder()}, httptest.NewRequest(http.MethodGet, "/", nil))
				})
			})
		})
	}
}

// The rest of a body that is held is not awaited without a bound.
func TestLateBody(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string // before it stops
		kind   errkit.Kind
		wait   time.Duration
	}{
		{"an error", 429, `{"message":`, errkit.RateLimited, defaultWait},
		{"an error without a body", 503, ``, errkit.Unavailable, defaultWait},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				body, upstream := io.Pipe()
				go func() { _, _ = io.WriteString(upstream, tt.body) }()
				var got *errkit.Error
				b := &Bridge{Report: func(_ context.Context, r *Report) { got = r.Error }}
				w, wait := throughProxy(b, http.MethodGet, tt.status,
					http.Header{"Content-Type": {"application/json"}}, body)
				require.Equal(t, tt.wait, wait)
				require.Equal(t, tt.kind, got.Kind)
				require.Contains(t, w.Body.String(), `"type":"about:blank"`)
			})
		})
	}
}

// A response that breaks off while it is held or edited is an error, which a ReverseProxy does
// not log.
func TestBrokenBody(t *testing.T) {
	for _, tt := range []struct{ media, body, want string }{
		{"application/json", `{"jsonrpc":"2.0","id":7,"result":`, `{"type":"about:blank",`},
		{"text/event-stream", ": comment\n\n", ": comment\n\nevent: error\ndata: {"},
	} {
		body, upstream := io.Pipe()
		go func() {
			_, _ = io.WriteString(upstream, tt.body)
			_ = upstream.CloseWithError(io.ErrUnexpectedEOF)
		}()
		var got error
		b := &Bridge{From: mcp.Dialect{}, Report: func(_ context.Context, r *Report) { got = r.Error }}
		w, _ := throughProxy(b, http.MethodPost, 200, http.Header{"Content-Type": {tt.media}}, body)
		require.ErrorIs(t, got, io.ErrUnexpectedEOF)
		require.True(t, strings.HasPrefix(w.Body.String(), tt.want), w.Body.String())
		require.NotContains(t, w.Body.String(), "log: ")
	}
}

// A success that is late passes, with all that follows.
func TestLateSuccess(t *testing.T) {
	for _, before := range []string{"", " ", `{"a":`} {
		t.Run(before, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				body, upstream := io.Pipe()
				go func() {
					_, _ = io.WriteString(upstream, before)
					time.Sleep(2 * defaultWait) // of the test's clock
					_, _ = io.WriteString(upstream, "1")
					_, _ = io.WriteString(upstream, "}")
					_ = upstream.Close()
				}()
				var got []Outcome
				b := &Bridge{From: mcp.Dialect{},
					Report: func(_ context.Context, r *Report) { got = append(got, r.Outcome) }}
				w, wait := throughProxy(b, http.MethodGet, 200, http.Header{"Content-Type": {"application/json"}},
					body)
				require.Equal(t, defaultWait, wait)
				require.Equal(t, []Outcome{Unread}, got)
				require.Equal(t, before+"1}", w.Body.String())
			})
		})
	}
}

// The wait is that of the Bridge, within the bounds, and what is known to be an error does not
// pass.
func TestWait(t *testing.T) {
	const failed = `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"hunter2`
	tests := []struct {
		name       string
		status     int
		body       string
		wait, want time.Duration
		outcome    Outcome
	}{
		{"a success", 200, `{"a":`, 2 * time.Second, 2 * time.Second, Unread},
		{"a success, over the bound", 200, `{"a":`, time.Hour, defaultWait, Unread},
		{"an error", 500, "", 2 * time.Second, 2 * time.Second, Rendered},
		{"an error, over the bound", 500, "", time.Minute, defaultWait, Rendered},
		{"a success with an error", 200, failed, 2 * time.Second, 2 * time.Second, Rendered},
		{"a success with isError", 200, `{"jsonrpc":"2.0","id":7,"result":{"content":[],"isError": true,"_meta":{"x":"hunter2`, 2 * time.Second, 2 * time.Second, Rendered},
		{"a success with isError deep in it", 200,
			`{"jsonrpc":"2.0","id":7,"result":{"structuredContent":{"history":[{"isError":true}],`, 2 * time.Second,
			2 * time.Second, Unread},
		{"a batch with a result and an error", 200, `[{"jsonrpc":"2.0","id":7,"result":{"content":[]}},` + failed,
			2 * time.Second, 2 * time.Second, Unread},
		{"a batch with an error and a result", 200,
			`[{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}},{"jsonrpc":"2.0","id":8,"result":{}}`,
			2 * time.Second, 2 * time.Second, Unread},
	}
	for _, tt := range tests {
		for _, compress := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					header := http.Header{"Content-Type": {"application/json"}}
					text := tt.body
					if compress {
						var b bytes.Buffer
						z := gzip.NewWriter(&b)
						_, _ = io.WriteString(z, text)
						_ = z.Flush()
						text = b.String()
						header.Set("Content-Encoding", "gzip")
					}
					body, upstream := io.Pipe()
					go func() { _, _ = io.WriteString(upstream, text) }()
					var got []Outcome
					b := &Bridge{From: mcp.Dialect{}, Wait: tt.wait,
						Report: func(_ context.Context, r *Report) { got = append(got, r.Outcome) }}
					time.AfterFunc(time.Hour, func() { _ = upstream.Close() })
					w, wait := throughProxy(b, http.MethodPost, tt.status, header, body)
					require.Equal(t, tt.want, wait)
					require.Equal(t, []Outcome{tt.outcome}, got)
					if tt.outcome == Rendered {
						require.NotEmpty(t, w.Body.String())
						require.NotContains(t, w.Body.String(), "hunter2")
					}
				})
			})
		}
	}
}

// A compressed success passes as soon as its text cannot be a document.
func TestCompressedStart(t *testing.T) {
	tests := []struct {
		name, text string
		want       Action
	}{
		{"lines", "line 1\n", Pass},
		{"a number", " \r\n7", Pass},
		{"an object", ` {"a":`, Hold},
		{"an array", `[`, Hold},
		{"space", "\n", Hold},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var compressed bytes.Buffer
			z := gzip.NewWriter(&compressed)
			_, err := io.WriteString(z, tt.text)
			require.NoError(t, err)
			require.NoError(t, z.Flush())
			x := (&Bridge{From: mcp.Dialect{}}).Exchange(httptest.NewRequest(http.MethodGet, "/", nil))
			require.Equal(t, Hold, x.Head(200,
				http.Header{"Content-Type": {"text/plain"}, "Content-Encoding": {"gzip"}}))
			all := compressed.Bytes()
			require.Equal(t, Hold, x.Body(all[:10]), "the head of gzip")
			require.Equal(t, tt.want, x.Body(all[10:]))
			require.Equal(t, all, x.Held())
		})
	}
}
