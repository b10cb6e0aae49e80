package bridge_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
)

// http.Transport reads the body of a request once more after its last byte, and may be so late that the response has begun: then the
// server has closed the body. Its end must still be io.EOF, because by another error the transport closes the connection from which
// the response is read.
func TestReadAfterTheEnd(t *testing.T) {
	upstream := roundTripper(func(r *http.Request) (*http.Response, error) {
		_, err := io.CopyN(io.Discard, r.Body, r.ContentLength)
		require.NoError(t, err)
		read, write := io.Pipe()
		go func() {
			_, err := io.WriteString(write, "data: first\n\n")
			require.NoError(t, err)
			_, err = io.WriteString(write, "data: second\n\n") // the proxy reads it after it wrote the head and the first event
			require.NoError(t, err)
			_, err = r.Body.Read(make([]byte, 1))
			_ = write.CloseWithError(err)
		}()
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: read, Request: r}, nil
	})
	b := &bridge.Bridge{To: mcp.Dialect{}}
	server := httptest.NewServer(b.Proxy(&httputil.ReverseProxy{Rewrite: rewrite(&url.URL{Scheme: "http", Host: "upstream.example"}), Transport: upstream}))
	defer server.Close()
	resp, err := http.Post(server.URL, "application/json", strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`))
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, "data: first\n\ndata: second\n\n", string(body))
}
