package mcpgoerr

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/toolerr/toolerr/errkit"
)

// mcp-go sends nothing at all, or an empty body, for a result that it cannot
// marshal. What is sent is looked at before.

func unsound(err error) error {
	return &errkit.Error{Kind: errkit.OutputInvalid, Err: fmt.Errorf("mcpgoerr: the result cannot be sent: %w", err)}
}

var errNilContent = errors.New("a content block is nil")

// sound checks the result of a tool and returns it as it can be sent. A text
// has JSON whatever is in it; the rest is marshaled, structured content for the
// server too.
func sound(r *mcp.CallToolResult) (*mcp.CallToolResult, error) {
	if r.Meta != nil {
		if _, err := json.Marshal(r.Meta); err != nil {
			return nil, unsound(err)
		}
	}
	for _, block := range r.Content {
		if err := soundContent(block); err != nil {
			return nil, err
		}
	}
	if len(r.InputRequests) > 0 {
		if _, err := json.Marshal(r.InputRequests); err != nil {
			return nil, unsound(err)
		}
	}
	if raw := r.RawStructuredContent; len(raw) > 0 {
		if !json.Valid(raw) {
			return nil, unsound(errors.New("structured content is not JSON"))
		}
		return r, nil
	}
	if r.StructuredContent == nil {
		return r, nil
	}
	raw, err := json.Marshal(r.StructuredContent)
	if err != nil {
		return nil, unsound(err)
	}
	sent := *r
	sent.RawStructuredContent = raw
	return &sent, nil
}

func soundContent(block mcp.Content) error {
	if text, ok := block.(mcp.TextContent); ok && text.Meta == nil && text.Annotations == nil {
		return nil
	}
	raw, err := json.Marshal(block)
	if err != nil {
		return unsound(err)
	}
	if string(raw) == "null" {
		return unsound(errNilContent)
	}
	return nil
}

func soundContents(contents []mcp.ResourceContents) error {
	for _, c := range contents {
		switch c := c.(type) { // contents may be large, and are texts
		case mcp.TextResourceContents:
			if c.Meta == nil {
				continue
			}
		case mcp.BlobResourceContents:
			if c.Meta == nil {
				continue
			}
		}
		raw, err := json.Marshal(c)
		if err != nil {
			return unsound(err)
		}
		if string(raw) == "null" {
			return unsound(errNilContent)
		}
	}
	return nil
}

func soundPrompt(r *mcp.GetPromptResult) error {
	if r == nil {
		return errNoResult
	}
	for _, m := range r.Messages {
		if m.Content == nil {
			return unsound(errNilContent)
		}
	}
	if _, err := json.Marshal(r); err != nil {
		return unsound(err)
	}
	return nil
}
