package mcperr

import (
	"reflect"
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
	for _, block := range res.Content {
		if isNil(block) {
			return nil, mcpserver.Unsendable(mcpserver.ErrNilContent)
		}
		if hasJSON(block) {
			continue
		}
		if err := mcpserver.CheckJSON(block); err != nil {
			return nil, err
		}
	}
	if res.InputRequests != nil {
		if err := mcpserver.CheckJSON(res.InputRequests); err != nil {
			return nil, err
		}
	}
	sent := copyToolResult(res, olderRevision)
	if res.StructuredContent != nil {
		structured, err := mcpserver.Structured(res.StructuredContent)
		if err != nil {
			return nil, err
		}
		sent.StructuredContent = structured
	}
	if sent.Content == nil && sent.InputRequests == nil && !sent.NeedsInput() {
		sent.Content = []mcp.Content{} // nil would be encoded as null
	}
	return sent, nil
}

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
