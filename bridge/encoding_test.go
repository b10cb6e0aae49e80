package bridge_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

// The upstream is asked for encodings that can be examined.
func TestAcceptEncoding(t *testing.T) {
	tests := []struct {
		name   string
		values []string
		want   string // of the request to the upstream
	}{
		{"none", nil, "identity"}, // else any is acceptable (RFC 9110 §12.5.3)
		{"only gzip", []string{"gzip"}, "gzip"},
		{"only identity", []string{"identity"}, "identity"},
		{"one of several", []string{"br, GZIP ; q=0.5", "deflate"}, "gzip"},
		{"in another line", []string{"br", "gzip"}, "gzip"},
		{"of a browser", []string{"gzip, deflate, br, zstd"}, "gzip"},
		{"only br", []string{"br"}, "identity"},
		{"any", []string{"*"}, "identity"},
		{"empty", []string{""}, "identity"},
		{"refused", []string{"gzip;q=0"}, "identity"},
		{"refused, with digits", []string{"br, gzip; q=0.000"}, "identity"},
		{"another name", []string{"x-gzip-2"}, "identity"},
		{"not a weight", []string{"gzip;q=a"}, "identity"},
		{"a weight behind another parameter", []string{"gzip;level=a;q=1"}, "gzip"},
	}
	for _, f := range fronts {
		t.Run(f.name, func(t *testing.T) {
			client, base := serve(t, f, new(bridge.Bridge),
				http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, _ = io.WriteString(w, strings.Join(r.Header["Accept-Encoding"], " and "))
				}), false)
			for _, tt := range tests {
				r, err := http.NewRequest(http.MethodGet, base, nil)
				require.NoError(t, err)
				r.Header["Accept-Encoding"] = tt.values
				resp, err := client.Do(r)
				require.NoError(t, err)
				got, err := io.ReadAll(resp.Body)
				require.NoError(t, err)
				require.NoError(t, resp.Body.Close())
				require.Equal(t, tt.want, string(got), tt.name)
			}
		})
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Encoding", "br")
	require.Equal(t, "identity", new(bridge.Bridge).Exchange(r).AcceptEncoding())
	require.Equal(t, "br", r.Header.Get("Accept-Encoding"), "the request of the client stays as it is")
}

// An upstream that responds in an encoding that it was not asked for.
func TestUnaskedEncoding(t *testing.T) {
	const (
		events = "text/event-stream"
		call   = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`
	)
	tests := []struct {
		name, why    string
		to           dialect.Dialect
		method, sent string // the method and the type of the request
		body         string // of the request
		status       int
		media        string
		want         string // in the document; "": the response passes
		wantStatus   int
	}{
		{"a success, a call", "it may be an error", mcp.Dialect{}, "POST", "application/json", call, 200,
			"application/json", `"isError":true`, 200},
		{"events, a call", "", mcp.Dialect{}, "POST", "application/json", call, 200, events, `"isError":true`, 200},
		{"a success, no call", "a file of the same server", mcp.Dialect{}, "GET", "", "", 200, "application/json", "",
			200},
		{"a success, an upload", "", mcp.Dialect{}, "POST", "image/png", call, 200, "application/json", "", 200},
		{"a success, an object", "the call of another API of the server had its effect", mcp.Dialect{}, "POST",
			"application/json", `{"client_name":"x"}`, 200, "application/json", "", 200},
		{"a success, a list", "", mcp.Dialect{}, "POST", "application/json", `[{"name":"x"}]`, 201, "application/json",
			"", 201},
		{"a success, no body", "", mcp.Dialect{}, "POST", "application/json", "", 200, "application/json", "", 200},
		{"a success, a form", "", mcp.Dialect{}, "POST", "application/x-www-form-urlencoded", "code=x", 200,
			"application/json", "", 200},
		{"events, an object", "", mcp.Dialect{}, "POST", "application/json", `{"q":"x"}`, 200, events, "", 200},
		{"a success, a batch", "", mcp.Dialect{}, "POST", "application/json", "[" + call + "]", 200,
			"application/json", `"isError":true`, 200},
		{"a success, a batch with another value", "the call in it may have a response", mcp.Dialect{}, "POST",
			"application/json", "[{}," + call + "]", 200, "application/json", `"isError":true`, 200},
		{"a success, a call with escapes", "servers read it as a call", mcp.Dialect{}, "POST", "application/json",
			strings.Replace(call, "jsonrpc", `json\u0072pc`, 1), 200, "application/json", `"isError":true`, 200},
		{"a success, a part of a call", "it is not known what it is", mcp.Dialect{}, "POST", "application/json",
			`{"id":7,`, 200, "application/json", `"isError":true`, 200},
		{"events, no call", "an event may be an error", mcp.Dialect{}, "GET", "", "", 200, events, `"code":`, 502},
		{"events of HTTP, no call", "the status decides", problem.Dialect{}, "GET", "", "", 200, events, "", 200},
		{"a page, a call", "it is no answer", mcp.Dialect{}, "POST", "application/json", call, 200, "text/html",
			`"isError":true`, 200},
		{"a success of HTTP", "RFC 9110 §15.3", problem.Dialect{}, "POST", "application/json", call, 200,
			"application/json", "", 200},
		{"an error, a call", "", mcp.Dialect{}, "POST", "application/json", call, 500, "application/json",
			`"isError":true`, 200},
		{"an error about the input, a call", "what it is about cannot be read", mcp.Dialect{}, "POST", "application/json", call,
			400, "application/json", string(errkit.UpstreamFailed.Text()), 200},
		{"an error, no call", "", mcp.Dialect{}, "GET", "", "", 500, "text/plain", `"error":`, 502},
		{"an error of HTTP", "the status decides", problem.Dialect{}, "POST", "application/json", call, 429,
			"application/json", `"kind":"rate_limited"`, 429},
		{"a page of HTTP", "", problem.Dialect{}, "GET", "", "", 503, "text/html", `"kind":"unavailable"`, 503},
	}
	for _, f := range fronts {
		for _, encoding := range []string{"br", "zstd", "deflate", "gzip, br"} {
			for _, tt := range tests {
				t.Run(fmt.Sprintf("%s/%s/%s", f.name, encoding, tt.name), func(t *testing.T) {
					var log reports
					client, base := serve(t, f, &bridge.Bridge{To: tt.to, Report: log.add},
						respond(tt.status, canary, "Content-Type", tt.media, "Content-Encoding", encoding), false)
					r, err := http.NewRequest(tt.method, base, strings.NewReader(tt.body))
					require.NoError(t, err)
					r.Header.Set("Content-Type", tt.sent)
					r.Header.Set("Accept-Encoding", "gzip, br, zstd")
					resp, err := client.Do(r)
					require.NoError(t, err)
					defer resp.Body.Close()
					body, err := io.ReadAll(resp.Body)
					require.NoError(t, err)
					require.Equal(t, tt.wantStatus, resp.StatusCode)
					if tt.want == "" {
						require.Equal(t, canary, string(body), tt.why)
						require.Equal(t, encoding, resp.Header.Get("Content-Encoding"))
						return
					}
					require.NotContains(t, fmt.Sprint(string(body), resp.Header), canary)
					require.Contains(t, string(body), tt.want)
					require.Empty(t, resp.Header.Get("Content-Encoding"))
					require.Len(t, log.all(), 1)
					require.Equal(t, bridge.Rendered, log.all()[0].Outcome)
				})
			}
		}
	}
}

// A success in an encoding that cannot be read fails unless what was sent so far is known not to
// be JSON-RPC.
func TestUnaskedEncodingSent(t *testing.T) {
	tests := []struct {
		name string
		sent []string
		want bridge.Action
	}{
		{"nothing yet", nil, bridge.Replace},
		{"a start", []string{`{"id":7`}, bridge.Replace},
		{"a call in parts", []string{`{"id":7,"method":"ping","json`, `rpc":"2.0"}`}, bridge.Replace},
		{"a start of a call", []string{`{"jsonrpc":"2.0","params":{`}, bridge.Replace},
		{"a start of a list", []string{`[{"a":1},`}, bridge.Replace},
		{"an object in parts", []string{`{"a":`, `{"jsonrpc":"2.0"}}`}, bridge.Pass},
		{"a list", []string{`[{"a":1},`, `{"b":[2]}]`}, bridge.Pass},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/", nil)
			r.Header.Set("Content-Type", "application/json")
			x := (&bridge.Bridge{To: mcp.Dialect{}}).Exchange(r)
			for _, part := range tt.sent {
				x.Sent([]byte(part))
			}
			require.Equal(t, tt.want, x.Head(200,
				http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"br"}}))
		})
	}
}
