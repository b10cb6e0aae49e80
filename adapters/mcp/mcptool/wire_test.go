package mcptool_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/mcptest"
)

// stdio connects as over standard input and output.
func stdio(t testing.TB, s *mcp.Server, revision, capabilities string) *mcptest.Wire {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ss, err := s.Connect(t.Context(), &mcp.IOTransport{Reader: fromClient, Writer: toClient}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { toServer.Close(); fromServer.Close(); ss.Close() })
	return mcptest.Pipe(t, revision, capabilities, toServer, fromServer)
}

// body returns the result or the error of a response, without the server's name.
func body(t testing.TB, answer string) string {
	t.Helper()
	var m struct {
		Result json.RawMessage
		Error  json.RawMessage
	}
	require.NoError(t, json.Unmarshal([]byte(answer), &m), "%q", answer)
	got := string(m.Result)
	if m.Error != nil {
		got = "error " + string(m.Error)
	}
	const name = `"io.modelcontextprotocol/serverInfo":{"name":"bells","version":"1"}`
	got = strings.ReplaceAll(got, `"_meta":{`+name+`},`, "")
	return strings.ReplaceAll(got, ","+name, "")
}
