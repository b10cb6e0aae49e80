package mcpserver

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/tool"
)

// An SDK sends no response at all if it cannot encode a result, and the client waits. Adapters check results before.
var (
	ErrNoResult   = errors.New("mcp: the handler returned neither a result nor an error")
	ErrNilContent = errors.New("a content block is nil")
	ErrNoResource = errors.New("an embedded resource has no resource")
)

// Unsendable returns the error for a result that cannot be encoded.
func Unsendable(err error) error {
	return &errkit.Error{Kind: errkit.OutputInvalid, Err: fmt.Errorf("mcp: the result cannot be sent: %w", err)}
}

// CheckJSON returns an error for a value that has no JSON.
func CheckJSON(v any) error {
	if _, err := json.Marshal(v); err != nil {
		return Unsendable(err)
	}
	return nil
}

// Structured returns the JSON of structuredContent, nil for an empty one.
func Structured(v any) (json.RawMessage, error) {
	if raw, ok := v.(json.RawMessage); ok && len(raw) == 0 {
		return nil, nil
	} else if ok {
		if !json.Valid(raw) {
			return nil, Unsendable(errors.New("structured content is not JSON"))
		}
		return raw, nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, Unsendable(err)
	}
	return raw, nil
}

// StructuredOutput returns the output of a tool as structuredContent, or nil if it cannot be: up to 2025-11-25 only objects
// are allowed (MCP, Tools, Structured Content).
func StructuredOutput(output json.RawMessage, revision string) json.RawMessage {
	if len(output) > 0 && output[0] == '{' || revision >= mcp.Revision20260728 {
		return output
	}
	return nil
}

// OutputSchema returns the output schema that a tool declares in every revision: that of an object. It is nil for a tool with
// another output.
func OutputSchema(t *tool.Tool) json.RawMessage {
	var schema struct{ Type any }
	if json.Unmarshal(t.OutputSchema, &schema) != nil || schema.Type != "object" {
		return nil
	}
	return t.OutputSchema
}
