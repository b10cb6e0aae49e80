//go:build envoy

package extproc_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"github.com/toolerr/toolerr/adapters/extproc"
	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/lab/envoy"
)

// behindEnvoy returns the URL of an Envoy that asks s about the responses of an upstream.
func behindEnvoy(t testing.TB, s *extproc.Server, upstream string, replace ...[2]string) (url string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := grpc.NewServer()
	extproc.Register(server, s)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return envoy.Start(t, envoy.Config{Upstream: upstream, Processor: listener.Addr().String(), Replace: replace})
}

// Envoy passes a success, and the response to an error is the document of the server.
func TestRealEnvoy(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/500" {
			http.Error(w, "at db7.internal:5432", http.StatusInternalServerError)
			return
		}
		_, _ = io.Copy(w, r.Body)
	}))
	t.Cleanup(upstream.Close)
	url := behindEnvoy(t, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}}, Override: true}, upstream.Listener.Addr().String())
	const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`
	post := func(path string) string {
		res, err := http.Post(url+path, "application/json", strings.NewReader(call))
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, res.StatusCode)
		return string(body)
	}
	require.Equal(t, call, post("/"))
	require.Regexp(t, `^\{"jsonrpc":"2.0","id":7,"result":.*This call may have taken effect`, post("/500"))
	require.NotContains(t, post("/500"), "db7")
}
