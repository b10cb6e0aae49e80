package dialect

import (
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
)

// Arcade's ToolCallError is the heir of OXP's ToolError: the same members and a
// machine-readable kind. It travels in a ToolError, and over MCP in
// _meta.arcade.
var arcadeKinds = [...]struct {
	name string
	kind errkit.Kind
}{
	{"TOOLKIT_LOAD_FAILED", errkit.ConfigInvalid},
	{"TOOL_DEFINITION_BAD_DEFINITION", errkit.ConfigInvalid},
	{"TOOL_DEFINITION_BAD_INPUT_SCHEMA", errkit.ConfigInvalid},
	{"TOOL_DEFINITION_BAD_OUTPUT_SCHEMA", errkit.ConfigInvalid},
	{"TOOL_REQUIREMENTS_NOT_MET", errkit.RequirementMissing},
	{"TOOL_RUNTIME_BAD_INPUT_VALUE", errkit.InvalidInput},
	{"TOOL_RUNTIME_BAD_OUTPUT_VALUE", errkit.OutputInvalid},
	{"TOOL_RUNTIME_RETRY", errkit.ExecutionFailed},
	{"TOOL_RUNTIME_CONTEXT_REQUIRED", errkit.InputRequired},
	{"TOOL_RUNTIME_FATAL", errkit.ExecutionFailed},
	{"CONTEXT_CHECK_FAILED", errkit.FailedPrecondition},
	{"CONTEXT_DENIED", errkit.PermissionDenied},
	{"UPSTREAM_RUNTIME_BAD_REQUEST", errkit.UpstreamFailed},
	{"UPSTREAM_RUNTIME_AUTH_ERROR", errkit.UpstreamFailed},
	{"UPSTREAM_RUNTIME_NOT_FOUND", errkit.UpstreamFailed},
	{"UPSTREAM_RUNTIME_VALIDATION_ERROR", errkit.UpstreamFailed},
	{"UPSTREAM_RUNTIME_RATE_LIMIT", errkit.RateLimited},
	{"UPSTREAM_RUNTIME_SERVER_ERROR", errkit.UpstreamFailed},
	{"UPSTREAM_RUNTIME_UNMAPPED", errkit.UpstreamFailed},
	{"NETWORK_TRANSPORT_RUNTIME_TIMEOUT", errkit.Timeout},
	{"NETWORK_TRANSPORT_RUNTIME_UNREACHABLE", errkit.Network},
	{"NETWORK_TRANSPORT_RUNTIME_UNMAPPED", errkit.Network},
	{"UNKNOWN", errkit.Unknown},
}

func (r *reader) arcadeKind(name string) {
	for _, k := range arcadeKinds {
		if k.name == name {
			r.kind(k.kind, "Arcade's kind "+name)
			r.peer.Type = name
			return
		}
	}
}

// heir reads what Arcade adds to a ToolError.
func (r *reader) heir(v jsonr.Value) {
	if name, ok := v.Member("kind").Text(); ok {
		r.arcadeKind(name)
	}
	if status, ok := v.Member("status_code").Int(); ok {
		r.status = httpStatus(status)
	}
}

// arcade reads _meta.arcade of an MCP result.
func (r *reader) arcade(v jsonr.Value) {
	if v.Kind() != jsonr.Object {
		return
	}
	r.arcadeKind(r.text(v, "errorKind"))
	if again, told := r.bool(v, "canRetry"); told {
		r.retry = errkit.Never
		if again {
			r.retry = errkit.Allowed
		}
	}
	r.e.Hint = errkit.Text(r.text(v, "additionalPromptContent"))
	if ms, ok := r.integer(v, "retryAfterMs"); ok {
		r.e.RetryAfter = milliseconds(ms)
	}
	if status, ok := r.wholeNumber(v, "statusCode"); ok {
		r.status = httpStatus(status)
	}
}
