package mcperr

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/internal/mcpserver"
)

// checkResult returns an error for a result that the SDK cannot send. It is for results of all methods but tools/call.
func (r *request) checkResult(res mcp.Result) error {
	if strings.HasPrefix(r.method, "notifications/") {
		return nil
	}
	if v := reflect.ValueOf(res); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return mcpserver.ErrNoResult
	}
	switch res := res.(type) {
	case *mcp.ReadResourceResult: // contents are texts and bytes, which have JSON and may be large
		if err := checkMeta(res.Meta); err != nil {
			return err
		}
		for _, content := range res.Contents {
			if content == nil {
				return mcpserver.Unsendable(mcpserver.ErrNilContent)
			}
			if err := checkMeta(content.Meta); err != nil {
				return err
			}
		}
		return nil
	case *mcp.GetPromptResult:
		for _, m := range res.Messages {
			if m == nil || isNil(m.Content) {
				return mcpserver.Unsendable(mcpserver.ErrNilContent)
			}
			if embedded, ok := m.Content.(*mcp.EmbeddedResource); ok && embedded.Resource == nil {
				return mcpserver.Unsendable(mcpserver.ErrNoResource)
			}
		}
	}
	return mcpserver.CheckJSON(res)
}

// checkToolResult returns a copy of a tool's result that the SDK can send, or an error. Structured content is encoded, so that
// the SDK does not do it again.
func checkToolResult(res *mcp.CallToolResult, olderRevision bool) (*mcp.CallToolResult, error) {
	if err := checkMeta(res.Meta); err != nil {
		return nil, err
	}
	blocks := res.Content
	for i, block := range res.Content {
		if isNil(block) {
			return nil, mcpserver.Unsendable(mcpserver.ErrNilContent)
		}
		if hasJSON(block) {
			continue
		}
		if embedded, ok := block.(*mcp.EmbeddedResource); ok && embedded.Resource == nil {
			return nil, mcpserver.Unsendable(mcpserver.ErrNoResource)
		}
		encoded, err := encodeOnce(block)
		if err != nil {
			return nil, err
		}
		if &blocks[0] == &res.Content[0] {
			blocks = slices.Clone(blocks)
		}
		blocks[i] = encoded
	}
	if res.InputRequests != nil {
		if err := mcpserver.CheckJSON(res.InputRequests); err != nil {
			return nil, err
		}
	}
	sent := copyToolResult(res, olderRevision)
	sent.Content = blocks
	if res.StructuredContent != nil {
		structured, err := mcpserver.Structured(res.StructuredContent)
		if err != nil {
			return nil, err
		}
		sent.StructuredContent = structured
		if structured == nil {
			sent.StructuredContent = nil
		}
	}
	if sent.Content == nil && sent.InputRequests == nil && !sent.NeedsInput() {
		sent.Content = []mcp.Content{} // nil would be encoded as null
	}
	return sent, nil
}

// encodeOnce returns a content whose JSON does not change: that of the SDK calls MarshalJSON again, which may then fail.
func encodeOnce(block mcp.Content) (mcp.Content, error) {
	switch block.(type) {
	case *mcp.TextContent, *mcp.ImageContent, *mcp.AudioContent, *mcp.ResourceLink, *mcp.EmbeddedResource:
		return block, mcpserver.CheckJSON(block) // for other middleware it stays what it is
	}
	raw, err := block.MarshalJSON()
	if err == nil && !json.Valid(raw) {
		err = errors.New("a content block is not JSON")
	}
	if err != nil {
		return nil, mcpserver.Unsendable(err)
	}
	return &encodedContent{Content: block, raw: raw}, nil
}

// encodedContent is a content with its JSON.
type encodedContent struct {
	mcp.Content
	raw json.RawMessage
}

// MarshalJSON returns the JSON.
func (c *encodedContent) MarshalJSON() ([]byte, error) { return c.raw, nil }

// hasJSON reports whether a block can be encoded whatever its values are.
func hasJSON(block mcp.Content) bool {
	switch b := block.(type) {
	case *mcp.TextContent:
		return b.Meta == nil && b.Annotations == nil
	case *mcp.ImageContent:
		return b.Meta == nil && b.Annotations == nil
	case *mcp.AudioContent:
		return b.Meta == nil && b.Annotations == nil
	case *typedText:
		return true
	}
	return false
}

func checkMeta(m mcp.Meta) error {
	if len(m) == 0 {
		return nil
	}
	return mcpserver.CheckJSON(m)
}

// isNil reports whether a content is nil or a nil pointer.
func isNil(c mcp.Content) bool {
	if c == nil {
		return true
	}
	v := reflect.ValueOf(c)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
