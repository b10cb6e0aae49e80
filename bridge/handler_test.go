package bridge_test

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/http/httputil"
	"net/textproto"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
)

// The headers of handlers around a bridge stay, those of an upstream that failed do not.
func TestOuterHeaders(t *testing.T) {
	refused := &url.URL{Scheme: "http", Host: "127.0.0.1:0"}
	b := new(bridge.Bridge)
	tests := []struct {
		name, why string
		h         http.Handler
		status    int
		server    string
	}{
		{"a success", "next may remove a header",
			b.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Del("Server")
				_, _ = io.WriteString(w, "ding")
			})), 200, ""},
		{"an error", "what next removed belongs to its response",
			b.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Del("Server")
				respond(500, canary)(w, nil)
			})), 500, "outer"},
		{"a panic", "a header without a response",
			b.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("X-Debug", canary)
				panic(canary)
			})), 500, "outer"},
		{"unreachable", "of a handler", b.Handler(&httputil.ReverseProxy{Rewrite: rewrite(refused), ErrorLog: quiet}),
			502, "outer"},
		{"unreachable, Proxy", "of a proxy",
			b.Proxy(&httputil.ReverseProxy{Rewrite: rewrite(refused), ErrorLog: quiet}), 502, "outer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Server", "outer")
				w.Header().Set("Access-Control-Allow-Origin", "*")
				tt.h.ServeHTTP(w, r)
			}))
			defer s.Close()
			resp, body := post(t, s.Client(), s.URL, ring)
			require.Equal(t, tt.status, resp.StatusCode, body)
			require.Equal(t, "*", resp.Header.Get("Access-Control-Allow-Origin"),
				"without it a browser shows no error")
			require.Equal(t, tt.server, resp.Header.Get("Server"), tt.why)
			require.Empty(t, resp.Header.Get("X-Debug"), tt.why)
			require.NotContains(t, body, canary)
		})
	}
}

// The trailers of an error are not those of what replaces it.
func TestErrorTrailers(t *testing.T) {
	for _, f := range fronts {
		t.Run(f.name, func(t *testing.T) {
			client, base := serve(t, f, &bridge.Bridge{From: mcp.Dialect{}},
				http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", "application/json")
					_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"`+canary+`"}}`)
					_ = http.NewResponseController(w).Flush()
					w.Header().Set(http.TrailerPrefix+"X-Debug", canary)
				}), true)
			resp, body := post(t, client, base, ring)
			require.Equal(t, 502, resp.StatusCode)
			require.Empty(t, resp.Trailer)
			require.NotContains(t, body, canary)
		})
	}
}

// A response that is replaced reaches the client although the handler goes on, whose writes fail.
func TestEndlessResponse(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string
	}{
		{"a long error", 500, strings.Repeat(canary, 1000)},
		{"an error inside", 200, `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"` + canary + `"}}` + "\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			received, failed := make(chan struct{}), make(chan error, 1)
			s := httptest.NewServer((&bridge.Bridge{From: mcp.Dialect{},
				Hold: 1000}).Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.body)
				select {
				case <-received:
				case <-r.Context().Done():
				}
				_, err := io.WriteString(w, canary)
				failed <- err
			})))
			defer s.Close()
			resp, err := s.Client().Post(s.URL, "application/json", strings.NewReader(ring))
			require.NoError(t, err)
			defer resp.Body.Close()
			body, err := io.ReadAll(io.LimitReader(resp.Body, resp.ContentLength))
			require.NoError(t, err)
			want := tt.status
			if want == 200 { // an error in a success
				want = 502
			}
			require.Equal(t, want, resp.StatusCode)
			require.NotContains(t, string(body), canary)
			close(received)
			require.Error(t, <-failed)
		})
	}
}

// What a handler adds to a header that it kept, after WriteHeader, is a trailer that it
// announced, or nothing.
func TestKeptHeader(t *testing.T) {
	tests := []struct{ name, why, body, sum string }{
		{"an error", "the trailers are those of another response",
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"` + canary + `"}}`, ""},
		{"a success", "", `{"a":1}`, "42"},
		{"a success that is held to its end", "the head is sent after the trailers are set", `{"a":`, "42"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := httptest.NewServer((&bridge.Bridge{From: mcp.Dialect{}}).Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				h := w.Header()
				h.Set("Content-Type", "application/json")
				h.Set("Trailer", "X-Other, x-sum")
				_, _ = io.WriteString(w, tt.body)
				h.Set("X-Sum", "42")
				h.Set("X-Late", canary)
				h.Set(http.TrailerPrefix+"X-Debug", "7")
			})))
			defer s.Close()
			resp, _ := post(t, s.Client(), s.URL, ring)
			require.Equal(t, tt.sum, resp.Trailer.Get("X-Sum"), tt.why)
			require.Equal(t, tt.sum != "", resp.Trailer.Get("X-Debug") == "7")
			require.Empty(t, resp.Header.Get("X-Sum")+resp.Header.Get("X-Late")+
				resp.Header.Get(http.TrailerPrefix+"X-Debug"), "they are not headers")
		})
	}
}

// A response of 1xx has the header at that moment, and the response its own.
func TestInformation(t *testing.T) {
	s := httptest.NewServer((&bridge.Bridge{}).Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", "</a>")
		w.WriteHeader(http.StatusEarlyHints)
		w.WriteHeader(500)
	})))
	defer s.Close()
	var links []string
	ctx := httptrace.WithClientTrace(t.Context(),
		&httptrace.ClientTrace{Got1xxResponse: func(_ int, h textproto.MIMEHeader) error {
			links = h["Link"]
			return nil
		}})
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
	require.NoError(t, err)
	resp, err := s.Client().Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, []string{"</a>"}, links)
	require.Equal(t, 500, resp.StatusCode)
	require.Empty(t, resp.Header.Get("Link"), "it is that of another response")
}

// A client of HTTP/2 that gets an error sends no more of its request: a handler that waits for
// the rest of it goes on.
func TestUnfinishedRequest(t *testing.T) {
	s := httptest.NewUnstartedServer((&bridge.Bridge{Hold: 1000}).Handler(http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request) {
		w.WriteHeader(500)
		_, _ = io.WriteString(w, strings.Repeat(canary, 1000))
		_, _ = io.Copy(io.Discard, r.Body)
	})))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	body, request := io.Pipe()
	defer request.Close()
	resp, err := s.Client().Post(s.URL, "text/plain", body)
	require.NoError(t, err)
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, 500, resp.StatusCode)
	require.NotContains(t, string(got), canary)
}

// The length of the response to HEAD would be that of GET (RFC 9110 §8.6), which is not known.
func TestHead(t *testing.T) {
	for _, f := range fronts {
		for _, http2 := range []bool{false, true} {
			t.Run(f.name, func(t *testing.T) {
				client, base := serve(t, f, &bridge.Bridge{},
					http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						switch r.URL.Path {
						case "/none":
							panic(http.ErrAbortHandler)
						case "/fine":
							w.Header().Set("Content-Length", "7")
							return
						}
						respond(409, `{"message":"`+canary+`"}`, "Content-Type", "application/json")(w, r)
					}), http2)
				for path, want := range map[string]struct {
					status int
					length int64
				}{"/failed": {409, -1}, "/none": {502, -1}, "/fine": {200, 7}} {
					resp, err := client.Head(base + path)
					require.NoError(t, err)
					body, err := io.ReadAll(resp.Body)
					require.NoError(t, err)
					resp.Body.Close()
					require.Empty(t, body)
					require.Equal(t, want.status, resp.StatusCode)
					require.Equal(t, want.length, resp.ContentLength, "%s %v", path, resp.Header)
				}
			})
		}
	}
}

// A transport responds without a connection.
type transport func(*http.Request) *http.Response

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r), nil }

// A short success that arrived as a whole is sent with its length, unless it has trailers.
func TestLength(t *testing.T) {
	for _, body := range []string{`{"a":1}`, `{"a":1`} {
		for _, trailers := range []http.Header{nil, {"X-Sum": {"42"}}} {
			t.Run(fmt.Sprint(body, trailers), func(t *testing.T) {
				to := &url.URL{Scheme: "http", Host: "upstream.test"}
				s := httptest.NewServer(fronts[0].serve(&bridge.Bridge{From: mcp.Dialect{}}, to,
					transport(func(r *http.Request) *http.Response {
						return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}},
							Body:          io.NopCloser(iotest.DataErrReader(strings.NewReader(body))),
							ContentLength: -1, Trailer: trailers, Request: r}
					})))
				defer s.Close()
				resp, got := post(t, s.Client(), s.URL, ring)
				require.Equal(t, body, got)
				require.Equal(t, trailers.Get("X-Sum"), resp.Trailer.Get("X-Sum"))
				if trailers == nil {
					require.EqualValues(t, len(body), resp.ContentLength)
				}
			})
		}
	}
}

// A success that is held to its end is sent with the trailers that its handler did not announce.
func TestUnannouncedTrailers(t *testing.T) {
	s := httptest.NewServer((&bridge.Bridge{From: mcp.Dialect{}}).Handler(http.HandlerFunc(func(w http.ResponseWriter,
		_ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"a":`)
		w.Header().Set(http.TrailerPrefix+"X-Sum", "42")
	})))
	defer s.Close()
	resp, body := post(t, s.Client(), s.URL, ring)
	require.Equal(t, `{"a":`, body)
	require.Equal(t, "42", resp.Trailer.Get("X-Sum"))
}

// A stream of events that breaks before its first event is no response: a client of HTTP/1.0, for
// which nothing marks the end of a body, would take it for an empty success.
func TestStreamWithoutAnEvent(t *testing.T) {
	upstream, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer upstream.Close()
	go func() {
		for {
			c, err := upstream.Accept()
			if err != nil {
				return
			}
			_, _ = http.ReadRequest(bufio.NewReader(c))
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 50\r\n\r\n")
			c.Close()
		}
	}()
	proxy := (&bridge.Bridge{To: mcp.Dialect{}}).Proxy(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: upstream.Addr().String()})
	}})
	s := httptest.NewUnstartedServer(proxy)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Start()
	defer s.Close()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	require.NoError(t, err)
	defer c.Close()
	_, err = io.WriteString(c, "GET / HTTP/1.0\r\n\r\n")
	require.NoError(t, err)
	got, _ := io.ReadAll(c)
	require.NotContains(t, string(got), "200 OK")
}
