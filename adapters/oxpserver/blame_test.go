package oxpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/testlog"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

func logged(j *testlog.Log) *middleware.Boundary {
	b := standard.Boundary()
	b.Report = middleware.Log(slog.New(slog.NewJSONHandler(j, nil)))
	return b
}

// A JSON error of a tool is the caller's only if the input has the fault.
func TestBlame(t *testing.T) {
	type search struct {
		Filter json.RawMessage `json:"filter,omitempty"`
	}
	type filter struct{ Days int }
	tests := []struct {
		name  string
		f     func(search) error
		input string
		level string
		want  string
	}{
		{"a member that the tool decodes", func(in search) error { return json.Unmarshal(in.Filter, new(filter)) },
			`{"filter": {"days":"` + canary + `"}}`, "INFO", `"/filter/days"`},
		{"a response of a service", func(search) error { return json.Unmarshal([]byte(`{"days":"x"}`), new(filter)) },
			`{"filter":{"days":1}}`, "ERROR", ""},
		{"a malformed response of a service",
			func(search) error { return json.Unmarshal([]byte(`{"days"`), new(filter)) }, `{}`, "ERROR", ""},
		{"a cache that disconnects", func(search) error { return fmt.Errorf("cache: %w", io.EOF) }, `{}`, "ERROR", ""},
		{"a cache that disconnects, without input", func(search) error { return io.EOF }, `null`, "ERROR", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var j testlog.Log
			s := oxpserver.Server{Boundary: logged(&j)}
			require.NoError(t, addTool(&s,
				tool.Definition{Name: "T.Search", Version: "1.0.0", InputSchema: json.RawMessage(`{"type":"object"}`)},
				func(_ context.Context, in search) (string, error) {
					return "", tt.f(in)
				}))
			got := call(t, serve(t, &s), `{"tool_id":"T.Search","input":`+tt.input+`}`)
			require.Equal(t, 200, got.status)
			require.Contains(t, got.body, `"success":false`)
			lines := j.Lines()
			require.Len(t, lines, 1)
			require.Contains(t, lines[0], `"level":"`+tt.level+`"`)
			require.Contains(t, lines[0], tt.want)
			if tt.level == "ERROR" {
				require.Contains(t, got.body, "Something went wrong")
			}
		})
	}
}

// A client that disconnects while it sends is not an error of the server.
func TestDisconnect(t *testing.T) {
	var j testlog.Log
	s := bells(t, &oxpserver.Server{Boundary: logged(&j)})
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	_, err = io.WriteString(conn, "POST /tools/call HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{")
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	require.Eventually(t, func() bool { return len(j.Lines()[0]) > 0 }, 10*time.Second, time.Millisecond)
	lines := j.Lines()
	require.Len(t, lines, 1)
	require.Contains(t, lines[0], `"level":"INFO"`)
	require.Contains(t, lines[0], `"kind":"canceled"`)
}

// The level of a record is that of the server's table.
func TestLevelByTable(t *testing.T) {
	table, err := mapping.Default().With(mapping.Row{Kind: errkit.NotFound, HTTP: 503})
	require.NoError(t, err)
	for want, codec := range map[string]dialect.Codec{"INFO": {}, "ERROR": {Table: table}} {
		var j testlog.Log
		s := bells(t, &oxpserver.Server{Boundary: logged(&j), Codec: codec})
		call(t, serve(t, s), `{"tool_id":"Doorbell.Ring","input":{"doorbell_id":"x"}}`)
		require.Contains(t, j.Lines()[0], `"level":"`+want+`"`)
	}
}
