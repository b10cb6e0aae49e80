package mcpgoerr

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/toolerr/toolerr/internal/mcpserver"
)

// checkToolResult returns a result that the server can send, or an error. Structured content is encoded, so that the server does
// not do it again.
func checkToolResult(res *mcp.CallToolResult) (*mcp.CallToolResult, error) {
	if res.Meta != nil {
		if err := mcpserver.CheckJSON(res.Meta); err != nil {
			return nil, err
		}
	}
	for _, block := range res.Content {
		if text, ok := block.(mcp.TextContent); ok && text.Meta == nil && text.Annotations == nil {
			continue // a text has JSON
		}
		if err := checkContent(block); err != nil {
			return nil, err
		}
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
	if structured == nil {
		return res, nil
	}
	raw, err := mcpserver.Structured(structured)
	if err != nil {
		return nil, err
	}
	sent := *res
	sent.RawStructuredContent = raw
	return &sent, nil
}

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
		if err := checkContent(c); err != nil {
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
		if m.Content == nil {
			return mcpserver.Unsendable(mcpserver.ErrNilContent)
		}
	}
	return mcpserver.CheckJSON(res)
}

// checkContent returns an error for a content that has no JSON, or is nil.
func checkContent(content any) error {
	raw, err := json.Marshal(content)
	if err != nil {
		return mcpserver.Unsendable(err)
	}
	if string(raw) == "null" {
		return mcpserver.Unsendable(mcpserver.ErrNilContent)
	}
	return nil
}
