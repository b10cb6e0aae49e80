package a2a_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/lab/golden"
)

// Errors and tasks of the specification, of its SDKs, and of agents.
var documents = []golden.Document{
	// Errors of JSON-RPC (A2A 1.0 §5.4, §9.5).
	{
		Name: "TaskNotFoundError", Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"Task not found","data":[
 {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org","metadata":{"taskId":"t1"}}]}}`,
		Want: `{"kind":"not_found","code":"TASK_NOT_FOUND","message":"Task not found","details":{"taskId":"t1"}}`,
	},
	{
		Name: "TaskNotCancelableError", Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"Task cannot be canceled"}}`,
		Want: `{"kind":"conflict","message":"Task cannot be canceled"}`,
	},
	{
		Name: "PushNotificationNotSupportedError", Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32003,"message":"Push Notification is not supported"}}`,
		Want: `{"kind":"unsupported","message":"Push Notification is not supported"}`,
	},
	{
		Name: "UnsupportedOperationError", Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32004,"message":"This operation is not supported"}}`,
		Want: `{"kind":"unsupported","message":"This operation is not supported"}`,
	},
	{
		Name: "ContentTypeNotSupportedError", Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32005,"message":"Incompatible content types"}}`,
		Want: `{"kind":"invalid_input","message":"Incompatible content types"}`,
	},
	{
		Name: "InvalidAgentResponseError", Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32006,"message":"Invalid agent response type"}}`,
		Want: `{"kind":"output_invalid","message":"Invalid agent response type"}`,
	},
	{
		Name: "ExtendedAgentCardNotConfiguredError", Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32007,"message":"Extended Agent Card not configured"}}`,
		Want: `{"kind":"config_invalid","message":"Extended Agent Card not configured"}`,
	},
	{
		Name: "ExtensionSupportRequiredError", Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32008,"message":"Extension support required"}}`,
		Want: `{"kind":"requirement_missing","message":"Extension support required"}`,
	},
	{
		Name: "VersionNotSupportedError", Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32009,"message":"Version not supported","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"VERSION_NOT_SUPPORTED","domain":"a2a-protocol.org"}]}}`,
		Want: `{"kind":"unsupported_version","code":"VERSION_NOT_SUPPORTED","message":"Version not supported"}`,
	},
	{
		Name: "a reason beside a general code", Why: "the reason is more exact", Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"No.","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"VERSION_NOT_SUPPORTED","domain":"a2a-protocol.org"}]}}`,
		Want: `{"kind":"unsupported_version","code":"VERSION_NOT_SUPPORTED","message":"No."}`,
	},
	{
		Name: "invalid parameters", Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid parameters","data":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.parts","description":"At least one part is required"}]}]}}`,
		Want: `{"kind":"invalid_input","message":"Invalid parameters","fields":[{"path":"/message/parts","message":"At least one part is required"}]}`,
	},
	{
		Name: "an internal error", Dialect: a2a.Dialect{}, Status: 200, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Internal error: the request timed out"}}`,
		Want: `{"kind":"timeout","message":"Internal error: the request timed out"}`,
	},
	{
		Name: "a custom error", Why: "A2A has no code for authentication: the HTTP status counts",
		Dialect: a2a.Dialect{}, Status: 401,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"Who are you?"}}`,
		Want: `{"kind":"unauthenticated","message":"Who are you?"}`,
	},
	{
		Name: "our own, before the call", Dialect: a2a.Dialect{}, Status: 429,
		Body: `{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"Too many calls.","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"RATE_LIMITED","domain":"io.github.toolerr","metadata":{"kind":"rate_limited"}},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"1.500s"}]}}`,
		Want: `{"kind":"rate_limited","message":"Too many calls.","retry_after_ms":1500}`,
	},
	// HTTP+JSON (A2A 1.0 §11.6).
	{
		Name: "HTTP+JSON", Dialect: a2a.Dialect{Binding: a2a.HTTP}, Status: 404,
		Header: golden.Header{"Content-Type": a2a.MediaType},
		Body: `{"error":{"code":404,"status":"NOT_FOUND","message":"The specified task ID does not exist","details":[
 {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org","metadata":{"taskId":"t1"}}]}}`,
		Want: `{"kind":"not_found","code":"TASK_NOT_FOUND","message":"The specified task ID does not exist","details":{"taskId":"t1"}}`,
	},
	{
		Name: "HTTP+JSON, a reason", Why: "FAILED_PRECONDITION has many meanings",
		Dialect: a2a.Dialect{Binding: a2a.HTTP}, Status: 400,
		Body: `{"error":{"code":400,"status":"FAILED_PRECONDITION","message":"Push Notification is not supported","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"PUSH_NOTIFICATION_NOT_SUPPORTED","domain":"a2a-protocol.org"}]}}`,
		Want: `{"kind":"unsupported","code":"PUSH_NOTIFICATION_NOT_SUPPORTED","message":"Push Notification is not supported"}`,
	},
	{
		Name: "HTTP+JSON, authentication", Dialect: a2a.Dialect{Binding: a2a.HTTP}, Status: 401,
		Body: `{"error":{"code":401,"status":"UNAUTHENTICATED","message":"Who are you?"}}`,
		Want: `{"kind":"unauthenticated","message":"Who are you?"}`,
	},
	{
		Name: "HTTP+JSON, an exact status", Dialect: a2a.Dialect{Binding: a2a.HTTP}, Status: 422,
		Body: `{"error":{"code":422,"status":"INVALID_ARGUMENT","message":"No."}}`,
		Want: `{"kind":"invalid_input","message":"No."}`,
	},
	{
		Name: "HTTP+JSON, no status", Dialect: a2a.Dialect{Binding: a2a.HTTP}, Status: 503,
		Body: `{"error":{"code":503,"message":"The agent restarts."}}`,
		Want: `{"kind":"unavailable","message":"The agent restarts."}`,
	},
	{
		Name: "problem details", Why: "examples of the specification still have them (§6.4)",
		Dialect: a2a.Dialect{Binding: a2a.HTTP}, Status: 400,
		Header: golden.Header{"Content-Type": "application/problem+json"},
		Body:   `{"type":"https://a2a-protocol.org/errors/version-not-supported","title":"Protocol Version Not Supported","status":400,"detail":"The requested A2A protocol version 0.5 is not supported by this agent","supportedVersions":["0.3","1.0"]}`,
		Want:   `{"kind":"unsupported_version","message":"The requested A2A protocol version 0.5 is not supported by this agent","details":{"supportedVersions":["0.3","1.0"]}}`,
	},
	{
		Name: "problem details, fields", Why: "§6.5", Dialect: a2a.Dialect{Binding: a2a.HTTP}, Status: 400,
		Header: golden.Header{"Content-Type": "application/problem+json"},
		Body:   `{"type":"https://a2a-protocol.org/errors/invalid-request","title":"Invalid Request","status":400,"errors":[{"field":"message.parts","message":"At least one part is required"}]}`,
		Want:   `{"kind":"invalid_input","status":400,"message":"Invalid Request","fields":[{"path":"/message/parts","message":"At least one part is required"}]}`,
	},
	// Tasks: a failure is a success of JSON-RPC (A2A 1.0 §4.1.3).
	{
		Name: "a failed task", Dialect: a2a.Task{}, Status: 200, Evidence: "a failed task inside a success",
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_FAILED","timestamp":"2026-11-21T10:00:00.000Z",
 "message":{"messageId":"m9","role":"ROLE_AGENT","taskId":"t1","contextId":"c1","parts":[{"text":"There is no bell \"42\". Call list_bells."},
  {"data":{"kind":"not_found","message":"There is no bell \"42\"."},"mediaType":"application/json"}]}}}}}`,
		Want: `{"kind":"not_found","message":"There is no bell \"42\"."}`,
	},
	{
		Name: "data that is not the error", Why: "another error, as the text shows", Dialect: a2a.Task{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_FAILED","message":{"messageId":"m9","role":"ROLE_AGENT","parts":[{"text":"The bell jammed."},{"data":{"kind":"not_found","message":"..."}}]}}}}}`,
		Want: `{"kind":"execution_failed","message":"The bell jammed.","details":{"kind":"not_found","message":"..."}}`,
	},
	{
		Name: "data of another state", Why: "a call that may not be repeated does not become one that may",
		Dialect: a2a.Task{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_REJECTED","message":{"messageId":"m9","role":"ROLE_AGENT","parts":[{"text":"Try again."},{"data":{"kind":"unavailable","message":"Try again."}}]}}}}}`,
		Want: `{"kind":"permission_denied","message":"Try again.","details":{"kind":"unavailable","message":"Try again."}}`,
	},
	{
		Name: "our own", Dialect: a2a.Task{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","status":{"state":"TASK_STATE_FAILED","message":{"role":"ROLE_AGENT","messageId":"m9","parts":[{"text":"The tower is closed.\nTry again in 2 seconds."},{"data":{"error":{"code":503,"message":"The tower is closed.","status":"UNAVAILABLE","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TOWER_CLOSED","domain":"io.github.toolerr","metadata":{"kind":"unavailable"}},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"2s"}]}},"mediaType":"application/json"}]}}}}}`,
		Want: `{"kind":"unavailable","code":"tower_closed","message":"The tower is closed.","retry_after_ms":2000}`,
	},
	{
		Name: "an error of AIP-193 in data", Dialect: a2a.Task{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","status":{"state":"TASK_STATE_FAILED","message":{"role":"ROLE_AGENT","messageId":"m9","parts":[{"data":{"error":{"code":404,"message":"There is no bell.","status":"NOT_FOUND","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"NO_BELL","domain":"bells.example.com"}]}}}]}}}}}`,
		Want: `{"kind":"not_found","code":"NO_BELL","message":"There is no bell."}`,
	},
	{
		Name: "a rejected task", Dialect: a2a.Task{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_REJECTED"}}}}`,
		Want: `{"kind":"permission_denied"}`,
	},
	{
		Name: "a canceled task", Dialect: a2a.Task{Binding: a2a.HTTP}, Status: 200,
		Body: `{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_CANCELED"}}}`,
		Want: `{"kind":"canceled"}`,
	},
	{
		Name: "a task that needs an authorization", Dialect: a2a.Task{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_AUTH_REQUIRED","message":{"messageId":"m1","role":"ROLE_AGENT","parts":[{"text":"Sign in to the tower first."}]}}}}}`,
		Want: `{"kind":"auth_required","message":"Sign in to the tower first."}`,
	},
	{
		Name: "a task that needs input", Dialect: a2a.Task{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"m1","role":"ROLE_AGENT","parts":[{"text":"Which"},{"text":"bell?"}]}}}}}`,
		Want: `{"kind":"input_required","message":"Which\nbell?"}`,
	},
	{
		Name: "an event of a stream", Why: "§3.2.3", Dialect: a2a.Task{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":"TASK_STATE_FAILED","message":{"messageId":"m1","role":"ROLE_AGENT","parts":[{"text":"The bell jammed."}]}}}}}`,
		Want: `{"kind":"execution_failed","message":"The bell jammed."}`,
	},
	{
		Name: "a push notification", Why: "an event without an envelope (§4.3.3)", Dialect: a2a.Task{},
		Body: `{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":"TASK_STATE_FAILED"}}}`,
		Want: `{"kind":"execution_failed"}`,
	},
	{
		Name: "a task at work", Dialect: a2a.Task{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m1","role":"ROLE_AGENT","parts":[{"text":"Nothing failed."}]}}}}}`,
	},
	{
		Name: "a task that is done", Dialect: a2a.Task{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"404 rings, none failed"}]}]}}}`,
	},
	{
		Name: "a message", Dialect: a2a.Task{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m1","role":"ROLE_AGENT","parts":[{"text":"ding"}]}}}`,
	},
	{
		Name: "an artifact", Dialect: a2a.Task{},
		Body: `{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a","parts":[{"text":"ding"}]}}}`,
	},
	{
		Name: "a task as an error is decoded too", Why: "a client that asks for errors must not take it for a success",
		Dialect: a2a.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_FAILED"}}}}`,
		Want: `{"kind":"execution_failed"}`,
	},
	// A2A 0.3.
	{
		Name: "a2a-go 0.3", Why: "data.error has the text, and that of the code again",
		Dialect: a2a.Dialect{Version: a2a.Version03}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":"1","error":{"code":-32602,"message":"invalid params","data":{"error":"message contextID different from task contextID: invalid params"}}}`,
		Want: `{"kind":"invalid_input","message":"message contextID different from task contextID"}`,
	},
	{
		Name: "0.3, data of an error", Dialect: a2a.Dialect{Version: a2a.Version03}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":"1","error":{"code":-32001,"message":"Task not found","data":{"taskId":"t1"}}}`,
		Want: `{"kind":"not_found","message":"Task not found","details":{"taskId":"t1"}}`,
	},
	{
		Name: "0.3, HTTP+JSON", Why: "the JavaScript SDK sends the error object",
		Dialect: a2a.Dialect{Binding: a2a.HTTP, Version: a2a.Version03}, Status: 404,
		Body: `{"code":-32001,"message":"Task not found"}`,
		Want: `{"kind":"not_found","message":"Task not found"}`,
	},
	{
		Name: "0.3, a failed task", Dialect: a2a.Task{Version: a2a.Version03}, Status: 200, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t1","contextId":"c1","status":{"state":"failed","message":{"kind":"message","role":"agent","messageId":"m1","parts":[{"kind":"text","text":"Request timed out"}]}}}}`,
		Want: `{"kind":"timeout","message":"Request timed out"}`,
	},
	{
		Name: "0.3, data of a task", Dialect: a2a.Task{Version: a2a.Version03}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t1","contextId":"c1","status":{"state":"failed","message":{"kind":"message","role":"agent","messageId":"m1","parts":[{"kind":"text","text":"The bell jammed."},{"kind":"data","data":{"bell":"front"}}]}}}}`,
		Want: `{"kind":"execution_failed","message":"The bell jammed.","details":{"bell":"front"}}`,
	},
	{
		Name: "0.3, an event", Dialect: a2a.Task{Version: a2a.Version03}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"kind":"status-update","taskId":"t1","contextId":"c1","final":true,"status":{"state":"auth-required"}}}`,
		Want: `{"kind":"auth_required"}`,
	},
	{
		Name: "0.3, a push notification", Dialect: a2a.Task{Binding: a2a.HTTP, Version: a2a.Version03},
		Body: `{"kind":"task","id":"t1","contextId":"c1","status":{"state":"rejected"}}`,
		Want: `{"kind":"permission_denied"}`,
	},
	{
		Name: "0.3, a task that is done", Dialect: a2a.Task{Version: a2a.Version03}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t1","contextId":"c1","status":{"state":"completed"}}}`,
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

func FuzzDecode(f *testing.F) { golden.Fuzz(f, a2a.Dialect{}, documents) }

// Each document is detected as one of A2A, and decoded as with its dialect.
func TestDetect(t *testing.T) {
	detected := dialect.Codec{Dialects: all.Dialects()}
	for _, tt := range documents {
		t.Run(tt.Name, func(t *testing.T) {
			in := dialect.Document{Status: tt.Status, Header: tt.Header.HTTP(), Body: []byte(tt.Body)}
			e, err := detected.Decode(in)
			require.NoError(t, err)
			if tt.Want == "" {
				require.Nil(t, e)
				return
			}
			require.NotNil(t, e)
			want, err := new(dialect.Codec).Decode(dialect.Document{Dialect: tt.Dialect, Status: tt.Status,
				Header: in.Header, Body: in.Body})
			require.NoError(t, err)
			require.Equal(t, want.Kind.String(), e.Kind.String(), "as %s by %s", e.Peer.Dialect, e.Peer.Rule)
			require.Equal(t, samples.Canonical(t, want), samples.Canonical(t, e), "as %s", e.Peer.Dialect)
		})
	}
}
