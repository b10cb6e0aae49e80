package bridge_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// http.Transport reads the body of a request once more after its last byte, and may be so late
// that the response has begun: then the server has closed the body. Its end must still be io.EOF,
// because by another error the transport closes the connection from which the response is read.
func TestReadAfterTheEnd(t *testing.T) {
	upstream := roundTripper(func(r *http.Request) (*http.Response, error) {
		_, err := io.CopyN(io.Discard, r.Body, r.ContentLength)
		require.NoError(t, err)
		read, write := io.Pipe()
		go func() {
			_, err := io.WriteString(write, ping)
			require.NoError(t, err)
			// the proxy reads it after it wrote the head and the first event
			_, err = io.WriteString(write, answerEvent)
			require.NoError(t, err)
			_, err = r.Body.Read(make([]byte, 1))
			_ = write.CloseWithError(err)
		}()
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: read,
			Request: r}, nil
	})
	b := &bridge.Bridge{To: mcp.Dialect{}}
	server := httptest.NewServer(b.Proxy(&httputil.ReverseProxy{Rewrite: rewrite(&url.URL{Scheme: "http",
		Host: "upstream.example"}), Transport: upstream}))
	defer server.Close()
	resp, err := http.Post(server.URL, "application/json",
		strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`))
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, ping+answerEvent, string(body))
}

// A request that cannot be read to its end is no failure of the upstream.
func TestClientFaults(t *testing.T) {
	const head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
	tests := []struct {
		name, request string
		reset         bool // the client disconnects
		kind          errkit.Kind
		status        string // of the response; "": nobody gets it
		id            string
	}{
		{"a chunk without a length", head + "Transfer-Encoding: chunked\r\n\r\nZZ\r\n", false, errkit.Malformed,
			"HTTP/1.1 400 ", `"id":null`},
		{"a chunk without a length, after the id",
			head + "Transfer-Encoding: chunked\r\n\r\n" + fmt.Sprintf("%x\r\n%s\r\nZZ\r\n", len(ring), ring), false,
			errkit.Malformed, "HTTP/1.1 400 ", `"id":7`},
		{"a body that ends early", head + "Content-Length: 100\r\n\r\n{", false, errkit.Malformed, "HTTP/1.1 400 ",
			`"id":null`},
		{"a client that disconnects", head + "Content-Length: 100\r\n\r\n{", true, errkit.Canceled, "", ""},
		{"a long body that ends early", head + "Content-Length: 5000\r\n\r\n{", false, errkit.Malformed,
			"HTTP/1.1 400 ", `"id":null`},
		{"a client that disconnects within a long body", head + "Content-Length: 5000\r\n\r\n{", true,
			errkit.Canceled, "", ""},
	}
	for _, f := range fronts {
		for _, tt := range tests {
			t.Run(f.name+"/"+tt.name, func(t *testing.T) {
				got := make(chan bridge.Report, 1)
				arrived := make(chan struct{})
				b := &bridge.Bridge{Report: func(_ context.Context, r *bridge.Report) { got <- *r }}
				b.Choose = func(*http.Request) dialect.Dialect {
					close(arrived)
					return mcp.Dialect{}
				}
				client, base := serve(t, f, b, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body)
				}), false)
				defer client.CloseIdleConnections()
				conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
				require.NoError(t, err)
				defer conn.Close()
				_, err = io.WriteString(conn, tt.request)
				require.NoError(t, err)
				if tt.reset {
					<-arrived
					require.NoError(t, conn.(*net.TCPConn).SetLinger(0))
					require.NoError(t, conn.Close())
				} else {
					require.NoError(t, conn.(*net.TCPConn).CloseWrite())
					response, err := io.ReadAll(conn)
					require.NoError(t, err)
					require.True(t, strings.HasPrefix(string(response), tt.status), "%s", response)
					require.Contains(t, string(response), tt.id)
					require.NotContains(t, string(response), "chunk")
				}
				report := <-got
				require.Equal(t, tt.kind, report.Error.Kind)
				require.Zero(t, report.Status)
				require.Empty(t, report.From())
			})
		}
	}
}

// The head and the body of a short request are sent at once. The body of a client that waits for
// 100 Continue is not read before the upstream has the head.
func TestShortRequests(t *testing.T) {
	tests := []struct {
		name, header string
		length       int
		together     bool
	}{
		{"short", "", 4096, true},
		{"long", "", 4097, false},
		{"Expect", "Expect: 100-continue\r\n", 100, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				n, err := io.Copy(io.Discard, r.Body)
				require.NoError(t, err)
				require.EqualValues(t, tt.length, n)
				_, _ = io.WriteString(w, answerEvent[len("data: "):])
			}))
			defer upstream.Close()
			to, err := url.Parse(upstream.URL)
			require.NoError(t, err)
			sent := make(chan string, 100)
			transport := &http.Transport{WriteBufferSize: 8192,
				DialContext: func(context.Context, string, string) (net.Conn, error) {
					conn, err := net.Dial("tcp", to.Host)
					return recorded{conn, sent}, err
				}}
			defer transport.CloseIdleConnections()
			server := httptest.NewServer((&bridge.Bridge{To: mcp.Dialect{}}).Proxy(
				&httputil.ReverseProxy{Rewrite: rewrite(to), Transport: transport}))
			defer server.Close()
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			require.NoError(t, err)
			defer conn.Close()
			body := fmt.Sprintf("%*s", -tt.length, ring)
			head := fmt.Sprintf("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n",
				tt.header, len(body))
			_, err = io.WriteString(conn, head)
			require.NoError(t, err)
			first := ""
			if !tt.together {
				first = <-sent
			}
			_, err = io.WriteString(conn, body)
			require.NoError(t, err)
			if tt.together {
				first = <-sent
			}
			require.True(t, strings.HasPrefix(first, "POST / HTTP/1.1\r\n"), first)
			require.Equal(t, tt.together, strings.HasSuffix(first, body))
			reader := bufio.NewReader(conn)
			resp, err := http.ReadResponse(reader, nil)
			for err == nil && resp.StatusCode == http.StatusContinue {
				resp, err = http.ReadResponse(reader, nil)
			}
			require.NoError(t, err)
			require.NoError(t, resp.Body.Close())
			require.Equal(t, http.StatusOK, resp.StatusCode)
		})
	}
}

// A client that stalls within a short request does not keep the front waiting, and the upstream
// gets nothing.
func TestStalledRequest(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the upstream has the request")
	}))
	defer upstream.Close()
	to, err := url.Parse(upstream.URL)
	require.NoError(t, err)
	b := &bridge.Bridge{To: mcp.Dialect{}, Wait: 50 * time.Millisecond}
	server := httptest.NewServer(b.Proxy(&httputil.ReverseProxy{Rewrite: rewrite(to)}))
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
	require.NoError(t, err)
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, http.StatusRequestTimeout, resp.StatusCode)
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Contains(t, string(body), `"id":null`)
}

// A client that stalls within a long request is held by the ReadTimeout of the server, and no
// longer by the search for the id of its call.
func TestStalledUpload(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
	}))
	defer upstream.Close()
	to, err := url.Parse(upstream.URL)
	require.NoError(t, err)
	b := &bridge.Bridge{To: mcp.Dialect{}}
	proxy := &httputil.ReverseProxy{Rewrite: rewrite(to), ErrorLog: log.New(io.Discard, "", 0)}
	for _, tt := range []struct {
		name    string
		handler http.Handler
		want    int
	}{
		{"proxy", b.Proxy(proxy), http.StatusRequestTimeout},
		{"handler", b.Handler(proxy), http.StatusBadGateway}, // a ReverseProxy does not report whose fault it is
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewUnstartedServer(tt.handler)
			server.Config.ReadTimeout = 50 * time.Millisecond
			server.Start()
			defer server.Close()
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			require.NoError(t, err)
			defer conn.Close()
			require.NoError(t, conn.SetReadDeadline(time.Now().Add(10*time.Second)))
			_, err = io.WriteString(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"+
				"Content-Length: 100000\r\n\r\n{")
			require.NoError(t, err)
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err, "there is no response")
			defer resp.Body.Close()
			require.Equal(t, tt.want, resp.StatusCode)
		})
	}
}

// A recorded connection sends what is written to a channel.
type recorded struct {
	net.Conn
	sent chan<- string
}

func (c recorded) Write(p []byte) (int, error) {
	c.sent <- string(p)
	return c.Conn.Write(p)
}
