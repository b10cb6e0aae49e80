package bench

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/bench/wire"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// calling is what a failed tools/call of the official SDK costs. stage=result is
// from the error that a handler returned to the result of the SDK: with ours in
// the middleware, with the parts of ours in the SDK's struct, with the SDK's own
// way (a text), and with the SDK's struct filled by hand with the same text and
// structuredContent. stage=call is a whole
// call of a client through the SDK's in-memory transport, for the proportion.
func calling() (works []work) {
	for _, v := range Values() {
		works = append(works, work{"stage=result/size=" + v.Size, results(v.Err)})
	}
	for _, v := range Values()[1:2] {
		works = append(works, work{"stage=call/size=" + v.Size, calls(v.Err)})
	}
	return works
}

func results(e *errkit.Error) []subject {
	ctx := context.Background()
	req := &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "ring", Arguments: json.RawMessage("{}")}}
	fails := func(context.Context, string, mcp.Request) (mcp.Result, error) { return nil, e }
	text := mcperr.Middleware(&mcperr.Options{Codec: new(dialect.Codec), Boundary: silent})(fails)
	structured := mcperr.Middleware(&mcperr.Options{Codec: new(dialect.Codec), Boundary: silent, Structured: true})(fails)
	var codec dialect.Codec
	var result mcp.Result
	call := func(h mcp.MethodHandler) func() []byte {
		return func() []byte {
			var err error
			result, err = h(ctx, "tools/call", req)
			must(err)
			return nil
		}
	}
	check := func(structured bool) func(*testing.T, []byte) {
		return func(t *testing.T, _ []byte) {
			r := result.(*mcp.CallToolResult)
			require.True(t, r.IsError)
			require.True(t, strings.HasPrefix(r.Content[0].(*mcp.TextContent).Text, string(e.Message)))
			require.Equal(t, structured, r.StructuredContent != nil)
		}
	}
	return []subject{
		{"toolerr", call(text), check(false)},
		{"toolerr-structured", call(structured), check(true)},
		{"toolerr-parts", func() []byte {
			p, _ := dialect.MCP{Structured: true}.Parts(&codec, dialect.Call{}, e)
			result = &mcp.CallToolResult{
				Content:           []mcp.Content{&mcp.TextContent{Text: p.Text}},
				StructuredContent: p.Structured,
				IsError:           p.IsError,
			}
			return nil
		}, check(true)},
		{"sdk-SetError", func() []byte {
			r := &mcp.CallToolResult{}
			r.SetError(e)
			result = r
			return nil
		}, check(false)},
		{"by-hand-structured", func() []byte {
			structured, err := json.Marshal(wire.OfCanonical(e))
			must(err)
			result = &mcp.CallToolResult{
				Content:           []mcp.Content{&mcp.TextContent{Text: wire.ModelText(e)}},
				StructuredContent: json.RawMessage(structured),
				IsError:           true,
			}
			return nil
		}, check(true)},
	}
}

func calls(e *errkit.Error) []subject {
	plain, ours := session(e, nil), session(e, mcperr.Middleware(&mcperr.Options{Codec: new(dialect.Codec), Boundary: silent}))
	var result *mcp.CallToolResult
	call := func(s *mcp.ClientSession) func() []byte {
		return func() []byte {
			var err error
			result, err = s.CallTool(context.Background(), &mcp.CallToolParams{Name: "ring", Arguments: map[string]any{}})
			must(err)
			return nil
		}
	}
	check := func(t *testing.T, _ []byte) {
		require.True(t, result.IsError)
		require.Contains(t, result.Content[0].(*mcp.TextContent).Text, string(e.Message))
	}
	return []subject{{"toolerr", call(ours), check}, {"sdk", call(plain), check}}
}

// session connects a client to a server whose one tool fails.
func session(e *errkit.Error, m mcp.Middleware) *mcp.ClientSession {
	server := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "ring"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return nil, nil, e
	})
	if m != nil {
		server.AddReceivingMiddleware(m)
	}
	there, here := mcp.NewInMemoryTransports()
	ctx := context.Background()
	_, err := server.Connect(ctx, there, nil)
	must(err)
	s, err := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil).Connect(ctx, here, nil)
	must(err)
	return s
}

func BenchmarkMCP(b *testing.B) { run(b, calling()) }

func TestMCP(t *testing.T) { once(t, calling()) }
