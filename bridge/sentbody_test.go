package bridge_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
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
	}
	for _, f := range fronts {
		for _, tt := range tests {
			t.Run(f.name+"/"+tt.name, func(t *testing.T) {
				got := make(chan bridge.Report, 1)
				arrived := make(chan struct{})
				b := &bridge.Bridge{To: mcp.Dialect{}, Report: func(_ context.Context, r *bridge.Report) { got <- *r }}
				client, base := serve(t, f, b, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
					close(arrived)
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
