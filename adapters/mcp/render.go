package mcperr

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// render says e: as a result, or as an error of JSON-RPC.
func (c *call) render(ctx context.Context, e *errkit.Error) (*mcp.CallToolResult, *jsonrpc.Error) {
	facts := dialect.Call{Tool: c.tool(), Method: c.method, URI: c.uri()}
	if c.method == callTool && (c.Structured || c.ToolError) {
		t := c.description(ctx)
		facts.OutputSchema = t != nil && t.OutputSchema != nil
	}
	peer := c.mcp()
	if c.ToolError && c.method == callTool {
		d := toolerror.Dialect{Format: c.format(), Revision: peer.Revision}
		return result(d.Parts(c.codec, facts, e), e), nil
	}
	if parts, ok := peer.Parts(c.codec, facts, e); ok {
		return result(parts, e), nil
	}
	body, _ := c.codec.Append(nil, peer, facts, e)
	var r reply
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, nothingToSay
	}
	if r.Code != nil {
		return nil, &jsonrpc.Error{Code: *r.Code, Message: r.Message, Data: r.Data}
	}
	return r.question(body)
}

// complete is a result that says that it is complete, in a field that only JSON
// can set.
var complete = func() (r mcp.CallToolResult) {
	_ = json.Unmarshal([]byte(`{"content":[],"resultType":"complete"}`), &r)
	return r
}()

// result makes a result of the SDK. What the SDK would decode and encode again,
// with a loss, stays as it is: numbers above 2^53, the order of members, the
// MIME type of a text.
func result(parts mcpdialect.Parts, e *errkit.Error) *mcp.CallToolResult {
	res := &mcp.CallToolResult{}
	if parts.Complete {
		*res = complete
	}
	res.Content = make([]mcp.Content, 0, 2)
	if !parts.OnlyJSON {
		res.Content = append(res.Content, block(parts.Text, parts.TextType))
	}
	if parts.JSON != "" {
		res.Content = append(res.Content, block(parts.JSON, "application/json"))
	}
	if parts.Structured != nil {
		res.StructuredContent = parts.Structured
	}
	if parts.Carried != nil {
		res.Meta = mcp.Meta{dialect.MetaKey: parts.Carried}
	}
	if parts.IsError {
		res.SetError(e) // for middleware above this one; the content stays
	}
	return res
}

func block(text, mimeType string) mcp.Content {
	t := &mcp.TextContent{Text: text}
	if mimeType == "" {
		return t
	}
	return &typedText{TextContent: t, mimeType: mimeType}
}

// reply is what a dialect rendered that is no plain result: an error object, or
// a result that asks for input.
type reply struct {
	Code    *int64          `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`

	Meta map[string]json.RawMessage `json:"_meta"`
}

// nothingToSay is there for a dialect that makes wrong JSON: ours do not.
var nothingToSay = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: errkit.Internal.Error()}

// question makes a result of the SDK that asks for input. Its requests have
// types that JSON alone can tell, and so has its unexported resultType.
func (r *reply) question(body []byte) (*mcp.CallToolResult, *jsonrpc.Error) {
	var res mcp.CallToolResult
	if err := json.Unmarshal(body, &res); err != nil {
		return nil, nothingToSay
	}
	res.Content = []mcp.Content{} // nil would be null
	for key, v := range r.Meta {
		res.Meta[key] = v // as it is; see result
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
