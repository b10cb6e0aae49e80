package mcpgoerr

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// revisionOf returns the dialect of the request's peer: the revision that it
// negotiated, and what it can do. A peer of whom nobody remembers a revision
// made no modern request.
func revisionOf(ctx context.Context) dialect.MCP {
	d := dialect.MCP{Revision: server.RequestProtocolVersion(ctx)}
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
	peer := revisionOf(ctx)
	peer.Structured = c.Structured
	var d dialect.Dialect = peer
	if c.ToolError {
		d = dialect.ToolError{Format: c.format(), Revision: peer.Revision}
	}
	facts := dialect.Call{Tool: c.request.Params.Name, OutputSchema: c.hasOutputSchema(ctx)}
	body, _ := c.codec.Append(nil, d, facts, e)
	var fault struct {
		Code *int64
		Data struct{ Elicitations []mcp.ElicitationParams }
	}
	if err := json.Unmarshal(body, &fault); err != nil || fault.Code == nil {
		return result(body, err)
	}
	if len(fault.Data.Elicitations) > 0 {
		return nil, mcp.URLElicitationRequiredError{Elicitations: fault.Data.Elicitations}
	}
	seen := *e // an error of JSON-RPC, for which mcp-go has no way: the model sees it
	seen.Stage, seen.Message = errkit.Execution, errkit.Text(e.Error())
	if e.Kind == errkit.UnsupportedVersion { // is one in any stage
		seen.Kind = errkit.Unsupported
	}
	body, _ = c.codec.Append(nil, d, facts, &seen)
	return result(body, nil)
}

// result makes a result of mcp-go. What it would decode and encode again, with
// a loss, stays as it is: numbers above 2^53, the MIME type of a text.
func result(body []byte, err error) (*mcp.CallToolResult, error) {
	var res mcp.CallToolResult
	if err == nil {
		err = json.Unmarshal(body, &res)
	}
	if err != nil {
		return mcp.NewToolResultError(errkit.Internal.Error()), nil
	}
	var raw struct {
		Content []struct {
			MIMEType string `json:"mimeType"`
		}
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	if json.Unmarshal(body, &raw) == nil {
		for i, block := range raw.Content {
			if text, ok := res.Content[i].(mcp.TextContent); ok && block.MIMEType != "" {
				res.Content[i] = typedText{TextContent: text, MIMEType: block.MIMEType}
			}
		}
		for key, v := range raw.Meta {
			res.Meta.AdditionalFields[key] = v
		}
	}
	return &res, nil
}

// typedText is a text with a MIME type, for which mcp-go's has no field (Tool
// Error Responses, Content Blocks).
type typedText struct {
	mcp.TextContent
	MIMEType string `json:"mimeType"`
}

// format is the one that the call's arguments name, or the one of the options.
func (c *call) format() dialect.Format {
	name, _ := c.request.GetArguments()["format"].(string)
	if f, ok := dialect.ParseFormat(name); ok {
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
