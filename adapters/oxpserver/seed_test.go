package oxpserver_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpserver"
)

// The four examples of the call page of OXP 1.0, wrapped and flat. The texts of a validation
// error are those of every other protocol, not those of the example.
func TestExamplesOfTheSpecification(t *testing.T) {
	url := serve(t, bells(t, &oxpserver.Server{}))
	tests := []struct {
		name, path, request string
		status              int
		want                string
	}{
		{
			"success", "/call",
			`{"$schema":"urn:oxp:1.0","request":{"call_id":"123e4567-e89b-12d3-a456-426614174000","tool_id":"Calculator.Add@1.0.0","input":{"a":10,"b":5}}}`,
			200, `{"$schema":"urn:oxp:1.0","result":{"call_id":"123e4567-e89b-12d3-a456-426614174000","duration":0,"success":true,"value":15}}`,
		}, {
			"server error", "/call",
			`{"$schema":"urn:oxp:1.0","request":{"call_id":"123e4567-e89b-12d3-a456-426614174000","tool_id":"Calculator.Add@2.0.0"}}`,
			400, `{"$schema":"urn:oxp:1.0","message":"Tool 'Calculator_Add' was not found","developer_message":"Calculator.Add version 2.0.0 is not available"}`,
		}, {
			"input validation error", "/tools/call",
			`{"$schema":"urn:oxp:1.0","request":{"call_id":"123e4567-e89b-12d3-a456-426614174000","tool_id":"Calculator.Add@1.0.0","input":{"a":10,"b":"infinity"}}}`,
			422, `{"$schema":"urn:oxp:1.0","message":"Some input parameters are invalid.","parameter_errors":{"b":"must be a number"}}`,
		}, {
			"tool execution error", "/tools/call",
			`{"$schema":"urn:oxp:1.0","request":{"call_id":"723e4567-e89b-12d3-a456-426614174006","tool_id":"Doorbell.Ring@0.1.0","input":{"doorbell_id":"doorbell1"}}}`,
			200, `{"$schema":"urn:oxp:1.0","result":{"call_id":"723e4567-e89b-12d3-a456-426614174006","duration":0,"success":false,"error":{"message":"Doorbell ID not found","developer_message":"The doorbell with ID 'doorbell1' does not exist.","can_retry":true,"additional_prompt_content":"ids: doorbell42,doorbell84","retry_after_ms":500}}}`,
		}, {
			"success, flat", "/tools/call",
			`{"call_id":"123e4567-e89b-12d3-a456-426614174000","tool_id":"Calculator.Add@1.0.0","input":{"a":10,"b":5}}`,
			200, `{"call_id":"123e4567-e89b-12d3-a456-426614174000","duration":0,"success":true,"value":15}`,
		}, {
			"server error, flat", "/tools/call", `{"tool_id":"Calculator.Add@2.0.0"}`,
			400, `{"message":"Tool 'Calculator_Add' was not found","developer_message":"Calculator.Add version 2.0.0 is not available"}`,
		}, {
			"input validation error, flat", "/tools/call",
			`{"tool_id":"Calculator.Add","input":{"a":10,"b":"infinity"}}`,
			422, `{"message":"Some input parameters are invalid.","parameter_errors":{"b":"must be a number"}}`,
		}, {
			"tool execution error, flat", "/tools/call",
			`{"call_id":"x","tool_id":"Doorbell.Ring","input":{"doorbell_id":"doorbell1"}}`,
			200, `{"call_id":"x","duration":0,"success":false,"error":{"message":"Doorbell ID not found","developer_message":"The doorbell with ID 'doorbell1' does not exist.","can_retry":true,"additional_prompt_content":"ids: doorbell42,doorbell84","retry_after_ms":500}}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := do(t, http.MethodPost, url+tt.path, tt.request)
			valid(t, a)
			require.Equal(t, tt.status, a.status)
			require.Equal(t, tt.want, timeless(a.body))
		})
	}
}
