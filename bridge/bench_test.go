package bridge_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
)

// BenchmarkProxy measures successes and errors of an upstream over real connections, beside a
// ReverseProxy without a bridge.
func BenchmarkProxy(b *testing.B) {
	result := `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` +
		strings.Repeat("The bell rang. ", 60) + `"}]}}`
	large := `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + strings.Repeat("The bell rang. ",
		64<<10/15) + `"}]}}`
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/result":
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, result)
		case "/large":
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, large)
		case "/file":
			w.Header().Set("Content-Type", "application/octet-stream")
			_, _ = w.Write(make([]byte, 64<<10))
		case "/events":
			w.Header().Set("Content-Type", "text/event-stream")
			for range 100 {
				_, _ = io.WriteString(w, progress)
			}
		case "/error":
			http.Error(w, canary, http.StatusInternalServerError)
		}
	}))
	defer upstream.Close()
	to, err := url.Parse(upstream.URL)
	if err != nil {
		b.Fatal(err)
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 100, DisableCompression: true}
	defer transport.CloseIdleConnections()
	proxy := &httputil.ReverseProxy{Rewrite: rewrite(to), Transport: transport, FlushInterval: -1, ErrorLog: quiet}
	for _, path := range []string{"/result", "/large", "/file", "/events", "/error"} {
		for _, way := range []struct {
			name string
			h    http.Handler
		}{{"bare", proxy}, {"Proxy", (&bridge.Bridge{To: mcp.Dialect{}}).Proxy(proxy)},
			{"Handler", (&bridge.Bridge{To: mcp.Dialect{}}).Handler(proxy)}} {
			b.Run(path[1:]+"/"+way.name, func(b *testing.B) {
				s := httptest.NewServer(way.h)
				defer s.Close()
				b.ReportAllocs()
				for b.Loop() {
					resp, err := s.Client().Post(s.URL+path, "application/json", strings.NewReader(ring))
					if err != nil {
						b.Fatal(err)
					}
					_, _ = io.Copy(io.Discard, resp.Body)
					_ = resp.Body.Close()
				}
			})
		}
	}
}

// BenchmarkExamine measures what is done with a response, without connections.
func BenchmarkExamine(b *testing.B) {
	for _, tt := range []struct{ name, body string }{
		{"success", `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"The bell rang."}]}}`},
		{"suspect", `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"an error message"}]}}`},
		{"error", `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"an error message"}],"isError":true}}`},
	} {
		b.Run(tt.name, func(b *testing.B) {
			bridged := &bridge.Bridge{To: mcp.Dialect{}}
			r := httptest.NewRequest(http.MethodPost, "/", nil)
			r.Header.Set("Content-Type", "application/json")
			head := http.Header{"Content-Type": {"application/json"}, "Content-Length": {strconv.Itoa(len(tt.body))}}
			body, request := []byte(tt.body), []byte(ring)
			b.ReportAllocs()
			for b.Loop() {
				x := bridged.Exchange(r)
				x.Sent(request)
				if x.Head(200, head); x.Body(body) == bridge.Hold {
					b.Fatal("held")
				}
			}
		})
	}
}
