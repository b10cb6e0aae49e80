package mcp_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
)

// Every kind of Arcade's errors, in both places where they ride
// (arcade_core/errors.py; three of them in its API types alone).
func TestArcadeKinds(t *testing.T) {
	tests := map[string]errkit.Kind{
		"TOOLKIT_LOAD_FAILED":                   errkit.ConfigInvalid,
		"TOOL_DEFINITION_BAD_DEFINITION":        errkit.ConfigInvalid,
		"TOOL_DEFINITION_BAD_INPUT_SCHEMA":      errkit.ConfigInvalid,
		"TOOL_DEFINITION_BAD_OUTPUT_SCHEMA":     errkit.ConfigInvalid,
		"TOOL_REQUIREMENTS_NOT_MET":             errkit.RequirementMissing,
		"TOOL_RUNTIME_BAD_INPUT_VALUE":          errkit.InvalidInput,
		"TOOL_RUNTIME_BAD_OUTPUT_VALUE":         errkit.OutputInvalid,
		"TOOL_RUNTIME_RETRY":                    errkit.ExecutionFailed,
		"TOOL_RUNTIME_CONTEXT_REQUIRED":         errkit.InputRequired,
		"TOOL_RUNTIME_FATAL":                    errkit.ExecutionFailed,
		"CONTEXT_CHECK_FAILED":                  errkit.FailedPrecondition,
		"CONTEXT_DENIED":                        errkit.PermissionDenied,
		"UPSTREAM_RUNTIME_BAD_REQUEST":          errkit.UpstreamFailed,
		"UPSTREAM_RUNTIME_AUTH_ERROR":           errkit.UpstreamFailed,
		"UPSTREAM_RUNTIME_NOT_FOUND":            errkit.UpstreamFailed,
		"UPSTREAM_RUNTIME_VALIDATION_ERROR":     errkit.UpstreamFailed,
		"UPSTREAM_RUNTIME_RATE_LIMIT":           errkit.RateLimited,
		"UPSTREAM_RUNTIME_SERVER_ERROR":         errkit.UpstreamFailed,
		"UPSTREAM_RUNTIME_UNMAPPED":             errkit.UpstreamFailed,
		"NETWORK_TRANSPORT_RUNTIME_TIMEOUT":     errkit.Timeout,
		"NETWORK_TRANSPORT_RUNTIME_UNREACHABLE": errkit.Network,
		"NETWORK_TRANSPORT_RUNTIME_UNMAPPED":    errkit.Network,
		"UNKNOWN":                               errkit.Unknown,
	}
	var codec dialect.Codec
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			e, err := codec.Decode(dialect.Document{Dialect: oxp.Dialect{}, Status: 200, Body: []byte(
				`{"result":{"call_id":"1","success":false,"error":{"message":"No.","kind":"` + name + `"}}}`)})
			require.NoError(t, err)
			require.Equal(t, want.String(), e.Kind.String())
			require.Equal(t, name, e.Peer.Type)

			e, err = codec.Decode(dialect.Document{Dialect: mcp.Dialect{}, Body: []byte(
				`{"content":[{"type":"text","text":"No."}],"isError":true,"_meta":{"arcade":{"errorKind":"` + name +
					`"}}}`)})
			require.NoError(t, err)
			require.Equal(t, want.String(), e.Kind.String())
			require.Equal(t, name, e.Peer.Type)
		})
	}
}
