package oxpclient_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpclient"
	"github.com/toolerr/toolerr/errkit"
)

// The documents of OXP 1.0 (Call Tool, Error schemas), and those that langchain-tool-server, its
// reference implementation, sends in place of them.
func TestDocuments(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string
		kind   errkit.Kind // 0 with value: a success
		text   string
		value  string
		check  func(t *testing.T, e *errkit.Error)
	}{
		{name: "success", status: 200, value: "15",
			body: `{"$schema":"urn:oxp:1.0","result":{"call_id":"` + id + `","duration":2,"success":true,"value":15}}`},
		{name: "server error", status: 400, kind: errkit.VersionNotFound, text: "Tool 'Calculator_Add' was not found",
			body:  `{"$schema":"urn:oxp:1.0","message":"Tool 'Calculator_Add' was not found","developer_message":"Calculator.Add version 2.0.0 is not available"}`,
			check: func(t *testing.T, e *errkit.Error) { require.Contains(t, e.Dev.Reveal(), "version 2.0.0") }},
		{name: "input validation error", status: 422, kind: errkit.InvalidInput, text: "Some input parameters are invalid",
			body: `{"$schema":"urn:oxp:1.0","message":"Some input parameters are invalid","parameter_errors":{"b":"Must be a number"}}`,
			check: func(t *testing.T, e *errkit.Error) {
				require.Equal(t, []errkit.Field{{Path: "/b", Message: "Must be a number"}}, e.Fields)
			}},
		{name: "tool execution error", status: 200, kind: errkit.NotFound, text: "Doorbell ID not found",
			body: `{"$schema":"urn:oxp:1.0","result":{"call_id":"` + id + `","duration":60,"success":false,"error":{"message":"Doorbell ID not found","developer_message":"The doorbell with ID 'doorbell1' does not exist.","can_retry":true,"additional_prompt_content":"ids: doorbell42,doorbell84","retry_after_ms":500}}}`,
			check: func(t *testing.T, e *errkit.Error) {
				require.Equal(t, errkit.Text("ids: doorbell42,doorbell84"), e.Hint)
				require.Equal(t, 500*time.Millisecond, e.RetryAfter)
				require.Equal(t, errkit.Allowed, e.Peer.Retry)
			}},
		{name: "authorization required", status: 400, kind: errkit.AuthRequired, text: "Authorization required",
			body: `{"message":"Authorization required","missing_requirements":{"authorization":[{"id":"challenge-123","url":"https://oauth.example.com/oauth2/authorize","check_url":"https://agent.example.com/oauth2/check"}]}}`,
			check: func(t *testing.T, e *errkit.Error) {
				require.Equal(t, []errkit.Challenge{{ID: "challenge-123", URL: "https://oauth.example.com/oauth2/authorize",
					CheckURL: "https://agent.example.com/oauth2/check"}}, e.Needs.Challenges)
			}},
		{name: "user id", status: 400, kind: errkit.RequirementMissing, text: "Who?",
			body:  `{"message":"Who?","missing_requirements":{"user_id":true}}`,
			check: func(t *testing.T, e *errkit.Error) { require.True(t, e.Needs.UserID) }},
		{name: "parameters", status: 422, kind: errkit.InvalidInput, text: "Invalid input parameters",
			body:  `{"message":"Invalid input parameters","parameter_errors":{"to":"Phone number must be in E.164 format","message":"Message cannot be empty"}}`,
			check: func(t *testing.T, e *errkit.Error) { require.Len(t, e.Fields, 2) }},

		{name: "reference: flat success", status: 200, value: `"hi"`,
			body: `{"call_id":"` + id + `","duration":0,"success":true,"value":"hi"}`},
		{name: "reference: unknown tool", status: 404, kind: errkit.NotFound, text: "Tool X not found",
			body: `{"detail":"Tool X not found"}`},
		{name: "reference: no permission", status: 403, kind: errkit.PermissionDenied,
			text: "Tool either does not exist or insufficient permissions",
			body: `{"detail":"Tool either does not exist or insufficient permissions"}`},
		{name: "reference: wrong version", status: 400, kind: errkit.UnsupportedVersion,
			text: "Invalid protocol schema. Expected 'urn:oxp:1.0'.",
			body: `{"detail":"Invalid protocol schema. Expected 'urn:oxp:1.0'."}`},
		{name: "reference: unauthenticated", status: 401, kind: errkit.Unauthenticated, text: "No token",
			body: `{"error":"No token"}`},
		{name: "reference: a tool raises", status: 500, kind: errkit.Internal, body: `Internal Server Error`,
			text: "Something went wrong on our side."},
		{name: "reference: must authorize", status: 200, kind: errkit.AuthRequired,
			text:  "Authorization is needed before this tool can be called.",
			body:  `{"call_id":"` + id + `","success":true,"value":{"auth_required":true,"auth_url":"https://auth.example.com/","auth_id":"a1"}}`,
			check: func(t *testing.T, e *errkit.Error) { require.Equal(t, "a1", e.Needs.Challenges[0].ID) }},
		{name: "Open Tool Calling: success", status: 200, value: "1",
			body: `{"execution_id":"e","success":true,"output":{"value":1}}`},
		{name: "Open Tool Calling: an error", status: 200, kind: errkit.ExecutionFailed, text: "No.",
			body: `{"execution_id":"e","success":false,"output":{"error":{"message":"No."}}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := calls(answer{status: tt.status, body: tt.body})
			res, err := client(s).Call(t.Context(), oxpclient.Call{ID: id, Tool: "Calculator.Add"})
			require.Len(t, s.sent, 1)
			if tt.value != "" {
				require.NoError(t, err)
				require.JSONEq(t, tt.value, string(res.Value))
				return
			}
			e := failed(t, err)
			require.Equal(t, tt.kind.String(), e.Kind.String())
			require.Equal(t, tt.text, e.Error())
			require.NotNil(t, e.Peer)
			if tt.check != nil {
				tt.check(t, e)
			}
		})
	}
}

// Which versions of a response are read. A tool of another one may have run.
func TestVersions(t *testing.T) {
	tests := []struct {
		schema, header string
		ok             bool
	}{
		{"", "", true},
		{"urn:oxp:1.0", "", true},
		{"urn:oxp:1.7", "1.7", true},
		{"otc://1.0", "", true},
		{"https://github.com/OpenToolCalling/Specification/tree/main/spec/http/1.0/openapi.json", "1.0", true},
		{"", "1", true},
		{"", "1.0.0", true},
		{"urn:oxp:2.0", "", false},
		{"urn:oxp:10.0", "", false},
		{"urn:oxp:latest", "", false},
		{"otc://2.0", "", false},
		{"", "2.0", false},
		{"urn:oxp:1.0", "2", false},
	}
	for _, tt := range tests {
		t.Run(tt.schema+" "+tt.header, func(t *testing.T) {
			s := calls(answer{status: 200, body: `{"$schema":"` + tt.schema + `","result":{"success":true}}`,
				header: http.Header{"Oxp-Version": {tt.header}}})
			_, err := client(s).Call(t.Context(), oxpclient.Call{ID: id, Tool: "Calculator.Add"})
			if tt.ok {
				require.NoError(t, err)
				return
			}
			e := failed(t, err)
			require.Equal(t, errkit.UnsupportedVersion, e.Kind)
			require.Equal(t, errkit.EffectUnknown, e.Effect)
		})
	}
}
