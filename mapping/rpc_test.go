package mapping_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// The numbers and names are those of google/rpc/code.proto, the statuses those of its HTTP
// mapping.
func TestRPCCodes(t *testing.T) {
	tests := []struct {
		code    mapping.RPCCode
		name    string
		connect string
		http    int
		kind    errkit.Kind
	}{
		{1, "CANCELLED", "canceled", 499, errkit.Canceled},
		{2, "UNKNOWN", "unknown", 500, errkit.Unknown},
		{3, "INVALID_ARGUMENT", "invalid_argument", 400, errkit.InvalidInput},
		{4, "DEADLINE_EXCEEDED", "deadline_exceeded", 504, errkit.Timeout},
		{5, "NOT_FOUND", "not_found", 404, errkit.NotFound},
		{6, "ALREADY_EXISTS", "already_exists", 409, errkit.Conflict},
		{7, "PERMISSION_DENIED", "permission_denied", 403, errkit.PermissionDenied},
		{8, "RESOURCE_EXHAUSTED", "resource_exhausted", 429, errkit.RateLimited},
		{9, "FAILED_PRECONDITION", "failed_precondition", 400, errkit.FailedPrecondition},
		{10, "ABORTED", "aborted", 409, errkit.Conflict},
		{11, "OUT_OF_RANGE", "out_of_range", 400, errkit.InvalidInput},
		{12, "UNIMPLEMENTED", "unimplemented", 501, errkit.Unsupported},
		{13, "INTERNAL", "internal", 500, errkit.Internal},
		{14, "UNAVAILABLE", "unavailable", 503, errkit.Unavailable},
		{15, "DATA_LOSS", "data_loss", 500, errkit.Internal},
		{16, "UNAUTHENTICATED", "unauthenticated", 401, errkit.Unauthenticated},
	}
	require.Len(t, mapping.RPCCodes(), len(tests))
	for i, tt := range tests {
		require.Equal(t, tt.code, mapping.RPCCodes()[i])
		require.True(t, tt.code.IsError())
		require.Equal(t, tt.name, tt.code.String())
		require.Equal(t, tt.connect, tt.code.Connect())
		require.Equal(t, tt.http, tt.code.HTTP())
		for _, name := range []string{tt.name, tt.connect} {
			code, ok := mapping.LookupRPCCode(name)
			require.True(t, ok)
			require.Equal(t, tt.code, code)
		}
		k, ok := mapping.Default().FromRPC(tt.code)
		require.True(t, ok)
		require.Equal(t, tt.kind, k)
	}
	for code, name := range map[mapping.RPCCode]string{0: "OK", mapping.RPCByUpstream: "by_upstream", 99: "code(99)"} {
		require.False(t, code.IsError())
		require.Equal(t, name, code.String())
		require.Empty(t, code.Connect())
		require.Equal(t, 500, code.HTTP())
		_, ok := mapping.Default().FromRPC(code)
		require.False(t, ok)
	}
	for _, name := range []string{"", "OK", "Not_Found", "by_upstream", "cancelled"} {
		_, ok := mapping.LookupRPCCode(name)
		require.False(t, ok, name)
	}
}

// A gRPC client repeats a call that is UNAVAILABLE, so that only failures which may pass have
// this code.
func TestRPCByUpstream(t *testing.T) {
	tests := []struct {
		upstream int
		want     mapping.RPCCode
	}{
		{0, mapping.RPCUnknown}, {400, mapping.RPCUnknown}, {404, mapping.RPCUnknown}, {408, mapping.RPCUnavailable},
		{429, mapping.RPCUnavailable}, {499, mapping.RPCUnknown}, {500, mapping.RPCUnknown},
		{503, mapping.RPCUnavailable}, {504, mapping.RPCUnknown},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, mapping.Default().RPC(errkit.UpstreamFailed, tt.upstream), "status %d", tt.upstream)
	}
	for _, r := range mapping.Default().Rows() {
		if mapping.Default().RPC(r.Kind, 0) == mapping.RPCUnavailable {
			require.Equal(t, errkit.Allowed, r.Retry, "%s: clients repeat a call that is UNAVAILABLE", r.Kind.String())
		}
	}
}
