package mcp_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// A text may have structure of its own: the body of a response, a code, the class of an
// exception, a list of zod.
func TestStructureInTexts(t *testing.T) {
	for _, tt := range []struct {
		text string
		want errkit.Kind
	}{
		{"The server responded with: {'ok': False, 'error': 'bell_not_found'}", errkit.NotFound},
		{"{'success': False, 'error': 'Score not found: dawn'}", errkit.NotFound},
		{`Error code: 400 - {'error': {'message': "the model's limit", 'type': 'invalid_request_error', 'code': 'context_length_exceeded'}}`, errkit.TooLarge},
		{"Error code: 401 - {'error': {'message': 'no', 'type': 'invalid_request_error', 'code': None}}",
			errkit.Unauthenticated},
		{"503 UNAVAILABLE. {'error': {'code': 503, 'message': 'no', 'status': 'UNAVAILABLE'}}", errkit.Unavailable},
		{"[RATE_LIMITED] wait 3 s", errkit.RateLimited},
		{"Error (NOT_FOUND): bell 7", errkit.NotFound},
		{"code=NOT_FOUND message=bell", errkit.NotFound},
		{"bells.BellNotFoundException: dawn", errkit.NotFound},
		{"QuotaExceededError: The file does not exist", errkit.RateLimited},
		{"[\n  {\n    \"code\": \"invalid_type\",\n    \"path\": [\"tone\"],\n    \"message\": \"Required\"\n  }\n]",
			errkit.InvalidInput},
		{`get bell by id 7: [GET /bells/{id}][404] getBellNotFound {"message":"dawn"}`, errkit.NotFound},
		{"[POST /bells][429] ringTooMany", errkit.RateLimited},
		{"rows [3][404] are odd", errkit.ExecutionFailed},
		{"][404]", errkit.ExecutionFailed},
		{`<HttpError 400 when requesting https://bells.example/v1 returned "Unable to parse range: Bells!A1". Details: "x">`, errkit.InvalidInput},
		{`<HttpError 403 when requesting https://bells.example/v1 returned "The caller does not have permission">`,
			errkit.PermissionDenied},
		{`<HttpError 400 when requesting https://bells.example/v1 returned "open`, errkit.UpstreamFailed},
		{"INTERNAL_ERROR: name must not be blank", errkit.ExecutionFailed},
		{"[INTERNAL_ERROR] name must not be blank", errkit.ExecutionFailed},
		{"InternalServerError: name must not be blank", errkit.ExecutionFailed},
		{"INTERNAL_ERROR: the request timed out", errkit.Timeout},
		{`{"code":"INTERNAL_ERROR","message":"x","details":[{"field":"a","message":"b"}]}`, errkit.ExecutionFailed},
		{`[{"name":"tower 1","message":"down"},{"name":"tower 2","message":"up"}]`, errkit.ExecutionFailed},
		{`[{"path":"/var/log/a","message":"disk failed"}]`, errkit.ExecutionFailed},
		{`[{"name": "dawn"}]`, errkit.ExecutionFailed},
		{"InvalidOperationException: the queue is closed", errkit.ExecutionFailed},
		{"Tool validation failed. Please fix the following errors and try again:\n- times: Required\n\nProvided arguments: {}", errkit.InvalidInput},
		{"Invalid parameters: [bell]: This bell does not exist", errkit.InvalidInput},
		{"Invalid arguments for tool ring: token: Access denied to this token", errkit.InvalidInput},
		{"failed to unmarshal arguments: json: cannot unmarshal string into Go struct field Ring.times of type int", errkit.InvalidInput},
		{"json: cannot unmarshal string into Go struct field Ring.times of type int", errkit.ExecutionFailed},
		{"ModuleNotFoundError: No module named 'bell'", errkit.ExecutionFailed},
		{"{'bell': 'dawn'}", errkit.ExecutionFailed},
	} {
		text, err := json.Marshal(tt.text)
		require.NoError(t, err)
		e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: mcp.Dialect{},
			Body: []byte(`{"content":[{"type":"text","text":` + string(text) + `}],"isError":true}`)})
		require.NoError(t, err, tt.text)
		require.Equal(t, tt.want.String(), e.Kind.String(), "%s: %v", tt.text, e.Peer.Evidence)
	}
}
