package wire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
)

// A field without a message has words for its rule, however an API spells it, and they cost
// nothing.
func TestFieldMessage(t *testing.T) {
	for rule, want := range map[string]string{
		"required": "is required", "missing_field": "is required", "MISSING_FIELD": "is required", "NotBlank": "is required",
		"blank": "is required", "missing": "is missing, or does not exist", "already_exists": "already exists", "taken": "already exists",
		"unique": "is not unique", "exists": "is invalid", // validator's is about a list; that of Laravel is broken if nothing exists
		"enum": "is not one of the allowed values", "inclusion": "is not one of the allowed values", "additionalProperties": "is not allowed",
		"invalid_type": "has the wrong type", "invalid": "is invalid", "custom": "is invalid", "": "is invalid",
		"is required, or so it seems to whoever wrote this": "is invalid",
	} {
		require.Equal(t, want, wire.FieldMessage(&errkit.Field{Path: "/bell", Rule: rule}), rule)
	}
	require.Equal(t, "Ring it.", wire.FieldMessage(&errkit.Field{Message: "Ring it.", Rule: "required"}))

	f, buffer := errkit.Field{Path: "/bell", Rule: "already_exists"}, make([]byte, 0, 100)
	require.Zero(t, testing.AllocsPerRun(100, func() { buffer = wire.AppendFieldBody(buffer[:0], &dialect.Codec{}, &f) }))
	require.Equal(t, "bell: already exists", string(buffer))
}
