package demo_test

import (
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// TestSDKClient checks tools and errors with a client of the official SDK.
func TestSDKClient(t *testing.T) {
	base, _ := start(t)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: base + "/mcp"}, nil)
	require.NoError(t, err)
	defer session.Close()

	list, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	names := []string{}
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	require.Equal(t, []string{"Calculator_Add", "Doorbell_Ring", "Fail_With", "Files_List", "Flight_Book", "Mail_Send",
		"Pattern_Get", "Shop_Order", "Shop_Orders"}, names)

	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "Doorbell_Ring",
		Arguments: map[string]any{"doorbell_id": "x"}})
	require.NoError(t, err)
	e := errkit.From(mcperr.FromResult(res))
	require.ErrorIs(t, e, errkit.NotFound)
	require.ErrorIs(t, e, errkit.Code("no_such_doorbell"))
	require.Equal(t, errkit.Allowed, e.Retry)

	res, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "Calculator_Add",
		Arguments: map[string]any{"a": 1, "b": 2}})
	require.NoError(t, err)
	require.False(t, res.IsError)
	require.Equal(t, "3", res.Content[0].(*mcp.TextContent).Text)
}

// TestRevisions checks that every revision works, with and without initialization.
func TestRevisions(t *testing.T) {
	base, _ := start(t)
	const modern = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Doorbell_Ring","arguments":{"doorbell_id":"x"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	tests := []struct {
		revision, body string
		headers        []string
		want           string
	}{
		{"2025-06-18", rpc("Doorbell_Ring", `{"doorbell_id":"x"}`), nil, `"isError":true`},
		{"2025-11-25", rpc("Doorbell_Ring", `{"doorbell_id":"x"}`), nil, `"isError":true`},
		{"2026-07-28", modern, []string{"Mcp-Method", "tools/call", "Mcp-Name", "Doorbell_Ring"},
			`"resultType":"complete"`},
	}
	for _, tt := range tests {
		t.Run(tt.revision, func(t *testing.T) {
			status, _, body := do(t, "POST", base+"/mcp", tt.body, append(tt.headers, "MCP-Protocol-Version",
				tt.revision)...)
			require.Equal(t, 200, status, body)
			require.Contains(t, body, tt.want)
			require.Contains(t, body, `Doorbell ID not found\nids: doorbell42,doorbell84\nTry again in 0.5 seconds.`)
		})
	}
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	_, _, body := do(t, "POST", base+"/mcp", hello)
	require.Contains(t, body, `"protocolVersion":"2025-06-18"`)
}
