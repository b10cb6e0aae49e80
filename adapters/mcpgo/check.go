package mcpgoerr

import (
	"encoding/json"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/toolerr/toolerr/internal/mcpserver"
)

// checkToolResult returns a copy of a tool's result that the server can send, or an error. Structured content is encoded, so that
// the server does not do it again.
func checkToolResult(res *mcp.CallToolResult) (*mcp.CallToolResult, error) {
	if res.Meta != nil {
		if err := mcpserver.CheckJSON(res.Meta); err != nil {
			return nil, err
		}
	}
	sent := *res
	for i, block := range res.Content {
		raw, err := checkContent(block)
		if err != nil {
			return nil, err
		}
		switch block.(type) {
		case mcp.TextContent, mcp.ImageContent, mcp.AudioContent, mcp.ResourceLink, mcp.EmbeddedResource, typedText:
			continue // for other middleware it stays what it is
		}
		if &sent.Content[0] == &res.Content[0] {
			sent.Content = slices.Clone(res.Content)
		}
		sent.Content[i] = &encodedContent{Content: block, raw: raw}
	}
	if len(res.InputRequests) > 0 {
		if err := mcpserver.CheckJSON(res.InputRequests); err != nil {
			return nil, err
		}
	}
	structured := res.StructuredContent
	if len(res.RawStructuredContent) > 0 {
		structured = res.RawStructuredContent
	}
	if structured != nil {
		raw, err := mcpserver.Structured(structured)
		if err != nil {
			return nil, err
		}
		sent.RawStructuredContent = raw
		if raw == nil {
			sent.StructuredContent = nil
		}
	}
	return &sent, nil
}

// encodedContent is a content with its JSON: the server would call its MarshalJSON again, which may then fail.
type encodedContent struct {
	mcp.Content
	raw json.RawMessage
}

// MarshalJSON returns the JSON.
func (c *encodedContent) MarshalJSON() ([]byte, error) { return c.raw, nil }

// checkContents returns an error for the contents of a resource that the server cannot send. They may be large.
func checkContents(contents []mcp.ResourceContents) error {
	for _, c := range contents {
		switch c := c.(type) {
		case mcp.TextResourceContents:
			if c.Meta == nil {
				continue // a text has JSON
			}
		case mcp.BlobResourceContents:
			if c.Meta == nil {
				continue
			}
		}
		if _, err := checkContent(c); err != nil {
			return err
		}
	}
	return nil
}

// checkPrompt returns an error for a prompt that the server cannot send.
func checkPrompt(res *mcp.GetPromptResult) error {
	if res == nil {
		return mcpserver.ErrNoResult
	}
	for _, m := range res.Messages {
		if _, err := checkContent(m.Content); err != nil {
			return err
		}
	}
	return mcpserver.CheckJSON(res)
}

// checkContent returns the JSON of a content, nil for a text, which has one. It returns an error for a content that has no JSON, is
// nil, or embeds no resource.
func checkContent(content any) (json.RawMessage, error) {
	switch c := content.(type) {
	case mcp.TextContent:
		if c.Meta == nil && c.Annotations == nil {
			return nil, nil
		}
	case mcp.EmbeddedResource:
		if c.Resource == nil {
			return nil, mcpserver.Unsendable(mcpserver.ErrNoResource)
		}
	case *mcp.EmbeddedResource:
		if c != nil && c.Resource == nil {
			return nil, mcpserver.Unsendable(mcpserver.ErrNoResource)
		}
	}
	raw, err := json.Marshal(content)
	if err != nil {
		return nil, mcpserver.Unsendable(err)
	}
	if string(raw) == "null" {
		return nil, mcpserver.Unsendable(mcpserver.ErrNilContent)
	}
	return raw, nil
}
