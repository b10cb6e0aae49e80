package mcperr

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
)

// The SDK sends nothing at all for a result that it cannot marshal, and the
// client waits. What is sent is looked at before.

// unsound is the error of a result that cannot be sent.
func unsound(err error) error {
	return &errkit.Error{Kind: errkit.OutputInvalid, Err: fmt.Errorf("mcperr: the result cannot be sent: %w", err)}
}

var errNilContent = errors.New("a content block is nil")

// sound checks a result of anything but a tool.
func (c *call) sound(res mcp.Result) error {
	if strings.HasPrefix(c.method, "notifications/") {
		return nil
	}
	if v := reflect.ValueOf(res); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return errNoResult
	}
	switch r := res.(type) {
	case *mcp.ReadResourceResult: // contents may be large, and are texts and bytes
		if err := jsonMeta(r.Meta); err != nil {
			return err
		}
		for _, content := range r.Contents {
			if content == nil {
				return unsound(errNilContent)
			}
			if err := jsonMeta(content.Meta); err != nil {
				return err
			}
		}
		return nil
	case *mcp.GetPromptResult:
		for _, m := range r.Messages {
			if m == nil || isNil(m.Content) {
				return unsound(errNilContent)
			}
		}
	}
	if _, err := json.Marshal(res); err != nil {
		return unsound(err)
	}
	return nil
}

// soundResult checks the result of a tool, and returns it as it can be sent. A
// text or an image has JSON whatever is in it; the rest is marshaled, structured
// content for the SDK too.
func soundResult(r *mcp.CallToolResult, older bool) (*mcp.CallToolResult, error) {
	if err := jsonMeta(r.Meta); err != nil {
		return nil, err
	}
	for _, block := range r.Content {
		if isNil(block) {
			return nil, unsound(errNilContent)
		}
		if plain(block) {
			continue
		}
		if _, err := json.Marshal(block); err != nil {
			return nil, unsound(err)
		}
	}
	if r.InputRequests != nil {
		if _, err := json.Marshal(r.InputRequests); err != nil {
			return nil, unsound(err)
		}
	}
	structured := r.StructuredContent
	if raw, ok := structured.(json.RawMessage); ok && !json.Valid(raw) {
		return nil, unsound(errors.New("structured content is not JSON"))
	} else if !ok && structured != nil {
		raw, err := json.Marshal(structured)
		if err != nil {
			return nil, unsound(err)
		}
		structured = json.RawMessage(raw)
	}
	sent := copyToolResult(r, older)
	sent.StructuredContent = structured
	if sent.Content == nil && sent.InputRequests == nil && !sent.NeedsInput() {
		sent.Content = []mcp.Content{} // nil would be null
	}
	return sent, nil
}

// plain reports whether a block has JSON for sure.
func plain(block mcp.Content) bool {
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

func jsonMeta(m mcp.Meta) error {
	if len(m) == 0 {
		return nil
	}
	if _, err := json.Marshal(m); err != nil {
		return unsound(err)
	}
	return nil
}

// isNil reports whether a content is nil, or a nil pointer.
func isNil(c mcp.Content) bool {
	if c == nil {
		return true
	}
	v := reflect.ValueOf(c)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
