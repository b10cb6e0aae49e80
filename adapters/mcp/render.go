package mcperr

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// reply is what a dialect rendered: a result of a tool, or an error object.
type reply struct {
	Code    *int64          `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`

	Content []struct {
		Text     string `json:"text"`
		MIMEType string `json:"mimeType"`
	} `json:"content"`
	Meta              map[string]json.RawMessage `json:"_meta"`
	StructuredContent json.RawMessage            `json:"structuredContent"`
	IsError           bool                       `json:"isError"`
}

// render says e: as a result with a map for _meta, or as an error of JSON-RPC.
func (c *call) render(ctx context.Context, e *errkit.Error) (*mcp.CallToolResult, *jsonrpc.Error) {
	facts := dialect.Call{Tool: c.tool(), Method: c.method, URI: c.uri()}
	if c.method == callTool && (c.Structured || c.ToolError) {
		t := c.description(ctx)
		facts.OutputSchema = t != nil && t.OutputSchema != nil
	}
	body, _ := c.codec.Append(nil, c.dialect(), facts, e)
	var r reply
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, nothingToSay
	}
	if r.Code != nil {
		return nil, &jsonrpc.Error{Code: *r.Code, Message: r.Message, Data: r.Data}
	}
	return r.result(body, e)
}

// nothingToSay is there for a dialect that makes wrong JSON: ours do not.
var nothingToSay = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: errkit.Internal.Error()}

// result makes a result of the SDK. What the SDK would decode and encode again,
// with a loss, stays as it is: numbers above 2^53, the order of members, the
// MIME type of a text.
func (r *reply) result(body []byte, e *errkit.Error) (*mcp.CallToolResult, *jsonrpc.Error) {
	var res mcp.CallToolResult
	if err := json.Unmarshal(body, &res); err != nil { // sets the unexported resultType too
		return nil, nothingToSay
	}
	for i, block := range r.Content {
		if text, ok := res.Content[i].(*mcp.TextContent); ok && block.MIMEType != "" {
			res.Content[i] = &typedText{TextContent: text, mimeType: block.MIMEType}
		}
	}
	if res.Content == nil {
		res.Content = []mcp.Content{} // nil would be null
	}
	if res.Meta == nil {
		res.Meta = mcp.Meta{}
	}
	for key, v := range r.Meta {
		res.Meta[key] = v
	}
	if r.StructuredContent != nil {
		res.StructuredContent = r.StructuredContent
	}
	if r.IsError {
		res.SetError(e) // for middleware above this one; the content stays
	}
	return &res, nil
}

// typedText is a text with a MIME type, for which the SDK's has no field (Tool
// Error Responses, Content Blocks).
type typedText struct {
	*mcp.TextContent
	mimeType string
}

// MarshalJSON is that of the text, and the MIME type.
func (t *typedText) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		MIMEType string `json:"mimeType"`
	}{"text", t.Text, t.mimeType})
}
