package mcpserver_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// FuzzInvalidInput holds that the faults of any arguments by any schema are those of an invalid
// input.
func FuzzInvalidInput(f *testing.F) {
	for _, schema := range []string{`{}`, `true`,
		`{"type":"object","required":["a"],"properties":{"a":{"type":"integer","default":1}}}`, `{"$ref":"#"}`,
		`{"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"type":7}`, `x`} {
		for _, arguments := range []string{``, `{}`, `{"a":1e999}`, `{"a":"x","a":2}`, `[]`, `{`} {
			f.Add(schema, arguments)
		}
	}
	f.Fuzz(func(t *testing.T, schema, arguments string) {
		if !json.Valid([]byte(schema)) {
			return
		}
		for _, defaults := range []bool{false, true} {
			e := mcpserver.InvalidInput(json.RawMessage(schema), json.RawMessage(arguments), defaults)
			require.Equal(t, errkit.InvalidInput, e.Kind)
			require.NoError(t, e.Err)
			for _, field := range e.Fields {
				require.True(t, field.Path == "" || field.Path[0] == '/', "%q", field.Path)
			}
			require.True(t, json.Valid(e.AppendJSON(nil)))
		}
		mcpserver.MergeInput(json.RawMessage(arguments), json.RawMessage(schema), map[string]any{"a": 1})
	})
}
