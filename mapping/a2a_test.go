package mapping_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

func TestA2ACodes(t *testing.T) {
	tests := []struct {
		code   int
		reason string
		rpc    mapping.RPCCode
		http   int
		kind   errkit.Kind
	}{ // A2A 1.0 §5.4
		{-32001, "TASK_NOT_FOUND", mapping.RPCNotFound, 404, errkit.NotFound},
		{-32002, "TASK_NOT_CANCELABLE", mapping.RPCFailedPrecondition, 400, errkit.Conflict},
		{-32003, "PUSH_NOTIFICATION_NOT_SUPPORTED", mapping.RPCFailedPrecondition, 400, errkit.Unsupported},
		{-32004, "UNSUPPORTED_OPERATION", mapping.RPCFailedPrecondition, 400, errkit.Unsupported},
		{-32005, "CONTENT_TYPE_NOT_SUPPORTED", mapping.RPCInvalidArgument, 400, errkit.InvalidInput},
		{-32006, "INVALID_AGENT_RESPONSE", mapping.RPCInternal, 500, errkit.OutputInvalid},
		{-32007, "EXTENDED_AGENT_CARD_NOT_CONFIGURED", mapping.RPCFailedPrecondition, 400, errkit.ConfigInvalid},
		{-32008, "EXTENSION_SUPPORT_REQUIRED", mapping.RPCFailedPrecondition, 400, errkit.RequirementMissing},
		{-32009, "VERSION_NOT_SUPPORTED", mapping.RPCFailedPrecondition, 400, errkit.UnsupportedVersion},
		{-32700, "", mapping.RPCInvalidArgument, 400, errkit.Malformed},
		{-32600, "", mapping.RPCInvalidArgument, 400, errkit.InvalidRequest},
		{-32601, "", mapping.RPCUnimplemented, 501, errkit.MethodNotFound},
		{-32602, "", mapping.RPCInvalidArgument, 400, errkit.InvalidInput},
		{-32603, "", mapping.RPCInternal, 500, errkit.Internal},
	}
	require.Len(t, mapping.A2ACodes(), len(tests))
	for i, tt := range tests {
		c, ok := mapping.LookupA2ACode(int64(tt.code))
		require.True(t, ok, "%d", tt.code)
		require.Equal(t, mapping.A2ACodes()[i], c)
		require.Equal(t, mapping.A2ACode{Code: tt.code, Reason: tt.reason, Message: c.Message, RPC: tt.rpc,
			Kind: tt.kind}, c)
		require.NotEmpty(t, c.Message)
		require.Equal(t, tt.http, c.RPC.HTTP())
		k, ok := mapping.Default().FromA2A(int64(tt.code))
		require.True(t, ok)
		require.Equal(t, tt.kind, k)
		byReason, ok := mapping.LookupA2AReason(tt.reason)
		require.Equal(t, tt.reason != "", ok)
		if ok {
			require.Equal(t, c, byReason)
		}
	}
	for _, code := range []int64{0, 1, -32000, -32010} {
		_, ok := mapping.LookupA2ACode(code)
		require.False(t, ok, "%d", code)
		k, ok := mapping.Default().FromA2A(code)
		require.False(t, ok, "%d", code)
		require.Equal(t, errkit.Unknown, k)
	}
	derived, err := mapping.Default().With(mapping.Row{Kind: errkit.RateLimited, A2A: 429})
	require.NoError(t, err)
	k, ok := derived.FromA2A(429)
	require.True(t, ok)
	require.Equal(t, errkit.RateLimited, k)
}

// A client that reads -32001 or -32002 gives up the task: no error of a tool has these codes.
func TestNoErrorIsAboutATask(t *testing.T) {
	for _, r := range mapping.Default().Rows() {
		require.NotContains(t, []int{-32001, -32002}, r.A2A, r.Kind.String())
	}
}

func TestA2AStates(t *testing.T) {
	tests := []struct {
		state string
		want  errkit.Kind
		ok    bool
	}{
		{"TASK_STATE_FAILED", errkit.ExecutionFailed, true},
		{"failed", errkit.ExecutionFailed, true},
		{"TASK_STATE_REJECTED", errkit.PermissionDenied, true},
		{"rejected", errkit.PermissionDenied, true},
		{"TASK_STATE_CANCELED", errkit.Canceled, true},
		{"canceled", errkit.Canceled, true},
		{"TASK_STATE_INPUT_REQUIRED", errkit.InputRequired, true},
		{"input-required", errkit.InputRequired, true},
		{"TASK_STATE_AUTH_REQUIRED", errkit.AuthRequired, true},
		{"auth-required", errkit.AuthRequired, true},
		{"TASK_STATE_COMPLETED", errkit.Unknown, false},
		{"TASK_STATE_WORKING", errkit.Unknown, false},
		{"completed", errkit.Unknown, false},
		{"FAILED", errkit.Unknown, false},
		{"", errkit.Unknown, false},
	}
	for _, tt := range tests {
		k, ok := mapping.Default().FromA2AState(tt.state)
		require.Equal(t, tt.ok, ok, tt.state)
		require.Equal(t, tt.want, k, tt.state)
	}
	require.Equal(t, "input-required", mapping.A2ALegacyState("INPUT_REQUIRED"))
	require.Equal(t, "failed", mapping.A2ALegacyState("no state"))
}
