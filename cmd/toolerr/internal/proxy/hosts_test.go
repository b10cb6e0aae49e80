package proxy

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A page of another site that bound its name to the address of the proxy gets no response of the
// upstream.
func TestHosts(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, ding(7))
	}))
	defer upstream.Close()
	p := start(t, upstream.URL, func(h *HTTP) { h.Hosts = []string{"tools.example.com"} })
	tests := []struct {
		host, why string
		status    int
	}{
		{"", "the address", 200},
		{"localhost", "without a port", 200},
		{"LocalHost:8080", "another port, such as that of a tunnel", 200},
		{"127.0.0.9:1", "a loopback address", 200},
		{"[::1]:8080", "a loopback address of IPv6", 200},
		{"[::1]", "without a port", 200},
		{"tools.example.com", "a name of the option", 200},
		{"TOOLS.example.com:443", "names have no case", 200},
		{"evil.example", "another site", 403},
		{"localhost.evil.example:8080", "a name that starts like it", 403},
		{"127.0.0.1.evil.example", "a name that starts like an address", 403},
		{"10.0.0.7", "the network", 403},
		{"0.0.0.0:8080", "reaches this machine from some browsers", 403},
	}
	for _, tt := range tests {
		t.Run(tt.host, func(t *testing.T) {
			r, err := http.NewRequest(http.MethodPost, p.base+"/mcp",
				strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`))
			require.NoError(t, err)
			r.Header.Set("Content-Type", "application/json")
			r.Host = tt.host
			resp, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			require.Equal(t, tt.status, resp.StatusCode, tt.why)
			require.Equal(t, tt.status == 200, string(body) == ding(7))
			if tt.status != 200 {
				require.Contains(t, string(body), "This name of the host is not allowed.")
				require.NotContains(t, string(body), "--host")
			}
		})
	}
	require.Contains(t, p.log.String(), `the request has the Host \"evil.example\", which --host does not name`)
}

func TestIsLoopback(t *testing.T) {
	for addr, want := range map[string]bool{"127.0.0.1:0": true, "[::1]:0": true, ":0": false, "0.0.0.0:0": false} {
		listener, err := net.Listen("tcp", addr)
		if addr == "[::1]:0" && err != nil { // a machine without IPv6
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want, isLocal(hostname(listener.Addr().String())), addr)
		require.NoError(t, listener.Close())
	}
}
