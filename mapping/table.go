package mapping

import (
	"fmt"

	"github.com/toolerr/toolerr/errkit"
)

// MCPResult is the MCP cell that means: in the result of the call, with isError,
// where the model sees it (SEP-1303).
const MCPResult = 1

// ByUpstream is the cell of [errkit.UpstreamFailed] whose content depends on
// the HTTP status that the upstream service answered with: see
// [Table.AAIString], [Table.ToolError] and [Table.Retry].
const ByUpstream = "by_upstream"

// Form is one of the three forms of an OXP error (OXP 1.0, Call Tool, Error
// Behavior). The zero Form means: as in the table that a row is laid over.
type Form uint8

const (
	OXPServer     Form = iota + 1 // 400: before the tool is called
	OXPValidation                 // 422: the input breaks the tool's input_schema
	OXPTool                       // 200: during the execution of the tool
)

var formNames = [...]string{"", OXPServer: "server", OXPValidation: "validation", OXPTool: "tool"}

// String returns "server", "validation" or "tool".
func (f Form) String() string {
	if int(f) < len(formNames) {
		return formNames[f]
	}
	return fmt.Sprintf("form(%d)", uint8(f))
}

// MarshalText returns the name; a number that is no Form is an error.
func (f Form) MarshalText() ([]byte, error) {
	if f == 0 || int(f) >= len(formNames) {
		return nil, fmt.Errorf("mapping: unknown OXP form %d", uint8(f))
	}
	return []byte(formNames[f]), nil
}

// UnmarshalText reads a name that String returns; any other is an error.
func (f *Form) UnmarshalText(text []byte) error {
	for i, name := range formNames {
		if name == string(text) && i > 0 {
			*f = Form(i)
			return nil
		}
	}
	return fmt.Errorf("mapping: unknown OXP form %q", text)
}

// Row says what one kind becomes in each protocol. In [Table.With] a zero cell
// keeps what was there.
type Row struct {
	Kind       errkit.Kind
	HTTP       int          // status of our own answer, where the protocol uses it: 400 to 599
	OXP        Form         // unless the error's Stage says otherwise
	MCP        int          // MCPResult, or a JSON-RPC code, for tools/call
	MCPBefore  int          // JSON-RPC code where the error's Stage is BeforeCall; 0: as MCP
	MCPOutside int          // JSON-RPC code outside tools/call, where there is no result to be in
	AAI        int          // JSON-RPC code
	AAIString  string       // code, or ByUpstream
	ToolError  string       // code, or ByUpstream; NeedsInput where it is no error but a question
	Problem    string       // what follows the base URI in the type of a problem (RFC 9457 §3.1.1)
	Retry      errkit.Retry // what Unspecified means; ByUpstream rows: see Table.Retry
}

// NeedsInput is the toolError:v1 cell that means: a needsInput:v1 document.
const NeedsInput = "needsInput:v1"

// Table is a set of rows, one for each kind. The nil Table is [Default].
type Table struct {
	rows [len(defaultRows)]Row
}

const (
	parse      = -32700 // JSON-RPC 2.0 §5.1
	request    = -32600
	method     = -32601
	params     = -32602
	internal   = -32603
	server     = OXPServer
	validation = OXPValidation
	tool       = OXPTool
	result     = MCPResult
	never      = errkit.Never
	allowed    = errkit.Allowed
	afterward  = errkit.AfterAction
)

// defaultRows is the table, in the order of the kinds.
var defaultRows = [...]Row{
	// HTTP, OXP; MCP in tools/call, before the call, outside tools/call; AAI, AAI string; toolError:v1; problem; retry
	{errkit.Internal, 500, tool, result, internal, internal, internal, "INTERNAL_ERROR", "SERVER_ERROR", "internal", never},
	{errkit.Unknown, 500, tool, result, 0, internal, internal, "INTERNAL_ERROR", "UNKNOWN_ERROR", "unknown", never},
	{errkit.ExecutionFailed, 500, tool, result, 0, internal, -32001, "EXECUTION_ERROR", "SERVER_ERROR", "execution_failed", 0},
	{errkit.UpstreamFailed, 502, tool, result, 0, internal, -32013, ByUpstream, ByUpstream, "upstream_failed", 0},
	{errkit.OutputInvalid, 500, tool, result, 0, internal, internal, "INTERNAL_ERROR", "SERVER_ERROR", "output_invalid", never},
	{errkit.ScriptInvalid, 500, tool, result, 0, internal, -32010, "PARSE_ERROR", "SERVER_ERROR", "script_invalid", never},
	{errkit.Malformed, 400, server, parse, 0, parse, parse, "INVALID_REQUEST", "CLIENT_ERROR", "malformed", never},
	{errkit.InvalidRequest, 400, server, request, 0, request, request, "INVALID_REQUEST", "CLIENT_ERROR", "invalid_request", never},
	{errkit.MethodNotFound, 404, server, result, 0, method, method, "NOT_IMPLEMENTED", "NOT_FOUND", "method_not_found", never},
	{errkit.MethodNotAllowed, 405, server, request, 0, request, request, "INVALID_REQUEST", "CLIENT_ERROR", "method_not_allowed", never},
	{errkit.InvalidInput, 422, validation, result, 0, params, -32005, "INVALID_PARAMS", "CLIENT_ERROR", "invalid_input", never},
	{errkit.InputRequired, 422, tool, result, 0, params, -32005, "INVALID_PARAMS", NeedsInput, "input_required", afterward},
	{errkit.TooLarge, 413, server, result, 0, request, request, "INVALID_REQUEST", "CLIENT_ERROR", "too_large", never},
	{errkit.ToolNotFound, 404, server, params, 0, params, -32003, "UNKNOWN_TOOL", "NOT_FOUND", "tool_not_found", never},
	{errkit.VersionNotFound, 404, server, params, 0, params, -32003, "UNKNOWN_TOOL", "NOT_FOUND", "version_not_found", never},
	{errkit.AppNotFound, 404, server, result, 0, params, -32002, "UNKNOWN_APP", "NOT_FOUND", "app_not_found", never},
	{errkit.NotFound, 404, tool, result, 0, params, -32001, "NOT_FOUND", "NOT_FOUND", "not_found", never},
	{errkit.Unauthenticated, 401, server, result, 0, request, -32011, "AUTH_INVALID", "AUTHENTICATION_ERROR", "unauthenticated", afterward},
	{errkit.AuthRequired, 401, server, result, 0, request, -32011, "AUTH_REQUIRED", "AUTHENTICATION_ERROR", "auth_required", afterward},
	{errkit.AuthExpired, 401, server, result, 0, request, -32012, "AUTH_EXPIRED", "AUTHENTICATION_ERROR", "auth_expired", afterward},
	{errkit.PermissionDenied, 403, server, result, 0, request, -32004, "AUTH_DENIED", "AUTHENTICATION_ERROR", "permission_denied", never},
	{errkit.RequirementMissing, 400, server, result, 0, request, -32014, "INVALID_REQUEST", "CLIENT_ERROR", "requirement_missing", afterward},
	{errkit.Conflict, 409, tool, result, 0, params, -32001, "EXECUTION_ERROR", "CLIENT_ERROR", "conflict", never},
	{errkit.FailedPrecondition, 400, tool, result, 0, params, -32001, "EXECUTION_ERROR", "CLIENT_ERROR", "failed_precondition", never},
	{errkit.Unsupported, 501, server, result, 0, internal, -32006, "NOT_IMPLEMENTED", "SERVER_ERROR", "unsupported", never},
	{errkit.UnsupportedVersion, 400, server, result, 0, params, request, "INVALID_REQUEST", "CLIENT_ERROR", "unsupported_version", never},
	{errkit.AppNotRunning, 503, server, result, 0, internal, -32009, "SERVICE_UNAVAILABLE", "SERVER_ERROR", "app_not_running", never},
	{errkit.RateLimited, 429, tool, result, 0, internal, -32013, "RATE_LIMITED", "CLIENT_ERROR", "rate_limited", allowed},
	{errkit.Timeout, 504, tool, result, 0, internal, -32008, "TIMEOUT", "NETWORK_ERROR", "timeout", allowed},
	{errkit.Canceled, 499, tool, result, 0, internal, -32001, "EXECUTION_ERROR", "CLIENT_ERROR", "canceled", never},
	{errkit.Network, 502, tool, result, 0, internal, -32013, "SERVICE_UNAVAILABLE", "NETWORK_ERROR", "network", allowed},
	{errkit.Unavailable, 503, server, result, internal, internal, -32013, "SERVICE_UNAVAILABLE", "SERVER_ERROR", "unavailable", allowed},
	{errkit.ConfigInvalid, 500, server, result, internal, internal, -32007, "DESCRIPTOR_ERROR", "SERVER_ERROR", "config_invalid", never},
	{errkit.AuthConfigInvalid, 500, server, result, internal, internal, -32014, "DESCRIPTOR_ERROR", "SERVER_ERROR", "auth_config_invalid", never},
}

var defaultTable = &Table{rows: defaultRows}

// Default returns the table of this module.
func Default() *Table { return defaultTable }

func (t *Table) orDefault() *Table {
	if t == nil {
		return defaultTable
	}
	return t
}

// Row returns the row of a kind; of [errkit.Internal] for a kind that is none.
func (t *Table) Row(k errkit.Kind) Row { return *t.row(k) }

func (t *Table) row(k errkit.Kind) *Row {
	t = t.orDefault()
	if int(k) >= len(t.rows) {
		k = errkit.Internal
	}
	return &t.rows[k]
}

// Status returns the HTTP status that an error is rendered with, in protocols
// that use HTTP's: its own, if it is of 400 to 599, else that of its kind. A nil
// error is Internal.
func (t *Table) Status(e *errkit.Error) int {
	switch {
	case e == nil:
		return t.row(errkit.Internal).HTTP
	case e.Status >= 400 && e.Status <= 599:
		return int(e.Status)
	}
	return t.row(e.Kind).HTTP
}

// All returns a copy of every row, in the order of the kinds.
func (t *Table) All() []Row { return append([]Row(nil), t.orDefault().rows[:]...) }

// With returns a copy of the table with rows laid over it. A row with a cell
// that its protocol forbids, and a second row for one kind, are errors.
func (t *Table) With(rows ...Row) (*Table, error) {
	derived := *t.orDefault()
	seen := [len(defaultRows)]bool{}
	for _, r := range rows {
		if int(r.Kind) >= len(derived.rows) {
			return nil, fmt.Errorf("mapping: unknown kind %d", uint8(r.Kind))
		}
		if seen[r.Kind] {
			return nil, fmt.Errorf("mapping: two rows for %s", r.Kind.String())
		}
		seen[r.Kind] = true
		if err := r.check(); err != nil {
			return nil, fmt.Errorf("mapping: %s: %w", r.Kind.String(), err)
		}
		r.over(&derived.rows[r.Kind])
	}
	return &derived, nil
}

// over lays the cells of r that are set over base.
func (r Row) over(base *Row) {
	lay(&base.HTTP, r.HTTP)
	lay(&base.OXP, r.OXP)
	lay(&base.MCP, r.MCP)
	lay(&base.MCPBefore, r.MCPBefore)
	lay(&base.MCPOutside, r.MCPOutside)
	lay(&base.AAI, r.AAI)
	lay(&base.AAIString, r.AAIString)
	lay(&base.ToolError, r.ToolError)
	lay(&base.Problem, r.Problem)
	lay(&base.Retry, r.Retry)
}

func lay[T comparable](cell *T, v T) {
	var zero T
	if v != zero {
		*cell = v
	}
}
