package mapping_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

func TestFromHTTP(t *testing.T) {
	named := map[int]errkit.Kind{
		400: errkit.InvalidRequest, 401: errkit.Unauthenticated, 402: errkit.FailedPrecondition,
		403: errkit.PermissionDenied, 404: errkit.NotFound,
		405: errkit.MethodNotAllowed, 408: errkit.Timeout, 409: errkit.Conflict, 410: errkit.NotFound,
		412: errkit.FailedPrecondition,
		413: errkit.TooLarge, 414: errkit.TooLarge, 422: errkit.InvalidInput, 423: errkit.Conflict,
		428: errkit.FailedPrecondition,
		421: errkit.Unavailable, 425: errkit.Unavailable, 429: errkit.RateLimited, 431: errkit.TooLarge, 451: errkit.PermissionDenied, 499: errkit.Canceled,
		501: errkit.Unsupported, 502: errkit.UpstreamFailed, 503: errkit.Unavailable, 504: errkit.Timeout,
		529: errkit.Unavailable,
		520: errkit.UpstreamFailed, 521: errkit.Unavailable, 522: errkit.Timeout, 523: errkit.Unavailable,
		524: errkit.Timeout, 525: errkit.UpstreamFailed, 526: errkit.UpstreamFailed, 530: errkit.Unavailable,
		416: errkit.InvalidInput, 420: errkit.RateLimited, 424: errkit.FailedPrecondition, 440: errkit.AuthExpired,
		460: errkit.Canceled, 498: errkit.Unauthenticated, 505: errkit.UnsupportedVersion, 509: errkit.RateLimited,
		511: errkit.AuthRequired, 598: errkit.Timeout, 599: errkit.Timeout,
	}
	for status := 400; status < 600; status++ {
		want, ok := named[status]
		switch {
		case ok:
		case status < 500:
			want = errkit.InvalidRequest
		default:
			want = errkit.Internal
		}
		got, ok := mapping.Default().FromHTTP(status)
		require.True(t, ok)
		require.Equal(t, want, got, "status %d", status)
	}
	for _, status := range []int{-1, 0, 100, 200, 302, 399, 600, 1000} {
		_, ok := mapping.Default().FromHTTP(status)
		require.False(t, ok, "status %d", status)
	}
}

func TestFromMCP(t *testing.T) {
	want := map[int64]errkit.Kind{
		-32700: errkit.Malformed, -32600: errkit.InvalidRequest, -32601: errkit.MethodNotFound,
		-32602: errkit.InvalidInput,
		-32603: errkit.Internal, 0: errkit.Internal, -32002: errkit.NotFound, -32020: errkit.InvalidRequest,
		-32023: errkit.RateLimited, -32029: errkit.RateLimited, 429: errkit.RateLimited,
		-32021: errkit.Unsupported, -32022: errkit.UnsupportedVersion, -32042: errkit.AuthRequired,
		-32800: errkit.Canceled,
	}
	for code := int64(-32900); code <= 10; code++ {
		got, ok := mapping.Default().FromMCP(code)
		kind, known := want[code]
		if !known {
			kind = errkit.Unknown // "receivers MUST NOT assume any specific meaning"
		}
		require.Equal(t, known, ok, "code %d", code)
		require.Equal(t, kind, got, "code %d", code)
	}
	require.Len(t, mapping.MCPCodes(), len(want))
	for _, c := range mapping.MCPCodes() {
		require.Equal(t, want[int64(c.Code)], c.Kind)
		require.NotEmpty(t, c.Where, "code %d", c.Code)
	}
}

func TestFromAAI(t *testing.T) {
	want := map[int64]errkit.Kind{
		-32001: errkit.ExecutionFailed, -32002: errkit.AppNotFound, -32003: errkit.ToolNotFound,
		-32004: errkit.PermissionDenied,
		-32005: errkit.InvalidInput, -32006: errkit.Unsupported, -32007: errkit.ConfigInvalid, -32008: errkit.Timeout,
		-32009: errkit.AppNotRunning, -32010: errkit.ScriptInvalid, -32011: errkit.AuthRequired,
		-32012: errkit.AuthExpired,
		-32013: errkit.UpstreamFailed, -32014: errkit.AuthConfigInvalid,
		-32700: errkit.Malformed, -32600: errkit.InvalidRequest, -32601: errkit.MethodNotFound,
		-32602: errkit.InvalidInput, -32603: errkit.Internal,
	}
	for code := int64(-32800); code <= 0; code++ {
		got, ok := mapping.Default().FromAAI(code)
		kind, known := want[code]
		if !known {
			kind = errkit.Unknown
		}
		require.Equal(t, known, ok, "code %d", code)
		require.Equal(t, kind, got, "code %d", code)
		row, ok := mapping.LookupAAICode(code)
		require.Equal(t, known, ok)
		if ok {
			require.NotEmpty(t, row.Type)
			require.NotEmpty(t, row.Message)
		}
	}
	require.Len(t, mapping.AAICodes(), len(want))
}

func TestFromAAIString(t *testing.T) {
	want := map[string]errkit.Kind{
		"INVALID_REQUEST": errkit.InvalidRequest, "UNKNOWN_APP": errkit.AppNotFound,
		"UNKNOWN_TOOL":   errkit.ToolNotFound,
		"INVALID_PARAMS": errkit.InvalidInput, "AUTH_REQUIRED": errkit.AuthRequired,
		"AUTH_DENIED":  errkit.PermissionDenied,
		"AUTH_EXPIRED": errkit.AuthExpired, "AUTH_INVALID": errkit.Unauthenticated, "TIMEOUT": errkit.Timeout,
		"NOT_FOUND": errkit.NotFound, "RATE_LIMITED": errkit.RateLimited, "SERVICE_UNAVAILABLE": errkit.Unavailable,
		"INTERNAL_ERROR": errkit.Internal, "NOT_IMPLEMENTED": errkit.Unsupported,
		"EXECUTION_ERROR": errkit.ExecutionFailed,
		"PARSE_ERROR":     errkit.ScriptInvalid, "DESCRIPTOR_ERROR": errkit.ConfigInvalid,
		"SKILL_NOT_FOUND":   errkit.ToolNotFound,
		"PERMISSION_DENIED": errkit.PermissionDenied, "CONSENT_REQUIRED": errkit.PermissionDenied,
		"FILE_NOT_FOUND":    errkit.NotFound,
		"INVALID_PARAMETER": errkit.InvalidInput, "MISSING_ENV_VARS": errkit.AuthConfigInvalid,
	}
	for code, kind := range want {
		got, ok := mapping.Default().FromAAIString(code)
		require.True(t, ok, code)
		require.Equal(t, kind, got, code)
	}
	require.Len(t, mapping.AAIStringCodes(), len(want))
	for _, code := range []string{"", "NO_SUCH_CODE", "timeout", mapping.ByUpstream} {
		got, ok := mapping.Default().FromAAIString(code)
		require.False(t, ok, code)
		require.Equal(t, errkit.Unknown, got, code)
	}
}

func TestFromToolError(t *testing.T) {
	tests := []struct {
		name   string
		code   string
		status []int
		want   errkit.Kind
	}{
		{"not found", "NOT_FOUND", []int{0, 404, 500}, errkit.NotFound},
		{"network", "NETWORK_ERROR", []int{0, 503}, errkit.Network},
		{"unknown", "UNKNOWN_ERROR", []int{0, 429}, errkit.Unknown},
		{"authentication", "AUTHENTICATION_ERROR", []int{0, 401, 400}, errkit.Unauthenticated},
		{"one code for 401 and 403", "AUTHENTICATION_ERROR", []int{403}, errkit.PermissionDenied},
		{"only in the description of the schema", "VALIDATION_ERROR", []int{0, 400}, errkit.InvalidInput},
		{"client", "CLIENT_ERROR", []int{0, 400, 402, 410, 418, 422, 499 + 1}, errkit.InvalidInput},
		{"client 408", "CLIENT_ERROR", []int{408}, errkit.Timeout},
		{"client 409", "CLIENT_ERROR", []int{409}, errkit.Conflict},
		{"client 413", "CLIENT_ERROR", []int{413}, errkit.TooLarge},
		{"client 429", "CLIENT_ERROR", []int{429}, errkit.RateLimited},
		{"client 499", "CLIENT_ERROR", []int{499}, errkit.Canceled},
		{"server", "SERVER_ERROR", []int{0, 200, 404}, errkit.Internal},
		{"server 501", "SERVER_ERROR", []int{501}, errkit.Unsupported},
		{"server 503", "SERVER_ERROR", []int{503}, errkit.Unavailable},
		{"server 504", "SERVER_ERROR", []int{504}, errkit.Timeout},
		{"server, any other", "SERVER_ERROR", []int{500, 502, 505, 599}, errkit.UpstreamFailed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, status := range tt.status {
				got, ok := mapping.Default().FromToolError(tt.code, status)
				require.True(t, ok)
				require.Equal(t, tt.want, got, "status %d", status)
			}
		})
	}
	got, ok := mapping.Default().FromToolError("QUOTA_ERROR", 429)
	require.False(t, ok, "the set of codes is open")
	require.Equal(t, errkit.Unknown, got)
	for _, c := range mapping.ToolErrorCodes() {
		got, ok := mapping.Default().FromToolError(c.Code, 0)
		require.True(t, ok)
		require.Equal(t, c.Kind, got, c.Code)
	}
}

func TestFromProblem(t *testing.T) {
	for _, slug := range []string{"", "about:blank", "no_such_kind"} {
		got, ok := mapping.Default().FromProblem(slug)
		require.False(t, ok, slug)
		require.Equal(t, errkit.Unknown, got)
	}
}

func TestFromOXP(t *testing.T) {
	require.Equal(t, errkit.InvalidRequest, mapping.Default().FromOXP(mapping.OXPServer))
	require.Equal(t, errkit.InvalidInput, mapping.Default().FromOXP(mapping.OXPValidation))
	require.Equal(t, errkit.ExecutionFailed, mapping.Default().FromOXP(mapping.OXPTool))
}

// A kind that has an HTTP status for itself is what a response with that status is decoded as.
func TestStatusesOfOneKind(t *testing.T) {
	kinds := map[int][]string{}
	for _, r := range mapping.Default().Rows() {
		kinds[r.HTTP] = append(kinds[r.HTTP], r.Kind.String())
	}
	for status, names := range kinds {
		require.Contains(t, names, errkit.FromStatus(status).String(), "%d: add its row in errkit/status.go", status)
	}
}
