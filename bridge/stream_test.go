package bridge_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/lab/allocs"
)

// A flow is a transport whose response is a part, n times, and an end.
type flow struct {
	media, part, end string
	n                int
}

func (f *flow) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, r.Body)
	return &http.Response{StatusCode: 200, Request: r, ContentLength: -1,
		Header: http.Header{"Content-Type": {f.media}}, Body: io.NopCloser(&parts{f.part, f.end, f.n})}, nil
}

// parts are a body that arrives part by part.
type parts struct {
	part, end string
	left      int
}

func (b *parts) Read(p []byte) (int, error) {
	if b.left == 0 {
		n := copy(p, b.end)
		b.end = b.end[n:]
		return n, io.EOF
	}
	b.left--
	return copy(p, b.part), nil
}

// A sink is a client that counts what it gets.
type sink struct {
	header http.Header
	got    int
}

func (s *sink) Header() http.Header { return s.header }
func (s *sink) WriteHeader(int)     {}
func (s *sink) Flush()              {}
func (s *sink) Write(p []byte) (int, error) {
	s.got += len(p)
	return len(p), nil
}

// A streamed response costs no more allocations for each of its parts than without a bridge,
// whether it passes or its events are examined.
func TestStreamAllocs(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it measures allocations over long streams")
	}
	const event = `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":3}}` + "\n\n"
	tests := []struct{ name, media, part string }{
		{"bytes", "application/octet-stream", strings.Repeat("x", 4096)},
		{"text", "text/plain", "line\n"},
		{"lines of JSON", "application/json", `{"bells":3}` + "\n"},
		{"an event", "text/event-stream", event},
		{"many events", "text/event-stream", strings.Repeat(event, 50)},
		{"a part of an event", "text/event-stream", event[40:] + event[:40]},
		{"events with an id", "text/event-stream",
			"id: 9\r\nevent: message\r\n" + strings.ReplaceAll(event, "\n", "\r\n")},
		{"events of several lines", "text/event-stream",
			"data: {\"jsonrpc\":\"2.0\",\ndata: \"method\":\"notifications/progress\"}\n\n"},
		{"deltas of a model", "text/event-stream",
			"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"ding\"}}\n\n"},
		{"comments", "text/event-stream", ": alive\n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &flow{media: tt.media, part: tt.part}
			bare := &httputil.ReverseProxy{Rewrite: rewrite(&url.URL{Scheme: "http", Host: "upstream"}), Transport: f,
				FlushInterval: -1, ErrorLog: quiet}
			b := &bridge.Bridge{To: mcp.Dialect{}}
			if f.end = "\n\n" + answerEvent; tt.media != "text/event-stream" { // what is no answer to a call of MCP is one over HTTP
				b.To, f.end = problem.Dialect{}, ""
			}
			want := f.allocs(t, bare)
			require.InDelta(t, want, f.allocs(t, b.Proxy(bare)), 0.01, "Proxy")
			require.InDelta(t, want, f.allocs(t, b.Handler(bare)), 0.01, "Handler")
		})
	}
}

// The room in which events are edited is used again by the next stream.
func TestStreamRoom(t *testing.T) {
	f := &flow{media: "text/event-stream", part: strings.Repeat("data: {\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n\n", 800), n: 4}
	proxy := &httputil.ReverseProxy{Rewrite: rewrite(&url.URL{Scheme: "http", Host: "upstream"}), Transport: f, ErrorLog: quiet}
	h := (&bridge.Bridge{To: mcp.Dialect{}}).Proxy(proxy)
	least := uint64(1 << 30)
	for range 30 { // a garbage collection and the race detector empty the pools
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(ring))
		r.Header.Set("Content-Type", "application/json")
		h.ServeHTTP(&sink{header: http.Header{}}, r)
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	require.Less(t, least, uint64(20_000), "30,400 bytes arrive at a time")
}

// allocs returns the allocations of a handler for each part: those of a long response without
// those of a short one.
func (f *flow) allocs(t *testing.T, h http.Handler) float64 {
	const few, many = 100, 1100
	of := func(n int) float64 {
		return allocs.Of(func() {
			f.n = n
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(ring))
			r.Header.Set("Content-Type", "application/json")
			s := &sink{header: http.Header{}}
			h.ServeHTTP(s, r)
			require.InDelta(t, n*len(f.part)+len(f.end), s.got, float64(len(f.part)), "what is before the first event is none")
		})
	}
	return (of(many) - of(few)) / (many - few)
}
