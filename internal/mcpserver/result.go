package mcpserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// An SDK sends no response at all if it cannot encode a result, and the client waits. Results are
// checked before.

var (
	// ErrNoResult is the error of a handler that returned neither a result nor an error.
	ErrNoResult = errors.New("mcp: the handler returned neither a result nor an error")

	// ErrNilBlock is the error of a result with a nil in place of a content block.
	ErrNilBlock = unsendable(errors.New("a content block is nil"))
)

// unsendable returns the error for a result that cannot be encoded.
func unsendable(err error) error {
	return &errkit.Error{Kind: errkit.OutputInvalid, Err: fmt.Errorf("mcp: the result cannot be sent: %w", err)}
}

// encode returns the JSON of a value, or an error if it has none.
func encode(value any) (json.RawMessage, error) {
	raw, err := json.Marshal(value)
	if err != nil {
		return nil, unsendable(err)
	}
	return raw, nil
}

// CheckJSON returns an error for the first value that has no JSON.
func CheckJSON(values ...any) error {
	for _, value := range values {
		if _, err := encode(value); err != nil {
			return err
		}
	}
	return nil
}

// CheckBlock returns an error for a content block that is nil or cannot be encoded. B is the
// interface of the SDK that blocks have. foreign is the JSON of a block whose type is of another
// package.
func CheckBlock[B any](block B) (foreign json.RawMessage, err error) {
	v := reflect.Indirect(reflect.ValueOf(block))
	ofSDK := v.Kind() == reflect.Struct && v.Type().PkgPath() == reflect.TypeFor[B]().PkgPath()
	if ofSDK {
		if resource := v.FieldByName("Resource"); resource.IsValid() && resource.IsZero() {
			return nil, unsendable(errors.New("an embedded resource has no resource"))
		}
		if isPlain(v) {
			return nil, nil
		}
	}
	raw, err := encode(block)
	switch {
	case err != nil:
		return nil, err
	case string(raw) == "null":
		return nil, ErrNilBlock
	case ofSDK:
		return nil, nil
	}
	return raw, nil
}

// isPlain reports whether a struct has only texts and bytes, which can be encoded whatever they
// are, and may be large.
func isPlain(v reflect.Value) bool {
	for field, value := range v.Fields() {
		if t := field.Type; t.Kind() != reflect.String && t != reflect.TypeFor[[]byte]() && !value.IsZero() {
			return false
		}
	}
	return true
}

// CheckBlocks returns the blocks of a result as they can be sent, or an error, also if one of the
// values beside them has no JSON. encoded returns a foreign block with its JSON: the SDK would call
// its MarshalJSON again, which may then fail. For other middleware a block of the SDK stays what it
// is.
func CheckBlocks[B any](blocks []B, encoded func(B, json.RawMessage) B, beside ...any) ([]B, error) {
	sent := slices.Clone(blocks)
	for i, block := range blocks {
		raw, err := CheckBlock(block)
		if err != nil {
			return nil, err
		}
		if raw != nil {
			sent[i] = encoded(block, raw)
		}
	}
	return sent, CheckJSON(beside...)
}

// Structured returns the JSON of structuredContent, nil for nil and an empty one. It is encoded,
// so that the SDK does not do it again.
func Structured(v any) (json.RawMessage, error) {
	raw, encoded := v.(json.RawMessage)
	switch {
	case v == nil, encoded && len(raw) == 0:
		return nil, nil
	case encoded && !json.Valid(raw):
		return nil, unsendable(errors.New("structured content is not JSON"))
	case encoded:
		return raw, nil
	}
	return encode(v)
}

// StructuredOutput returns the output of a tool as structuredContent, or nil if it cannot be: up
// to 2025-11-25 only objects are allowed (MCP, Tools, Structured Content).
func StructuredOutput(output json.RawMessage, revision string) json.RawMessage {
	if len(output) > 0 && output[0] == '{' || revision >= mcp.Revision20260728 {
		return output
	}
	return nil
}

// OutputSchema returns the output schema of a tool as it declares it in every revision: that of an
// object. It is nil for another one.
func OutputSchema(ofTool json.RawMessage) json.RawMessage {
	var schema struct{ Type any }
	if json.Unmarshal(ofTool, &schema) != nil || schema.Type != "object" {
		return nil
	}
	return ofTool
}
