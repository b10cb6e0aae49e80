package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/examples/internal/wire"
)

// A collector keeps what is sent to each path.
type collector struct {
	mu   sync.Mutex
	sent map[string]string
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent[r.URL.Path] += string(body)
	w.Header().Set("Content-Type", "application/x-protobuf")
}

func TestTelemetry(t *testing.T) {
	c := &collector{sent: map[string]string{}}
	receiver := httptest.NewServer(c)
	defer receiver.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.URL)
	telemetry, shutdown, err := newTelemetry(t.Context())
	require.NoError(t, err)
	s := wire.Serve(t, handler(telemetry))

	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.URL + "/mcp"}, nil)
	require.NoError(t, err)
	defer session.Close()
	for _, bell := range []string{"front", "back", "broken"} {
		_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "ring", Arguments: map[string]any{"bell": bell}})
		require.NoError(t, err)
	}
	metrics := wire.Do(t, s, "GET", "/metrics", "").Body
	require.Contains(t, metrics, `toolerr_kind="not_found"} 1`)
	require.Contains(t, metrics, `toolerr_kind="internal"} 1`)
	require.NoError(t, shutdown(context.Background()))
	require.Contains(t, c.sent["/v1/traces"], "tools/call ring")
	require.Contains(t, c.sent["/v1/traces"], "There is no bell with this id.")
	require.Contains(t, c.sent["/v1/logs"], "relay 7 is stuck")
	require.NotContains(t, c.sent["/v1/traces"]+metrics, "relay 7")
}
