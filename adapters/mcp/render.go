package mcperr

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// render returns the response for e in parts. ask reports whether it may ask the user of the client.
func (r *request) render(ctx context.Context, e *errkit.Error, ask bool) mcpdialect.Parts {
	peer := r.peer()
	peer.URLElicitation, peer.FormElicitation = ask && peer.URLElicitation, ask && peer.FormElicitation
	return r.renderer.Render(mcpserver.Call{
		Method: r.method, Tool: r.tool(), URI: r.uri(), Arguments: r.arguments(), Peer: peer,
		HasOutputSchema: func() bool {
			t := r.description(ctx)
			return t != nil && t.OutputSchema != nil
		},
	}, e)
}

// newResult returns the parts as a result of the SDK. It keeps what decoding into the SDK's types and encoding again would
// change: numbers above 2^53, the order of members, the MIME type of a text.
func newResult(parts mcpdialect.Parts, e *errkit.Error) *mcp.CallToolResult {
	res := &mcp.CallToolResult{}
	if parts.Complete {
		*res = complete
	}
	res.Content = make([]mcp.Content, 0, 2) // nil would be encoded as null
	if !parts.OnlyJSON {
		res.Content = append(res.Content, textBlock(parts.Text, parts.TextType))
	}
	if parts.JSON != "" {
		res.Content = append(res.Content, textBlock(parts.JSON, "application/json"))
	}
	if parts.Structured != nil {
		res.StructuredContent = parts.Structured
	}
	res.Meta = carried(parts)
	if parts.IsError {
		res.SetError(e) // for middleware above this one; it does not replace content
	}
	return res
}

// askUser returns the result that asks the client's user for input.
func (r *request) askUser(parts mcpdialect.Parts) mcp.Result {
	state := stateAsked + strconv.Itoa(r.asked.rounds+1)
	switch r.method {
	case mcpserver.GetPrompt:
		res := inputRequired[mcp.GetPromptResult](parts.Requests, state)
		res.Meta = carried(parts)
		return res
	case mcpserver.ReadResource:
		res := inputRequired[mcp.ReadResourceResult](parts.Requests, state)
		res.Meta = carried(parts)
		return res
	}
	res := inputRequired[mcp.CallToolResult](parts.Requests, state)
	res.Meta = carried(parts)
	return res
}

func carried(parts mcpdialect.Parts) mcp.Meta {
	if parts.Carried == nil && parts.Failure == nil {
		return nil
	}
	meta := mcp.Meta{}
	if parts.Failure != nil {
		meta[mcpdialect.ToolFailureKey] = parts.Failure
	}
	if parts.Carried != nil {
		meta[dialect.MetaKey] = parts.Carried
	}
	return meta
}

// complete is a result whose resultType, an unexported field that is set only by decoding JSON, is "complete".
var complete = func() (r mcp.CallToolResult) {
	_ = json.Unmarshal([]byte(`{"content":[],"resultType":"complete"}`), &r)
	return r
}()

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
