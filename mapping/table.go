package mapping

import (
	"fmt"
	"reflect"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// Cells with a special meaning.
const (
	// MCPResult in column MCP means that the error is in the result of the call, with isError,
	// where the model sees it (SEP-1303).
	MCPResult = 1
	// ByUpstream in the row of [errkit.UpstreamFailed] means that the cell depends on the HTTP
	// status of the response of the upstream service; see [Table.AAIString], [Table.ToolError] and
	// [Table.Retry].
	ByUpstream = "by_upstream"
	// NeedsInput in column ToolError means a needsInput:v1 document.
	NeedsInput = "needsInput:v1"
)

// A Form is one of the three forms of OXP errors (OXP 1.0, Call Tool, Error Behavior). The zero
// Form is unset.
type Form uint8

const (
	OXPServer     Form = iota + 1 // status 400: before the tool is called
	OXPValidation                 // status 422: the input does not match the tool's input_schema
	OXPTool                       // status 200: during the execution of the tool
)

var formNames = [...]string{"", OXPServer: "server", OXPValidation: "validation", OXPTool: "tool"}

// String returns "server", "validation" or "tool".
func (f Form) String() string {
	if int(f) < len(formNames) {
		return formNames[f]
	}
	return fmt.Sprintf("form(%d)", uint8(f))
}

// MarshalText returns the name. An unset or unknown form is an error.
func (f Form) MarshalText() ([]byte, error) {
	if f == 0 || int(f) >= len(formNames) {
		return nil, fmt.Errorf("mapping: unknown OXP form %d", uint8(f))
	}
	return []byte(formNames[f]), nil
}

// UnmarshalText sets f to the form with this name. Any other text is an error.
func (f *Form) UnmarshalText(text []byte) error {
	for i, name := range formNames {
		if name == string(text) && i > 0 {
			*f = Form(i)
			return nil
		}
	}
	return fmt.Errorf("mapping: unknown OXP form %q", text)
}

// A Row is what one kind is encoded as in each protocol. In [Table.With] a zero cell is unchanged.
type Row struct {
	Kind       errkit.Kind
	HTTP       int          // status of the response in protocols that use it, 400 to 599
	OXP        Form         // if the Stage of the error is unspecified; see Table.OXP
	MCP        int          // of tools/call: MCPResult, or a JSON-RPC code
	MCPBefore  int          // of tools/call if the Stage of the error is BeforeCall: a JSON-RPC code; 0: as MCP
	MCPOutside int          // of other methods, which have no result with isError: a JSON-RPC code
	AAI        int          // JSON-RPC code
	AAIString  string       // code, or ByUpstream
	ToolError  string       // code, ByUpstream or NeedsInput
	RPC        RPCCode      // of Google APIs, gRPC and Connect, or RPCByUpstream
	A2A        int          // JSON-RPC code, never one about a task
	A2AState   string       // state of the task if the call failed after it was accepted, such as A2AFailed
	Problem    string       // the part of the problem type after the base URI (RFC 9457 §3.1.1)
	Retry      errkit.Retry // if the Retry of the error is unspecified; see Table.Retry
}

// A Table has a row for each kind. The nil Table is [Default].
type Table struct {
	rows [len(defaultRows)]Row
}

// Short names for the table.
const (
	parseError     = rpc.ParseError
	invalidRequest = rpc.InvalidRequest
	methodNotFound = rpc.MethodNotFound
	invalidParams  = rpc.InvalidParams
	internalError  = rpc.InternalError
	server         = OXPServer
	validation     = OXPValidation
	tool           = OXPTool
	result         = MCPResult
	never          = errkit.Never
	allowed        = errkit.Allowed
	afterAction    = errkit.AfterAction
)

// defaultRows is the default table, in the order of the kinds.
var defaultRows = [...]Row{
	// Kind, HTTP, OXP, MCP, MCPBefore, MCPOutside, AAI, AAIString, ToolError, RPC, A2A, A2AState,
	// Problem, Retry
	{errkit.Internal, 500, tool, result, internalError, internalError, internalError, "INTERNAL_ERROR", "SERVER_ERROR",
		RPCInternal, internalError, A2AFailed, "internal", never},
	{errkit.Unknown, 500, tool, result, 0, internalError, internalError, "INTERNAL_ERROR", "UNKNOWN_ERROR", RPCUnknown,
		internalError, A2AFailed, "unknown", never},
	{errkit.ExecutionFailed, 500, tool, result, 0, internalError, -32001, "EXECUTION_ERROR", "SERVER_ERROR",
		RPCUnknown, internalError, A2AFailed, "execution_failed", 0},
	{errkit.UpstreamFailed, 502, tool, result, 0, internalError, -32013, ByUpstream, ByUpstream, RPCByUpstream,
		internalError, A2AFailed, "upstream_failed", 0},
	{errkit.OutputInvalid, 500, tool, result, 0, internalError, internalError, "INTERNAL_ERROR", "SERVER_ERROR",
		RPCInternal, -32006, A2AFailed, "output_invalid", never},
	{errkit.ScriptInvalid, 500, tool, result, 0, internalError, -32010, "PARSE_ERROR", "SERVER_ERROR", RPCInternal,
		internalError, A2AFailed, "script_invalid", never},
	{errkit.Malformed, 400, server, parseError, 0, parseError, parseError, "INVALID_REQUEST", "CLIENT_ERROR",
		RPCInvalidArgument, parseError, A2ARejected, "malformed", never},
	{errkit.InvalidRequest, 400, server, invalidRequest, 0, invalidRequest, invalidRequest, "INVALID_REQUEST",
		"CLIENT_ERROR", RPCInvalidArgument, invalidRequest, A2ARejected, "invalid_request", never},
	{errkit.MethodNotFound, 404, server, result, 0, methodNotFound, methodNotFound, "NOT_IMPLEMENTED", "NOT_FOUND",
		RPCUnimplemented, methodNotFound, A2ARejected, "method_not_found", never},
	{errkit.MethodNotAllowed, 405, server, invalidRequest, 0, invalidRequest, invalidRequest, "INVALID_REQUEST",
		"CLIENT_ERROR", RPCUnimplemented, methodNotFound, A2ARejected, "method_not_allowed", never},
	{errkit.InvalidInput, 422, validation, result, 0, invalidParams, -32005, "INVALID_PARAMS", "CLIENT_ERROR",
		RPCInvalidArgument, invalidParams, A2ARejected, "invalid_input", never},
	{errkit.InputRequired, 422, tool, result, 0, invalidParams, -32005, "INVALID_PARAMS", NeedsInput,
		RPCFailedPrecondition, invalidParams, A2AInputRequired, "input_required", afterAction},
	{errkit.TooLarge, 413, server, result, 0, invalidRequest, invalidRequest, "INVALID_REQUEST", "CLIENT_ERROR",
		RPCInvalidArgument, invalidRequest, A2AFailed, "too_large", never},
	{errkit.ToolNotFound, 404, server, invalidParams, 0, invalidParams, -32003, "UNKNOWN_TOOL", "NOT_FOUND",
		RPCNotFound, -32004, A2ARejected, "tool_not_found", never},
	{errkit.VersionNotFound, 404, server, invalidParams, 0, invalidParams, -32003, "UNKNOWN_TOOL", "NOT_FOUND",
		RPCNotFound, -32004, A2ARejected, "version_not_found", never},
	{errkit.AppNotFound, 404, server, result, 0, invalidParams, -32002, "UNKNOWN_APP", "NOT_FOUND", RPCNotFound,
		-32004, A2ARejected, "app_not_found", never},
	{errkit.NotFound, 404, tool, result, 0, invalidParams, -32001, "NOT_FOUND", "NOT_FOUND", RPCNotFound,
		invalidParams, A2AFailed, "not_found", never},
	{errkit.Unauthenticated, 401, server, result, 0, invalidRequest, -32011, "AUTH_INVALID", "AUTHENTICATION_ERROR",
		RPCUnauthenticated, A2AServerError, A2AAuthRequired, "unauthenticated", afterAction},
	{errkit.AuthRequired, 401, server, result, 0, invalidRequest, -32011, "AUTH_REQUIRED", "AUTHENTICATION_ERROR",
		RPCUnauthenticated, A2AServerError, A2AAuthRequired, "auth_required", afterAction},
	{errkit.AuthExpired, 401, server, result, 0, invalidRequest, -32012, "AUTH_EXPIRED", "AUTHENTICATION_ERROR",
		RPCUnauthenticated, A2AServerError, A2AAuthRequired, "auth_expired", afterAction},
	{errkit.PermissionDenied, 403, server, result, 0, invalidRequest, -32004, "AUTH_DENIED", "AUTHENTICATION_ERROR",
		RPCPermissionDenied, A2AServerError, A2ARejected, "permission_denied", never},
	{errkit.RequirementMissing, 400, server, result, 0, invalidRequest, -32014, "INVALID_REQUEST", "CLIENT_ERROR",
		RPCFailedPrecondition, invalidParams, A2ARejected, "requirement_missing", afterAction},
	{errkit.Conflict, 409, tool, result, 0, invalidParams, -32001, "EXECUTION_ERROR", "CLIENT_ERROR", RPCAborted,
		invalidParams, A2AFailed, "conflict", never},
	{errkit.FailedPrecondition, 400, tool, result, 0, invalidParams, -32001, "EXECUTION_ERROR", "CLIENT_ERROR",
		RPCFailedPrecondition, invalidParams, A2AFailed, "failed_precondition", never},
	{errkit.Unsupported, 501, server, result, 0, internalError, -32006, "NOT_IMPLEMENTED", "SERVER_ERROR",
		RPCUnimplemented, -32004, A2ARejected, "unsupported", never},
	{errkit.UnsupportedVersion, 400, server, result, 0, invalidParams, invalidRequest, "INVALID_REQUEST",
		"CLIENT_ERROR", RPCFailedPrecondition, -32009, A2ARejected, "unsupported_version", never},
	{errkit.AppNotRunning, 503, server, result, 0, internalError, -32009, "SERVICE_UNAVAILABLE", "SERVER_ERROR",
		RPCFailedPrecondition, internalError, A2AFailed, "app_not_running", never},
	{errkit.RateLimited, 429, tool, result, 0, internalError, -32013, "RATE_LIMITED", "CLIENT_ERROR",
		RPCResourceExhausted, A2AServerError, A2AFailed, "rate_limited", allowed},
	{errkit.Timeout, 504, tool, result, 0, internalError, -32008, "TIMEOUT", "NETWORK_ERROR", RPCDeadlineExceeded,
		internalError, A2AFailed, "timeout", allowed},
	{errkit.Canceled, 499, tool, result, 0, internalError, -32001, "EXECUTION_ERROR", "CLIENT_ERROR", RPCCancelled,
		internalError, A2ACanceled, "canceled", never},
	{errkit.Network, 502, tool, result, 0, internalError, -32013, "SERVICE_UNAVAILABLE", "NETWORK_ERROR",
		RPCUnavailable, internalError, A2AFailed, "network", allowed},
	{errkit.Unavailable, 503, server, result, internalError, internalError, -32013, "SERVICE_UNAVAILABLE",
		"SERVER_ERROR", RPCUnavailable, internalError, A2AFailed, "unavailable", allowed},
	{errkit.ConfigInvalid, 500, server, result, internalError, internalError, -32007, "DESCRIPTOR_ERROR",
		"SERVER_ERROR", RPCInternal, internalError, A2AFailed, "config_invalid", never},
	{errkit.AuthConfigInvalid, 500, server, result, internalError, internalError, -32014, "DESCRIPTOR_ERROR",
		"SERVER_ERROR", RPCInternal, internalError, A2AFailed, "auth_config_invalid", never},
}

var defaultTable = &Table{rows: defaultRows}

// Default returns the default table.
func Default() *Table { return defaultTable }

func (t *Table) orDefault() *Table {
	if t == nil {
		return defaultTable
	}
	return t
}

// Row returns the row of k, or that of [errkit.Internal] if k is unknown.
func (t *Table) Row(k errkit.Kind) Row { return *t.row(k) }

func (t *Table) row(k errkit.Kind) *Row {
	t = t.orDefault()
	if int(k) >= len(t.rows) {
		k = errkit.Internal
	}
	return &t.rows[k]
}

// Status returns the HTTP status that e is rendered with in protocols that use HTTP statuses:
// e.Status if it is 400 to 599, else that of its kind. A nil e is Internal.
func (t *Table) Status(e *errkit.Error) int {
	switch {
	case e == nil:
		return t.row(errkit.Internal).HTTP
	case e.Status >= 400 && e.Status <= 599:
		return int(e.Status)
	}
	return t.row(e.Kind).HTTP
}

// Rows returns a copy of the rows, in the order of the kinds.
func (t *Table) Rows() []Row { return append([]Row(nil), t.orDefault().rows[:]...) }

// With returns a copy of the table that is changed by rows: their nonzero cells replace those of
// the same kind. A cell that its protocol does not allow, an unknown kind and two rows for one
// kind are errors.
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
		r.replace(&derived.rows[r.Kind])
	}
	return &derived, nil
}

// replace sets the cells of base for which r has a value.
func (r Row) replace(base *Row) {
	from, to := reflect.ValueOf(r), reflect.ValueOf(base).Elem()
	for i := range from.NumField() {
		if cell := from.Field(i); !cell.IsZero() {
			to.Field(i).Set(cell)
		}
	}
}

// Stage returns the stage of an error of kind k whose Stage is unspecified: Execution if its OXP
// form is OXPTool, else BeforeCall.
func (t *Table) Stage(k errkit.Kind) errkit.Stage {
	if t.row(k).OXP == OXPTool {
		return errkit.Execution
	}
	return errkit.BeforeCall
}

// OXP returns the form of an error. The stage overrides the form of the kind (OXP 1.0, Call Tool,
// Error Behavior).
func (t *Table) OXP(k errkit.Kind, s errkit.Stage) Form {
	form := t.row(k).OXP
	switch {
	case s == errkit.Execution:
		return OXPTool
	case s == errkit.BeforeCall && k == errkit.InputRequired:
		return OXPValidation
	case s == errkit.BeforeCall && form == OXPTool:
		return OXPServer
	}
	return form
}

// MCP returns how an error of tools/call is rendered: [MCPResult], or a JSON-RPC code. A failure
// during execution is always in the result, which is what the model sees.
func (t *Table) MCP(k errkit.Kind, s errkit.Stage) int {
	r := t.row(k)
	switch {
	case s == errkit.Execution:
		return MCPResult
	case s == errkit.BeforeCall && r.MCPBefore != 0:
		return r.MCPBefore
	}
	return r.MCP
}
