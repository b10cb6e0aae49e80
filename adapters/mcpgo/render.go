package mcpgoerr

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// render returns the result for e, or the error that mcp-go's own types need: to ask the user to visit a URL, or to fail a task.
func (c *call) render(ctx context.Context, e *errkit.Error) (*mcp.CallToolResult, error) {
	facts := mcpserver.Call{
		Method: mcpserver.CallTool, Tool: c.request.Params.Name, Arguments: c.request.Params.RawArguments, Peer: peer(ctx),
		HasOutputSchema: func() bool { return hasOutputSchema(c.description(ctx)) },
	}
	if c.task || e.Kind == errkit.Canceled && ctx.Err() != nil { // a canceled call has no response, and a task may end as cancelled
		return nil, c.taskError(facts, e)
	}
	e, answered := mcpserver.AfterAsking(e, c.action)
	facts.Peer.URLElicitation = facts.Peer.URLElicitation && !answered
	parts := c.renderer.Render(facts, e)
	if parts.Code == 0 {
		return newResult(parts), nil
	}
	if required := elicitations(parts.Data); required != nil {
		return nil, *required
	}
	return newResult(c.renderer.Render(facts, asExecution(e))), nil
}

// action returns that of the user's response to a request of an earlier round of the call, and whether there is one.
func (c *call) action(key string) (string, bool) {
	if response := server.ElicitationResponse(c.request.Params.InputResponses, key); response != nil {
		return string(response.Action), true
	}
	return "", false
}

// asExecution returns an error that is rendered as a result, for one that would be a JSON-RPC error, which a handler of mcp-go
// cannot return.
func asExecution(e *errkit.Error) *errkit.Error {
	failed := *e
	failed.Stage, failed.Message = errkit.Execution, errkit.Text(e.Error()) // the public text of e
	if e.Kind == errkit.UnsupportedVersion {                                // a JSON-RPC error in any stage
		failed.Kind = errkit.Unsupported
	}
	return &failed
}

// newResult returns the parts as a result of mcp-go. It keeps what decoding into mcp-go's types and encoding again would change:
// numbers above 2^53, the MIME type of a text.
func newResult(parts mcpdialect.Parts) *mcp.CallToolResult {
	res := &mcp.CallToolResult{Content: make([]mcp.Content, 0, 2), IsError: parts.IsError}
	switch {
	case parts.Requests != nil:
		res.ResultType = mcp.ResultTypeInputRequired
		_ = json.Unmarshal(parts.Requests, &res.InputRequests) // a dialect renders valid JSON
	case parts.Complete:
		res.ResultType = mcp.ResultTypeComplete
	}
	if parts.Requests == nil && !parts.OnlyJSON {
		res.Content = append(res.Content, textBlock(parts.Text, parts.TextType))
	}
	if parts.JSON != "" {
		res.Content = append(res.Content, textBlock(parts.JSON, "application/json"))
	}
	if parts.Structured != nil {
		res.StructuredContent, res.RawStructuredContent = parts.Structured, parts.Structured
	}
	meta := map[string]any{}
	if parts.Failure != nil {
		meta[mcpdialect.ToolFailureKey] = parts.Failure
	}
	if parts.Carried != nil {
		meta[dialect.MetaKey] = parts.Carried
	}
	if len(meta) > 0 {
		res.Meta = &mcp.Meta{AdditionalFields: meta}
	}
	return res
}

func textBlock(text, mimeType string) mcp.Content {
	t := mcp.TextContent{Type: "text", Text: text}
	if mimeType == "" {
		return t
	}
	return typedText{TextContent: t, MIMEType: mimeType}
}

// typedText is a text with a MIME type, for which mcp.TextContent has no field (Tool Error Responses, Content Blocks).
type typedText struct {
	mcp.TextContent
	MIMEType string `json:"mimeType,omitempty"`
}
