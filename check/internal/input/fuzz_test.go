package input

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// FuzzInputs holds that the inputs for a schema are JSON, whatever a server lists as its schema.
func FuzzInputs(f *testing.F) {
	for _, s := range []string{`{}`, `true`, `7`,
		`{"type":"object","required":["a"],"properties":{"a":{"type":"string","minLength":3,"pattern":"^a"}}}`,
		`{"properties":{"a":{"$ref":"#"}},"required":["a"]}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}]}}}`,
		`{"type":["array","null"],"items":{"enum":[1]},"minItems":2}`,
		`{"properties":{"n":{"type":"integer","minimum":1e308,"multipleOf":0.1}}}`,
		`{"required":[1,"a"],"properties":[]}`} {
		f.Add(s, uint64(0))
	}
	f.Fuzz(func(t *testing.T, schema string, seed uint64) {
		valid, wrong := (&Source{Schema: json.RawMessage(schema), Seed: seed}).Of(seed%2 == 1)
		require.True(t, valid == nil || json.Valid(valid))
		for _, in := range wrong {
			require.True(t, in.Doc == nil || json.Valid(in.Doc), "%s", in.Doc)
			require.True(t, seed%2 == 0 || in.Probe == probe.Missing || in.Probe == probe.WrongType ||
				in.Probe == probe.NoInput, "%s", in.Probe)
		}
	})
}
