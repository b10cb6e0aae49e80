package main

import (
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/examples/internal/wire"
)

func TestRing(t *testing.T) {
	h, err := handler()
	require.NoError(t, err)
	s := wire.Serve(t, h)
	post := func(path, body string) string {
		return wire.Do(t, s, "POST", path, body, "Content-Type", "application/json").Body
	}
	require.Contains(t, post("/oxp/tools/call", `{"tool_id":"Doorbell.Ring","input":{"bell":"front"}}`), `"success":true,"value":{"sound":"ding"}`)
	require.Equal(t, `{"message":"Some input parameters are invalid.","parameter_errors":{"times":"must be at most 10"}}`,
		post("/oxp/tools/call", `{"tool_id":"Doorbell.Ring","input":{"bell":"back","times":99}}`))
	require.Equal(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Invalid parameters","data":{"type":"INVALID_PARAMS","detail":"times: must be at most 10"}}}`,
		post("/aai", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Doorbell_Ring","arguments":{"bell":"back","times":99}}}`))
	require.Contains(t, post("/ring", `{"bell":"front","times":99}`), `"errors":[{"pointer":"#/times","detail":"must be at most 10","rule":"maximum","param":"10"}]`)

	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).
		Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.URL + "/mcp"}, nil)
	require.NoError(t, err)
	defer session.Close()
	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "Doorbell_Ring", Arguments: map[string]any{"bell": "back", "times": 99}})
	require.NoError(t, err)
	e := errkit.From(mcperr.FromResult(res))
	require.Equal(t, errkit.InvalidInput, e.Kind)
	require.Equal(t, []errkit.Field{{Path: "/times", Message: "must be at most 10", Rule: "maximum", Param: "10"}}, e.Fields)
}
