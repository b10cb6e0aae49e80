package mcperr

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// render returns the response for e: a result, or a JSON-RPC error.
func (r *request) render(ctx context.Context, e *errkit.Error) (*mcp.CallToolResult, *jsonrpc.Error) {
	parts := r.renderer.Render(mcpserver.Call{
		Method: r.method, Tool: r.tool(), URI: r.uri(), Arguments: r.arguments(), Peer: r.peer(),
		HasOutputSchema: func() bool {
			t := r.description(ctx)
			return t != nil && t.OutputSchema != nil
		},
	}, e)
	if parts.Code != 0 {
		return nil, &jsonrpc.Error{Code: int64(parts.Code), Message: parts.Message, Data: parts.Data}
	}
	return newResult(parts, e), nil
}

// newResult returns the parts as a result of the SDK. It keeps what decoding into the SDK's types and encoding again would
// change: numbers above 2^53, the order of members, the MIME type of a text.
func newResult(parts mcpdialect.Parts, e *errkit.Error) *mcp.CallToolResult {
	res := &mcp.CallToolResult{}
	switch {
	case parts.Requests != nil:
		*res = inputRequired(parts.Requests)
	case parts.Complete:
		*res = complete
	}
	res.Content = make([]mcp.Content, 0, 2) // nil would be encoded as null
	if parts.Requests == nil && !parts.OnlyJSON {
		res.Content = append(res.Content, textBlock(parts.Text, parts.TextType))
	}
	if parts.JSON != "" {
		res.Content = append(res.Content, textBlock(parts.JSON, "application/json"))
	}
	if parts.Structured != nil {
		res.StructuredContent = parts.Structured
	}
	if parts.Carried != nil {
		res.Meta = mcp.Meta{dialect.MetaKey: parts.Carried}
	}
	if parts.IsError {
		res.SetError(e) // for middleware above this one; it does not replace content
	}
	return res
}

// resultType is an unexported field of the SDK's result, which is set only by decoding JSON.

// complete is a result whose resultType is "complete".
var complete = func() (r mcp.CallToolResult) {
	_ = json.Unmarshal([]byte(`{"content":[],"resultType":"complete"}`), &r)
	return r
}()

// inputRequired returns a result whose resultType is "input_required".
func inputRequired(requests json.RawMessage) (r mcp.CallToolResult) {
	doc := append([]byte(`{"content":[],"resultType":"input_required","inputRequests":`), requests...)
	_ = json.Unmarshal(append(doc, '}'), &r) // a dialect renders valid JSON
	return r
}

func textBlock(text, mimeType string) mcp.Content {
	t := &mcp.TextContent{Text: text}
	if mimeType == "" {
		return t
	}
	return &typedText{TextContent: t, mimeType: mimeType}
}

// typedText is a text with a MIME type, for which the SDK's TextContent has no field (Tool Error Responses, Content Blocks).
type typedText struct {
	*mcp.TextContent
	mimeType string
}

// MarshalJSON encodes the text with its MIME type.
func (t *typedText) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		MIMEType string `json:"mimeType"`
	}{"text", t.Text, t.mimeType})
}
