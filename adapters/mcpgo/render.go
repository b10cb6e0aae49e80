package mcpgoerr

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// revisionOf returns the dialect of the request's peer: the revision that it
// negotiated, and what it can do. A peer of whom nobody remembers a revision
// made no modern request.
func revisionOf(ctx context.Context) mcpdialect.Dialect {
	d := mcpdialect.Dialect{Revision: server.RequestProtocolVersion(ctx)}
	if d.Revision == "" {
		d.Revision = "2025-11-25"
	}
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		can := info.ClientCapabilities
		d.URLElicitation = can != nil && can.Elicitation != nil && can.Elicitation.URL != nil
	} else if s, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		can := s.GetClientCapabilities().Elicitation
		d.URLElicitation = can != nil && can.URL != nil
	}
	return d
}

// render says e in a result; or, for a client that takes it, as mcp-go's error
// that asks to visit a URL.
func (c *call) render(ctx context.Context, e *errkit.Error) (*mcp.CallToolResult, error) {
	facts := dialect.Call{Tool: c.request.Params.Name, OutputSchema: c.hasOutputSchema(ctx)}
	peer := revisionOf(ctx)
	peer.Structured = c.Structured
	if c.ToolError {
		d := toolerror.Dialect{Format: c.format(), Revision: peer.Revision}
		return result(d.Parts(c.codec, facts, e)), nil
	}
	if parts, ok := peer.Parts(c.codec, facts, e); ok {
		return result(parts), nil
	}
	body, _ := c.codec.Append(nil, peer, facts, e)
	var fault struct {
		Code *int64
		Data struct{ Elicitations []mcp.ElicitationParams }
	}
	if err := json.Unmarshal(body, &fault); err != nil || fault.Code == nil {
		return question(body), nil
	}
	if len(fault.Data.Elicitations) > 0 {
		return nil, mcp.URLElicitationRequiredError{Elicitations: fault.Data.Elicitations}
	}
	seen := *e // an error of JSON-RPC, for which mcp-go has no way: the model sees it
	seen.Stage, seen.Message = errkit.Execution, errkit.Text(e.Error())
	if e.Kind == errkit.UnsupportedVersion { // is one in any stage
		seen.Kind = errkit.Unsupported
	}
	if parts, ok := peer.Parts(c.codec, facts, &seen); ok {
		return result(parts), nil
	}
	body, _ = c.codec.Append(nil, peer, facts, &seen)
	return question(body), nil
}

// result makes a result of mcp-go. What it would decode and encode again, with
// a loss, stays as it is: numbers above 2^53, the MIME type of a text.
func result(parts mcpdialect.Parts) *mcp.CallToolResult {
	res := &mcp.CallToolResult{Content: make([]mcp.Content, 0, 2), IsError: parts.IsError}
	if parts.Complete {
		res.ResultType = mcp.ResultTypeComplete
	}
	if !parts.OnlyJSON {
		res.Content = append(res.Content, block(parts.Text, parts.TextType))
	}
	if parts.JSON != "" {
		res.Content = append(res.Content, block(parts.JSON, "application/json"))
	}
	if parts.Structured != nil {
		res.StructuredContent, res.RawStructuredContent = parts.Structured, parts.Structured
	}
	if parts.Carried != nil {
		res.Meta = &mcp.Meta{AdditionalFields: map[string]any{dialect.MetaKey: parts.Carried}}
	}
	return res
}

func block(text, mimeType string) mcp.Content {
	t := mcp.TextContent{Type: "text", Text: text}
	if mimeType == "" {
		return t
	}
	return typedText{TextContent: t, MIMEType: mimeType}
}

// question makes a result of mcp-go that asks for input. Its requests have types
// that JSON alone can tell.
func question(body []byte) *mcp.CallToolResult {
	var res mcp.CallToolResult
	if json.Unmarshal(body, &res) != nil {
		return mcp.NewToolResultError(errkit.Internal.Error())
	}
	var raw struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	if json.Unmarshal(body, &raw) == nil {
		for key, v := range raw.Meta {
			res.Meta.AdditionalFields[key] = v // as it is; see result
		}
	}
	return &res
}

// typedText is a text with a MIME type, for which mcp-go's has no field (Tool
// Error Responses, Content Blocks).
type typedText struct {
	mcp.TextContent
	MIMEType string `json:"mimeType"`
}

// format is the one that the call's arguments name, or the one of the options.
func (c *call) format() toolerror.Format {
	name, _ := c.request.GetArguments()["format"].(string)
	if f, err := toolerror.ParseFormat(name); err == nil {
		return f
	}
	return c.Format
}

func (c *call) hasOutputSchema(ctx context.Context) bool {
	t := c.description(ctx)
	return t != nil && (t.OutputSchema.Type != "" || len(t.RawOutputSchema) > 0)
}

// description returns the called tool: the session's own, or the server's.
func (c *call) description(ctx context.Context) *mcp.Tool {
	name := c.request.Params.Name
	if s, ok := server.ClientSessionFromContext(ctx).(server.SessionWithTools); ok {
		if t, ok := s.GetSessionTools()[name]; ok {
			return &t.Tool
		}
	}
	if t := c.server.GetTool(name); t != nil {
		return &t.Tool
	}
	return nil
}
