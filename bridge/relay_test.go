package bridge_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
)

// dsn is private wherever it is.
const dsn = "postgres://admin:hunter2@10.0.0.7:5432/prod"

// A header that is relayed with an error has no private text, and all of them have a bound.
func TestRelayedHeaders(t *testing.T) {
	private := []string{"X-Request-Id", "Allow", "Vary", "Date", "Tracestate", "Ratelimit-Policy", "X-Ratelimit-Upstream",
		"Mcp-Session-Id", "Dpop-Nonce", "Link", "Upgrade", "Accept", "Accept-Post", "Content-Range", "Access-Control-Expose-Headers"}
	for _, status := range []int{401, 405, 415, 416, 426, 429, 451, 501, 503} {
		h := http.Header{"Www-Authenticate": {`Bearer realm="` + dsn + `", resource_metadata="http://10.0.0.7:9000/x?key=hunter2"`}}
		for _, name := range private {
			h.Set(name, "x, "+dsn)
		}
		for front, handler := range successFronts(&bridge.Bridge{}, status, h, dsn) {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
			require.Equal(t, status, w.Code)
			for name, values := range w.Header() {
				require.NotContains(t, strings.Join(values, ""), "hunter2", "%d %s %s", status, front, name)
				require.NotContains(t, strings.Join(values, ""), "10.0.0.7", "%d %s %s", status, front, name)
			}
		}
	}
	token := "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
	kept := http.Header{"Mcp-Session-Id": {token}, "Dpop-Nonce": {token}, "Set-Cookie": {"a=" + token, "b=" + token},
		"Access-Control-Allow-Origin": {"http://10.0.0.7:8080"}, "X-Request-Id": {"550e8400-e29b-41d4-a716-446655440000"},
		"Vary": {""}, "Www-Authenticate": {`Bearer resource_metadata="http://10.0.0.7:9000/.well-known/oauth-protected-resource"`}}
	for front, handler := range successFronts(&bridge.Bridge{}, 401, kept, dsn) {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		for name, values := range kept {
			require.Equal(t, values, w.Header()[name], "%s %s", front, name)
		}
		require.NotContains(t, w.Body.String(), "oauth-protected-resource", "%s: it is no page for a user", front)
	}
	long := http.Header{"X-Request-Id": {strings.Repeat("a", 1<<20)}, "Allow": {"GET"}, "Www-Authenticate": {"Basic " + strings.Repeat("a", 1<<20)}}
	for i := range 5000 {
		long.Set("X-Ratelimit-"+strconv.Itoa(i), "0123456789")
	}
	for front, handler := range successFronts(&bridge.Bridge{}, 401, long, "") {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		size := 0
		for name, values := range w.Header() {
			size += len(name) + len(strings.Join(values, ""))
		}
		require.Less(t, size, 17<<10, front)
		require.Equal(t, "GET", w.Header().Get("Allow"), front)
	}
}

// A response of 1xx has no private text, and a client gets a bounded number of them.
func TestInformationBounds(t *testing.T) {
	s := httptest.NewServer((&bridge.Bridge{}).Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Link"] = []string{"</a>", "<" + dsn + ">"}
		w.Header()["Upload-Limit"] = []string{"max-size=7"}
		w.Header()["Location"] = []string{"/uploads/b530ce8ff", dsn}
		w.Header().Set("X-Debug", dsn)
		for range 1000 {
			w.WriteHeader(http.StatusEarlyHints)
		}
		w.WriteHeader(500)
	})))
	defer s.Close()
	n := 0
	trace := &httptrace.ClientTrace{Got1xxResponse: func(_ int, h textproto.MIMEHeader) error {
		n++
		require.Equal(t, textproto.MIMEHeader{"Link": {"</a>"}, "Upload-Limit": {"max-size=7"},
			"Location": {"/uploads/b530ce8ff"}}, h)
		return nil
	}}
	r, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodGet, s.URL, nil)
	require.NoError(t, err)
	resp, err := s.Client().Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, 500, resp.StatusCode)
	require.Equal(t, 100, n)
}

// A client of JSON-RPC gets an answer to its call, unless it repeats the call at another path.
func TestRedirectedCalls(t *testing.T) {
	tests := []struct {
		name, why string
		to        dialect.Dialect
		method    string
		body      string
		status    int
		location  string
		passes    bool
	}{
		{"another host", "only the front knows it", mcp.Dialect{}, "POST", ring, 307, "http://10.0.0.7:9000/mcp/", false},
		{"a network path", "it has a host", mcp.Dialect{}, "POST", ring, 308, "//10.0.0.7/mcp/", false},
		{"another scheme", "", mcp.Dialect{}, "POST", ring, 308, "opaque:hunter2", false},
		{"no place", "", mcp.Dialect{}, "POST", ring, 307, "", false},
		{"a page", "the client would send GET", mcp.Dialect{}, "POST", ring, 302, "/login", false},
		{"see other", "the same", mcp.Dialect{}, "POST", ring, 303, "/bells/7", false},
		{"not modified", "no client of JSON-RPC has a copy", mcp.Dialect{}, "POST", ring, 304, "", false},
		{"another path", "routers add a slash", mcp.Dialect{}, "POST", ring, 307, "/mcp/", true},
		{"another path of the host", "", mcp.Dialect{}, "POST", ring, 308, "http://example.com/mcp/", true},
		{"a backslash", "a browser takes it for a slash: it has a host", mcp.Dialect{}, "POST", ring, 307, `/\evil.example/mcp/`, false},
		{"another path of the host in capital letters", "RFC 3986 §3.2.2", mcp.Dialect{}, "POST", ring, 308, "http://EXAMPLE.com/mcp/", true},
		{"another query", "RFC 3986 §5.2.2: of the same path", mcp.Dialect{}, "POST", ring, 307, "?x=1", true},
		{"a fragment", "it is the same place", mcp.Dialect{}, "POST", ring, 307, "#x", false},
		{"a notification", "nobody waits for an answer", mcp.Dialect{}, "POST",
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`, 302, "http://10.0.0.7/", true},
		{"a page of a browser", "", mcp.Dialect{}, "GET", "", 302, "http://10.0.0.7/", true},
		{"a client of HTTP", "the status is the answer", problem.Dialect{}, "POST", ring, 302, "http://10.0.0.7/", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(tt.method, "http://example.com/mcp", strings.NewReader(tt.body))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			(&bridge.Bridge{To: tt.to}).Handler(respond(tt.status, canary, "Location", tt.location)).ServeHTTP(w, r)
			if tt.passes {
				require.Equal(t, tt.status, w.Code, tt.why)
				require.Equal(t, tt.location, w.Header().Get("Location"))
				return
			}
			requireFailed(t, w.Body.String())
			require.Equal(t, 200, w.Code, tt.why)
			require.Empty(t, w.Header().Get("Location"))
		})
	}
}

// All that is held counts: the text of a compressed response, an event in parts and a list of
// tools.
func TestHoldAllKinds(t *testing.T) {
	const bound = 1000
	exchange := func(b *bridge.Bridge, call, media, encoding string) (*bridge.Exchange, bridge.Action) {
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		r.Header.Set("Content-Type", "application/json")
		x := b.Exchange(r)
		x.Sent([]byte(call))
		return x, x.Head(200, http.Header{"Content-Type": {media}, "Content-Encoding": {encoding}})
	}
	const list = `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`
	start := `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + strings.Repeat("x", bound)
	tests := []struct {
		name string
		hold func(b *bridge.Bridge) (close func())
	}{
		{"the text of a compressed response", func(b *bridge.Bridge) func() {
			x, action := exchange(b, ring, "application/json", "gzip")
			require.Equal(t, bridge.Hold, action)
			x.Body([]byte(deflate(false, start[:bound-100])))
			return x.Close
		}},
		{"an event", func(b *bridge.Bridge) func() {
			x, action := exchange(b, ring, "text/event-stream", "")
			require.Equal(t, bridge.Edit, action)
			require.Empty(t, x.Edit(nil, []byte("data: "+start[:bound-100])))
			return x.Close
		}},
		{"a list of tools, which passes", func(b *bridge.Bridge) func() {
			arrived, ended, end := make(chan bool), make(chan bool), make(chan bool)
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(list))
			r.Header.Set("Content-Type", "application/json")
			go func() {
				defer close(ended)
				defer func() { _ = recover() }() // the list has no end
				b.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body)
					_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"`)
					_, _ = io.WriteString(w, strings.Repeat("x", bound-200))
					arrived <- true
					<-end
				})).ServeHTTP(httptest.NewRecorder(), r)
			}()
			<-arrived
			return func() { close(end); <-ended }
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := &bridge.Bridge{To: mcp.Dialect{}, HoldAll: bound, Tools: new(bridge.Tools)}
			fits := func() bool {
				x, _ := exchange(b, ring, "application/json", "")
				defer x.Close()
				return x.Body([]byte(start[:200])) == bridge.Hold
			}
			require.True(t, fits())
			end := tt.hold(b)
			require.False(t, fits())
			end()
			require.True(t, fits())
		})
	}
	b := &bridge.Bridge{To: mcp.Dialect{}, HoldAll: bound}
	x, _ := exchange(b, ring, "text/event-stream", "")
	require.NotEmpty(t, x.Edit(nil, []byte("data: "+start)), "an event beyond the bound passes")
	z, _ := exchange(b, ring, "application/json", "gzip")
	require.Equal(t, bridge.Pass, z.Body([]byte(deflate(true, start[:800], strings.Repeat("x", 800)+`"}]}}`))), "and so does an answer")
}
