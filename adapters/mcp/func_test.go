package mcperr_test

import (
	"context"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// TestFunc: a function of any output is a tool, and what it fails with is said.
func TestFunc(t *testing.T) {
	type in struct {
		Want string `json:"want"`
	}
	answer := func(_ context.Context, i in) (any, error) {
		switch i.Want {
		case "number":
			return 15, nil
		case "object":
			return map[string]int{"sum": 15}, nil
		case "nothing":
			return nil, nil
		case "channel":
			return make(chan int), nil
		}
		return nil, errkit.New(errkit.NotFound, "There is no such thing.")
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	server.AddReceivingMiddleware(mcperr.Middleware(quiet))
	mcp.AddTool(server, &mcp.Tool{Name: "answer"}, mcperr.Func(answer))
	there, here := mcp.NewInMemoryTransports()
	_, err := server.Connect(t.Context(), there, nil)
	require.NoError(t, err)
	client, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(), here, nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, client.Close()) }()

	tests := []struct {
		want, text string
		structured any
		kind       errkit.Kind // of the failure; Internal: none
	}{
		{want: "number", text: "15"},
		{want: "object", text: `{"sum":15}`, structured: map[string]any{"sum": 15.0}},
		{want: "nothing", text: "null"},
		{want: "channel", kind: errkit.OutputInvalid},
		{want: "other", text: "There is no such thing.", kind: errkit.NotFound},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			res, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "answer", Arguments: in{tt.want}})
			require.NoError(t, err)
			require.Equal(t, tt.kind != errkit.Internal, res.IsError)
			require.Equal(t, tt.structured, res.StructuredContent)
			if tt.text != "" {
				require.Equal(t, tt.text, res.Content[0].(*mcp.TextContent).Text)
			}
			if res.IsError {
				require.ErrorIs(t, mcperr.FromResult(res), tt.kind)
			}
		})
	}
}
