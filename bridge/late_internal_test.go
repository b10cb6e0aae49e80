package bridge

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// The rest of a body that is held is not awaited without a bound.
func TestLateBody(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string // before it stops
		kind   errkit.Kind
		wait   time.Duration
	}{
		{"an error", 429, `{"message":`, errkit.RateLimited, maxErrorWait},
		{"an error without a body", 503, ``, errkit.Unavailable, maxErrorWait},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				body, upstream := io.Pipe()
				go func() { _, _ = io.WriteString(upstream, tt.body) }()
				var got *errkit.Error
				b := &Bridge{Report: func(_ context.Context, r *Report) { got = r.Error }}
				x := proxied{Exchange: Exchange{bridge: b, request: httptest.NewRequest(http.MethodGet, "/", nil)}}
				resp := &http.Response{StatusCode: tt.status, Header: http.Header{"Content-Type": {"application/json"}}, Body: body}
				start := time.Now()
				x.modify(resp)
				require.Equal(t, tt.wait, time.Since(start))
				require.Equal(t, tt.kind, got.Kind)
				document, err := io.ReadAll(resp.Body)
				require.NoError(t, err)
				require.Contains(t, string(document), `"type":"about:blank"`)
			})
		})
	}
}

// A success that is late passes, with all that follows.
func TestLateSuccess(t *testing.T) {
	for _, before := range []string{"", " ", `{"a":`} {
		t.Run(before, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				body, upstream := io.Pipe()
				goOn := make(chan struct{})
				go func() {
					_, _ = io.WriteString(upstream, before)
					<-goOn
					_, _ = io.WriteString(upstream, "1")
					_, _ = io.WriteString(upstream, "}")
					_ = upstream.Close()
				}()
				var got []Outcome
				b := &Bridge{From: mcp.Dialect{}, Report: func(_ context.Context, r *Report) { got = append(got, r.Outcome) }}
				x := proxied{Exchange: Exchange{bridge: b, request: httptest.NewRequest(http.MethodGet, "/", nil)}}
				resp := &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: body}
				start := time.Now()
				x.modify(resp)
				require.Equal(t, maxWait, time.Since(start))
				require.Equal(t, []Outcome{Unread}, got)
				close(goOn)
				document, err := io.ReadAll(resp.Body)
				require.NoError(t, err)
				require.Equal(t, before+"1}", string(document))
				require.NoError(t, resp.Body.Close())
			})
		})
	}
}

// The wait is that of the Bridge, within the bounds, and what is known to be an error does not pass.
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
		{"a success, over the bound", 200, `{"a":`, time.Hour, maxWait, Unread},
		{"an error", 500, "", 2 * time.Second, 2 * time.Second, Rendered},
		{"an error, over the bound", 500, "", time.Minute, maxErrorWait, Rendered},
		{"a success with an error", 200, failed, 2 * time.Second, 2 * time.Second, Rendered},
		{"a success with isError", 200, `{"jsonrpc":"2.0","id":7,"result":{"content":[],"isError": true,"_meta":{"x":"hunter2`, 2 * time.Second, 2 * time.Second, Rendered},
		{"a success with isError deep in it", 200, `{"jsonrpc":"2.0","id":7,"result":{"structuredContent":{"history":[{"isError":true}],`, 2 * time.Second, 2 * time.Second, Unread},
		{"a batch with a result and an error", 200, `[{"jsonrpc":"2.0","id":7,"result":{"content":[]}},` + failed, 2 * time.Second, 2 * time.Second, Unread},
		{"a batch with an error and a result", 200, `[{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}},{"jsonrpc":"2.0","id":8,"result":{}}`, 2 * time.Second, 2 * time.Second, Unread},
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
					b := &Bridge{From: mcp.Dialect{}, Wait: tt.wait, Report: func(_ context.Context, r *Report) { got = append(got, r.Outcome) }}
					x := proxied{Exchange: Exchange{bridge: b, request: httptest.NewRequest(http.MethodPost, "/", nil)}}
					resp := &http.Response{StatusCode: tt.status, Header: header, Body: body}
					start := time.Now()
					x.modify(resp)
					require.Equal(t, tt.want, time.Since(start))
					require.Equal(t, []Outcome{tt.outcome}, got)
					if tt.outcome == Rendered {
						document, err := io.ReadAll(resp.Body)
						require.NoError(t, err)
						require.NotContains(t, string(document), "hunter2")
					}
					_ = upstream.Close()
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
			require.Equal(t, Hold, x.Head(200, http.Header{"Content-Type": {"text/plain"}, "Content-Encoding": {"gzip"}}))
			all := compressed.Bytes()
			require.Equal(t, Hold, x.Body(all[:10]), "the head of gzip")
			require.Equal(t, tt.want, x.Body(all[10:]))
			require.Equal(t, all, x.Held())
		})
	}
}
