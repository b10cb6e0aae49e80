package mcperr

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
)

// Func makes a tool of a function that knows no protocol, the same one that
// other adapters take:
//
//	mcp.AddTool(server, &mcp.Tool{Name: "Dictionary_Define"}, mcperr.Func(define))
//
// Its value stands as JSON in the text, and in structuredContent where it is an
// object, which is all that revisions before 2026-07-28 allow. The tool declares
// no output schema, for the same reason; a handler that wants one is for
// [Handler].
func Func[In, Out any](f func(context.Context, In) (Out, error)) mcp.ToolHandlerFor[In, any] {
	return Handler(func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		out, err := f(ctx, in)
		if err != nil {
			return nil, nil, err
		}
		text, err := json.Marshal(out)
		if err != nil {
			return nil, nil, errkit.Wrap(err, errkit.OutputInvalid, "")
		}
		res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}
		if text[0] == '{' {
			res.StructuredContent = json.RawMessage(text)
		}
		return res, nil, nil
	})
}
