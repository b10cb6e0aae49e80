package verify

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// additionalBesideOneOf closes an object as OXP 1.0 closes CallToolResponse.
const additionalBesideOneOf = `{
	"type": "object",
	"properties": {"call_id": {"type": "string"}, "success": {"type": "boolean"}},
	"required": ["call_id", "success"],
	"oneOf": [
		{"properties": {"success": {"enum": [true]}, "value": true}, "not": {"required": ["error"]}},
		{"properties": {"success": {"enum": [false]}, "error": {"type": "object"}}, "required": ["error"], "not": {"required": ["value"]}}
	],
	"additionalProperties": false
}`

// The official schema of OXP's CallToolResponse has a defect: additionalProperties takes only
// adjacent properties into account, not those inside oneOf, so every failure and every success
// with a value is invalid. The schema of this module uses unevaluatedProperties instead.
func TestCallToolResponseAcceptsWhatTheOfficialSchemaRejects(t *testing.T) {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(additionalBesideOneOf))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("urn:test", v))
	official, err := c.Compile("urn:test")
	require.NoError(t, err)

	tests := []struct {
		name, doc      string
		official, here bool
	}{
		{"success without a value", `{"call_id":"1","success":true}`, true, true},
		{"success", `{"call_id":"1","success":true,"value":3}`, false, true},
		{"success with null", `{"call_id":"1","success":true,"value":null}`, false, true},
		{"failure", `{"call_id":"1","success":false,"error":{"message":"no"}}`, false, true},
		{"failure without error", `{"call_id":"1","success":false}`, false, false},
		{"both", `{"call_id":"1","success":false,"value":3,"error":{"message":"no"}}`, false, false},
		{"unknown member", `{"call_id":"1","success":true,"output":3}`, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(tt.doc))
			require.NoError(t, err)
			require.Equal(t, tt.official, official.Validate(v) == nil)
			require.Equal(t, tt.here, Validate("oxp-call-tool-response-flat", []byte(tt.doc)) == nil)
		})
	}
}
