package mapping_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

func TestUpstream(t *testing.T) {
	const never, allowed = errkit.Never, errkit.Allowed
	tests := []struct {
		upstream  int
		aai       string
		toolError string
		retry     errkit.Retry
		status    int // statusCode in the details of toolError:v1
	}{
		{0, "SERVICE_UNAVAILABLE", "SERVER_ERROR", errkit.RetryUnspecified, 502},
		{400, "INVALID_PARAMS", "CLIENT_ERROR", never, 400},
		{401, "AUTH_REQUIRED", "AUTHENTICATION_ERROR", never, 401},
		{402, "SERVICE_UNAVAILABLE", "CLIENT_ERROR", never, 402},
		{403, "AUTH_DENIED", "AUTHENTICATION_ERROR", never, 403},
		{404, "NOT_FOUND", "NOT_FOUND", never, 404},
		{408, "SERVICE_UNAVAILABLE", "CLIENT_ERROR", allowed, 408},
		{409, "SERVICE_UNAVAILABLE", "CLIENT_ERROR", never, 409},
		{429, "RATE_LIMITED", "CLIENT_ERROR", allowed, 429},
		{499, "SERVICE_UNAVAILABLE", "CLIENT_ERROR", never, 499},
		{500, "SERVICE_UNAVAILABLE", "SERVER_ERROR", errkit.RetryUnspecified, 500},
		{503, "SERVICE_UNAVAILABLE", "SERVER_ERROR", allowed, 503},
		{599, "SERVICE_UNAVAILABLE", "SERVER_ERROR", errkit.RetryUnspecified, 599},
		{302, "SERVICE_UNAVAILABLE", "SERVER_ERROR", errkit.RetryUnspecified, 302},
	}
	table := mapping.Default()
	for _, tt := range tests {
		require.Equal(t, tt.aai, table.AAIString(errkit.UpstreamFailed, tt.upstream), "upstream %d", tt.upstream)
		require.Equal(t, tt.toolError, table.ToolError(errkit.UpstreamFailed, tt.upstream), "upstream %d", tt.upstream)
		require.Equal(t, tt.retry, table.Retry(errkit.UpstreamFailed, tt.upstream), "upstream %d", tt.upstream)
		require.Equal(t, tt.status, table.ToolErrorStatus(errkit.UpstreamFailed, tt.upstream), "upstream %d",
			tt.upstream)
	}
}

func TestUpstreamOfOtherKinds(t *testing.T) {
	for _, k := range errkit.Kinds() {
		if k == errkit.UpstreamFailed {
			continue
		}
		r := mapping.Default().Row(k)
		require.Equal(t, r.AAIString, mapping.Default().AAIString(k, 429), "the code does not depend on the status")
		require.Equal(t, r.ToolError, mapping.Default().ToolError(k, 429))
		require.Equal(t, r.Retry, mapping.Default().Retry(k, 429))
	}
}

func TestToolErrorStatus(t *testing.T) {
	tests := []struct {
		kind     errkit.Kind
		upstream int
		want     int
		why      string
	}{
		{errkit.NotFound, 0, 404, "column HTTP"},
		{errkit.NotFound, 410, 410, "the status of the upstream service has precedence"},
		{errkit.Unauthenticated, 0, 401, ""},
		{errkit.PermissionDenied, 0, 403, "distinguishes it from unauthenticated"},
		{errkit.RateLimited, 0, 429, ""},
		{errkit.Internal, 0, 0, "500 adds nothing to SERVER_ERROR"},
		{errkit.Internal, 500, 500, "the status of the upstream service"},
		{errkit.Unavailable, 0, 503, ""},
		{errkit.Timeout, 0, 0, "NETWORK_ERROR has no status"},
		{errkit.Timeout, 504, 0, "not that of an upstream service either"},
		{errkit.Unknown, 502, 0, "UNKNOWN_ERROR has no status"},
		{errkit.InputRequired, 0, 0, "needsInput:v1 has no details"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, mapping.Default().ToolErrorStatus(tt.kind, tt.upstream), "%s %d: %s",
			tt.kind.String(), tt.upstream, tt.why)
	}
}

func TestWithReplacesByUpstream(t *testing.T) {
	derived, err := mapping.Default().With(mapping.Row{Kind: errkit.UpstreamFailed, AAIString: "API_ERROR",
		ToolError: "UPSTREAM_ERROR", Retry: errkit.Never})
	require.NoError(t, err)
	require.Equal(t, "API_ERROR", derived.AAIString(errkit.UpstreamFailed, 429))
	require.Equal(t, "UPSTREAM_ERROR", derived.ToolError(errkit.UpstreamFailed, 429))
	require.Equal(t, errkit.Never, derived.Retry(errkit.UpstreamFailed, 429))
	again, err := derived.With(mapping.Row{Kind: errkit.UpstreamFailed, AAIString: mapping.ByUpstream})
	require.NoError(t, err)
	require.Equal(t, "RATE_LIMITED", again.AAIString(errkit.UpstreamFailed, 429))
}
