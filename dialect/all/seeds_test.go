package all_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/lab/strict"
)

// The error examples of the documents that this module started from, whose
// bytes are law: each is read into the error beside it, and that error is
// rendered as the example again.
var seeds = []struct {
	name     string
	dialect  dialect.Dialect
	status   int
	call     dialect.Call
	document string
	error    string // canonical JSON of what is read
	evidence string // what the evidence must hold
}{
	{
		name: "OXP, Call Tool: Server Error", dialect: oxp.Dialect{}, status: 400,
		document: `{"$schema": "urn:oxp:1.0", "message": "Tool 'Calculator_Add' was not found",
			"developer_message": "Calculator.Add version 2.0.0 is not available"}`,
		error:    `{"kind":"version_not_found","message":"Tool 'Calculator_Add' was not found"}`,
		evidence: "low confidence",
	},
	{
		name: "OXP, Call Tool: Input Validation Error", dialect: oxp.Dialect{}, status: 422,
		document: `{"$schema": "urn:oxp:1.0", "message": "Some input parameters are invalid",
			"parameter_errors": {"b": "Must be a number"}}`,
		error: `{"kind":"invalid_input","message":"Some input parameters are invalid","fields":[{"path":"/b","message":"Must be a number"}]}`,
	},
	{
		name: "OXP, Call Tool: Tool Execution Error", dialect: oxp.Dialect{}, status: 200,
		call: dialect.Call{ID: json.RawMessage(`"723e4567-e89b-12d3-a456-426614174006"`),
			Elapsed: 60 * time.Millisecond},
		document: `{"$schema": "urn:oxp:1.0", "result": {"call_id": "723e4567-e89b-12d3-a456-426614174006", "duration": 60,
			"success": false, "error": {"message": "Doorbell ID not found",
			"developer_message": "The doorbell with ID 'doorbell1' does not exist.", "can_retry": true,
			"additional_prompt_content": "ids: doorbell42,doorbell84", "retry_after_ms": 500}}}`,
		error: `{"kind":"not_found","message":"Doorbell ID not found","hint":"ids: doorbell42,doorbell84","retry":"allowed","retry_after_ms":500}`,
	},
	{
		name: "OXP, Error schemas: Server Error Response", dialect: oxp.Dialect{Flat: true}, status: 400,
		document: `{"message": "Authorization required", "missing_requirements": {"authorization": [{"id": "challenge-123",
			"url": "https://oauth.example.com/oauth2/authorize", "check_url": "https://agent.example.com/oauth2/check"}]}}`,
		error: `{"kind":"auth_required","message":"Authorization required","needs":{"authorization":[{"id":"challenge-123",
			"url":"https://oauth.example.com/oauth2/authorize","check_url":"https://agent.example.com/oauth2/check"}]}}`,
	},
	{
		name: "OXP, Error schemas: Parameter Validation Error", dialect: oxp.Dialect{Flat: true}, status: 422,
		document: `{"message": "Invalid input parameters", "parameter_errors": {
			"to": "Phone number must be in E.164 format", "message": "Message cannot be empty"}}`,
		error: `{"kind":"invalid_input","message":"Invalid input parameters","fields":[
			{"path":"/to","message":"Phone number must be in E.164 format"},{"path":"/message","message":"Message cannot be empty"}]}`,
	},
	{
		name: "SEP-1303: before", dialect: mcp.Dialect{Revision: "2025-06-18", ProtocolValidation: true}, status: 200,
		document: `{"code": -32602, "message": "Invalid params"}`,
		error:    `{"kind":"invalid_input","message":"Invalid params"}`,
	},
	{
		name: "SEP-1303: before, with an id", dialect: mcp.Dialect{Revision: "2025-06-18", ProtocolValidation: true},
		status:   200,
		call:     dialect.Call{ID: json.RawMessage("1")},
		document: `{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params"}}`,
		error:    `{"kind":"invalid_input","message":"Invalid params"}`,
	},
	{
		name: "SEP-1303: after", dialect: mcp.Dialect{Revision: "2025-11-25"}, status: 200,
		document: `{"content": [{"type": "text", "text": "Dates must be in the future. Current date is 08/08/2025"}], "isError": true}`,
		error:    `{"kind":"invalid_input","message":"Dates must be in the future. Current date is 08/08/2025"}`,
		evidence: "low confidence",
	},
	{
		name: "AAI, Error Response Format", dialect: aai.Dialect{}, status: 200,
		call: dialect.Call{ID: json.RawMessage("3")},
		document: `{"jsonrpc": "2.0", "id": 3, "error": {"code": -32001, "message": "Automation failed",
			"data": {"type": "EXECUTION_FAILED", "detail": "Script execution timed out after 30 seconds"}}}`,
		error:    `{"kind":"execution_failed","message":"Script execution timed out after 30 seconds"}`,
		evidence: "conflict: data.type is EXECUTION_FAILED, code -32001 is AUTOMATION_FAILED",
	},
	{
		name: "toolError:v1, timeout, markdown", dialect: toolerror.Dialect{}, status: 200,
		document: `{"content": [{"type": "text", "text": "Network error: Request timeout", "mimeType": "text/markdown"}],
			"structuredContent": {"kind": "toolError:v1", "code": "NETWORK_ERROR", "message": "Network error: Request timeout", "retryable": true},
			"isError": true}`,
		error:    `{"kind":"timeout","message":"Network error: Request timeout"}`,
		evidence: "low confidence",
	},
	{
		name: "toolError:v1, 401", dialect: toolerror.Dialect{}, status: 200,
		document: `{"content": [{"type": "text", "text": "Authentication required: Missing or invalid API key", "mimeType": "text/markdown"}],
			"structuredContent": {"kind": "toolError:v1", "code": "AUTHENTICATION_ERROR", "message": "Authentication required: Missing or invalid API key",
			"retryable": false, "details": {"statusCode": 401}}, "isError": true}`,
		error: `{"kind":"unauthenticated","message":"Authentication required: Missing or invalid API key"}`,
	},
	{
		name: "toolError:v1, 500", dialect: toolerror.Dialect{}, status: 200,
		document: `{"content": [{"type": "text", "text": "Internal server error: Database connection failed", "mimeType": "text/markdown"}],
			"structuredContent": {"kind": "toolError:v1", "code": "SERVER_ERROR", "message": "Internal server error: Database connection failed",
			"retryable": true, "details": {"statusCode": 500}}, "isError": true}`,
		error: `{"kind":"upstream_failed","message":"Internal server error: Database connection failed","retry":"allowed","upstream":500}`,
	},
	{
		name: "toolError:v1, 400", dialect: toolerror.Dialect{}, status: 200,
		document: `{"content": [{"type": "text", "text": "Invalid request: limit must be between 1 and 100", "mimeType": "text/markdown"}],
			"structuredContent": {"kind": "toolError:v1", "code": "CLIENT_ERROR", "message": "Invalid request: limit must be between 1 and 100",
			"retryable": false, "details": {"statusCode": 400}}, "isError": true}`,
		error: `{"kind":"invalid_input","message":"Invalid request: limit must be between 1 and 100","upstream":400}`,
	},
	{
		name: "toolError:v1, 404", dialect: toolerror.Dialect{}, status: 200,
		document: `{"content": [{"type": "text", "text": "Resource not found: /api/patterns/invalid-resource", "mimeType": "text/markdown"}],
			"structuredContent": {"kind": "toolError:v1", "code": "NOT_FOUND", "message": "Resource not found: /api/patterns/invalid-resource",
			"retryable": false, "details": {"statusCode": 404}}, "isError": true}`,
		error: `{"kind":"not_found","message":"Resource not found: /api/patterns/invalid-resource"}`,
	},
	{
		name: "toolError:v1, unknown", dialect: toolerror.Dialect{}, status: 200,
		document: `{"content": [{"type": "text", "text": "Unknown error occurred", "mimeType": "text/markdown"}],
			"structuredContent": {"kind": "toolError:v1", "code": "UNKNOWN_ERROR", "message": "Unknown error occurred", "retryable": false},
			"isError": true}`,
		error: `{"kind":"unknown","message":"Unknown error occurred"}`,
	},
	{
		name: "toolError:v1, timeout, both", dialect: toolerror.Dialect{Format: toolerror.Both}, status: 200,
		document: `{"content": [{"type": "text", "text": "Network error: Request timeout", "mimeType": "text/markdown"},
			{"type": "text", "text": "{\n  \"kind\": \"toolError:v1\",\n  \"code\": \"NETWORK_ERROR\",\n  \"message\": \"Network error: Request timeout\",\n  \"retryable\": true\n}", "mimeType": "application/json"}],
			"structuredContent": {"kind": "toolError:v1", "code": "NETWORK_ERROR", "message": "Network error: Request timeout", "retryable": true},
			"isError": true}`,
		error: `{"kind":"timeout","message":"Network error: Request timeout"}`,
	},
	{
		name: "toolError:v1, timeout, json", dialect: toolerror.Dialect{Format: toolerror.JSON}, status: 200,
		document: `{"content": [{"type": "text", "text": "{\n  \"kind\": \"toolError:v1\",\n  \"code\": \"NETWORK_ERROR\",\n  \"message\": \"Network error: Request timeout\",\n  \"retryable\": true\n}", "mimeType": "application/json"}],
			"structuredContent": {"kind": "toolError:v1", "code": "NETWORK_ERROR", "message": "Network error: Request timeout", "retryable": true},
			"isError": true}`,
		error: `{"kind":"timeout","message":"Network error: Request timeout"}`,
	},
}

func TestSeeds(t *testing.T) {
	var codec dialect.Codec
	for _, s := range seeds {
		t.Run(s.name, func(t *testing.T) {
			e, err := codec.Decode(dialect.Document{Dialect: s.dialect, Status: s.status, Body: []byte(s.document)})
			require.NoError(t, err)
			require.NotNil(t, e)
			got, err := json.Marshal(e)
			require.NoError(t, err)
			require.JSONEq(t, s.error, string(got))
			if s.evidence != "" {
				require.Contains(t, join(e.Peer.Evidence), s.evidence)
			}

			body, head := codec.Append(nil, s.dialect, s.call, e)
			require.Equal(t, compact(t, s.document), string(body))
			require.Equal(t, s.status, head.Status)
		})
	}
}

func join(lines []string) string {
	out := ""
	for _, l := range lines {
		out += l + "\n"
	}
	return out
}

// compact removes the spaces of a document and keeps the order of its members.
func compact(t *testing.T, document string) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, json.Compact(&b, []byte(document)))
	return b.String()
}

// TestSeedShapes: the requests, successes and challenge checks of the same
// documents fit the structs of lab/strict, and are no errors.
func TestSeedShapes(t *testing.T) {
	var codec dialect.Codec
	tests := []struct {
		name     string
		of       any
		document string
		request  bool
	}{
		{"successful request", new(strict.OXPCallToolRequest), `{"$schema": "urn:oxp:1.0", "request": {
			"call_id": "123e4567-e89b-12d3-a456-426614174000", "tool_id": "Calculator.Add@1.0.0", "input": {"a": 10, "b": 5}}}`, true},
		{"successful response", new(strict.OXPCallToolResponse), `{"$schema": "urn:oxp:1.0", "result": {
			"call_id": "123e4567-e89b-12d3-a456-426614174000", "duration": 2, "success": true, "value": 15}}`, false},
		{"server error request", new(strict.OXPCallToolRequest), `{"$schema": "urn:oxp:1.0", "request": {
			"call_id": "123e4567-e89b-12d3-a456-426614174000", "tool_id": "Calculator.Add@2.0.0"}}`, true},
		{"validation error request", new(strict.OXPCallToolRequest), `{"$schema": "urn:oxp:1.0", "request": {
			"call_id": "123e4567-e89b-12d3-a456-426614174000", "tool_id": "Calculator.Add@1.0.0", "input": {"a": 10, "b": "infinity"}}}`, true},
		{"execution error request", new(strict.OXPCallToolRequest), `{"$schema": "urn:oxp:1.0", "request": {
			"call_id": "723e4567-e89b-12d3-a456-426614174006", "tool_id": "Doorbell.Ring@0.1.0", "input": {"doorbell_id": "doorbell1"}}}`, true},
		{"challenge check", new(strict.OXPChallengeCheck), `{"status": "completed"}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.NoError(t, strict.Unmarshal([]byte(tt.document), tt.of))
			out, err := strict.Marshal(tt.of)
			require.NoError(t, err)
			require.JSONEq(t, tt.document, string(out))

			e, err := codec.Decode(dialect.Document{Dialect: oxp.Dialect{}, Status: 200, Body: []byte(tt.document)})
			require.Nil(t, e)
			if tt.request {
				require.ErrorIs(t, err, dialect.ErrNotDocument)
			} else {
				require.NoError(t, err)
			}
		})
	}
}
