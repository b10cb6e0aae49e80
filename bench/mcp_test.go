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
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// mcpTasks handle a failed tools/call with the official SDK. stage=result converts the error of a
// handler to a result of the SDK: with the middleware of toolerr, with the parts of its MCP
// document, with the function of the SDK (text only), and with a struct of the SDK that has the
// same text and structuredContent. stage=call is a complete call by a client over the in-memory
// transport of the SDK, for comparison.
func mcpTasks() (tasks []task) {
	for _, v := range Values() {
		tasks = append(tasks, task{"stage=result/size=" + v.Size, results(v.Err)})
	}
	for _, v := range Values()[1:2] {
		tasks = append(tasks, task{"stage=call/size=" + v.Size, calls(v.Err)})
	}
	return tasks
}

func results(e *errkit.Error) []implementation {
	ctx := context.Background()
	req := &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "ring", Arguments: json.RawMessage("{}")}}
	fails := func(context.Context, string, mcp.Request) (mcp.Result, error) { return nil, e }
	text := mcperr.Middleware(&mcperr.Options{NoCarry: true, Boundary: noReport})(fails)
	structured := mcperr.Middleware(&mcperr.Options{NoCarry: true, Boundary: noReport, Structured: true})(fails)
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
	return []implementation{
		{"toolerr", call(text), check(false)},
		{"toolerr-structured", call(structured), check(true)},
		{"toolerr-parts", func() []byte {
			p := mcpdialect.Dialect{Structured: true}.Parts(&codec, dialect.Call{}, e)
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

func calls(e *errkit.Error) []implementation {
	plain, wrapped := session(e, nil), session(e,
		mcperr.Middleware(&mcperr.Options{NoCarry: true, Boundary: noReport}))
	var result *mcp.CallToolResult
	call := func(s *mcp.ClientSession) func() []byte {
		return func() []byte {
			var err error
			result, err = s.CallTool(context.Background(),
				&mcp.CallToolParams{Name: "ring", Arguments: map[string]any{}})
			must(err)
			return nil
		}
	}
	check := func(t *testing.T, _ []byte) {
		require.True(t, result.IsError)
		require.Contains(t, result.Content[0].(*mcp.TextContent).Text, string(e.Message))
	}
	return []implementation{{"toolerr", call(wrapped), check}, {"sdk", call(plain), check}}
}

// session returns a client session with a server whose only tool fails.
func session(e *errkit.Error, m mcp.Middleware) *mcp.ClientSession {
	server := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "ring"},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return nil, nil, e
		})
	if m != nil {
		server.AddReceivingMiddleware(m)
	}
	serverSide, clientSide := mcp.NewInMemoryTransports()
	ctx := context.Background()
	_, err := server.Connect(ctx, serverSide, nil)
	must(err)
	s, err := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil).Connect(ctx, clientSide, nil)
	must(err)
	return s
}

func BenchmarkMCP(b *testing.B) { run(b, mcpTasks()) }

func TestMCP(t *testing.T) { once(t, mcpTasks()) }
